// node lab.mjs PAGE PROGRAM FOLDER: the laboratory in Chromium, against the native program. Called by scripts/lab-tests.
// Screenshots are left in FOLDER/shots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { browserTests, changed, frames, slide } from "./browser.mjs";

const [file, program, folder] = process.argv.slice(2).map(x => resolve(x));
const { require, open: openPage, check, done } = browserTests(folder);
const files = join(folder, "files");
const native = (...words) => execFileSync(program, words, { cwd: files, encoding: "utf8" }).trim();

/// A laboratory that has begun. Most need no pictures, which in software take most of the time.
const open = ({ hash = "", ...options } = {}) => openPage(file + hash, { drawing: false, ready: () => document.documentElement.dataset.ready, ...options });
/// Waits for what was asked for to be computed.
const settled = page => page.evaluate(async () => {
  let last;
  while (last !== polhode.lab.finished) await (last = polhode.lab.finished);
});
const text = page => page.locator("#toml").inputValue();
async function write(page, toml) {
  await page.locator("#toml").fill(toml);
  await settled(page);
}
async function choose(page, preset, methods) {
  await page.selectOption("#preset", preset);
  await settled(page);
  if (methods) await chooseMethods(page, methods);
}
async function chooseMethods(page, methods) {
  for (let i = 0; i < 4; ++i) await page.locator("#methods select").nth(i).selectOption(methods[i] ?? "");
  await settled(page);
}
async function hashes(page) {
  return page.locator("#results code").evaluateAll(codes => Object.fromEntries(codes.map(c => [c.dataset.method, c.textContent])));
}
async function download(page, button) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}
/// At parts of the width and of the height of the picture of many bodies.
async function coloursOf(page, places) {
  const png = (await page.locator("#cloud canvas").screenshot()).toString("base64");
  return page.evaluate(async ([png, places]) => {
    const image = new Image(), canvas = document.createElement("canvas"), to = canvas.getContext("2d", { willReadFrequently: true });
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    [canvas.width, canvas.height] = [image.width, image.height];
    to.drawImage(image, 0, 0);
    return places.map(([x, y]) => [...to.getImageData(x * image.width, y * image.height, 1, 1).data.slice(0, 3)]);
  }, [png, places]);
}
/// Saves the scenario as a user would, and returns its path.
async function saved(page) {
  const { name, bytes } = await download(page, "#save-toml");
  assert.equal(name, "scenario.toml");
  const place = join(files, "scenario.toml");
  writeFileSync(place, bytes);
  return place;
}
/// 6.8·10⁻⁵ → 6.8e-5
const number = shown => Number(shown.replace(/·10(.*)/, (_, power) => "e" + power.replace("⁻", "-").replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, d => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(d))));

await check("size and policy", () => {
  const { size } = statSync(file), html = readFileSync(file, "utf8");
  assert.ok(size <= 4e6, `${size} bytes`);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval'; worker-src blob:; /);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:/);
  for (const licence of ["Chart.js", "three.js", "Eigen", "wasi", "toml++"]) assert.ok(html.includes(licence), `no licence of ${licence}`);
});

for (const width of [1200, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    await check(`${width} px, ${colorScheme}`, async () => {
      const page = await open({ drawing: true, viewport: { width, height: 844 }, colorScheme, hasTouch: width < 800 });
      await page.locator("#cloud").scrollIntoViewIfNeeded();
      await page.click("#cloud-play");
      await page.waitForFunction(() => /bodies by/.test(document.getElementById("cloud-said").textContent)
        && parseFloat(document.getElementById("cloud-clock").textContent.slice(4)) > 0);
      await page.click("#cloud-play");
      await frames(page);
      const paper = colorScheme === "light" ? [255, 255, 255] : [27, 32, 38];
      assert.deepEqual(await coloursOf(page, [0.2, 0.5, 0.8].flatMap(y => [[0.01, y], [0.98, y]])), Array(6).fill(paper), "bodies go over the edge");
      await page.evaluate(() => { scrollTo(0, 0); polhode.lab.seek(0.6 * polhode.lab.end); });
      await frames(page);
      await page.screenshot({ path: join(folder, "shots", `lab-${width}-${colorScheme}.png`), fullPage: true });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
      const small = await page.evaluate(() => [...document.querySelectorAll("main button, main select")]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 28).map(e => e.textContent.slice(0, 20)));
      assert.deepEqual(small, [], "too small to be touched");
      assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("main :is(button, select, input, textarea)")]
        .filter(e => !e.labels?.length && !e.getAttribute("aria-label") && !e.textContent.trim()).map(e => e.outerHTML)), [], "without a name");
    });
  }
}

