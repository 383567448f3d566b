// What the laboratory begins with.
import type { Problem } from "../package/index.js";
import { exact } from "./messages";

export interface Preset {
  id: string;
  title: string;
  about: string;
  scenario: string;     ///< of examples/scenarios, or a built-in problem
  methods: string[];
  step?: number;        ///< in place of the scenario's, to show something
}

const engines = ["engine-euler", "engine-clamped", "engine-implicit"];

const chosen: Preset[] = [
  {
    id: "nut", title: "Dzhanibekov’s nut", scenario: "dzhanibekov-nut", methods: [exact, "se", "rkmk-rk4", "liemid-ea"],
    about: "A wing nut flies off its screw in weightlessness, turning about its middle axis, and turns over again and again.",
  },
  {
    id: "book", title: "A tumbling book", scenario: "tumbling-book", methods: ["se", "liemid-ea"],
    about: "Thrown so that it turns about its middle axis, a book turns over as it flies. Look at Poinsot’s picture too.",
  },
  {
    id: "racket", title: "A tennis racket", scenario: "tennis-racket", methods: ["se", "rkmk-rk4"],
    about: "Toss it so that it makes one turn about the axis across the handle: it comes back with the other face up.",
  },
  {
    id: "engine", title: "What a game engine does", scenario: "dzhanibekov-nut", methods: [exact, ...engines], step: 1 / 60,
    about: "The update rules of game engines at sixty steps a second, beside the motion itself.",
  },
  {
    id: "gravity", title: "A satellite in a gravity gradient", scenario: "satellite", methods: ["se", "se4-rkn", "rkmk-rk4"],
    about: "The nearer end of a long satellite is pulled a little more than the other: it swings about the vertical.",
  },
  {
    id: "cubesat", title: "A CubeSat on its orbit", scenario: "cubesat-orbit", methods: ["se4-rkn", "se"],
    about: "Gravity gradient, magnetism, drag and sunlight over three revolutions, in SI units.",
  },
  {
    id: "gyrostat", title: "A gyrostat", scenario: "gyrostat", methods: ["se", "se4-rkn"],
    about: "The book again, with a rotor turning inside, along the middle axis: it does not turn over any more. Set rotor_momentum to zero to see what it is good for.",
  },
  {
    id: "own", title: "A method of your own", scenario: "own-scheme", methods: ["my-yoshida", "se", "se4-rkn"],
    about: "Kicks and drifts in turns, written into the scenario: change them and look at the errors. These are Yoshida’s, of fourth order.",
  },
  {
    id: "friction", title: "A top with friction", scenario: "spinning-top-with-friction", methods: ["se4-rkn", "se"],
    about: "It stands up at first, and sinks as it slows down.",
  },
  {
    id: "slew", title: "A spacecraft turned by wheels", scenario: "pd-slew", methods: ["se4-rkn", "se"],
    about: "Called twice a second, a controller turns it by 120 degrees and brings it to rest.",
  },
];

/// Those whose methods and scenarios the module has, and the built-in problems.
export function presetsOf(methods: Set<string>, scenarios: Set<string>, problems: Problem[]): Preset[] {
  const known = (m: string) => !engines.includes(m) || methods.has(m);
  const built = problems.map(({ name, description }) => ({
    id: name, title: name, scenario: name, methods: ["se", "se4-rkn"], about: `${description.replace(/\.$/, "")}.`,
  }));
  return [...chosen.filter(p => p.methods.every(known) && (scenarios.has(p.scenario) || problems.some(q => q.name === p.scenario))), ...built];
}
