#!/usr/bin/env node
// The WebAssembly module beside the native program, in one go: bench/web.mjs [PACKAGE [PROGRAM]]
// Without Chromium, its column is empty.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, inBrowser } from '../web/tests/browser.mjs';

const folder = process.argv[2] ?? 'build-wasm/package';
const program = process.argv[3] ?? 'build/polhode';
const repeats = 40; // short ones: on a machine that others use, some of them are left alone

const runs = [
  ['slow-top', 'se', 20000],
  ['heavy-top-123', 'se', 10000],
  ['heavy-top-123', 'se4-rkn', 2000],
  ['heavy-top-123', 'multistep-16', 10000],
  ['heavy-top-123', 'rkmk-rk4', 5000],
  ['heavy-top-123', 'taylor-20', 500],
  ['free-543', 'se', 10000],
].map(([problem, method, steps]) => ({
  name: `${problem}, \`${method}\``,
  steps,
  // steps so short that every method gets through
  settings: { problem, 'integrate.method': method, 'integrate.steps': steps, 'integrate.end': steps * 1e-4 },
}));

const bodies = 4096;
const marches = 2;
const cloud = (method) => ({
  name: `a step of ${bodies} bodies, \`${method}\``,
  method,
  toml: `problem = "heavy-top-123"
[ensemble]
count = ${bodies}
[ensemble.attitude]
distribution = "normal"
sigma = 0.3
[integrate]
method = "${method}"
step = 0.01
end = ${marches * 0.01}
`,
});
const clouds = [cloud('se'), cloud('se4-rkn')];

// In node and in the page alike.
const measure = `
  const { runs, clouds, repeats, marches } = task;
  const before = performance.now();
  const module = await WebAssembly.compile(task.bytes ?? await (await fetch('/polhode.wasm')).arrayBuffer());
  const compiled = performance.now() - before;
  const polhode = await load(module);
  const started = performance.now() - before - compiled;
  const least = async (f) => {
    let found = Infinity;
    for (let i = 0; i < repeats; ++i) found = Math.min(found, await f());
    return found;
  };
  const nanoseconds = [];
  for (const { settings, steps } of runs) {
    await polhode.run('', { settings: { ...settings, 'integrate.steps': 20 * steps }, trajectory: false }); // compiled well
    nanoseconds.push(await least(async () => {
      const { wall_seconds } = await polhode.run('', { settings, trajectory: false });
      return (1e9 * wall_seconds) / steps;
    }));
  }
  const milliseconds = [];
  for (const { toml } of clouds) {
    polhode.ensemble(toml).march(20 * marches).free();
    milliseconds.push(await least(async () => {
      const cloud = polhode.ensemble(toml);
      const begin = performance.now();
      for (let i = 0; i < marches; ++i) cloud.march(1);
      const time = (performance.now() - begin) / marches;
      cloud.free();
      return time;
    }));
  }
  return { compiled, started, nanoseconds, milliseconds };`;

const { load } = await import(new URL('index.js', pathToFileURL(`${folder}/`)));
const bytes = readFileSync(`${folder}/polhode.wasm`);
const task = { runs, clouds, repeats, marches };
const AsyncFunction = (async () => {}).constructor;
const inNode = await new AsyncFunction('load', 'task', measure)(load, { ...task, bytes });
const browser = chromium();
const inChromium = browser ? await inBrowser(browser, folder, measure, task, 600) : undefined;

const native = (...words) => JSON.parse(execFileSync(program, [...words, '--json', '--quiet'], { encoding: 'utf8' }));
const least = (f) => Math.min(...Array.from({ length: repeats }, f));
const inProgram = {
  nanoseconds: runs.map(({ settings, steps }) =>
    least(() => {
      const words = ['run', '--problem', settings.problem, '--method', settings['integrate.method']];
      return (1e9 * native(...words, '--steps', String(steps), '--end', String(settings['integrate.end'])).wall_seconds) / steps;
    }),
  ),
  milliseconds: clouds.map(({ method }) =>
    least(() => {
      const words = ['ensemble', '--problem', 'heavy-top-123', '--count', String(bodies), '--method', method];
      const set = ['--set', 'ensemble.attitude.distribution="normal"', 'ensemble.attitude.sigma=0.3'];
      const steps = ['--step', '0.01', '--end', String(marches * 0.01), '--threads', '1', '--target', 'baseline'];
      return (1e3 * native(...words, ...set, ...steps).march_seconds) / marches;
    }),
  ),
};

const shown = (number, digits) => (number === undefined ? '' : number.toFixed(digits));
const table = (head, rows) =>
  console.log([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') + '\n');

console.log(`${execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()}, node ${process.versions.node}, ` +
  `${browser ? execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() : 'no Chromium'}; least of ${repeats}\n`);
table(
  ['ns per step', 'native', 'node', 'Chromium'],
  runs.map(({ name }, i) => [name, ...[inProgram, inNode, inChromium].map((place) => shown(place?.nanoseconds[i], 0))]),
);
table(
  ['ms', 'native, one thread, two lanes', 'node', 'Chromium'],
  clouds.map(({ name }, i) => [name, ...[inProgram, inNode, inChromium].map((place) => shown(place?.milliseconds[i], 2))]),
);
const { size } = statSync(`${folder}/polhode.wasm`);
table(
  ['module', 'node', 'Chromium'],
  [
    ['compiling, ms', shown(inNode.compiled, 0), shown(inChromium?.compiled, 0)],
    ['starting, ms', shown(inNode.started, 1), shown(inChromium?.started, 1)],
  ],
);
console.log(`polhode.wasm: ${(size / 1e6).toFixed(2)} MB, ${(gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(2)} MB by gzip`);
