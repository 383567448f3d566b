// Many bodies at once, each an instance of one box: the processor of the graphics turns them by their quaternions.
import * as THREE from "three";
import { make, usualColours } from "../viewer/controls";
import { Orbit } from "../viewer/orbit";
import type { Vector } from "../viewer/rotation";
import { proportions } from "../viewer/shapes";
import { rendererOf } from "./webgl";

const vertexShader = `
  attribute vec4 attitude;
  attribute vec3 place;
  attribute vec3 tint;
  varying vec3 colour;
  uniform float size;
  vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
  void main() {
    vec3 n = turned(attitude, normal);
    float light = 0.62 + 0.38 * dot(n, normalize(vec3(0.5, 0.35, 0.8)));
    colour = tint * light;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place + size * turned(attitude, position), 1.0);
  }`;
const fragmentShader = `
  varying vec3 colour;
  void main() { gl_FragColor = vec4(colour, 1.0); }`;

export class CloudPicture {
  readonly stage = make("div", { class: "stage cloud" });
  private readonly canvas = make("canvas", { tabindex: "0", role: "img", "aria-label": "Many bodies, turning. Dragging turns the picture, + and − zoom." });
  private readonly renderer: any;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(30, 1, 0.01, 100);
  private readonly orbit: Orbit;
  private readonly material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, uniforms: { size: { value: 1 } } });
  private mesh?: any;
  private attitudes?: any;
  private halfDiagonal = 1;   // of a body
  private broad = 0;          // the picture, for its depth, when the rows were made
  private waiting = false;

  /// Throws where the browser has no WebGL.
  constructor() {
    this.renderer = rendererOf(this.canvas);
    this.orbit = new Orbit(this.canvas, 3.5, () => this.draw());
    [this.orbit.azimuth, this.orbit.height] = [0, 1.15];
    this.stage.append(this.canvas);
    this.canvas.addEventListener("keydown", e => {
      const factor = e.key === "+" ? 0.9 : e.key === "-" ? 1 / 0.9 : 0;
      if (!factor || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      this.orbit.zoom(factor);
    });
    new ResizeObserver(() => this.resize()).observe(this.stage);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
  }

  private colour(name: string): any {
    return new THREE.Color(getComputedStyle(this.stage).getPropertyValue(`--${name}`).trim() || usualColours[name]);
  }

  /// So many bodies with these principal moments, in rows.
  set(count: number, moments: Vector): void {
    if (this.mesh) {
      this.scene.remove(this.mesh);
      this.mesh.geometry.dispose();
    }
    const [a, b, c] = proportions(moments), box = new THREE.BoxBufferGeometry(2 * a, 2 * b, 2 * c);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setIndex(box.index);
    for (const name of ["position", "normal"]) geometry.setAttribute(name, box.getAttribute(name));
    geometry.setAttribute("tint", new THREE.BufferAttribute(new Float32Array(72), 3));
    this.attitudes = new THREE.InstancedBufferAttribute(new Float32Array(4 * count), 4);
    this.attitudes.setUsage?.(THREE.DynamicDrawUsage);
    geometry.setAttribute("place", new THREE.InstancedBufferAttribute(new Float32Array(3 * count), 3));
    geometry.setAttribute("attitude", this.attitudes);
    geometry.maxInstancedCount = count;
    this.halfDiagonal = Math.hypot(a, b, c);
    this.broad = 0;
    this.mesh = new THREE.Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
    this.recolour();
    this.resize();
  }

  /// Rows that are as broad for their depth as the picture, so that a narrow one shows all of them too.
  private arrange(width: number, height: number): void {
    const broad = Math.min(Math.max(0.82 * width / height, 0.7), 2.2);
    if (!this.mesh || broad === this.broad) return;
    this.broad = broad;
    const places = this.mesh.geometry.getAttribute("place"), count = places.count;
    const across = Math.ceil(Math.sqrt(broad * count)), down = Math.ceil(count / across), gap = 1.72 * broad / across;
    for (let k = 0; k < count; ++k)
      places.setXYZ(k, (Math.floor(k / across) - (down - 1) / 2) * gap, (k % across - (across - 1) / 2) * gap, 0);
    places.needsUpdate = true;
    this.material.uniforms.size.value = 0.68 * gap / this.halfDiagonal;
  }

  show(attitudes: Float32Array): void {
    if (!this.attitudes || attitudes.length !== this.attitudes.array.length) return;
    this.attitudes.array.set(attitudes);
    this.attitudes.needsUpdate = true;
    this.draw();
  }

  private recolour(): void {
    this.scene.background = this.colour("panel");
    const tint = this.mesh?.geometry.getAttribute("tint");
    if (tint) {
      // BoxBufferGeometry has its faces in the order +x, −x, +y, −y, +z, −z, four corners each; the far side is paler.
      ["series-2", "series-3", "series-1"].forEach((name, axis) => [0, 0.45].forEach((pale, side) => {
        const colour = this.colour(name).lerp(this.colour("panel"), pale);
        for (let corner = 0; corner < 4; ++corner) colour.toArray(tint.array, 3 * (8 * axis + 4 * side + corner));
      }));
      tint.needsUpdate = true;
    }
    this.draw();
  }

  private draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.orbit.aim(this.camera, [0, 0, 1], [0, 0, 0]);
      this.renderer.render(this.scene, this.camera);
    });
  }

  private resize(): void {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.arrange(width, height);
    if (!this.scene.background) this.recolour();   // paper as long as there are no bodies, which else is black
    this.draw();
  }
}
