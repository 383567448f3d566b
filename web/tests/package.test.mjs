// The package in node: POLHODE_PACKAGE is its folder, POLHODE_PROGRAM the native program, if there is one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { recordedRuns, root } from './commands.mjs';

const folder = pathToFileURL(`${process.env.POLHODE_PACKAGE}/`);
const program = process.env.POLHODE_PROGRAM;
const { load, PolhodeError } = await import(new URL('index.js', folder));
const { compile, Machine } = await import(new URL('machine.js', folder));
const polhode = await load();
const native = (...words) => execFileSync(program, words, { cwd: root, encoding: 'utf8' });
const needsProgram = { skip: program && existsSync(program) ? false : 'there is no native program' };

test('the hashes of all recorded runs are those of the native program', async () => {
  const runs = recordedRuns();
  assert.ok(runs.length >= 30);
  const wrong = [];
  for (const { hash, command, toml, settings } of runs) {
    const found = await polhode.run(toml, { settings, trajectory: false }).then(
      (result) => result.hash,
      (error) => error.message,
    );
    if (found !== hash) wrong.push(`${command}: ${found}, expected ${hash}`);
  }
  assert.equal(wrong.join('\n'), '');
});

test('a run is the object that the program prints', needsProgram, async () => {
  for (const problem of ['slow-top', 'free-body', 'satellite']) {
    const own = await polhode.run('', { settings: { problem, 'integrate.end': 2 } });
    const printed = JSON.parse(native('run', '--problem', problem, '--end', '2', '--json', '--quiet'));
    assert.deepEqual(Object.keys(own), Object.keys(printed));
    // of the rest these depend on the machine: how long it took, and how wide the arithmetic is that errors are measured in
    for (const key of ['wall_seconds', 'error_first_part']) {
      delete own[key];
      delete printed[key];
    }
    assert.deepEqual(JSON.parse(JSON.stringify(own)), printed);
  }
});

test('the error of the first part is that of the program, to a few digits', needsProgram, async () => {
  const settings = { problem: 'slow-top', 'integrate.step': 0.05 };
  const own = (await polhode.run('', { settings })).error_first_part;
  const printed = JSON.parse(native('run', '--problem', 'slow-top', '--step', '0.05', '--json', '--quiet')).error_first_part;
  assert.equal(own.steps, printed.steps);
  assert.ok(Math.abs(own.error / printed.error - 1) < 1e-6, `${own.error}, expected ${printed.error}`);
});