const trials = [
  ["nut", ["se", "rkmk-rk4", "liemid-ea", "dmv2"]],
  ["racket", ["se", "rk4-naive", "mr2-auto"]],
  ["gravity", ["se4-rkn", "rkmk-rk4"]],
  ["gyrostat", ["se", "se6-kl"]],
  ["friction", ["se4-rkn", "se"]],
  ["slew", ["se4-rkn", "se"]],
  ["slow-top", ["se", "gauss-8", "multistep-16", "dop853"]],
  ["soft-wall", ["liemid-ea", "vexp"]],
];
await check("hashes are those of the native program", async () => {
  const page = await open();
  let compared = 0;
  for (const [preset, methods] of trials) {
    await choose(page, preset, methods);
    const scenario = await saved(page), shown = await hashes(page);
    assert.deepEqual(Object.keys(shown), methods, preset);
    for (const method of methods) {
      assert.equal(shown[method], native("run", scenario, "--method", method, "--hash"), `${preset}, ${method}`);
      ++compared;
    }
    const commands = await page.locator("#commands").textContent();
    assert.equal(commands, methods.map(m => `polhode run scenario.toml --method ${m} --hash`).join("\n"));
  }
  console.log(`${compared} hashes are equal`);
});

await check("every preset can be computed", async () => {
  const page = await open();
  const presets = await page.evaluate(() => polhode.presets);
  assert.ok(presets.length >= 18, presets.join());
  const engines = await page.evaluate(() => polhode.methods.includes("engine-euler"));
  assert.equal(presets.includes("engine"), engines, "the preset of game engines goes with their methods");
  for (const preset of presets) {
    await choose(page, preset);
    assert.equal(await page.locator("#wrong").isVisible(), false, `${preset}: ${await page.locator("#wrong").textContent()}`);
    assert.equal(await page.locator("#results .bad").count(), 0, preset);
    for (const hash of Object.values(await hashes(page))) assert.match(hash, /^[0-9a-f]{16}$/, preset);
  }
});

await check("errors are those that native runs say", async () => {
  const page = await open();
  await choose(page, "slow-top", ["se", "liemid-ea"]);
  const end = method => JSON.parse(native("run", "--problem", "slow-top", "--json", "--quiet", ...method));
  const truth = end(["--method", "se8-kl", "--step", "0.001"]);
  const rows = await page.locator("#results tr").evaluateAll(all => all.map(r => [...r.children].map(c => c.textContent)));
  for (const [name, , energy, momentum, attitude] of rows) {
    const run = end(["--method", name]), distance = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
    const q = run.attitude.quaternion, p = truth.attitude.quaternion, sign = Math.sign(q.reduce((sum, x, k) => sum + x * p[k], 0));
    const near = (shown, expected, what) => assert.ok(Math.abs(number(shown) / expected - 1) < 0.06, `${name}: ${what} ${shown}, expected ${expected}`);
    near(attitude, 2 * distance(q, p.map(x => sign * x)), "attitude");
    near(momentum, distance(run.momentum.space, truth.momentum.space) / 5, "momentum");
    near(energy, Math.abs(run.energy.final - truth.energy.final) / Math.max(Math.abs(run.energy.initial), 0.5 * 25), "energy");
  }
});

await check("a link carries all", async () => {
  const page = await open();
  await choose(page, "book", ["exact", "liemid-ea", "rkmk-gauss6"]);
  await write(page, (await text(page)).replace("[0.001, 3, 0]", "[0.25, 3, 0.125]  # „mine“ 😀"));
  await page.click("#link");
  await page.waitForFunction(() => location.hash.startsWith("#lab="));
  const hash = await page.evaluate(() => location.hash), [before, shown] = [await text(page), await hashes(page)];
  const other = await open({ hash });
  assert.equal(await text(other), before);
  assert.deepEqual(await hashes(other), shown);
  assert.deepEqual(await other.locator("#methods select").evaluateAll(all => all.map(s => s.value)), ["exact", "liemid-ea", "rkmk-gauss6", ""]);
  const broken = await open({ hash: hash.slice(0, -9) });
  assert.match(await broken.locator("#trouble").textContent(), /^The link cannot be read: /);
  assert.ok(Object.keys(await hashes(broken)).length > 0, "it does not go on without");
});

