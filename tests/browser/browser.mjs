// Chromium for the tests of pages. Whether a test passes does not depend on how fast the machine is: tests wait for what
// the page is to show, and time limits only end what hangs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

export const patience = 300_000;   // milliseconds
const flags = ["--no-sandbox", "--disable-background-networking", "--no-first-run", "--disable-gpu-watchdog",
  "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/// `folder` has the packages of npm (scripts/browser-packages); CHROMIUM names the browser, and ONLY the checks, while one
/// of them is worked on.
export function browserTests(folder) {
  const require = createRequire(join(folder, "x.js"));
  const { chromium } = require("playwright-core");
  const only = new RegExp(process.env.ONLY ?? "");
  const browsers = {};   // one that draws, and one that does not
  let opened = [], failures = 0;

  async function browserFor(drawing) {
    const name = drawing ? "drawing" : "plain";
    if (!browsers[name]?.isConnected()) {
      const args = drawing ? flags : [...flags, "--disable-3d-apis"];
      browsers[name] = await chromium.launch({ executablePath: process.env.CHROMIUM, args, timeout: patience });
    }
    return browsers[name];
  }

  /// A page, and what is wrong in it: messages, errors and requests, none of which a check leaves to be there at its end.
  /// `drawing`: with WebGL. `before`: a function that runs in the page first. `ready`: true, in the page, once it can be used.
  async function open(address, { drawing = true, before, ready = () => document.readyState === "complete",
    mayComplain = false, ...options } = {}) {
    const browser = await browserFor(drawing);
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce", acceptDownloads: true, ...options });
    const wrong = [], entry = { context, wrong: mayComplain ? [] : wrong, died: false };
    opened.push(entry);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on("console", m => { if (["error", "warning"].includes(m.type()) && !/GPU stall|GL Driver/.test(m.text())) wrong.push(m.text()); });
    page.on("pageerror", e => wrong.push(e.message));
    page.on("request", r => { if (!/^(file|data|blob):/.test(r.url())) wrong.push(`asks for ${r.url()}`); });
    page.on("crash", () => { entry.died = true; });
    if (before) await page.addInitScript(before);
    await page.goto(`file://${address}`);
    await page.waitForFunction(ready);
    return page;
  }

  /// A browser that the system has ended is no fault of the page: then, and only then, the check is made once more.
  async function check(what, body) {
    if (!only.test(what)) return;
    for (let again = false; ; again = true) {
      try {
        await body();
        for (const { wrong } of opened) assert.deepEqual(wrong, []);
        console.log(`ok ${what}`);
        return;
      } catch (error) {
        const died = opened.some(o => o.died) || Object.values(browsers).some(b => !b.isConnected());
        console.error(`${died && !again ? "AGAIN, the browser has died," : "FAILED"} ${what}: ${error.stack}`);
        if (!died || again) {
          ++failures;
          return;
        }
      } finally {
        const contexts = opened.map(o => o.context);
        opened = [];
        await Promise.all(contexts.map(c => c.close().catch(() => {})));
      }
    }
  }

  async function done() {
    await Promise.all(Object.values(browsers).map(b => b.close()));
    if (!failures) return;
    console.error(`${failures} failed`);
    process.exitCode = 1;
  }

  return { require, open, check, done };
}

/// Once what was asked for before is drawn.
export const frames = page => page.evaluate(() => new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen))));

/// Another picture than `before`, which comes to the screen when the machine gets to it.
export async function changed(picture, before, otherwise) {
  const end = Date.now() + patience;
  do {
    const now = await picture();
    if (!now.equals(before)) return now;
  } while (Date.now() < end);
  return assert.fail(otherwise);
}

/// Moves the slider as a hand does.
export const slide = (slider, value) => slider.evaluate((input, v) => {
  input.value = v;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}, String(value));