test('files have the bytes that the program writes', needsProgram, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polhode-files-'));
  try {
    for (const name of ['tumbling-book', 'thruster-burn', 'falling-top']) {
      const out = join(folder, name);
      const words = ['--method', 'se4-rkn', '--out', out, '--gltf', '--quiet'];
      writeFileSync(join(folder, 'scenario.toml'), await polhode.scenario(name));
      native('run', join(folder, 'scenario.toml'), ...words);
      for (const file of ['trajectory.csv', 'motion.gltf'])
        assert.equal(
          await polhode.file(file, await polhode.scenario(name), { 'integrate.method': 'se4-rkn' }),
          readFileSync(join(out, file), 'utf8'),
          `${name}: ${file}`,
        );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  await assert.rejects(polhode.file('motion.obj', await polhode.scenario('tumbling-book')), refused('input', /trajectory\.csv or motion\.gltf/));
});

test('a picture has Poinsot’s curves where the body is free', async () => {
  const free = await polhode.picture(await polhode.scenario('tumbling-book'));
  assert.deepEqual(free.moments, [1, 2, 2.8]);
  assert.equal(free.axis, 1);
  // an energy ellipsoid has the semi-axes √(2E/I)
  const energy = (0.001 ** 2 * 1 + 9 * 2) / 2;
  free.poinsot.semiAxes.forEach((a, k) => assert.ok(Math.abs(a - Math.sqrt((2 * energy) / free.moments[k])) < 1e-9));
  const top = await polhode.picture('problem = "slow-top"\n');
  assert.equal(top.poinsot, undefined);
  assert.deepEqual(top.field, [0, 0, 1]);
  assert.deepEqual((await polhode.picture(await polhode.scenario('pd-slew'))).target, [0, 0, 0, 1]);
});

test('methods and problems are those of the program', needsProgram, async () => {
  assert.deepEqual(await polhode.methods(), JSON.parse(native('methods', '--json')));
  assert.deepEqual(await polhode.problems(), JSON.parse(native('problems', '--json')).problems);
  for (const { name } of await polhode.problems())
    assert.equal(await polhode.scenario(name), native('problems', name, '--toml'));
  assert.equal((await polhode.method('rkmk-gauss6')).order_attitude, 6);
});

test('samples are typed arrays', async () => {
  const { trajectory, steps } = await polhode.run(await polhode.scenario('slow-top'), {
    settings: { 'output.every': 10 },
  });
  assert.equal(trajectory.count, steps / 10 + 1);
  assert.equal(trajectory.time.length, trajectory.count);
  assert.equal(trajectory.attitude.length, 4 * trajectory.count);
  assert.ok(trajectory.attitude instanceof Float64Array);
  assert.equal(trajectory.time.at(-1), 20);
  assert.ok(Math.abs(trajectory.energy.at(-1) - trajectory.energy[0]) < 1e-2);
  assert.equal((await polhode.run('', { settings: { problem: 'slow-top' }, trajectory: false })).trajectory, undefined);
});

test('the scenarios that come with it can be run', async () => {
  const names = await polhode.presets();
  assert.ok(names.includes('tumbling-book') && names.includes('tumbling-cloud'));
  for (const name of names) {
    const toml = await polhode.scenario(name);
    assert.equal(toml, readFileSync(`${root}examples/scenarios/${name}.toml`, 'utf8'));
    if (/^\[ensemble\]/m.test(toml)) continue;
    assert.match((await polhode.run(toml, { trajectory: false })).hash, /^[0-9a-f]{16}$/);
  }
});

const refused = (kind, message) => (error) => {
  assert.ok(error instanceof PolhodeError, String(error.stack));
  assert.equal(error.kind, kind);
  assert.match(error.message, message);
  return true;
};

test('errors are sentences, and the module goes on', async () => {
  const bad = [
    ['[body', 'input', /^scenario\.toml:1: malformed TOML/],
    ['problem = "slow-top"\n[body]\ninertia = [1, 1, 9]\n', 'input', /^scenario\.toml:3: body\.inertia/],
    ['problem = "slow-tip"\n', 'input', /did you mean "slow-top"/],
    ['problem = "slow-top"\n[integrate]\nmethod = "sse"\n', 'input', /did you mean "se"/],
    ['problem = "slow-top"\n[output]\nsensitivity = true\n', 'input', /follows no sensitivities/],
    ['problem = "heavy-top-123"\n[integrate]\nmethod = "liemid-i"\nstep = 5\nend = 100\n', 'run', /did not converge/],
  ];
  for (const [toml, kind, message] of bad) await assert.rejects(polhode.run(toml), refused(kind, message));
  await assert.rejects(polhode.scenario('nothing'), refused('input', /nothing/));
  assert.throws(() => polhode.live('problem = "slow-top"\n', { 'integrate.step': -1 }), refused('input', /^integrate\.step: .*got -1$/));
  assert.throws(() => polhode.ensemble('problem = "slow-top"\n[ensemble]\ncount = 4097\n'), refused('input', /at most 4096/));
  const again = await polhode.run('problem = "slow-top"\n', { trajectory: false });
  assert.equal(again.complete, true);
});

test('a run stops when the caller says so', async () => {
  let calls = 0;
  const result = await polhode.run('problem = "slow-top"\n', {
    settings: { 'integrate.steps': 1e8 },
    trajectory: false,
    onProgress: () => ++calls < 3,
  });
  assert.equal(result.complete, false);
  assert.equal(calls, 3);
});

test('a live run has the bits of a run', async () => {
  for (const { hash, command, toml, settings } of recordedRuns().filter(({ toml }) => !toml.includes('[[event]]')).filter((_, i) => i % 9 === 0)) {
    const live = polhode.live(toml, settings);
    for (let i = 0; !live.finished; ++i) live.march(1 + (i % 7));
    assert.equal(live.hash, hash, command);
    live.free();
  }
});

test('a reference is far closer to the motion than the run', async () => {
  for (const [problem, allowed] of [['free-body', 1e-12], ['heavy-top-123', 1e-9]]) {
    const toml = `problem = "${problem}"\n[integrate]\nend = 2\nstep = 0.01\n`;
    const live = polhode.live(toml, { 'integrate.method': 'liemid-ea' });
    const reference = polhode.reference(toml);
    const fine = polhode.live(toml, { 'integrate.method': 'se8-kl', 'integrate.step': 0.002 });
    live.march(200);
    fine.march(1000);
    assert.ok(live.finished && fine.finished);
    assert.ok(reference.distance(live) > 1e-8, `${problem}: ${reference.distance(live)}`);
    assert.ok(reference.distance(fine) < allowed, `${problem}: ${reference.distance(fine)}`);
    assert.equal(reference.time, 2);
    const back = reference.goTo(0).attitude;
    assert.ok(Math.abs(back[3] - polhode.live(toml).attitude[3]) < 1e-12);
  }
});

test('a body of an ensemble has the bits that it has alone', async () => {
  const toml = `problem = "heavy-top-123"
[ensemble]
count = 4096
[ensemble.attitude]
distribution = "normal"
sigma = 0.2
[integrate]
method = "se4-rkn"
end = 1
step = 0.01
`;
  const cloud = polhode.ensemble(toml);
  assert.equal(cloud.count, 4096);
  assert.equal(cloud.about.on_lanes, true);
  const start = cloud.state(1234);
  cloud.march(100);
  assert.ok(Math.abs(cloud.time - 1) < 1e-12);
  const alone = polhode.live('problem = "heavy-top-123"\n', {
    'integrate.method': 'se4-rkn',
    'integrate.step': 0.01,
    'integrate.end': 1,
    'initial.quaternion': start.quaternion,
    'initial.momentum': start.momentum,
  });
  alone.march(100);
  assert.deepEqual(cloud.state(1234).quaternion, alone.attitude);
  assert.deepEqual(cloud.state(1234).momentum, alone.momentum);
  assert.deepEqual(Array.from(cloud.attitudes.subarray(4 * 1234, 4 * 1235)), alone.attitude.map(Math.fround));
  assert.throws(() => cloud.state(4096), refused('input', /./));
  cloud.free();
  assert.throws(() => cloud.march(1), refused('module', /./));
});

test('after a trap the module is started anew', async () => {
  const machine = new Machine(await compile());
  assert.throws(() => machine.call('run', 0x7ffffff0, 100, 0, 0, 0), refused('module', /was started anew/));
  assert.equal(machine.generation, 2);
  machine.ask('version');
  assert.match(machine.text(), /^[0-9.]+$/);
});

test('what a function of the caller throws arrives, and the module goes on', async () => {
  const live = polhode.live('problem = "slow-top"\n');
  await assert.rejects(
    polhode.run('problem = "slow-top"\n', {
      settings: { 'integrate.steps': 1e8 },
      trajectory: false,
      onProgress: () => {
        throw new TypeError('mine');
      },
    }),
    { name: 'TypeError', message: 'mine' },
  );
  assert.throws(() => live.march(1), refused('module', /started anew/));
  assert.equal((await polhode.run('problem = "slow-top"\n', { trajectory: false })).complete, true);
});

test('nothing is imported that the shim does not have', async () => {
  const { wasi } = await import(new URL('wasi.js', folder));
  const imports = WebAssembly.Module.imports(await compile());
  const system = imports.filter(({ module }) => module === 'wasi_snapshot_preview1').map(({ name }) => name).sort();
  assert.deepEqual(system, Object.keys(wasi(() => undefined)).sort());
  assert.deepEqual(imports.filter(({ module }) => module !== 'wasi_snapshot_preview1').map(({ name }) => name), ['progress']);
});

test('the example of the README runs', async () => {
  const [, code] = /```js\n([^`]*`[^`]*`[^`]*)```/.exec(readFileSync(new URL('README.md', folder), 'utf8'));
  const lines = [];
  const body = code.replace(/^import .*$/m, '').replaceAll('console.log', 'log');
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('load', 'log', body)(load, (...values) => lines.push(values));
  assert.match(lines[0][0], /^[0-9a-f]{16}$/);
  assert.ok(lines[0][1] < 1e-6);
});

test('the package has its licences and its bill of materials', () => {
  const { files, version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  for (const name of files) assert.ok(existsSync(new URL(name, folder)), name);
  assert.equal(version, polhode.version);
  const { components } = JSON.parse(readFileSync(new URL('polhode.cdx.json', folder), 'utf8'));
  const packages = components.map(({ properties }) => properties?.[0].value);
  for (const name of ['Eigen3', 'fmt', 'nlohmann_json', 'tomlplusplus', 'libcxx', 'compiler-rt', 'wasi-libc'])
    assert.ok(packages.includes(name), name);
});