await check("play, pause, scrub, keys, step", async () => {
  const page = await open({ drawing: true, reducedMotion: "no-preference" });
  const lab = () => page.evaluate(() => { const { time, playing, end } = polhode.lab; return { time, playing, end }; });
  assert.equal((await lab()).playing, true, "does not play by itself");
  const before = (await lab()).time;
  await page.waitForFunction(t => polhode.lab.time !== t, before);
  await page.click("#play");
  const paused = await lab();
  assert.equal(paused.playing, false);
  await frames(page);
  assert.equal((await lab()).time, paused.time, "goes on though it stands");
  await slide(page.locator("#time"), 0.5);
  const middle = await lab();
  assert.ok(Math.abs(middle.time - middle.end / 2) < 1e-9 * middle.end);
  await page.locator("#views canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await lab()).time > middle.time);
  await page.keyboard.press("Home");
  assert.equal((await lab()).time, 0);
  await page.keyboard.press(" ");
  assert.equal((await lab()).playing, true);
  await page.keyboard.press(" ");
  // the step: in the text, in the field, in the runs
  const fine = await hashes(page), picture = () => page.locator("#views canvas").screenshot();
  await slide(page.locator("#step"), 3);
  await settled(page);
  assert.match(await text(page), /^step = 0.16$/m);
  assert.equal(await page.getByLabel("Time, step").inputValue(), "0.16");
  const coarse = await hashes(page), scenario = await saved(page);
  assert.notEqual(coarse["rkmk-rk4"], fine["rkmk-rk4"]);
  assert.equal(coarse["rkmk-rk4"], native("run", scenario, "--method", "rkmk-rk4", "--hash"));
  await slide(page.locator("#step"), 0);
  await settled(page);
  assert.deepEqual(await hashes(page), fine, "back again");
  const still = await picture();
  await slide(page.locator("#time"), 0.31);
  await changed(picture, still, "the picture does not move");
  // a place in a chart is a time
  await page.locator("#errors canvas").nth(2).scrollIntoViewIfNeeded();
  const chart = await page.locator("#errors canvas").nth(2).boundingBox();
  await page.mouse.click(chart.x + 0.8 * chart.width, chart.y + chart.height / 2);
  // charts answer with a later frame
  await page.waitForFunction(() => polhode.lab.time > 0.6 * polhode.lab.end && polhode.lab.time < polhode.lab.end);
});

await check("files are those of the native program", async () => {
  const page = await open({ drawing: true });
  const validator = require("gltf-validator");
  for (const [preset, method] of [["racket", "se"], ["slow-top", "liemid-ea"]]) {
    await choose(page, preset, ["exact", method]);
    const scenario = await saved(page), out = join(files, preset);
    native("run", scenario, "--method", method, "--out", out, "--gltf", "--quiet");
    const csv = await download(page, "#save-csv"), gltf = await download(page, "#save-gltf");
    assert.ok(csv.bytes.equals(readFileSync(join(out, "trajectory.csv"))), `${preset}: trajectory.csv differs`);
    assert.ok(gltf.bytes.equals(readFileSync(join(out, "motion.gltf"))), `${preset}: motion.gltf differs`);
    assert.deepEqual((await validator.validateBytes(new Uint8Array(gltf.bytes))).issues.messages, []);
    // and what is shown is that motion
    const [head, ...rows] = csv.bytes.toString().trim().split("\n").filter(line => !line.startsWith("#")).map(line => line.split(","));
    const chosen = rows.filter((_, i) => i % 97 === 0).map(row => Object.fromEntries(head.map((name, k) => [name, Number(row[k])])));
    const shown = await page.evaluate(times => times.map(t => polhode.lab.attitude(1, t)), chosen.map(r => r.time));
    chosen.forEach(({ qx, qy, qz, qw }, i) => {
      const cosine = [qx, qy, qz, qw].reduce((sum, x, k) => sum + x * shown[i][k], 0);
      assert.ok(Math.abs(Math.abs(cosine) - 1) < 1e-12, `${preset}: off at ${chosen[i].time}`);
    });
  }
});

await check("window.polhode.run is polhode run --json", async () => {
  const page = await open();
  mkdirSync(join(files, "json"), { recursive: true });
  for (const name of ["slow-top", "tumbling-book", "cubesat-orbit", "falling-top"]) {
    const toml = await page.evaluate(n => polhode.scenario(n), name), place = join(files, "json", "scenario.toml");
    writeFileSync(place, toml);
    const own = await page.evaluate(t => polhode.run(t), toml), printed = JSON.parse(native("run", place, "--json", "--quiet"));
    assert.equal(own.hash, printed.hash, name);
    // of the rest these depend on the machine: how long it took, and how wide the arithmetic is that errors are measured in
    for (const key of ["wall_seconds", "error_first_part"]) delete own[key], delete printed[key];
    assert.deepEqual(own, printed, name);
  }
  await assert.rejects(page.evaluate(() => polhode.run("[body")), /malformed TOML/);
});

await check("what is wrong is said, and all goes on", async () => {
  const page = await open();
  await choose(page, "slow-top", ["se"]);
  const good = await text(page), before = await hashes(page);
  for (const [from, to, message] of [
    ["inertia = [5, 5, 1]", "inertia = [5, 5, 100]", /^scenario\.toml:\d+: body\.inertia/],
    ['model = "heavy-top"', 'model = "heavy-tip"', /did you mean "heavy-top"/],
    ["[body]", "[body", /^scenario\.toml:\d+: malformed TOML/],
    ["end = 20", 'end = 20\n[ensemble]\ncount = 3', /polhode ensemble/],
  ]) {
    assert.ok(good.includes(from), from);
    await write(page, good.replace(from, to));
    assert.match(await page.locator("#wrong").textContent(), message);
    assert.ok(await page.locator("#wrong").isVisible());
  }
  await write(page, good);
  assert.equal(await page.locator("#wrong").isVisible(), false);
  assert.deepEqual(await hashes(page), before);
  // a method that gives up stands beside one that does not
  await choose(page, "heavy-top-123", ["se", "liemid-i"]);
  await page.getByLabel("Time, step").fill("5");
  await page.getByLabel("Time, end").fill("100");
  await page.getByLabel("Time, end").press("Tab");
  await settled(page);
  assert.match(await page.locator("#results .bad").textContent(), /did not converge/);
  assert.match((await hashes(page)).se, /^[0-9a-f]{16}$/);
});

await check("fields and torques", async () => {
  const page = await open();
  await choose(page, "slow-top", ["se"]);
  const fill = async (label, value) => {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).press("Tab");
    await settled(page);
  };
  await fill("Moments of inertia, I₃", "2.5");
  assert.match(await text(page), /^inertia = \[5, 5, 2.5\]$/m);
  await fill("Angular velocity at the start, in the body, ω₃", "7");
  assert.match(await text(page), /^angular_velocity = \[0, 0, 7\]$/m);
  assert.doesNotMatch(await text(page), /^momentum/m);
  await fill("Attitude at the start: rotation vector, radians, x", "0.5");
  assert.match(await text(page), /^rotation_vector = \[0.5, 0, 0\]$/m);
  await fill("Moments of inertia, I₃", "many");
  assert.equal(await page.getByLabel("Moments of inertia, I₃").getAttribute("aria-invalid"), "true");
  assert.match(await text(page), /2\.5/);
  const torque = page.locator("#fields select"), models = await torque.locator("option").evaluateAll(all => all.map(o => o.value));
  assert.ok(models.includes("formula") && models.length >= 6);
  for (const model of models) {
    await torque.selectOption(model);
    await settled(page);
    assert.match(await text(page), new RegExp(`^\\[torque\\]\nmodel = "${model}"$`, "m"));
    assert.equal(await page.locator("#wrong").isVisible(), false, `${model}: ${await page.locator("#wrong").textContent()}`);
    const scenario = await saved(page);
    assert.equal((await hashes(page)).se, native("run", scenario, "--method", "se", "--hash"), model);
  }
});

