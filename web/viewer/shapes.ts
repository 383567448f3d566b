// The parts of the picture.
import * as THREE from "three";
import { decoded } from "./motion";
import type { MotionData } from "./motion";
import { Vector, length } from "./rotation";

/// Half the edges of a homogeneous box, or the semi-axes of a homogeneous ellipsoid, with these principal moments, the
/// largest being 1. A flat body or a needle keeps some thickness, to be seen.
export function proportions(moments: Vector): Vector {
  const [a, b, c] = moments;
  const squares = [b + c - a, a + c - b, a + b - c].map(x => Math.sqrt(Math.max(x, 0)));
  const most = Math.max(...squares);
  return squares.map(x => Math.max(x / most, 0.07)) as Vector;
}

/// A curve of some thickness. Its triangles come in the order of the points, so that a part can be drawn.
export class Tube {
  readonly mesh: any;
  private readonly geometry: any;
  private static readonly sides = 5;

  constructor(points: Vector[], radius: number, material: any) {
    const sides = Tube.sides, n = points.length;
    const position = new Float32Array(3 * sides * n), normal = new Float32Array(3 * sides * n);
    let across = new THREE.Vector3(1, 0, 0);
    const along = new THREE.Vector3(), up = new THREE.Vector3(), out = new THREE.Vector3();
    points.forEach((p, i) => {
      const before = points[Math.max(i - 1, 0)], after = points[Math.min(i + 1, n - 1)];
      along.set(after[0] - before[0], after[1] - before[1], after[2] - before[2]);
      if (along.lengthSq() < 1e-24) along.set(0, 0, 1);
      along.normalize();
      across = across.clone().addScaledVector(along, -across.dot(along));
      if (across.lengthSq() < 1e-6) across.set(along.y, along.z, along.x).cross(along);
      across.normalize();
      up.crossVectors(along, across);
      for (let k = 0; k < sides; ++k) {
        const angle = 2 * Math.PI * k / sides, at = 3 * (i * sides + k);
        out.copy(across).multiplyScalar(Math.cos(angle)).addScaledVector(up, Math.sin(angle));
        out.toArray(normal, at);
        for (let c = 0; c < 3; ++c) position[at + c] = p[c] + radius * normal[at + c];
      }
    });
    const index = new Uint32Array(6 * sides * Math.max(n - 1, 0));
    let at = 0;
    for (let i = 0; i + 1 < n; ++i) {
      for (let k = 0; k < sides; ++k) {
        const a = i * sides + k, b = i * sides + (k + 1) % sides;
        index.set([a, b, a + sides, b, b + sides, a + sides], at);
        at += 6;
      }
    }
    this.geometry = new THREE.BufferGeometry();
    this.geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
    this.geometry.setAttribute("normal", new THREE.BufferAttribute(normal, 3));
    this.geometry.setIndex(new THREE.BufferAttribute(index, 1));
    this.mesh = new THREE.Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
  }

  dispose(): void { this.geometry.dispose(); }

  /// Draws the segments from one number to another.
  show(from: number, to: number): void {
    const per = 6 * Tube.sides;
    this.geometry.setDrawRange(from * per, Math.max(to - from, 0) * per);
  }
}

/// An arrow from the origin, or from `base` on.
export class Arrow {
  readonly object = new THREE.Group();
  isThere = false;   ///< a vector of no length has no direction to point in
  private readonly shaft: any;
  private readonly head: any;
  private static readonly z = new THREE.Vector3(0, 0, 1);

  constructor(material: any, private readonly radius = 0.018) {
    const shaft = new THREE.CylinderBufferGeometry(radius, radius, 1, 12), head = new THREE.ConeBufferGeometry(3 * radius, 9 * radius, 20);
    for (const g of [shaft, head]) g.rotateX(Math.PI / 2);
    this.shaft = new THREE.Mesh(shaft, material);
    this.head = new THREE.Mesh(head, material);
    this.object.add(this.shaft, this.head);
  }

  point(v: Vector, base = 0): void {
    const long = length(v), tip = 9 * this.radius;
    this.isThere = long > 1e-6;
    if (!this.isThere) return;
    this.object.quaternion.setFromUnitVectors(Arrow.z, new THREE.Vector3(v[0] / long, v[1] / long, v[2] / long));
    const body = Math.max(long - base - tip, 1e-4);
    this.shaft.scale.z = body;
    this.shaft.position.z = base + body / 2;
    this.head.position.z = long - tip / 2;
  }
}

/// Great circles of the unit sphere, faint.
export function globe(material: any): any {
  const group = new THREE.Group();
  for (const turn of [[0, 0], [Math.PI / 2, 0], [Math.PI / 2, Math.PI / 2]]) {
    const ring = new THREE.Mesh(new THREE.TorusBufferGeometry(1, 0.005, 5, 160), material);
    ring.rotation.set(turn[0], turn[1], 0);
    group.add(ring);
  }
  return group;
}

/// A body of the user's, with flat faces; its farthest corner is at the distance `reach`.
export function meshOf(mesh: NonNullable<MotionData["mesh"]>, reach: number, material: any): any {
  const vertices = new Int16Array(decoded(mesh.vertices)), corners = new Uint16Array(decoded(mesh.triangles));
  let most = 0;
  for (let i = 0; i + 2 < vertices.length; i += 3) most = Math.max(most, Math.hypot(vertices[i], vertices[i + 1], vertices[i + 2]));
  const position = new Float32Array(3 * corners.length), scale = reach / (most || 1);
  corners.forEach((corner, i) => { for (let k = 0; k < 3; ++k) position[3 * i + k] = scale * vertices[3 * corner + k]; });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(position, 3));
  geometry.computeVertexNormals();   // no corner is shared: those of the faces
  return new THREE.Mesh(geometry, material);
}
