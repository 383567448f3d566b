// What there is to see of a motion, at a time. Two views: the body in space with the trail of one of its axes, and
// Poinsot's picture, in which the ellipsoid of energy rolls on the invariable plane.
import * as THREE from "three";
import { Motion, MotionData, numbers } from "./motion";
import { Quaternion, Vector, length, rotate, scaled } from "./rotation";
import { Arrow, Tube, globe, meshOf, proportions } from "./shapes";

export type View = "body" | "poinsot";
export type Shape = "mesh" | "box" | "ellipsoid";

/// The things that can be switched off, each with its name and the colour of the style sheet that it has.
export const parts = {
  e1: { label: "e₁", title: "body axis e₁", colour: "series-2" },
  e2: { label: "e₂", title: "body axis e₂", colour: "series-3" },
  e3: { label: "e₃", title: "body axis e₃", colour: "series-1" },
  omega: { label: "ω", title: "angular velocity", colour: "series-7" },
  momentum: { label: "L", title: "angular momentum", colour: "series-5" },
  trail: { label: "trail", title: "path of the tip of a body axis", colour: "series-1" },
  polhode: { label: "polhode", title: "path of ω in the body", colour: "series-7" },
  separatrices: { label: "separatrices", title: "curves that part the two kinds of polhodes", colour: "soft" },
  herpolhode: { label: "herpolhode", title: "path of ω on the invariable plane", colour: "series-4" },
  field: { label: "field", title: "direction of the field", colour: "soft" },
  target: { label: "target", title: "axes that the control is to reach", colour: "ink" },
} as const;
export type Part = keyof typeof parts;

const axisColours = ["series-2", "series-3", "series-1"];
const unit = (i: number): Vector => [0, 1, 2].map(k => k === i ? 1 : 0) as Vector;
const triples = (v: ArrayLike<number>, factor: number): Vector[] =>
  Array.from({ length: Math.floor(v.length / 3) }, (_, i) => [0, 1, 2].map(k => factor * v[3 * i + k]) as Vector);

export class Scene {
  readonly scene = new THREE.Scene();
  readonly views: View[];
  readonly shownParts: Record<View, Part[]>;
  view: View = "body";
  /// How the picture is held: in space, or by the body, around which the world then turns.
  ridesAlong = false;
  private shape: Shape = "box";
  private axis: number;
  private readonly hidden = new Set<Part>();
  private readonly world = new THREE.Group();
  private readonly bodyView = new THREE.Group();
  private readonly poinsotView = new THREE.Group();
  private readonly turning = new THREE.Group();   // fixed in the body
  private readonly rolling = new THREE.Group();   // the same in Poinsot's picture
  private readonly solids: Partial<Record<Shape, any>>;
  private readonly arrows: Partial<Record<Part, Arrow>> = {};
  private readonly marks: any[] = [];
  private readonly fine: number[];
  private trail?: Tube;
  private herpolhode?: Tube;
  private contact?: any;
  private readonly poinsotScale: number = 1;
  private readonly materials = new Map<string, { material: any; colour: string; tint: number }>();

