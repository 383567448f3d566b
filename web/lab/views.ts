// Pictures of several motions side by side, at the same time and from the same place: one canvas, a part of it for each.
import * as THREE from "three";
import type { Picture } from "../package/index.js";
import { choice, make, partChips, usualColours } from "../viewer/controls";
import { Motion } from "../viewer/motion";
import { Orbit } from "../viewer/orbit";
import { Part, Scene, Shape, View } from "../viewer/scene";
import { rowNumbers } from "./messages";
import { rendererOf } from "./webgl";

const pathPoints = 5000;

export interface Shown {
  name: string;
  rows: Float64Array;
}

export class Views {
  readonly stage = make("div", { class: "stage" });
  readonly legend = make("div", { class: "parts", role: "group", "aria-label": "what is shown" });
  readonly choices = make("div", { class: "choices" });
  readonly labels: HTMLElement[] = [];
  private readonly canvas = make("canvas", {
    tabindex: "0", role: "img",
    "aria-label": "The moving bodies, one for each method. Space plays and pauses, the arrow keys move in time, + and − zoom, dragging turns all pictures.",
  });
  private readonly renderer: any;
  private readonly camera = new THREE.PerspectiveCamera(32, 1, 0.1, 60);
  private readonly orbit: Orbit;
  private readonly grid = make("div", { class: "labels" });
  private scenes: Scene[] = [];
  private view: View = "body";
  private shape: Shape = "box";
  private axis?: number;
  private readonly hidden = new Set<Part>(["e1", "e2", "e3"]);
  private time = 0;
  private waiting = false;

  /// Throws where the browser has no WebGL.
  constructor(private readonly key: (key: string, shift: boolean) => boolean) {
    this.renderer = rendererOf(this.canvas);
    this.renderer.setScissorTest(true);
    this.orbit = new Orbit(this.canvas, 5.3, () => this.draw());
    this.stage.append(this.canvas, this.grid);
    new ResizeObserver(() => this.resize()).observe(this.stage);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const scene of this.scenes) scene.recolour();
      this.draw();
    });
    this.canvas.addEventListener("keydown", e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "+") this.orbit.zoom(0.9);
      else if (e.key === "-") this.orbit.zoom(1 / 0.9);
      else if (e.key === "0") this.orbit.reset();
      else if (!this.key(e.key, e.shiftKey)) return;
      e.preventDefault();
    });
  }

  /// Takes the places of those before, with what was chosen for them.
  set(shown: Shown[], picture: Picture): void {
    const before = this.scenes;
    const colour = (name: string) => getComputedStyle(this.stage).getPropertyValue(`--${name}`).trim() || usualColours[name];
    this.scenes = shown.map(({ rows }) => {
      const n = rows.length / rowNumbers;
      const column = (from: number, width: number) => {
        const out = new Float64Array(n * width);
        for (let i = 0; i < n; ++i) for (let k = 0; k < width; ++k) out[width * i + k] = rows[rowNumbers * i + from + k];
        return out;
      };
      const data = {
        ...picture, times: column(0, 1), attitude: column(1, 4), angularVelocity: column(8, 3), momentum: column(11, 3),
      };
      if (this.axis !== undefined) data.axis = this.axis as 0 | 1 | 2;
      const scene = new Scene(new Motion(data), data, colour, pathPoints);
      for (const part of this.hidden) scene.toggle(part);
      scene.setShape(this.shape);
      return scene;
    });
    for (const scene of before) scene.dispose();   // afterwards, so that what both use is not made twice
    if (!this.scenes[0]?.views.includes(this.view)) this.view = "body";
    for (const scene of this.scenes) scene.view = this.view;
    while (this.labels.length > shown.length) this.labels.pop()!.remove();
    while (this.labels.length < shown.length) {
      const label = make("div", { class: "label" });
      this.labels.push(label);
      this.grid.append(label);
    }
    this.stage.dataset.count = String(shown.length);
    this.showControls(picture);
    this.resize();
  }

  private showControls(picture: Picture): void {
    const first = this.scenes[0];
    if (!first) return;
    this.legend.replaceChildren(...partChips(first, part => {
      for (const scene of this.scenes) scene.toggle(part);
      if (!this.hidden.delete(part)) this.hidden.add(part);
      this.draw();
    }));
    const views = choice("view", first.views.map(v => [v, v === "body" ? "body in space" : "Poinsot’s rolling ellipsoid"]),
      this.view, value => {
        this.view = value as View;
        for (const scene of this.scenes) scene.view = this.view;
        this.orbit.reset();
        this.showControls(picture);
      });
    const shapes = choice("body as", [["box", "box"], ["ellipsoid", "ellipsoid"]], this.shape, value => {
      this.shape = value as Shape;
      for (const scene of this.scenes) scene.setShape(this.shape);
      this.draw();
    });
    const trails = choice("trail of", [["0", "e₁"], ["1", "e₂"], ["2", "e₃"]], String(this.axis ?? picture.axis), value => {
      this.axis = Number(value);
      for (const scene of this.scenes) scene.setAxis(this.axis);
      this.showControls(picture);
      this.draw();
    });
    const ride = make("input", { type: "checkbox" });
    ride.checked = first.ridesAlong;
    ride.addEventListener("change", () => {
      for (const scene of this.scenes) scene.ridesAlong = ride.checked;
      this.draw();
    });
    const rideLabel = make("label", { title: "hold the body still, and let space turn around it" });
    rideLabel.append(ride, " ride along");
    this.choices.replaceChildren(...(first.views.length > 1 ? [views] : []), ...(this.view === "body" ? [shapes, trails] : []), rideLabel);
  }

  /// Another body or another start may have another axis that is worth following.
  forgetAxis(): void { this.axis = undefined; }

  show(time: number): void {
    this.time = time;
    this.draw();
  }

  private draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  private render(): void {
    const width = this.stage.clientWidth, height = this.stage.clientHeight, n = this.scenes.length;
    if (!n || !width || !height) return;
    // A picture of its own for each label, where the style sheet has put it; between them there is paper.
    const frame = this.stage.getBoundingClientRect();
    this.renderer.setClearColor(this.scenes[0].scene.background);
    this.renderer.setScissor(0, 0, width, height);
    this.renderer.clear();
    this.scenes.forEach((scene, i) => {
      const place = this.labels[i].getBoundingClientRect();
      const x = place.left - frame.left, y = frame.bottom - place.bottom;
      scene.show(this.time);
      this.camera.aspect = place.width / place.height;
      this.camera.updateProjectionMatrix();
      this.orbit.aim(this.camera, scene.up, scene.ridesAlong ? [0, 0, 0] : scene.centre);
      this.renderer.setViewport(x, y, place.width, place.height);
      this.renderer.setScissor(x, y, place.width, place.height);
      this.renderer.render(scene.scene, this.camera);
    });
  }

  private resize(): void {
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.render();
  }

  attitude(view: number, time: number): number[] | undefined { return this.scenes[view]?.motion.attitude(time); }
}
