// node pages.mjs FOLDER: opens the pages of FOLDER/pages in Chromium, at two widths and in both schemes. Called by
// scripts/browser-tests. Screenshots are left in FOLDER/shots.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const require = createRequire(join(folder, "x.js"));
const { chromium } = require("playwright-core");

const mostBytes = 1.2e6;
const pages = readdirSync(join(folder, "pages")).sort().flatMap(name =>
  readdirSync(join(folder, "pages", name)).filter(f => f.endsWith(".html")).map(f => ({ name, file: join(folder, "pages", name, f) })));
assert.ok(pages.length >= 8, "too few pages");

const flags = ["--no-sandbox", "--disable-background-networking", "--no-first-run", "--use-gl=angle", "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader"];
const launch = more => chromium.launch({ executablePath: process.env.CHROMIUM, args: [...flags, ...more] });

let failures = 0;
async function check(what, body) {
  try {
    await body();
  } catch (error) {
    ++failures;
    console.error(`FAILED ${what}: ${error.message}`);
  }
}

/// A page that notes what goes wrong in it.
async function open(browser, file, options) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(300000);   // on a machine that others use as well
  const wrong = [];
  page.on("console", m => { if (["error", "warning"].includes(m.type()) && !/GPU stall|GL Driver/.test(m.text())) wrong.push(m.text()); });
  page.on("pageerror", e => wrong.push(e.message));
  page.on("request", r => { if (!/^(file|data|blob):/.test(r.url())) wrong.push(`asks for ${r.url()}`); });
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => document.readyState === "complete");
  return { page, wrong, close: () => context.close() };
}
const frames = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/// Rows of a CSV file with a head, as objects of numbers.
function rowsOf(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").filter(line => !line.startsWith("#")).map(line => line.split(","));
  return rows.map(row => Object.fromEntries(head.map((name, i) => [name, Number(row[i])])));
}

/// The viewer shows the trajectory.
async function checkAttitude(name, page) {
  const end = await page.evaluate(() => document.getElementById("motion").viewer.end);
  const rows = rowsOf(join(folder, "pages", name, "trajectory.csv")).filter(r => r.time <= end);
  assert.ok(rows.length > 10, `${rows.length} rows`);
  const chosen = rows.filter((_, i) => i % Math.ceil(rows.length / 200) === 0);
  const shown = await page.evaluate(times => times.map(t => document.getElementById("motion").viewer.attitude(t)), chosen.map(r => r.time));
  let worst = 0;
  chosen.forEach((row, i) => {
    const q = [row.qx, row.qy, row.qz, row.qw], sign = Math.sign(q.reduce((sum, x, k) => sum + x * shown[i][k], 0));
    worst = Math.max(worst, 2 * Math.hypot(...q.map((x, k) => x - sign * shown[i][k])));
  });
  // Samples are 32-bit numbers. Between samples, which are 1/48 of a turn apart at most, slerp follows the motion to
  // the square of that.
  assert.ok(worst < 2e-3, `off by ${worst} radians`);
  if (name === "top") assert.ok(worst < 1e-6, `off by ${worst} radians where the times are those of the rows`);
  console.log(`${name}: attitudes of ${chosen.length} rows, off by at most ${worst.toExponential(1)} radians`);
}

const browser = await launch([]);