await check("many bodies", async () => {
  const page = await open({ drawing: true });
  await page.locator("#cloud").scrollIntoViewIfNeeded();
  await page.click("#cloud-play");
  const clock = () => page.evaluate(() => parseFloat(document.getElementById("cloud-clock").textContent.slice(4)));
  const later = (time, by) => page.waitForFunction(   // at its end it begins anew
    ([t, d]) => Math.abs(parseFloat(document.getElementById("cloud-clock").textContent.slice(4)) - t) > d, [time, by]);
  await later(0, 0.3);
  assert.match(await page.locator("#cloud-said").textContent(), /^4096 bodies by se, on SIMD lanes/);
  const picture = () => page.locator("#cloud canvas").screenshot();
  const before = await picture();
  await later(await clock(), 0.2);
  await changed(picture, before, "nothing turns");
  await page.selectOption("#cloud-count", "60");
  await page.waitForFunction(() => /^60 bodies/.test(document.getElementById("cloud-said").textContent));
  await frames(page);
  await page.screenshot({ path: join(folder, "shots", "sixty.png") });
  await page.click("#cloud-play");
});

await check("the page answers while it computes", async () => {
  const page = await open();
  await choose(page, "slow-top", ["se", "gauss-16"]);
  await page.getByLabel("Time, step").fill("0.000002");
  await page.getByLabel("Time, step").press("Tab");
  await page.waitForFunction(() => [...document.querySelectorAll("#results code")].some(c => c.textContent === "…"));
  const longest = await page.evaluate(() => new Promise(done => {
    const begin = performance.now();
    let last = begin, longest = 0;
    const look = now => {
      longest = Math.max(longest, now - last);
      last = now;
      if (now - begin < 1000) requestAnimationFrame(look);   // ten million steps take longer on any machine
      else done(longest);
    };
    requestAnimationFrame(look);
  }));
  console.log(`longest frame during ten million steps: ${longest.toFixed(0)} ms`);
  assert.equal(Object.values(await hashes(page)).includes("…"), true, "it was done too soon to tell");
  await choose(page, "nut");   // ends what is under way
  assert.match((await hashes(page)).se, /^[0-9a-f]{16}$/);
});

