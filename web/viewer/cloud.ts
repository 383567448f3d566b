// Many bodies at once: where an axis of each points, as a point on the unit sphere.
import * as THREE from "three";
import { MotionData, decoded, placeIn, timesOf } from "./motion";
import { colourOf, make, usualColours } from "./controls";
import { Player, PlayerOptions, createPlayer } from "./player";
import { Vector, length, scaled } from "./rotation";
import { Arrow, globe } from "./shapes";

export interface CloudData {
  times: MotionData["times"];
  bodies: number;
  /// Of each body at the first time, then of each at the second, and so on: azimuth in parts of a turn and angle
  /// from the z-axis in parts of half a turn, as whole numbers of 16 bits, lowest byte first; as base64.
  directions: string;
  turns: number;      ///< of the fastest body
  target?: Vector;    ///< direction of space that the axes are to point to
}

export interface CloudViewer extends Player {
  direction(body: number, t: number): Vector;
}

const cloudParts = {
  axes: { label: "axes", title: "where the axis of each body points", colour: "series-1" },
  target: { label: "target", title: "direction that the axes are to point to", colour: "series-2" },
};

/// Throws where the browser has no WebGL.
export function createCloud(element: HTMLElement, data: CloudData, options: PlayerOptions = {}): CloudViewer {
  const times = timesOf(data.times), { bodies } = data;
  const packed = new Uint16Array(decoded(data.directions));
  if (packed.length !== 2 * bodies * times.length) {
    throw new Error(`${bodies} bodies at ${times.length} times have ${packed.length} numbers: expected two for each`);
  }
  const at = new Float32Array(3 * bodies * times.length);
  for (let i = 0; 2 * i < packed.length; ++i) {
    const azimuth = 2 * Math.PI * packed[2 * i] / 65536, polar = Math.PI * packed[2 * i + 1] / 65535, r = Math.sin(polar);
    at.set([r * Math.cos(azimuth), r * Math.sin(azimuth), Math.cos(polar)], 3 * i);
  }
  function direction(body: number, t: number): Vector {
    const [sample, part] = placeIn(times, t), i = 3 * (sample * bodies + body), j = part === 0 ? i : i + 3 * bodies;
    const v: Vector = [0, 1, 2].map(k => (1 - part) * at[i + k] + part * at[j + k]) as Vector;
    return scaled(v, 1 / (length(v) || 1));
  }

  const scene = new THREE.Scene(), colour = colourOf(element);
  const light = new THREE.DirectionalLight(0xffffff, 0.62);
  light.position.set(2, 1.4, 3);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x9aa0a8, 0.58), light);
  const points = new THREE.MeshLambertMaterial(), arrowMaterial = new THREE.MeshLambertMaterial(), rings = new THREE.MeshLambertMaterial();
  // What is behind the sphere is seen through it, faintly.
  const veil = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.72, depthWrite: false });
  const ball = new THREE.Mesh(new THREE.SphereBufferGeometry(0.985, 64, 48), veil);
  const radius = bodies > 100 ? 0.02 : 0.026;
  const dots = new THREE.InstancedMesh(new THREE.SphereBufferGeometry(radius, 10, 8), points, bodies);
  dots.frustumCulled = false;
  scene.add(globe(rings), ball, dots);
  const arrow = data.target && new Arrow(arrowMaterial, 0.014);
  if (arrow && data.target) {
    arrow.point(scaled(data.target, 1.35 / length(data.target)), 1.0);
    scene.add(arrow.object);
  }
  const matrix = new THREE.Matrix4();
  const recolour = () => {
    const paper = new THREE.Color(colour("panel"));
    scene.background = paper;
    veil.color.copy(paper);
    points.color.set(colour(cloudParts.axes.colour));
    arrowMaterial.color.set(colour(cloudParts.target.colour));
    rings.color.set(colour("soft")).lerp(paper, 0.6);
  };
  recolour();

  const player = createPlayer(element, {
    scene,
    start: times[0],
    end: times[times.length - 1],
    turns: data.turns,
    up: [0, 0, 1],
    centre: [0, 0, 0],
    label: "Where an axis of each body points.",
    show(t: number) {
      for (let body = 0; body < bodies; ++body) {
        dots.setMatrixAt(body, matrix.makeTranslation(...direction(body, t)));
      }
      dots.instanceMatrix.needsUpdate = true;
    },
    recolour,
  }, options);

  const shown: [keyof typeof cloudParts, any][] = arrow ? [["axes", dots], ["target", arrow.object]] : [["axes", dots]];
  player.legend.append(...shown.map(([part, object]) => {
    const { label, title, colour: name } = cloudParts[part];
    const chip = make("button", { type: "button", title, "aria-pressed": "true" }), dot = make("i");
    dot.style.background = `var(--${name}, ${usualColours[name]})`;
    chip.append(dot, label);
    chip.addEventListener("click", () => {
      object.visible = !object.visible;
      chip.setAttribute("aria-pressed", String(object.visible));
      player.draw();
    });
    return chip;
  }));
  return Object.assign(Object.create(player), { direction });
}
