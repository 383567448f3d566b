// node pages.mjs FOLDER: opens the pages of FOLDER/pages in Chromium, at two widths and in both schemes. Called by
// scripts/browser-tests. Screenshots are left in FOLDER/shots.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { browserTests, changed, frames, slide } from "./browser.mjs";

const folder = resolve(process.argv[2]);
const { require, open, check, done } = browserTests(folder);

const mostBytes = 1.2e6;
const pages = readdirSync(join(folder, "pages")).sort().flatMap(name =>
  readdirSync(join(folder, "pages", name)).filter(f => f.endsWith(".html")).map(f => ({ name, file: join(folder, "pages", name, f) })));
assert.ok(pages.length >= 8, "too few pages");
const fileOf = name => pages.find(p => p.name === name).file;
const picture = page => () => page.locator(".viewer canvas").screenshot();
const state = page => page.evaluate(() => {
  const { time, playing, start, end } = document.getElementById("motion").viewer;
  return { time, playing, start, end };
});
const seek = (page, part) => page.evaluate(p => {
  const { viewer } = document.getElementById("motion");
  viewer.seek(viewer.start + p * (viewer.end - viewer.start));
}, part);

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

// --- every page, wide and narrow, light and dark
const sizes = [];
await check("the browser begins", () => open(pages[0].file));
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
    const page = await open(file);
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
      const touching = await page.evaluate(() => typeof Chart === "undefined" ? [] : Object.values(Chart.instances).filter(({ ctx, scales: { x } }) => {
        ctx.font = `12px ${Chart.defaults.font.family}`;
        const ends = x.ticks.map(t => [-1, 1].map(side => x.getPixelForValue(t.value) + side * ctx.measureText(t.label).width / 2));
        return ends.some(([left], i) => i > 0 && left < ends[i - 1][1]);
      }).map(c => c.canvas.id));
      assert.deepEqual(touching, [], `charts whose labels lie on each other at ${width} px`);
      const cut = await page.evaluate(() => [...document.querySelectorAll(".card .value")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent));
      assert.deepEqual(cut, [], `numbers wider than their cards at ${width} px`);
    }
    if (file.endsWith("report.html") && name !== "ensemble") await checkAttitude(name, page);
    sizes.push(`| ${name}/${basename(file)} | ${(bytes / 1000).toFixed(0)} | ${milliseconds.toFixed(0)} |`);
  });
}
// The table of docs/output.md (How pages are tested).
writeFileSync(join(folder, "sizes.md"), ["| page | kB | opened in ms |", "| --- | --- | --- |", ...sizes, ""].join("\n"));

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
await check("play, pause, scrub, keys", async () => {
  const page = await open(fileOf("top"), { reducedMotion: "no-preference" });
  assert.equal((await state(page)).playing, true, "does not play by itself");
  const before = (await state(page)).time;
  await page.waitForFunction(t => document.getElementById("motion").viewer.time !== t, before);
  await page.click(".viewer .play");
  const paused = await state(page);
  assert.equal(paused.playing, false, "does not stop");
  await frames(page);
  assert.equal((await state(page)).time, paused.time, "goes on though it stands");
  await slide(page.locator(".viewer .scrub input"), 0.5);
  const middle = await state(page);
  assert.ok(Math.abs(middle.time - (middle.start + middle.end) / 2) < 1e-6 * middle.end, `the middle is at ${middle.time}`);
  await page.locator(".viewer canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await state(page)).time > middle.time, "the arrow key does nothing");
  await page.keyboard.press("Home");
  assert.equal((await state(page)).time, middle.start);
  await page.keyboard.press(" ");
  assert.equal((await state(page)).playing, true, "the space bar does nothing");
  await page.keyboard.press(" ");
  assert.match(await page.locator(".viewer .clock").textContent(), /^t = /);
});

await check("speed and loop", async () => {
  const page = await open(fileOf("top"));
  await page.getByLabel("speed").selectOption("10");
  await page.getByLabel("loop").uncheck();
  await seek(page, 0.9);
  await page.click(".viewer .play");
  await page.waitForFunction(() => !document.getElementById("motion").viewer.playing);
  const stopped = await state(page);
  assert.equal(stopped.time, stopped.end, "stands somewhere else than at the end");
  await page.getByLabel("loop").check();
  await seek(page, 0.9);
  await page.click(".viewer .play");
  await page.waitForFunction(() => { const { time, end } = document.getElementById("motion").viewer; return time < 0.9 * end; });
  assert.equal((await state(page)).playing, true, "does not begin anew");
});

await check("fingers", async () => {
  const page = await open(fileOf("top"), { hasTouch: true, viewport: { width: 390, height: 844 } });
  await page.locator(".viewer canvas").scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator(".viewer canvas").boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...places) => client.send("Input.dispatchTouchEvent",
    { type, touchPoints: places.map(([px, py], id) => ({ x: x + px * width, y: y + py * height, id })) });
  await frames(page);
  const still = await picture(page)();
  await touch("touchStart", [0.3, 0.5]);
  await touch("touchMove", [0.5, 0.5]);
  await touch("touchMove", [0.6, 0.5]);
  await touch("touchEnd");
  const turned = await changed(picture(page), still, "a finger does not turn the picture");
  await touch("touchStart", [0.4, 0.5], [0.6, 0.5]);
  await touch("touchMove", [0.35, 0.5], [0.65, 0.5]);
  await touch("touchMove", [0.3, 0.5], [0.7, 0.5]);
  await touch("touchEnd");
  await changed(picture(page), turned, "two fingers do not zoom");
});

