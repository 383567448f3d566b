// What plays: the time, its controls, and the picture that is turned by mouse, finger or key. What there is to see is a
// Stage: a body that moves (viewer.ts), or many (cloud.ts).
import * as THREE from "three";
import { checkbox, choice, make, timeText } from "./controls";
import { Orbit } from "./orbit";
import type { Vector } from "./rotation";

export interface Stage {
  readonly scene: any;
  readonly start: number;
  readonly end: number;
  readonly turns: number;    ///< of the bodies, from start to end
  readonly up: Vector;       ///< in the picture
  readonly centre: Vector;   ///< of the picture
  readonly label: string;    ///< for those who do not see it
  readonly events?: { time: number; name: string }[];
  show(t: number): void;
  recolour(): void;
}

export interface PlayerOptions {
  autoplay?: boolean;   ///< unless the reader has asked for less motion
  loop?: boolean;
  speed?: number;       ///< of the usual one
  onTime?: (t: number) => void;
}

export interface Player {
  play(): void;
  pause(): void;
  seek(t: number): void;
  readonly time: number;
  readonly playing: boolean;
  readonly start: number;
  readonly end: number;
  dispose(): void;
}

/// A player with room for what a stage can be asked.
export interface Desk extends Player {
  readonly legend: HTMLElement;
  readonly choices: HTMLElement;
  draw(): void;
  resetSight(): void;
}

/// Throws where the browser has no WebGL.
export function createPlayer(element: HTMLElement, stage: Stage, options: PlayerOptions): Desk {
  const span = stage.end - stage.start;
  const canvas = make("canvas", {
    tabindex: "0", role: "img",
    "aria-label": `${stage.label} Space plays and pauses, the arrow keys move in time, + and − zoom, dragging turns the picture.`,
  });
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
  const camera = new THREE.PerspectiveCamera(32, 1, 0.1, 60);
  const orbit = new Orbit(canvas, 5.3, () => draw());

  let time = stage.start, playing = false, last = 0, frame = 0, waiting = false;
  let loop = options.loop ?? true, factor = options.speed ?? 1;
  // A turn takes four seconds, unless the whole would take less than six or more than ninety.
  const usualSeconds = Math.min(Math.max(4 * stage.turns, 6), 90);

  // --- controls
  const button = make("button", { type: "button", class: "play" });
  const slider = make("input", { type: "range", min: "0", max: "1", step: "any", value: "0", "aria-label": "time" });
  const clock = make("output", { class: "clock" });
  const scrub = make("div", { class: "scrub" });
  const ticks = make("div", { class: "ticks" });
  scrub.append(slider, ticks);
  for (const event of stage.events ?? []) {
    if (event.time < stage.start || event.time > stage.end) continue;
    const tick = make("button", { type: "button", title: `${event.name} at t = ${event.time}`, "aria-label": `go to ${event.name}` });
    tick.style.left = `${100 * (event.time - stage.start) / (span || 1)}%`;
    tick.addEventListener("click", () => player.seek(event.time));
    ticks.append(tick);
  }
  const bar = make("div", { class: "controls" });
  bar.append(button, scrub, clock);
  const legend = make("div", { class: "parts", role: "group", "aria-label": "what is shown" });
  const choices = make("div", { class: "choices" });
  const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 10];
  choices.append(choice("speed", speeds.map(s => [String(s), `${s}×`]), String(factor), value => { factor = Number(value); }),
    checkbox("loop", "", value => { loop = value; }, loop));

  const frameOfPicture = make("div", { class: "stage" });
  frameOfPicture.append(canvas);
  const root = make("div", { class: "viewer" });
  root.append(frameOfPicture, bar, legend, choices);

  // --- drawing
  function render(): void {
    waiting = false;
    stage.show(time);
    orbit.aim(camera, stage.up, stage.centre);
    renderer.render(stage.scene, camera);
  }
  function draw(): void {
    if (waiting || playing) return;
    waiting = true;
    requestAnimationFrame(render);
  }
  function showTime(): void {
    slider.value = String(span > 0 ? (time - stage.start) / span : 0);
    clock.textContent = `t = ${timeText(time, span)}`;
    options.onTime?.(time);
  }
  function tick(now: number): void {
    if (!playing) return;
    const seconds = Math.min((now - last) / 1000, 0.1);
    last = now;
    time += seconds * factor * span / usualSeconds;
    if (time >= stage.end) {
      if (loop && span > 0) time = stage.start;
      else {
        time = stage.end;
        player.pause();
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

  const player: Desk = {
    legend, choices, draw,
    resetSight: () => orbit.reset(),
    play() {
      if (playing || !(span > 0)) return;
      if (time >= stage.end) time = stage.start;
      playing = true;
      last = performance.now();
      label();
      frame = requestAnimationFrame(tick);
    },
    pause() {
      playing = false;
      cancelAnimationFrame(frame);
      label();
      showTime();   // at which it stands
      draw();
    },
    seek(t: number) {
      time = Math.min(Math.max(t, stage.start), stage.end);
      showTime();
      draw();
    },
    get time() { return time; },
    get playing() { return playing; },
    get start() { return stage.start; },
    get end() { return stage.end; },
    dispose() {
      player.pause();
      observer.disconnect();
      seen.disconnect();
      dark.removeEventListener("change", recolour);
      renderer.dispose();
      renderer.forceContextLoss();   // browsers allow few of them at a time
      root.remove();
    },
  };

  button.addEventListener("click", () => playing ? player.pause() : player.play());
  slider.addEventListener("input", () => {
    const to = stage.start + Number(slider.value) * span;   // before pausing shows the time that it stands at
    player.pause();
    player.seek(to);
  });
  canvas.addEventListener("keydown", e => {
    const step = span / (e.shiftKey ? 1000 : 100);
    const actions: Record<string, () => void> = {
      " ": () => playing ? player.pause() : player.play(),
      ArrowLeft: () => player.seek(time - step),
      ArrowRight: () => player.seek(time + step),
      Home: () => player.seek(stage.start),
      End: () => player.seek(stage.end),
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
    const width = frameOfPicture.clientWidth, height = frameOfPicture.clientHeight;
    if (!width || !height) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    if (playing) render(); else draw();
  };
  const observer = new ResizeObserver(resize);
  const recolour = () => { stage.recolour(); draw(); };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", recolour);
  // It plays only while it is seen, and stops for good when the reader stops it.
  let away = false;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting && playing) { away = true; player.pause(); }
    else if (entry.isIntersecting && away) { away = false; player.play(); }
  });

  element.append(root);
  observer.observe(frameOfPicture);
  seen.observe(frameOfPicture);
  label();
  showTime();
  resize();
  render();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (options.autoplay && !still) player.play();
  else if (still) player.seek(stage.end);   // with the whole trail
  return player;
}
