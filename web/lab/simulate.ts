// Several methods on one scenario, step by step side by side, each compared with the motion itself.
import type { Live, Polhode, Reference, Trajectory } from "../package/index.js";
import { SimulationEnd, SimulationPart, exact, rowNumbers } from "./messages";

const sliceMilliseconds = 12;

/// Samples of one method, one after the other.
interface Source {
  next(): Float64Array | undefined;   ///< a row, valid until the next one; undefined at the end
  end(): { hash: string; steps: number; torqueEvaluations: number };
  free(): void;
}

function liveSource(live: Live, every: number): Source {
  let begun = false;
  return {
    next() {
      if (begun && live.finished) return undefined;
      if (begun) live.march(every);
      begun = true;
      return live.row();
    },
    end: () => ({ hash: live.hash, steps: live.steps, torqueEvaluations: live.torqueEvaluations }),
    free: () => live.free(),
  };
}

/// A run with events has to be made as a whole.
async function wholeSource(polhode: Polhode, toml: string, method: string, most: number): Promise<Source> {
  const settings = { "integrate.method": method };
  const result = await polhode.run(toml, { settings });
  const { trajectory: all } = result as { trajectory: Trajectory }, row = new Float64Array(rowNumbers);
  const every = Math.max(1, Math.ceil(all.count / most));
  let at = -every;
  return {
    next() {
      if (at === all.count - 1) return undefined;
      at = Math.min(at + every, all.count - 1);
      row[0] = all.time[at];
      row.set(all.attitude.subarray(4 * at, 4 * at + 4), 1);
      row.set(all.momentum.subarray(3 * at, 3 * at + 3), 5);
      row.set(all.angularVelocity.subarray(3 * at, 3 * at + 3), 8);
      row.set(all.spatialMomentum.subarray(3 * at, 3 * at + 3), 11);
      row[14] = all.energy ? all.energy[at] : NaN;
      return row;
    },
    end: () => ({ hash: result.hash, steps: result.steps, torqueEvaluations: result.torque_evaluations }),
    free() {},
  };
}

/// The motion itself, at the samples that a grid of steps would have.
function referenceSource(reference: Reference, end: number, spacing: number): Source {
  let k = 0;
  const count = Math.max(1, Math.round(end / spacing));
  return {
    next: () => k > count ? undefined : reference.goTo(k === count ? end : k * spacing).row() && (++k, reference.row()),
    end: () => ({ hash: "", steps: 0, torqueEvaluations: 0 }),
    free: () => reference.free(),
  };
}

const distance = (a: Float64Array, b: Float64Array, from: number) =>
  Math.hypot(a[from] - b[from], a[from + 1] - b[from + 1], a[from + 2] - b[from + 2]);

/// The angle between two attitudes, to its last digits also where it is small: from the vector part of q̄ p.
function angleBetween(a: Float64Array, b: Float64Array): number {
  const [ax, ay, az, aw] = a.subarray(1, 5), [bx, by, bz, bw] = b.subarray(1, 5);
  const x = aw * bx - ax * bw - (ay * bz - az * by), y = aw * by - ay * bw - (az * bx - ax * bz);
  const z = aw * bz - az * bw - (ax * by - ay * bx), w = ax * bx + ay * by + az * bz + aw * bw;
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}

/// Of energy (relative to that of the start, or to the kinetic one if that is more), momentum in space (relative to the
/// start), and attitude (radians). Without a reference, what energy and momentum have changed by, and no attitude.
function errorsOf(row: Float64Array, truth: Float64Array | undefined, first: Float64Array): number[] {
  const compared = truth ?? first;
  const kinetic = 0.5 * (first[5] * first[8] + first[6] * first[9] + first[7] * first[10]);
  const energy = Math.max(Math.abs(first[14]) || 0, Math.abs(kinetic)) || 1;
  const momentum = Math.hypot(first[11], first[12], first[13]) || 1;
  return [Math.abs(row[14] - compared[14]) / energy, distance(row, compared, 11) / momentum, truth ? angleBetween(row, truth) : NaN];
}

