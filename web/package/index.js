// Polhode in WebAssembly. What each function takes and gives: index.d.ts.
import { compile, Machine, PolhodeError } from './machine.js';

export { PolhodeError };

const rowNumbers = 15;
const settingsText = (settings) => (settings === undefined ? '' : JSON.stringify(settings));

/** What the objects that live in the module have in common. */
class Handle {
  constructor(machine, kind, toml, settings) {
    this.machine = machine;
    this.kind = kind;
    this.number = machine.ask(`${kind}_new`, String(toml), settingsText(settings));
    this.generation = machine.generation;
  }

  call(name, ...values) {
    if (this.generation !== this.machine.generation)
      throw new PolhodeError('module', 'the module has been started anew since this was made: make it again');
    return this.machine.call(`${this.kind}_${name}`, this.number, ...values);
  }

  ask(name, ...values) {
    const result = this.call(name, ...values);
    if (result === 0) this.machine.fail();
    return result;
  }

  free() {
    if (this.generation === this.machine.generation) this.call('free');
    this.generation = 0;
  }
}

class Moving extends Handle {
  row() {
    const at = this.call('row');
    if (at === 0) throw new PolhodeError('input', 'it has been freed');
    return this.machine.numbers(at, rowNumbers);
  }

  get time() {
    return this.row()[0];
  }

  get attitude() {
    return Array.from(this.row().subarray(1, 5));
  }

  get momentum() {
    return Array.from(this.row().subarray(5, 8));
  }

  get angularVelocity() {
    return Array.from(this.row().subarray(8, 11));
  }

  get spatialMomentum() {
    return Array.from(this.row().subarray(11, 14));
  }

  get energy() {
    const energy = this.row()[14];
    return Number.isNaN(energy) ? null : energy;
  }
}

class Live extends Moving {
  constructor(machine, toml, settings) {
    super(machine, 'live', toml, settings);
    Object.assign(this, { about: JSON.parse(machine.text()) });
  }

  march(steps = 1) {
    this.ask('march', steps);
    return this;
  }

  get steps() {
    return this.call('steps');
  }

  get torqueEvaluations() {
    return this.call('torque_evaluations');
  }

  get finished() {
    return this.call('finished') !== 0;
  }

  get hash() {
    this.ask('hash');
    return this.machine.text();
  }
}

class Reference extends Moving {
  constructor(machine, toml, settings) {
    super(machine, 'reference', toml, settings);
  }

  goTo(time) {
    this.ask('to', time);
    return this;
  }

  distance(live) {
    this.call('row'); // both have to be of the present module
    live.row();
    const distance = this.machine.call('distance', this.number, live.number);
    if (Number.isNaN(distance)) this.machine.fail();
    return distance;
  }
}

class Ensemble extends Handle {
  constructor(machine, toml, settings) {
    super(machine, 'cloud', toml, settings);
    Object.assign(this, { about: JSON.parse(machine.text()) });
  }

  march(steps = 1) {
    this.ask('march', steps);
    return this;
  }

  get time() {
    return this.call('time');
  }

  get count() {
    return this.about.count;
  }

  get attitudes() {
    const at = this.call('attitudes');
    if (at === 0) throw new PolhodeError('input', 'it has been freed');
    return new Float32Array(this.machine.exports.memory.buffer, at, 4 * this.count);
  }

  state(body) {
    this.ask('state', body);
    return JSON.parse(this.machine.text());
  }
}

function trajectoryOf(machine) {
  const count = machine.exports.sample_count();
  const rows = machine.numbers(machine.exports.sample_rows(), count * rowNumbers);
  const column = (from, width) => {
    const numbers = new Float64Array(count * width);
    for (let i = 0; i < count; ++i)
      for (let k = 0; k < width; ++k) numbers[width * i + k] = rows[rowNumbers * i + from + k];
    return numbers;
  };
  const energy = column(14, 1);
  return {
    count,
    time: column(0, 1),
    attitude: column(1, 4),
    momentum: column(5, 3),
    angularVelocity: column(8, 3),
    spatialMomentum: column(11, 3),
    energy: energy.some(Number.isNaN) ? null : energy,
  };
}

class Polhode {
  #machine;

  constructor(module) {
    this.#machine = new Machine(module);
    this.#machine.ask('version');
    this.version = this.#machine.text();
  }

  async run(toml, { settings, trajectory = true, onProgress } = {}) {
    const machine = this.#machine;
    machine.progress = onProgress;
    try {
      machine.ask('run', String(toml), settingsText(settings), trajectory ? 1 : 0);
    } finally {
      machine.progress = undefined;
    }
    const result = JSON.parse(machine.text());
    if (trajectory) Object.defineProperty(result, 'trajectory', { value: trajectoryOf(machine) });
    return result;
  }

  async methods() {
    this.#machine.ask('methods', '');
    return JSON.parse(this.#machine.text());
  }

  async method(name) {
    this.#machine.ask('methods', String(name));
    return JSON.parse(this.#machine.text()).method;
  }

  async problems() {
    this.#machine.ask('problems');
    return JSON.parse(this.#machine.text()).problems;
  }

  async presets() {
    this.#machine.ask('presets');
    return JSON.parse(this.#machine.text());
  }

  async scenario(name) {
    this.#machine.ask('scenario', String(name));
    return this.#machine.text();
  }

  async picture(toml, settings) {
    this.#machine.ask('picture', String(toml), settingsText(settings));
    return JSON.parse(this.#machine.text());
  }

  async file(name, toml, settings) {
    this.#machine.ask('motion_file', String(toml), settingsText(settings), String(name));
    return this.#machine.text();
  }

  live(toml, settings) {
    return new Live(this.#machine, toml, settings);
  }

  reference(toml, settings) {
    return new Reference(this.#machine, toml, settings);
  }

  ensemble(toml, settings) {
    return new Ensemble(this.#machine, toml, settings);
  }
}

/** Compiles and starts the module; each call has one of its own. */
export async function load(source) {
  return new Polhode(await compile(source));
}
