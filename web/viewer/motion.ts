// A motion as samples, and the state between them.
import { Quaternion, Vector, length, rotate, slerp } from "./rotation";

/// Numbers, or the base64 of their bytes as 32-bit floats (times: 64-bit), lowest byte first.
export type Numbers = string | ArrayLike<number>;

/// What there is to show. Vectors are in body axes where it says so, else in space axes.
export interface MotionData {
  moments: Vector;
  principal: Quaternion;           ///< principal axes → body axes
  times: { start: number; spacing: number; count: number } | Numbers;
  attitude: Numbers;               ///< x, y, z, w of each sample: body → space
  angularVelocity: Numbers;        ///< in the body
  momentum: Vector | Numbers;      ///< L; one vector if it stays
  axis?: 0 | 1 | 2;                ///< the body axis whose tip leaves a trail
  field?: Vector;                  ///< direction of a field
  target?: Numbers;                ///< attitude that a control is to bring the body to: one, or one of each sample
  poinsot?: {
    semiAxes: Vector;              ///< of the energy ellipsoid, along the principal axes
    polhode: Numbers;              ///< ω in the body over a period
    separatrices: Numbers[];
    normal: Vector;                ///< of the invariable plane
    distance: number;
  };
  /// In body axes: coordinates in any unit and numbers of vertices, of 16 bits each, as base64.
  mesh?: { vertices: string; triangles: string };
  events?: { time: number; name: string }[];
}

export function decoded(text: string): ArrayBuffer {
  const bytes = atob(text), out = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; ++i) out[i] = bytes.charCodeAt(i);
  return out.buffer;
}

export const numbers = (given: Numbers): ArrayLike<number> =>
  typeof given === "string" ? new Float32Array(decoded(given)) : given;

export function timesOf(given: MotionData["times"]): Float64Array {
  if (typeof given === "string") return new Float64Array(decoded(given));
  if ("spacing" in given) return Float64Array.from({ length: given.count }, (_, i) => given.start + i * given.spacing);
  return Float64Array.from(given);
}

/// The sample before t, and which part of the way to the next one t is.
export function placeIn(times: ArrayLike<number>, t: number): [number, number] {
  let low = 0, high = times.length - 1;
  if (high === 0 || t <= times[0]) return [0, 0];
  if (t >= times[high]) return [high - 1, 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle; else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low])];
}

export class Motion {
  readonly times: Float64Array;
  readonly largestRate: number;
  readonly largestMomentum: number;
  private readonly q: Float64Array;
  private readonly omega: ArrayLike<number>;
  private readonly L: ArrayLike<number>;
  private readonly goal?: ArrayLike<number>;

  constructor(data: MotionData) {
    this.times = timesOf(data.times);
    // Neighbours have the same sign, so that nothing between them turns the long way round.
    this.q = Float64Array.from(numbers(data.attitude));
    for (let i = 4; i < this.q.length; i += 4) {
      let product = 0;
      for (let k = 0; k < 4; ++k) product += this.q[i + k] * this.q[i + k - 4];
      if (product < 0) for (let k = 0; k < 4; ++k) this.q[i + k] *= -1;
    }
    this.omega = numbers(data.angularVelocity);
    this.L = numbers(data.momentum);
    if (data.target) this.goal = numbers(data.target);
    const largest = (v: ArrayLike<number>) => {
      let most = 0;
      for (let i = 0; i + 2 < v.length; i += 3) most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
      return most;
    };
    this.largestRate = largest(this.omega);
    this.largestMomentum = largest(this.L);
    const n = this.times.length;
    if (n < 1 || this.q.length !== 4 * n || this.omega.length !== 3 * n || this.L.length !== 3 * n && this.L.length !== 3) {
      throw new Error(`a motion of ${n} times has ${this.q.length} numbers of attitudes, ${this.omega.length} of ` +
        `angular velocities and ${this.L.length} of momenta: expected 4, 3 and 3 for each time, or 3 momenta in all`);
    }
  }

  get start(): number { return this.times[0]; }
  get end(): number { return this.times[this.times.length - 1]; }

  private place(t: number): [number, number] { return placeIn(this.times, t); }

  private turn(q: ArrayLike<number>, t: number): Quaternion {
    const sample = (i: number) => [0, 1, 2, 3].map(k => q[4 * i + k]) as Quaternion;
    if (q.length === 4) return sample(0);
    const [i, part] = this.place(t);
    return part === 0 ? sample(i) : slerp(sample(i), sample(i + 1), part);
  }
  attitude(t: number): Quaternion { return this.turn(this.q, t); }
  /// The attitude that a control is to reach.
  target(t: number): Quaternion | undefined { return this.goal && this.turn(this.goal, t); }

  private between(v: ArrayLike<number>, t: number): Vector {
    if (v.length === 3) return [v[0], v[1], v[2]];
    const [i, part] = this.place(t), j = part === 0 ? i : i + 1;
    return [0, 1, 2].map(k => (1 - part) * v[3 * i + k] + part * v[3 * j + k]) as Vector;
  }
  /// In the body.
  angularVelocity(t: number): Vector { return this.between(this.omega, t); }
  /// In space.
  momentum(t: number): Vector { return this.between(this.L, t); }

  /// `pieces` times between each two samples, and the samples.
  fineTimes(pieces: number): number[] {
    const out: number[] = [];
    for (let i = 0; i + 1 < this.times.length; ++i) {
      for (let k = 0; k < pieces; ++k) out.push(this.times[i] + (this.times[i + 1] - this.times[i]) * k / pieces);
    }
    out.push(this.end);
    return out;
  }
  /// The tip of a vector of the body, in space.
  inSpace(t: number, v: Vector): Vector { return rotate(this.attitude(t), v); }

  /// Radians turned from the first sample to the last.
  turned(): number {
    let sum = 0;
    for (let i = 0; i + 1 < this.times.length; ++i) {
      sum += length(Array.from({ length: 3 }, (_, k) => this.omega[3 * i + k])) * (this.times[i + 1] - this.times[i]);
    }
    return sum;
  }
}