  /// `points`: of a path, at most, as long as there are fewer samples. So many that the eye sees no corners, and no more
  /// than a telephone draws with ease.
  constructor(readonly motion: Motion, private readonly data: MotionData, private readonly colour: (name: string) => string,
    points = 12000) {
    this.axis = data.axis ?? 2;
    this.fine = motion.fineTimes(Math.max(1, Math.min(8, Math.floor(points / motion.times.length))));
    this.views = data.poinsot ? ["body", "poinsot"] : ["body"];
    this.shownParts = {
      body: ["e1", "e2", "e3", "omega", "momentum", "trail"],
      poinsot: ["polhode", "separatrices", "herpolhode", "omega", "momentum"],
    };
    if (data.field) this.shownParts.body.push("field");
    if (data.target) this.shownParts.body.push("target");

    const light = new THREE.DirectionalLight(0xffffff, 0.5);
    light.position.set(2, 1.4, 3);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x9aa0a8, 0.58), light, this.world);
    this.world.add(this.bodyView, this.poinsotView);

    const size = proportions(data.moments), [a, b, c] = scaled(size, 0.66);
    const faces = axisColours.flatMap(name => [this.material(name, 0.42), this.material(name, 0.6)]);
    const ellipsoid = new THREE.Mesh(new THREE.SphereBufferGeometry(1, 48, 32), this.material("series-1", 0.5));
    ellipsoid.scale.set(a, b, c);
    this.solids = { box: new THREE.Mesh(new THREE.BoxBufferGeometry(2 * a, 2 * b, 2 * c), faces), ellipsoid: new THREE.Group() };
    this.solids.ellipsoid.add(ellipsoid, ...this.greatEllipses([a, b, c]));
    for (const solid of Object.values(this.solids)) solid.quaternion.set(...data.principal);
    if (data.mesh) this.solids.mesh = meshOf(data.mesh, 0.92, this.material("series-1", 0.45));
    this.turning.add(...Object.values(this.solids));
    (["e1", "e2", "e3"] as Part[]).forEach((part, i) => this.arrow(part, this.turning).point(unit(i)));
    this.bodyView.add(this.turning, globe(this.material("soft", 0.6)));
    this.arrow("omega", this.bodyView, 0.022);
    this.arrow("momentum", this.bodyView, 0.022);
    if (data.field) this.arrow("field", this.bodyView, 0.026).point(scaled(data.field, 1.5 / length(data.field)), 1.1);
    if (data.target) {
      axisColours.forEach(name => {
        const mark = new THREE.Mesh(new THREE.SphereBufferGeometry(0.045, 16, 12), this.material(name, 0));
        this.marks.push(mark);
        this.bodyView.add(mark);
      });
    }
    if (data.poinsot) this.poinsotScale = this.makePoinsot(data.poinsot);
    this.drawTrail();
    this.setShape(this.shapes[0]);
    this.recolour();
  }

  /// A curve has the same colour all along.
  private line(name: string, opacity = 1): any {
    const key = `${name} line ${opacity}`, known = this.materials.get(key);
    if (known) return known.material;
    const material = new THREE.MeshBasicMaterial({ transparent: opacity < 1, opacity, depthWrite: opacity === 1, side: THREE.DoubleSide });
    this.materials.set(key, { material, colour: name, tint: 0 });
    return material;
  }

  /// A material that follows the style sheet; `tint` is how far its colour is mixed with that of the paper.
  private material(name: string, tint: number, opacity = 1): any {
    const key = `${name} ${tint} ${opacity}`, known = this.materials.get(key);
    if (known) return known.material;
    const material = new THREE.MeshLambertMaterial({ transparent: opacity < 1, opacity, depthWrite: opacity === 1, side: THREE.DoubleSide });
    this.materials.set(key, { material, colour: name, tint });
    return material;
  }

  recolour(): void {
    const paper = new THREE.Color(this.colour("panel"));
    for (const { material, colour, tint } of this.materials.values()) material.color.set(this.colour(colour)).lerp(paper, tint);
    this.scene.background = paper;
  }

  private arrow(part: Part, group: any, radius?: number): Arrow {
    const arrow = new Arrow(this.material(parts[part].colour, 0), radius);
    this.arrows[part] = arrow;
    group.add(arrow.object);
    return arrow;
  }

  /// Where the planes of the principal axes cut an ellipsoid: shows a smooth body turning.
  private greatEllipses(semi: Vector): any[] {
    return [0, 1, 2].map(skip => {
      const [i, j] = [0, 1, 2].filter(k => k !== skip);
      const points = Array.from({ length: 97 }, (_, n) => {
        const p: Vector = [0, 0, 0], angle = 2 * Math.PI * n / 96;
        p[i] = 1.003 * semi[i] * Math.cos(angle);
        p[j] = 1.003 * semi[j] * Math.sin(angle);
        return p;
      });
      return new Tube(points, 0.005, this.line(axisColours[skip])).mesh;
    });
  }

  /// Returns what ω is multiplied by.
  private makePoinsot(poinsot: NonNullable<MotionData["poinsot"]>): number {
    const scale = 1.15 / Math.max(...poinsot.semiAxes);
    const ellipsoid = new THREE.Mesh(new THREE.SphereBufferGeometry(1, 64, 48), this.material("series-1", 0.45, 0.4));
    ellipsoid.scale.set(...scaled(poinsot.semiAxes, scale));
    ellipsoid.quaternion.set(...this.data.principal);
    const rings = new THREE.Group();
    rings.add(...this.greatEllipses(scaled(poinsot.semiAxes, scale)));
    rings.quaternion.set(...this.data.principal);
    this.rolling.add(ellipsoid, rings);
    const curve = (part: Part, v: ArrayLike<number>, radius: number) => {
      const tube = new Tube(triples(v, 1.002 * scale), radius, this.line(parts[part].colour));
      tube.mesh.userData.part = part;
      this.rolling.add(tube.mesh);
    };
    curve("polhode", numbers(poinsot.polhode), 0.016);
    for (const v of poinsot.separatrices) curve("separatrices", numbers(v), 0.008);

    const path = this.fine.map(t => scaled(rotate(this.motion.attitude(t), this.motion.angularVelocity(t)), scale));
    this.herpolhode = new Tube(path, 0.011, this.line(parts.herpolhode.colour));
    this.herpolhode.mesh.userData.part = "herpolhode";
    const foot = scaled(poinsot.normal, scale * poinsot.distance);
    const reach = Math.max(...path.map(p => Math.hypot(p[0] - foot[0], p[1] - foot[1], p[2] - foot[2])));
    const plane = new THREE.Mesh(new THREE.CircleBufferGeometry(Math.max(1.25 * reach, 1.25), 64), this.line("soft", 0.2));
    plane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...poinsot.normal));
    plane.position.set(...scaled(foot, 1.003));
    this.contact = new THREE.Mesh(new THREE.SphereBufferGeometry(0.04, 20, 14), this.material("ink", 0));
    this.poinsotView.add(this.rolling, this.herpolhode.mesh, plane, this.contact);
    return scale;
  }

  private drawTrail(): void {
    if (this.trail) {
      this.bodyView.remove(this.trail.mesh);
      this.trail.dispose();
    }
    const tip = scaled(unit(this.axis), 1.004);
    this.trail = new Tube(this.fine.map(t => this.motion.inSpace(t, tip)), 0.0095, this.line(axisColours[this.axis]));
    this.trail.mesh.userData.part = "trail";
    this.bodyView.add(this.trail.mesh);
  }

  setAxis(axis: number): void {
    this.axis = axis;
    this.drawTrail();
  }
  get trailColour(): string { return axisColours[this.axis]; }

  /// That of the user first.
  get shapes(): Shape[] { return this.data.mesh ? ["mesh", "box", "ellipsoid"] : ["box", "ellipsoid"]; }
  setShape(shape: Shape): void {
    this.shape = shape;
    for (const [name, solid] of Object.entries(this.solids)) solid.visible = name === this.shape;
  }

  toggle(part: Part): boolean {
    if (!this.hidden.delete(part)) this.hidden.add(part);
    return !this.hidden.has(part);
  }
  isShown(part: Part): boolean { return !this.hidden.has(part); }

  /// What is up in the picture: in Poinsot's the ellipsoid lies on the plane.
  get up(): Vector {
    return this.view === "poinsot" ? scaled(this.data.poinsot!.normal, -1) : [0, 0, 1];
  }

  /// What the picture is centred on.
  get centre(): Vector {
    const { poinsot } = this.data;
    return this.view === "poinsot" && poinsot ? scaled(poinsot.normal, 0.4 * this.poinsotScale * poinsot.distance) : [0, 0, 0];
  }

  show(t: number): void {
    const { motion } = this, q: Quaternion = motion.attitude(t);
    const omega = rotate(q, motion.angularVelocity(t)), momentum = motion.momentum(t);
    this.bodyView.visible = this.view === "body";
    this.poinsotView.visible = this.view === "poinsot";
    this.turning.quaternion.set(...q);
    this.rolling.quaternion.set(...q);
    this.world.quaternion.set(...(this.ridesAlong ? [-q[0], -q[1], -q[2], q[3]] : [0, 0, 0, 1]));

    const inPoinsot = this.view === "poinsot", group = inPoinsot ? this.poinsotView : this.bodyView;
    const { omega: rate, momentum: L } = this.arrows;
    for (const arrow of [rate!, L!]) if (arrow.object.parent !== group) group.add(arrow.object);
    rate!.point(scaled(omega, inPoinsot ? this.poinsotScale : 1.45 / (motion.largestRate || 1)));
    L!.point(scaled(momentum, 1.45 / (motion.largestMomentum || 1)));
    this.contact?.position.set(...scaled(omega, this.poinsotScale));

    // Of long motions the last turns, else the sphere would be covered.
    const now = this.indexOf(t), from = this.indexOf(t - this.memory);
    this.trail!.show(from, now);
    this.herpolhode?.show(from, now);
    const target = motion.target(t);
    if (target) this.marks.forEach((mark, i) => mark.position.set(...rotate(target, unit(i))));

    for (const [part, arrow] of Object.entries(this.arrows)) arrow!.object.visible = arrow!.isThere && this.isShown(part as Part);
    for (const object of [...this.bodyView.children, ...this.poinsotView.children, ...this.rolling.children]) {
      if (object.userData.part) object.visible = this.isShown(object.userData.part);
    }
    for (const mark of this.marks) mark.visible = this.isShown("target");
  }

  dispose(): void {
    this.scene.traverse((object: any) => object.geometry?.dispose());
    for (const { material } of this.materials.values()) material.dispose();
  }

  /// The time for which trails stay: 16 turns.
  private get memory(): number { return this.motion.largestRate > 0 ? 16 * 2 * Math.PI / this.motion.largestRate : Infinity; }

  private indexOf(t: number): number {
    let low = 0, high = this.fine.length - 1;
    if (t >= this.fine[high]) return high;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.fine[middle] <= t) low = middle; else high = middle;
    }
    return low;
  }
}
