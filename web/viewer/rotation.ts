// Vectors and unit quaternions as plain arrays; quaternions are scalar-last, as in all files of Polhode.

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export function rotate(q: Quaternion, v: Vector): Vector {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [
    v[0] + w * tx + y * tz - z * ty,
    v[1] + w * ty + z * tx - x * tz,
    v[2] + w * tz + x * ty - y * tx,
  ];
}

/// The attitude a part of the way from `a` to `b`, at a constant rate. Of b and −b, the same attitude, it goes to the
/// nearer one.
export function slerp(a: Quaternion, b: Quaternion, part: number): Quaternion {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(cosine * sign, 1);
  const angle = Math.acos(cosine), sine = Math.sin(angle);
  const u = sine < 1e-6 ? 1 - part : Math.sin((1 - part) * angle) / sine;
  const v = sign * (sine < 1e-6 ? part : Math.sin(part * angle) / sine);
  const q: Quaternion = [0, 1, 2, 3].map(i => u * a[i] + v * b[i]) as Quaternion;
  const length = Math.hypot(...q);
  return q.map(x => x / length) as Quaternion;
}

export const length = (v: ArrayLike<number>): number => Math.hypot(v[0], v[1], v[2]);
export const scaled = (v: ArrayLike<number>, factor: number): Vector => [v[0] * factor, v[1] * factor, v[2] * factor];
