// An instance of the module, and how it is spoken to.
import { wasi } from './wasi.js';

export class PolhodeError extends Error {
  constructor(kind, message) {
    super(message);
    this.name = 'PolhodeError';
    this.kind = kind;
  }
}

/** From bytes, a compiled module, or where it is. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = source ?? new URL('./polhode.wasm', import.meta.url);
  if (new URL(url, import.meta.url).protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(new URL(url, import.meta.url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new PolhodeError('module', `cannot load ${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** One instance of the module at a time; one that has trapped is replaced by a new one. */
export class Machine {
  constructor(module) {
    this.module = module;
    this.generation = 0;
    this.progress = undefined;
    this.start();
  }

  start() {
    let memory;
    const system = wasi(() => memory);
    const imports = {
      wasi_snapshot_preview1: system,
      polhode: { progress: (done, total) => (this.progress?.(done, total) === false ? 0 : 1) },
    };
    this.exports = new WebAssembly.Instance(this.module, imports).exports;
    memory = this.exports.memory;
    this.exports._initialize();
    ++this.generation;
  }

  /** Calls an exported function; texts among the arguments become addresses and sizes. */
  call(name, ...values) {
    const given = [];
    try {
      const flat = [];
      for (const value of values) {
        if (typeof value !== 'string') {
          flat.push(value);
          continue;
        }
        const bytes = new TextEncoder().encode(value);
        const at = this.exports.room(bytes.length);
        if (at === 0) throw new PolhodeError('run', 'there is not enough memory');
        given.push(at);
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        flat.push(at, bytes.length);
      }
      const result = this.exports[name](...flat);
      for (const at of given) this.exports.give_back(at);
      return result;
    } catch (error) {
      if (error instanceof PolhodeError) throw error;
      // A trap, or something thrown by a function of the caller's: the instance is in an unknown state.
      this.start();
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      throw new PolhodeError(
        'module',
        `the module stopped (${error.message}) and was started anew; runs and ensembles made before are lost`,
      );
    }
  }

  text() {
    const { answer_text, answer_size, memory } = this.exports;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer_text(), answer_size()));
  }

  /** As `call`, for functions that return 0 for an error. */
  ask(name, ...values) {
    const result = this.call(name, ...values);
    if (result === 0) this.fail();
    return result;
  }

  fail() {
    const { kind, message } = JSON.parse(this.text());
    throw new PolhodeError(kind, message);
  }

  numbers(at, count) {
    return new Float64Array(this.exports.memory.buffer, at, count);
  }
}
