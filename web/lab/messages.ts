// What the page and its workers say to each other.
import type { Method, Picture, Problem, RunResult, Settings } from "../package/index.js";

export const rowNumbers = 15;   ///< time, attitude, momentum, angular velocity, spatial momentum, energy
/// Takes the place of a method: the motion itself.
export const exact = "exact";

/// What a worker is asked for, with what it is asked, what it tells on the way, and what it answers.
export interface Tasks {
  lists: { asked: {}; told: never; answer: { version: string; methods: Method[]; problems: Problem[]; presets: string[] } };
  scenario: { asked: { name: string }; told: never; answer: string };
  simulate: { asked: { toml: string; methods: string[]; most: number }; told: SimulationPart; answer: SimulationEnd };
  run: { asked: { toml: string; settings?: Settings }; told: never; answer: RunResult };
  file: { asked: { name: "trajectory.csv" | "motion.gltf"; toml: string; settings: Settings }; told: never; answer: string };
  cloud: { asked: { toml: string; settings: Settings }; told: never; answer: CloudAbout };
  march: { asked: { steps: number }; told: never; answer: { time: number; attitudes: Float32Array } };
}
export type Kind = keyof Tasks;

/// First the beginning, then samples, as many of each method as are new.
export type SimulationPart =
  | { start: { picture: Picture; step: number; end: number; noReference: string; first: number[] } }
  | { samples: { rows: Float64Array; errors: Float64Array }[] };

/// Of each method: why it ended early, or how it ended.
export interface SimulationEnd {
  runs: { error: string; hash: string; steps: number; torqueEvaluations: number; time: number }[];
}

export interface CloudAbout {
  method: string;
  step: number;
  end: number;
  count: number;
  on_lanes: boolean;
  moments: [number, number, number];
}
