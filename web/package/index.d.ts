/** Polhode in WebAssembly: rigid-body rotation with the methods, scenarios and bits of the program `polhode`. */

/** What went wrong, in one sentence. */
export class PolhodeError extends Error {
  /**
   * `input`: the scenario or the settings cannot be used. `run`: a run failed on the way. `module`: the module itself
   * stopped, or could not be loaded; what was made before has to be made again.
   */
  readonly kind: 'input' | 'run' | 'module';
}

export type Vector = [number, number, number];
/** x, y, z, w: the scalar last. */
export type Quaternion = [number, number, number, number];

/** By the full names of their keys, above those of the text: `{ "integrate.method": "se", "integrate.step": 0.01 }`. */
export type Settings = Record<string, unknown>;

/** What `polhode run --json` prints; docs/output.md has the meaning of each key. */
export interface RunResult {
  polhode: string;
  schema: number;
  problem: string;
  method: string;
  complete: boolean;
  time: number;
  step: number;
  steps: number;
  attitude: { quaternion: Quaternion; matrix: [Vector, Vector, Vector] };
  momentum: { body: Vector; space: Vector; impulse: Vector | null; balance_error: number | null };
  /** Of the bits of the final state: what `polhode run --hash` prints. */
  hash: string;
  energy: { initial: number | null; final: number | null; max_error: number | null };
  torque_evaluations: number;
  wall_seconds: number;
  notes: string[];
  /** Samples; not enumerable, so that JSON.stringify(result) is what the program prints. */
  readonly trajectory?: Trajectory;
  [key: string]: unknown;
}

/** Rows one after the other, `count` of them, in the user's body axes. */
export interface Trajectory {
  count: number;
  time: Float64Array;
  /** Four numbers a row: x, y, z, w. */
  attitude: Float64Array;
  /** Three numbers a row, in the body. */
  momentum: Float64Array;
  /** Three numbers a row, in the body. */
  angularVelocity: Float64Array;
  /** Three numbers a row, in space. */
  spatialMomentum: Float64Array;
  /** Null where the torque has no potential. */
  energy: Float64Array | null;
}

export interface RunOptions {
  settings?: Settings;
  /** Whether the samples are wanted; default true. `output.every` says how many there are. */
  trajectory?: boolean;
  /** Called about twenty times a second; the run stops where it is if it returns false. */
  onProgress?: (done: number, total: number) => boolean | void;
}

interface Moving {
  readonly time: number;
  readonly attitude: Quaternion;
  /** In the body. */
  readonly momentum: Vector;
  /** In the body. */
  readonly angularVelocity: Vector;
  readonly spatialMomentum: Vector;
  /** Null where the torque has no potential. */
  readonly energy: number | null;
  /** Time, attitude, momentum, angular velocity, spatial momentum, energy: a view that the next call may move. */
  row(): Float64Array;
  /** Gives its memory back. */
  free(): void;
}

/** A run made a few steps at a time: to the last bit the steps of `run`. No events, no sensitivities. */
export interface Live extends Moving {
  readonly about: {
    problem: string;
    method: string;
    step: number;
    end: number;
    moments: Vector;
    principal_axes: Quaternion;
  };
  /** So many steps more, fewer at the end. */
  march(steps?: number): this;
  readonly steps: number;
  readonly torqueEvaluations: number;
  /** Whether the end of the scenario is reached. */
  readonly finished: boolean;
  /** Of the bits of the present state. */
  readonly hash: string;
}

/**
 * The motion itself, as nearly as doubles can tell it, whatever the method of the scenario: in closed form for a free
 * body, else by Taylor series of order 24 that choose their steps.
 */
export interface Reference extends Moving {
  goTo(time: number): this;
  /**
   * Goes to the time of the run, and says how far it is off: the larger of the angle in radians and the distance of the
   * momenta relative to that of the start.
   */
  distance(live: Live): number;
}

/** Many bodies, drawn as `[ensemble]` says, at most 4096; on SIMD lanes where the method is. */
export interface Ensemble {
  readonly about: {
    problem: string;
    method: string;
    step: number;
    end: number;
    count: number;
    on_lanes: boolean;
    moments: Vector;
  };
  march(steps?: number): this;
  readonly time: number;
  readonly count: number;
  /** Four numbers (x, y, z, w) for each body: a view that the next call may move. */
  readonly attitudes: Float32Array;
  /** Of one body, with all its digits. */
  state(body: number): { quaternion: Quaternion; momentum: Vector };
  free(): void;
}

export interface Method {
  name: string;
  aliases: string[];
  title: string;
  formula: string;
  source: string;
  order_attitude: number;
  order_momentum: number;
  torque_evaluations: number;
  conserves_momentum: boolean;
  conserves_energy: boolean;
  time_symmetric: boolean;
  symplectic: boolean;
  free_only: boolean;
  [key: string]: unknown;
}

export interface Problem {
  name: string;
  description: string;
  moments: Vector;
  end: number;
  step: number;
  [key: string]: unknown;
}

export interface Picture {
  moments: Vector;
  /** Principal axes → body axes. */
  principal: Quaternion;
  /** The body axis whose path is worth following. */
  axis: 0 | 1 | 2;
  /** Direction of a field, in space. */
  field?: Vector;
  /** Attitude that a control is to reach, if it stays. */
  target?: Quaternion;
  /** Of a free body; lists of numbers are the base64 of 32-bit floats. */
  poinsot?: {
    semiAxes: Vector;
    polhode: string;
    separatrices: string[];
    normal: Vector;
    distance: number;
  };
}

export interface Polhode {
  readonly version: string;
  /** What `polhode run --json` makes of a scenario's text. It holds the thread until it is done. */
  run(toml: string, options?: RunOptions): Promise<RunResult>;
  /** What `polhode methods --json` prints. */
  methods(): Promise<{
    methods: Method[];
    families: { pattern: string; title: string; members: string; example: string }[];
  }>;
  /** One method, of a family too. */
  method(name: string): Promise<Method>;
  /** The built-in problems. */
  problems(): Promise<Problem[]>;
  /** The names of the scenarios that come with it. */
  presets(): Promise<string[]>;
  /** The TOML text of a built-in problem, or of one of `presets`. */
  scenario(name: string): Promise<string>;
  /** What a picture of the body shows, whatever its motion: MotionData of the viewer without samples. */
  picture(toml: string, settings?: Settings): Promise<Picture>;
  /** The text of a file that `polhode run --out` writes, to the last byte. It holds the thread until it is done. */
  file(name: 'trajectory.csv' | 'motion.gltf', toml: string, settings?: Settings): Promise<string>;
  live(toml: string, settings?: Settings): Live;
  reference(toml: string, settings?: Settings): Reference;
  ensemble(toml: string, settings?: Settings): Ensemble;
}

/** `source`: the bytes of polhode.wasm, the compiled module, or where it is; default: beside this file. */
export function load(source?: BufferSource | WebAssembly.Module | string | URL): Promise<Polhode>;
