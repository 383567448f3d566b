// Turning the picture by mouse, finger or key. A vertical swipe of one finger scrolls the page, as everywhere else; the
// wheel zooms only with Ctrl or while the picture has the focus.
import type { Vector } from "./rotation";

export class Orbit {
  azimuth = 0.65;
  height = 0.42;
  distance: number;

  constructor(canvas: HTMLCanvasElement, readonly usual: number, private readonly changed: () => void) {
    this.distance = usual;
    const fingers = new Map<number, { x: number; y: number }>();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    canvas.addEventListener("pointerdown", e => {
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", e => {
      const before = fingers.get(e.pointerId);
      if (!before) return;
      const apart = fingers.size === 2 ? spread() : 0;
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (fingers.size === 1) this.turn(-(e.clientX - before.x) * 0.008, (e.clientY - before.y) * 0.008);
      else if (fingers.size === 2 && apart > 0) this.zoom(apart / Math.max(spread(), 1));
    });
    const up = (e: PointerEvent) => fingers.delete(e.pointerId);
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("wheel", e => {
      if (!e.ctrlKey && document.activeElement !== canvas) return;
      e.preventDefault();
      this.zoom(Math.exp(e.deltaY * 0.001));
    }, { passive: false });
  }

  turn(azimuth: number, height: number): void {
    this.azimuth += azimuth;
    this.height = Math.min(Math.max(this.height + height, -1.5), 1.5);
    this.changed();
  }

  zoom(factor: number): void {
    this.distance = Math.min(Math.max(this.distance * factor, this.usual / 4), this.usual * 4);
    this.changed();
  }

  /// Looks at `centre`, with `up` upwards.
  aim(camera: any, up: Vector, centre: Vector): void {
    const n = Math.hypot(...up), u: Vector = [up[0] / n, up[1] / n, up[2] / n];
    const side: Vector = Math.abs(u[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
    const dot = side[0] * u[0] + side[1] * u[1] + side[2] * u[2];
    let a: Vector = [side[0] - dot * u[0], side[1] - dot * u[1], side[2] - dot * u[2]];
    const m = Math.hypot(...a);
    a = [a[0] / m, a[1] / m, a[2] / m];
    const b: Vector = [u[1] * a[2] - u[2] * a[1], u[2] * a[0] - u[0] * a[2], u[0] * a[1] - u[1] * a[0]];
    const c = Math.cos(this.height), x = Math.cos(this.azimuth) * c, y = Math.sin(this.azimuth) * c, z = Math.sin(this.height);
    // A narrow picture needs more distance for the same things to fit.
    const far = this.distance * Math.max(1, 1 / camera.aspect);
    camera.position.set(...[0, 1, 2].map(i => centre[i] + far * (x * a[i] + y * b[i] + z * u[i])));
    camera.up.set(...u);
    camera.lookAt(...centre);
  }

  reset(): void {
    this.azimuth = 0.65;
    this.height = 0.42;
    this.distance = this.usual;
    this.changed();
  }
}
