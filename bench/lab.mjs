#!/usr/bin/env node
// The laboratory in Chromium, drawn by software: bench/lab.mjs [PAGE [FOLDER]]. FOLDER has playwright-core
// (scripts/browser-packages FOLDER). Figures are printed, and nothing is asserted: they are those of the machine.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const page = resolve(process.argv[2] ?? 'build-wasm/lab/index.html');
const folder = resolve(process.argv[3] ?? 'build/lab');
const { chromium } = createRequire(join(folder, 'x.js'))('playwright-core');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath, args });

async function open(height) {
  const context = await browser.newContext({ viewport: { width: 1200, height }, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  tab.setDefaultTimeout(300000);
  await tab.goto(`file://${page}`);
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  return { tab, close: () => context.close() };
}

/// Milliseconds from one frame to the next, over some seconds: how many frames, their median.
const measure = (tab, seconds) => tab.evaluate(
  (milliseconds) => new Promise((done) => {
    const passed = [];
    let last = performance.now();
    const begin = last;
    const look = (now) => {
      passed.push(now - last);
      last = now;
      if (now - begin < milliseconds) return requestAnimationFrame(look);
      passed.sort((a, b) => a - b);
      done({ perSecond: (1000 * passed.length) / (now - begin), median: passed[passed.length >> 1] });
    };
    requestAnimationFrame(look);
  }),
  1000 * seconds,
);

/// Milliseconds from one picture of all bodies to the next: stepping in the worker, the way here, drawing.
const cloudFrames = (tab, seconds) => tab.evaluate(
  (milliseconds) => new Promise((done) => {
    const clock = document.getElementById('cloud-clock');
    let count = 0;
    const begin = performance.now();
    const observer = new MutationObserver(() => ++count);
    observer.observe(clock, { childList: true, characterData: true, subtree: true });
    setTimeout(() => {
      observer.disconnect();
      done((performance.now() - begin) / count);
    }, milliseconds);
  }),
  1000 * seconds,
);

async function playCloud(tab, count) {
  await tab.selectOption('#cloud-count', count);
  await tab.waitForFunction((n) => document.getElementById('cloud-said').textContent.startsWith(n), count);
  await tab.waitForTimeout(1500);
}

const rows = [];
let { tab, close } = await open(1000);
const loads = [];
for (let i = 0; i < 3; ++i) {
  const begin = performance.now();
  await tab.goto('about:blank');
  await tab.goto(`file://${page}`);
  await tab.waitForFunction(() => document.documentElement.dataset.ready);
  loads.push(performance.now() - begin);
}
rows.push(['size of the page, MB', (statSync(page).size / 1e6).toFixed(2)]);
rows.push(['until the first experiment is computed and drawn, ms, least of 3', Math.min(...loads).toFixed(0)]);

// a window of a usual height, of which the rest is scrolled out of sight, and one that shows everything
for (const height of [1000, 2600]) {
  if (height !== 1000) {
    await close();
    ({ tab, close } = await open(height));
  }
  const where = `frames per second in a window of 1200 × ${height}`;
  await tab.evaluate(() => polhode.lab.play());
  rows.push([`four bodies and three charts, ${where}`, (await measure(tab, 5)).perSecond.toFixed(0)]);
  await tab.selectOption('#preset', 'slow-top');
  await tab.waitForTimeout(1000);
  await tab.evaluate(() => polhode.lab.play());
  await playCloud(tab, '60');
  rows.push([`two tops, three charts and 60 tops, ${where}`, (await measure(tab, 5)).perSecond.toFixed(0)]);
}
await tab.evaluate(() => polhode.lab.pause());
await playCloud(tab, '4096');
rows.push(['4096 tops, stepped and drawn, ms from picture to picture', (await cloudFrames(tab, 5)).toFixed(0)]);
await close();
await browser.close();

console.log(`${execFileSync(executablePath, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}, headless, WebGL by software\n`);
console.log([['the laboratory', ''], ['---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'));
