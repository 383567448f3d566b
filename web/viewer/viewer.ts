// A motion that plays: createViewer(element, data) fills the element with the picture and its controls. It keeps
// nothing outside the element and asks the network for nothing.
//
//     const viewer = createViewer(document.getElementById("motion"), data, { autoplay: true });
//     viewer.seek(2.5);
//     viewer.attitude(2.5);   // [x, y, z, w]
import * as THREE from "three";
import { choice, make, partChips, timeText, usualColours } from "./controls";
import { Motion, MotionData } from "./motion";
import { Orbit } from "./orbit";
import type { Quaternion } from "./rotation";
import { Scene, Shape, View } from "./scene";

export type { MotionData } from "./motion";

export interface ViewerOptions {
  autoplay?: boolean;   ///< unless the reader has asked for less motion
  loop?: boolean;
  speed?: number;       ///< of the usual one
  view?: View;
  shape?: Shape;
  onTime?: (t: number) => void;
}

export interface Viewer {
  play(): void;
  pause(): void;
  seek(t: number): void;
  attitude(t: number): Quaternion;
  setView(view: View): void;
  readonly time: number;
  readonly playing: boolean;
  readonly start: number;
  readonly end: number;
  dispose(): void;
}

/// Throws where the browser has no WebGL.
export function createViewer(element: HTMLElement, data: MotionData, options: ViewerOptions = {}): Viewer {
  const motion = new Motion(data), span = motion.end - motion.start;
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--${name}`).trim() || usualColours[name];

  const canvas = make("canvas", {
    tabindex: "0", role: "img",
    "aria-label": "The moving body. Space plays and pauses, the arrow keys move in time, + and − zoom, dragging turns the picture.",
  });
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
  const scene = new Scene(motion, data, colour);
  const camera = new THREE.PerspectiveCamera(32, 1, 0.1, 60);
  const orbit = new Orbit(canvas, 5.3, () => draw());

  let time = motion.start, playing = false, last = 0, frame = 0, waiting = false;
  let loop = options.loop ?? true, factor = options.speed ?? 1;
  // A turn takes four seconds, unless the whole would take less than six or more than ninety.
  const turns = motion.turned() / (2 * Math.PI);
  const usualSeconds = Math.min(Math.max(4 * turns, 6), 90);

  // --- controls
  const button = make("button", { type: "button", class: "play" });
  const slider = make("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "time" });
  const clock = make("output", { class: "clock" });
  const scrub = make("div", { class: "scrub" });
  const ticks = make("div", { class: "ticks" });
  scrub.append(slider, ticks);
  for (const event of data.events ?? []) {
    if (event.time < motion.start || event.time > motion.end) continue;
    const tick = make("button", { type: "button", title: `${event.name} at t = ${event.time}`, "aria-label": `go to ${event.name}` });
    tick.style.left = `${100 * (event.time - motion.start) / (span || 1)}%`;
    tick.addEventListener("click", () => viewer.seek(event.time));
    ticks.append(tick);
  }
  const bar = make("div", { class: "controls" });
  bar.append(button, scrub, clock);

  const legend = make("div", { class: "parts", role: "group", "aria-label": "what is shown" });
  const choices = make("div", { class: "choices" });
  const loopBox = make("input", { type: "checkbox" });
  loopBox.checked = loop;
  loopBox.addEventListener("change", () => { loop = loopBox.checked; });
  const loopLabel = make("label");
  loopLabel.append(loopBox, " loop");
  const rideBox = make("input", { type: "checkbox" });
  rideBox.addEventListener("change", () => { scene.ridesAlong = rideBox.checked; draw(); });
  const rideLabel = make("label", { title: "hold the body still, and let space turn around it" });
  rideLabel.append(rideBox, " ride along");
  const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 10];
  const speedChoice = choice("speed", speeds.map(s => [String(s), `${s}×`]), String(factor), value => { factor = Number(value); });
  const viewChoice = choice("view", scene.views.map(v => [v, v === "body" ? "body in space" : "Poinsot’s rolling ellipsoid"]),
    options.view ?? "body", value => viewer.setView(value as View));
  const shapeChoice = choice("body as", [["box", "box"], ["ellipsoid", "ellipsoid"]], options.shape ?? "box", value => {
    scene.setShape(value as Shape);
    draw();
  });
  const trailChoice = choice("trail of", [["0", "e₁"], ["1", "e₂"], ["2", "e₃"]], String(data.axis ?? 2), value => {
    scene.setAxis(Number(value));
    showParts();
    draw();
  });
  if (scene.views.length > 1) choices.append(viewChoice);
  choices.append(shapeChoice, trailChoice, speedChoice, loopLabel, rideLabel);

  function showParts(): void {
    legend.replaceChildren(...partChips(scene, part => {
      scene.toggle(part);
      draw();
    }));
    shapeChoice.hidden = trailChoice.hidden = scene.view === "poinsot";
  }

  const stage = make("div", { class: "stage" });
  stage.append(canvas);
  const root = make("div", { class: "viewer" });
  root.append(stage, bar, legend, choices);

  // --- drawing
  function render(): void {
    waiting = false;
    scene.show(time);
    orbit.aim(camera, scene.up, scene.ridesAlong ? [0, 0, 0] : scene.centre);
    renderer.render(scene.scene, camera);
  }
  function draw(): void {
    if (waiting || playing) return;
    waiting = true;
    requestAnimationFrame(render);
  }
  function showTime(): void {
    slider.value = String(span > 0 ? (time - motion.start) / span : 0);
    clock.textContent = `t = ${timeText(time, span)}`;
    options.onTime?.(time);
  }
  function tick(now: number): void {
    if (!playing) return;
    const seconds = Math.min((now - last) / 1000, 0.1);
    last = now;
    time += seconds * factor * span / usualSeconds;
    if (time >= motion.end) {
      if (loop && span > 0) time = motion.start;
      else {
        time = motion.end;
        viewer.pause();
      }
    }
    showTime();
    render();
    if (playing) frame = requestAnimationFrame(tick);
  }
  function label(): void {
    button.textContent = playing ? "❚❚" : "▶";
    button.setAttribute("aria-label", playing ? "pause" : "play");
  }

  const viewer: Viewer = {
    play() {
      if (playing || !(span > 0)) return;
      if (time >= motion.end) time = motion.start;
      playing = true;
      last = performance.now();
      label();
      frame = requestAnimationFrame(tick);
    },
    pause() {
      playing = false;
      cancelAnimationFrame(frame);
      label();
      draw();
    },
    seek(t: number) {
      time = Math.min(Math.max(t, motion.start), motion.end);
      showTime();
      draw();
    },
    attitude: t => motion.attitude(t),
    setView(view: View) {
      scene.view = view;
      viewChoice.querySelector("select")!.value = view;
      showParts();
      orbit.reset();
    },
    get time() { return time; },
    get playing() { return playing; },
    get start() { return motion.start; },
    get end() { return motion.end; },
    dispose() {
      viewer.pause();
      observer.disconnect();
      seen.disconnect();
      dark.removeEventListener("change", recolour);
      renderer.dispose();
      renderer.forceContextLoss();   // browsers allow few of them at a time
      root.remove();
    },
  };

  button.addEventListener("click", () => playing ? viewer.pause() : viewer.play());
  slider.addEventListener("input", () => {
    viewer.pause();
    viewer.seek(motion.start + Number(slider.value) * span);
  });
  canvas.addEventListener("keydown", e => {
    const step = span / (e.shiftKey ? 1000 : 100);
    const actions: Record<string, () => void> = {
      " ": () => playing ? viewer.pause() : viewer.play(),
      ArrowLeft: () => viewer.seek(time - step),
      ArrowRight: () => viewer.seek(time + step),
      Home: () => viewer.seek(motion.start),
      End: () => viewer.seek(motion.end),
      "+": () => orbit.zoom(0.9),
      "-": () => orbit.zoom(1 / 0.9),
      "0": () => orbit.reset(),
    };
    const action = actions[e.key];
    if (!action || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    action();
  });

  // --- what the page does to it
  const resize = () => {
    const width = stage.clientWidth, height = stage.clientHeight;
    if (!width || !height) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    if (playing) render(); else draw();
  };
  const observer = new ResizeObserver(resize);
  const recolour = () => { scene.recolour(); draw(); };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", recolour);
  // It plays only while it is seen, and stops for good when the reader stops it.
  let away = false;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting && playing) { away = true; viewer.pause(); }
    else if (entry.isIntersecting && away) { away = false; viewer.play(); }
  });

  element.append(root);
  observer.observe(stage);
  seen.observe(stage);
  scene.setShape(options.shape ?? "box");
  viewer.setView(options.view && scene.views.includes(options.view) ? options.view : "body");
  label();
  showTime();
  resize();
  render();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (options.autoplay && !still) viewer.play();
  else if (still) viewer.seek(motion.end);   // with the whole trail
  return viewer;
}
