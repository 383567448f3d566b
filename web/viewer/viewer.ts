// A motion that plays: createViewer(element, data) fills the element with the picture and its controls. It keeps
// nothing outside the element and asks the network for nothing.
//
//     const viewer = createViewer(document.getElementById("motion"), data, { autoplay: true });
//     viewer.seek(2.5);
//     viewer.attitude(2.5);   // [x, y, z, w]
import { checkbox, choice, colourOf, partChips } from "./controls";
import { Motion, MotionData } from "./motion";
import { Player, PlayerOptions, createPlayer } from "./player";
import type { Quaternion, Vector } from "./rotation";
import { Scene, Shape, View } from "./scene";

export type { MotionData } from "./motion";

export interface ViewerOptions extends PlayerOptions {
  view?: View;
  shape?: Shape;
}

export interface Viewer extends Player {
  attitude(t: number): Quaternion;
  setView(view: View): void;
}

/// Throws where the browser has no WebGL.
export function createViewer(element: HTMLElement, data: MotionData, options: ViewerOptions = {}): Viewer {
  const motion = new Motion(data), scene = new Scene(motion, data, colourOf(element));
  const view = options.view && scene.views.includes(options.view) ? options.view : "body";
  const shape = options.shape ?? scene.shapes[0];
  scene.view = view;
  scene.setShape(shape);
  const player = createPlayer(element, {
    scene: scene.scene,
    start: motion.start,
    end: motion.end,
    turns: motion.turned() / (2 * Math.PI),
    label: "The moving body.",
    events: data.events,
    get up(): Vector { return scene.up; },
    get centre(): Vector { return scene.ridesAlong ? [0, 0, 0] : scene.centre; },
    show: t => scene.show(t),
    recolour: () => scene.recolour(),
  }, options);
  const { legend, choices } = player;

  const viewChoice = choice("view", scene.views.map(v => [v, v === "body" ? "body in space" : "Poinsot’s rolling ellipsoid"]),
    view, value => viewer.setView(value as View));
  const shapeChoice = choice("body as", scene.shapes.map(s => [s, s]), shape, value => {
    scene.setShape(value as Shape);
    player.draw();
  });
  const trailChoice = choice("trail of", [["0", "e₁"], ["1", "e₂"], ["2", "e₃"]], String(data.axis ?? 2), value => {
    scene.setAxis(Number(value));
    showParts();
    player.draw();
  });
  choices.prepend(...scene.views.length > 1 ? [viewChoice] : [], shapeChoice, trailChoice);
  choices.append(checkbox("ride along", "hold the body still, and let space turn around it", value => {
    scene.ridesAlong = value;
    player.draw();
  }));

  function showParts(): void {
    legend.replaceChildren(...partChips(scene, part => {
      scene.toggle(part);
      player.draw();
    }));
    shapeChoice.hidden = trailChoice.hidden = scene.view === "poinsot";
  }
  showParts();

  const viewer: Viewer = Object.assign(Object.create(player), {
    attitude: (t: number) => motion.attitude(t),
    setView(next: View) {
      scene.view = next;
      viewChoice.querySelector("select")!.value = next;
      showParts();
      player.resetSight();
    },
  });
  return viewer;
}