await check("reduced motion", async () => {
  const page = await open({ drawing: true });
  assert.equal(await page.evaluate(() => polhode.lab.playing), false);
  await page.locator("#cloud").scrollIntoViewIfNeeded();
  await frames(page);
  assert.equal(await page.locator("#cloud-said").textContent(), "");
  // where nothing has moved yet there is paper
  assert.deepEqual(await coloursOf(page, [[0.5, 0.5]]), [[255, 255, 255]]);
});

await check("Poinsot's picture", async () => {
  const page = await open({ drawing: true });
  await page.getByLabel("view", { exact: true }).selectOption("poinsot");
  await page.evaluate(() => polhode.lab.seek(polhode.lab.end / 3));
  await frames(page);
  await page.locator("#motion").screenshot({ path: join(folder, "shots", "poinsot.png") });
  assert.equal(await page.getByRole("button", { name: "herpolhode" }).count(), 1);
});

await check("field and target", async () => {
  const page = await open({ drawing: true });
  for (const [preset, part] of [["slow-top", "field"], ["slew", "target"]]) {
    await choose(page, preset);
    assert.equal(await page.locator("#shown").getByRole("button", { name: part }).count(), 1, `${preset}: ${part}`);
  }
});

await check("without SIMD or exceptions", async () => {
  const page = await open({ before: () => { WebAssembly.validate = () => false; } });
  assert.match(await page.locator("#trouble").textContent(), /^This browser cannot run the laboratory: it lacks the SIMD instructions/);
});
await check("without WebGL", async () => {
  const page = await open();
  assert.match(await page.locator("#views .note").textContent(), /no 3-D pictures/);
  assert.match((await hashes(page)).se, /^[0-9a-f]{16}$/, "it does not compute");
  await page.screenshot({ path: join(folder, "shots", "no-webgl.png"), fullPage: true });
});
await done();