// --- every page, wide and narrow, light and dark
for (const { name, file } of pages) {
  const bytes = statSync(file).size;
  await check(`${name}: size`, () => assert.ok(bytes <= mostBytes, `${bytes} bytes, expected at most ${mostBytes}`));
  await check(`${name}: policy`, () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(file, "utf8"))[1];
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; script-src '(sha256-|none')/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
  });
  await check(name, async () => {
    const begin = performance.now();
    const { page, wrong, close } = await open(browser, file);
    const milliseconds = performance.now() - begin;
    for (const width of [1200, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await frames(page);
        await page.screenshot({ path: join(folder, "shots", `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(tooWide <= 0, `${tooWide} pixels too wide at ${width} px`);
      const empty = await page.evaluate(() => [...document.querySelectorAll(".plot canvas")].filter(c => !c.width || !c.height).length);
      assert.equal(empty, 0, `charts without a size at ${width} px`);
    }
    if (file.endsWith("report.html") && name !== "ensemble") await checkAttitude(name, page);
    await close();
    assert.deepEqual(wrong, []);
    console.log(`${name}: ${(bytes / 1000).toFixed(0)} kB, opened in ${milliseconds.toFixed(0)} ms`);
  });
}

// --- the same as glTF
const validator = require("gltf-validator");
for (const name of ["free", "events", "long", "mesh"]) {
  await check(`${name}: glTF`, async () => {
    const bytes = readFileSync(join(folder, "pages", name, "motion.gltf"));
    const { issues } = await validator.validateBytes(new Uint8Array(bytes));
    assert.deepEqual(issues.messages, []);
    const file = JSON.parse(bytes), data = Buffer.from(file.buffers[0].uri.split(",")[1], "base64");
    const floats = number => {
      const { bufferView, count, type } = file.accessors[number], { byteOffset } = file.bufferViews[bufferView];
      return Array.from({ length: count * (type === "VEC4" ? 4 : 1) }, (_, i) => data.readFloatLE(byteOffset + 4 * i));
    };
    const [{ samplers: [{ input, output }] }] = file.animations, times = floats(input), turns = floats(output);
    const key = i => turns.slice(4 * i, 4 * i + 4), dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
    for (let i = 1; i < times.length; ++i) {
      // cos of half the angle: an eighth of a turn at most, and the sign goes on
      assert.ok(dot(key(i), key(i - 1)) > Math.cos(Math.PI / 8), `from ${times[i - 1]} to ${times[i]}`);
    }
    const rows = rowsOf(join(folder, "pages", name, "trajectory.csv")), last = rows.at(-1);
    assert.ok(Math.abs(times.at(-1) - last.time) < 1e-6 * last.time, `ends at ${times.at(-1)}`);
    assert.ok(Math.abs(Math.abs(dot(key(times.length - 1), [last.qx, last.qy, last.qz, last.qw])) - 1) < 1e-6);
    console.log(`${name}: ${(bytes.length / 1000).toFixed(0)} kB of glTF, ${times.length} keys`);
  });
}

// --- controls
const top = pages.find(p => p.name === "top").file;
await check("play, pause, scrub, keys", async () => {
  const { page, wrong, close } = await open(browser, top, { reducedMotion: "no-preference" });
  const state = () => page.evaluate(() => {
    const { time, playing, start, end } = document.getElementById("motion").viewer;
    return { time, playing, start, end };
  });
  assert.equal((await state()).playing, true, "does not play by itself");
  const before = (await state()).time;
  await page.waitForFunction(t => document.getElementById("motion").viewer.time > t, before);
  await page.click(".viewer .play");
  const paused = await state();
  assert.equal(paused.playing, false, "does not stop");
  await page.waitForTimeout(150);
  assert.equal((await state()).time, paused.time, "goes on though it stands");
  await page.locator(".viewer .scrub input").evaluate(slider => {
    slider.value = "0.5";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const middle = await state();
  assert.ok(Math.abs(middle.time - (middle.start + middle.end) / 2) < 1e-6 * middle.end, `the middle is at ${middle.time}`);
  await page.locator(".viewer canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await state()).time > middle.time, "the arrow key does nothing");
  await page.keyboard.press("Home");
  assert.equal((await state()).time, middle.start);
  await page.keyboard.press(" ");
  assert.equal((await state()).playing, true, "the space bar does nothing");
  await page.keyboard.press(" ");
  assert.match(await page.locator(".viewer .clock").textContent(), /^t = /);
  await close();
  assert.deepEqual(wrong, []);
});

await check("claims by verdict", async () => {
  const { page, wrong, close } = await open(browser, pages.find(p => p.name === "papers").file);
  const shown = () => page.locator("li.claim.reproduced:visible").count();
  assert.ok(await shown() > 0);
  await page.locator("#filter input[value=reproduced]").uncheck();
  assert.equal(await shown(), 0);
  await page.locator("#filter input[value=reproduced]").check();
  assert.ok(await shown() > 0);
  await close();
  assert.deepEqual(wrong, []);
});

await check("reduced motion", async () => {
  const { page, close } = await open(browser, top, { reducedMotion: "reduce" });
  assert.equal(await page.evaluate(() => document.getElementById("motion").viewer.playing), false);
  await close();
});

await check("Poinsot's picture of a free body", async () => {
  const { page, wrong, close } = await open(browser, pages.find(p => p.name === "free").file);
  const picture = () => page.locator(".viewer canvas").screenshot();
  const before = await picture();
  await page.getByLabel("view").selectOption("poinsot");
  await page.evaluate(() => { const { viewer } = document.getElementById("motion"); viewer.seek(viewer.end / 3); });
  await frames(page);
  assert.notDeepEqual(await picture(), before);
  await page.screenshot({ path: join(folder, "shots", "poinsot.png") });
  assert.equal(await page.getByRole("button", { name: "herpolhode" }).count(), 1);
  await close();
  assert.deepEqual(wrong, []);
});

await check("the mesh of the user", async () => {
  const { page, wrong, close } = await open(browser, pages.find(p => p.name === "mesh").file);
  const shapes = await page.getByLabel("body as").locator("option").allTextContents();
  assert.deepEqual(shapes, ["mesh", "box", "ellipsoid"]);
  const picture = () => page.locator(".viewer canvas").screenshot(), mesh = await picture();
  await page.getByLabel("body as").selectOption("box");
  await frames(page);
  assert.notDeepEqual(await picture(), mesh, "the mesh looks like the box");
  await close();
  assert.deepEqual(wrong, []);
});

await check("the cloud of an ensemble", async () => {
  const { page, wrong, close } = await open(browser, pages.find(p => p.name === "ensemble").file, { reducedMotion: "no-preference" });
  const state = () => page.evaluate(() => {
    const { time, playing, start, end } = document.getElementById("motion").viewer;
    return { time, playing, start, end };
  });
  assert.equal((await state()).playing, true, "does not play by itself");
  await page.click(".viewer .play");
  const picture = () => page.locator(".viewer canvas").screenshot();
  const seek = part => page.evaluate(p => { const { viewer } = document.getElementById("motion"); viewer.seek(p * viewer.end); }, part);
  await seek(0);
  await frames(page);
  const before = await picture();
  await seek(0.5);
  await frames(page);
  assert.notDeepEqual(await picture(), before, "nothing has moved");
  // between two samples a point stays on the sphere
  const lengths = await page.evaluate(() => {
    const { viewer } = document.getElementById("motion");
    return [0, 0.123, 0.4567, 1].map(p => Math.hypot(...viewer.direction(7, p * viewer.end)));
  });
  for (const r of lengths) assert.ok(Math.abs(r - 1) < 1e-6, `a direction of length ${r}`);
  await page.getByRole("button", { name: "axes" }).click();
  await frames(page);
  assert.equal(await page.getByRole("button", { name: "axes" }).getAttribute("aria-pressed"), "false");
  await close();
  assert.deepEqual(wrong, []);
});

await check("twelve curves can be told apart in grey", async () => {
  const { page, wrong, close } = await open(browser, pages.find(p => p.name === "twelve").file);
  const looks = await page.evaluate(() => ["attitude", "energy"].map(id => Chart.getChart(id).data.datasets.filter(s => !s.guide)
    .map(s => [s.borderColor(), s.borderDash.join(" "), `${s.pointStyle} ${s.hollow}`, s.hasMarkers])));
  for (const curves of looks) {
    assert.equal(curves.length, 12);
    assert.equal(new Set(curves.map(([, dash, marker]) => `${dash}, ${marker}`)).size, 12, "two curves are alike in grey");
    assert.equal(new Set(curves.map(String)).size, 12);
    assert.ok(curves.every(([, , , marked]) => marked), "a curve without markers");
  }
  // the names take no room from the drawing
  await page.setViewportSize({ width: 390, height: 844 });
  await frames(page);
  const heights = await page.evaluate(() => [...document.querySelectorAll(".plot")].map(p => p.clientHeight));
  for (const height of heights) assert.ok(height >= 250, `a drawing of ${height} pixels`);
  await close();
  assert.deepEqual(wrong, []);
});

await check("charts: choice, zoom, files", async () => {
  const { page, wrong, close } = await open(browser, top, { acceptDownloads: true });
  const figure = page.locator("figure", { has: page.locator("#attitude_chart") });
  await figure.locator("select").selectOption("Euler angles");
  assert.deepEqual(await figure.locator(".legend button").allTextContents(), ["precession", "nutation", "spin"]);
  const box = await figure.locator("canvas").boundingBox();
  await page.evaluate(() => document.getElementById("attitude_chart").scrollIntoView({ block: "center" }));
  const place = await figure.locator("canvas").boundingBox();
  await page.mouse.move(place.x + place.width * 0.4, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + place.width * 0.6, place.y + place.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.ok(box && await figure.getByRole("button", { name: "whole" }).isVisible(), "there is no way back from the zoom");
  await figure.getByRole("button", { name: "whole" }).click();
  for (const [format, pattern] of [["SVG", /^<svg [\s\S]*<path [\s\S]*precession[\s\S]*<\/svg>$/], ["PNG", /^.PNG/], ["CSV", /^time t,precession,nutation,spin\n0,/]]) {
    await figure.locator("summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: format }).click()]);
    const text = readFileSync(await download.path(), format === "PNG" ? "latin1" : "utf8");
    assert.match(text, pattern, `the ${format} file begins with ${text.slice(0, 80)}`);
    assert.equal(download.suggestedFilename(), `attitude.${format.toLowerCase()}`);
  }
  await close();
  assert.deepEqual(wrong, []);
});
await browser.close();

// --- without WebGL there is a still picture
const without = await launch(["--disable-3d-apis"]);
await check("without WebGL", async () => {
  const { page, close } = await open(without, top);
  assert.ok(await page.locator(".still").isVisible(), "there is no still picture");
  assert.match(await page.locator("#motion .note").textContent(), /no 3-D pictures/);
  await page.screenshot({ path: join(folder, "shots", "still.png") });
  await close();
});
await without.close();

if (failures) {
  console.error(`${failures} failed`);
  process.exit(1);
}