await check("claims by verdict", async () => {
  const page = await open(fileOf("papers"));
  const shown = () => page.locator("li.claim.reproduced:visible").count();
  assert.ok(await shown() > 0);
  await page.locator("#filter input[value=reproduced]").uncheck();
  assert.equal(await shown(), 0);
  await page.locator("#filter input[value=reproduced]").check();
  assert.ok(await shown() > 0);
});

await check("reduced motion", async () => {
  const page = await open(fileOf("top"));
  assert.equal((await state(page)).playing, false);
});

await check("Poinsot's picture of a free body", async () => {
  const page = await open(fileOf("free"));
  await frames(page);
  const before = await picture(page)();
  await page.getByLabel("view").selectOption("poinsot");
  await seek(page, 1 / 3);
  await changed(picture(page), before, "it looks like the body in space");
  await page.screenshot({ path: join(folder, "shots", "poinsot.png") });
  assert.equal(await page.getByRole("button", { name: "herpolhode" }).count(), 1);
});

await check("the mesh of the user", async () => {
  const page = await open(fileOf("mesh"));
  const shapes = await page.getByLabel("body as").locator("option").allTextContents();
  assert.deepEqual(shapes, ["mesh", "box", "ellipsoid"]);
  await frames(page);
  const mesh = await picture(page)();
  await page.getByLabel("body as").selectOption("box");
  await changed(picture(page), mesh, "the mesh looks like the box");
});

await check("the cloud of an ensemble", async () => {
  const page = await open(fileOf("ensemble"), { reducedMotion: "no-preference" });
  assert.equal((await state(page)).playing, true, "does not play by itself");
  await page.click(".viewer .play");
  await seek(page, 0);
  await frames(page);
  const before = await picture(page)();
  await seek(page, 0.5);
  await changed(picture(page), before, "nothing has moved");
  // between two samples a point stays on the sphere
  const lengths = await page.evaluate(() => {
    const { viewer } = document.getElementById("motion");
    return [0, 0.123, 0.4567, 1].map(p => Math.hypot(...viewer.direction(7, p * viewer.end)));
  });
  for (const r of lengths) assert.ok(Math.abs(r - 1) < 1e-6, `a direction of length ${r}`);
  await page.getByRole("button", { name: "axes" }).click();
  await frames(page);
  assert.equal(await page.getByRole("button", { name: "axes" }).getAttribute("aria-pressed"), "false");
});

await check("twelve curves can be told apart in grey", async () => {
  const page = await open(fileOf("twelve"));
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
});

await check("charts: choice, zoom, files", async () => {
  const page = await open(fileOf("top"));
  const figure = page.locator("figure", { has: page.locator("#attitude_chart") });
  await figure.locator("select").selectOption("Euler angles");
  assert.deepEqual(await figure.locator(".legend button").allTextContents(), ["precession", "nutation", "spin"]);
  await page.evaluate(() => document.getElementById("attitude_chart").scrollIntoView({ block: "center" }));
  await frames(page);
  const place = await figure.locator("canvas").boundingBox();
  await page.mouse.move(place.x + place.width * 0.4, place.y + place.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + place.width * 0.6, place.y + place.height / 2, { steps: 5 });
  await page.mouse.up();
  await figure.getByRole("button", { name: "whole" }).click();   // there is a way back from the zoom
  await figure.getByRole("button", { name: "whole" }).waitFor({ state: "hidden" });
  for (const [format, pattern] of [["SVG", /^<svg [\s\S]*<path [\s\S]*precession[\s\S]*<\/svg>$/], ["PNG", /^.PNG/], ["CSV", /^time t,precession,nutation,spin\n0,/]]) {
    await figure.locator("summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: format }).click()]);
    const text = readFileSync(await download.path(), format === "PNG" ? "latin1" : "utf8");
    assert.match(text, pattern, `the ${format} file begins with ${text.slice(0, 80)}`);
    assert.equal(download.suggestedFilename(), `attitude.${format.toLowerCase()}`);
  }
});

// --- without WebGL there is a still picture
await check("without WebGL", async () => {
  const page = await open(fileOf("top"), { drawing: false, mayComplain: true });
  assert.ok(await page.locator(".still").isVisible(), "there is no still picture");
  assert.match(await page.locator("#motion .note").textContent(), /no 3-D pictures/);
  await page.screenshot({ path: join(folder, "shots", "still.png") });
});
await done();