export async function simulate(polhode: Polhode, asked: { toml: string; methods: string[]; most: number },
  tell: (part: SimulationPart) => void, goesOn: () => boolean): Promise<SimulationEnd> {
  const { toml, methods, most } = asked;
  const picture = await polhode.picture(toml);
  const usesEvents = (error: Error) => /use run$/.test(error.message);

  let reference: Reference | undefined, noReference = "";
  try {
    reference = polhode.reference(toml);
  } catch (error) {
    noReference = (error as Error).message;
  }
  const runs: SimulationEnd["runs"] = methods.map(() => ({ error: "", hash: "", steps: 0, torqueEvaluations: 0, time: 0 }));
  const sources: (Source | undefined)[] = [];
  let step = 0, end = 0, first: Float64Array | undefined;
  // The grid of the first method that can be started is that of all.
  for (const method of methods.filter(m => m !== exact).concat("se")) {
    if (first) break;
    try {
      const live = polhode.live(toml, { "integrate.method": method });
      ({ step, end } = live.about);
      first = live.row().slice();
      live.free();
    } catch (error) {
      if (!usesEvents(error as Error)) continue;
      const { time, step: h, trajectory } = await polhode.run(toml, { settings: { "integrate.method": method } });
      [step, end] = [h, time];
      first = Float64Array.from([0, ...trajectory!.attitude.subarray(0, 4), ...trajectory!.momentum.subarray(0, 3),
        ...trajectory!.angularVelocity.subarray(0, 3), ...trajectory!.spatialMomentum.subarray(0, 3), trajectory!.energy?.[0] ?? NaN]);
    }
  }
  const every = Math.max(1, Math.ceil(end / step / most));
  for (const [i, method] of methods.entries()) {
    try {
      if (method === exact) {
        if (!reference) throw new Error(noReference);
        sources.push(referenceSource(polhode.reference(toml), end, every * step));
        continue;
      }
      try {
        sources.push(liveSource(polhode.live(toml, { "integrate.method": method }), every));
      } catch (error) {
        if (!usesEvents(error as Error)) throw error;
        sources.push(await wholeSource(polhode, toml, method, most));
      }
    } catch (error) {
      runs[i].error = (error as Error).message;
      sources.push(undefined);
    }
  }
  if (!first) throw new Error(runs.find(r => r.error)!.error);
  tell({ start: { picture, step, end, noReference, first: Array.from(first) } });

  const free = () => {
    for (const source of sources) source?.free();
    reference?.free();
  };
  const start = first, compared = reference !== undefined;
  let rows: number[][] = methods.map(() => []), errors: number[][] = methods.map(() => []);
  const send = () => {
    tell({ samples: rows.map((r, i) => ({ rows: Float64Array.from(r), errors: Float64Array.from(errors[i]) })) });
    rows = methods.map(() => []);
    errors = methods.map(() => []);
  };
  let until = performance.now() + sliceMilliseconds;
  while (sources.some(Boolean)) {
    for (const [i, source] of sources.entries()) {
      if (!source) continue;
      try {
        const row = source.next()?.slice();
        if (!row) {
          Object.assign(runs[i], source.end());
          source.free();
          sources[i] = undefined;
          continue;
        }
        let truth: Float64Array | undefined;
        if (reference) {
          try {
            truth = reference.goTo(row[0]).row().slice();
          } catch {   // the motion cannot be followed any further: no errors from here on
            reference?.free();
            reference = undefined;
          }
        }
        rows[i].push(...row);
        const unknown = methods[i] === exact || (compared && !truth);
        errors[i].push(...(unknown ? [NaN, NaN, NaN] : errorsOf(row, truth, start)));
        runs[i].time = row[0];
      } catch (error) {
        runs[i].error = (error as Error).message;
        source.free();
        sources[i] = undefined;
      }
    }
    if (performance.now() > until) {
      send();
      await new Promise(resolve => setTimeout(resolve));   // what has arrived meanwhile
      if (!goesOn()) break;
      until = performance.now() + sliceMilliseconds;
    }
  }
  if (goesOn()) send();
  free();
  return { runs };
}
