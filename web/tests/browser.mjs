// A page in headless Chromium that imports the package: a server on loopback gives it the files, and takes what it posts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

/** Where Chromium is, or what CHROMIUM names; undefined if it is not. */
export function chromium() {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser', 'google-chrome'];
  return names.find((name) => spawnSync(name, ['--version'], { encoding: 'utf8' }).status === 0);
}

class BrowserDied extends Error {}

/**
 * What the page posts. `script`: the body of an async function of `load` and `task`; what it returns is posted. Fails after
 * `seconds`. A browser that the system has ended is no fault of the page: it gets a second one.
 */
export async function inBrowser(browser, folder, script, task, seconds = 1200) {
  try {
    return await inOneBrowser(browser, folder, script, task, seconds);
  } catch (error) {
    if (!(error instanceof BrowserDied)) throw error;
    console.error(`${error.message}; once more`);
    return inOneBrowser(browser, folder, script, task, seconds);
  }
}

async function inOneBrowser(browser, folder, script, task, seconds) {
  const page = `<!doctype html><meta charset="utf-8"><script type="module">
    import { load } from '/index.js';
    const post = (answer) => fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
    try {
      const task = await (await fetch('/task')).json();
      post({ value: await (async (load, task) => { ${script} })(load, task) });
    } catch (error) {
      post({ error: String(error?.stack ?? error) });
    }
  </script>`;
  const profile = mkdtempSync(join(tmpdir(), 'polhode-chromium-'));
  let server, child, timer;
  try {
    return await new Promise((resolve, reject) => {
      server = createServer((request, response) => {
        if (request.url === '/answer') {
          let body = '';
          request.on('data', (part) => (body += part));
          request.on('end', () => {
            response.end();
            const { value, error } = JSON.parse(body);
            if (error) reject(new Error(error));
            else resolve(value);
          });
          return;
        }
        const name = request.url === '/' ? '/page.html' : request.url;
        response.setHeader('content-type', types[extname(name)] ?? 'application/json');
        if (name === '/page.html') response.end(page);
        else if (name === '/task') response.end(JSON.stringify(task));
        else if (/^\/[a-z.]+$/.test(name) && existsSync(join(folder, name))) response.end(readFileSync(join(folder, name)));
        else response.writeHead(404).end();
      });
      timer = setTimeout(() => reject(new Error(`Chromium has not answered in ${seconds} s`)), 1000 * seconds);
      server.listen(0, '127.0.0.1', () => {
        const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run'];
        const address = `http://127.0.0.1:${server.address().port}/`;
        child = spawn(browser, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0', address], {
          stdio: 'ignore',
          detached: true, // a group of its own, to be ended together
        });
        child.on('error', reject);
        child.on('exit', (code, signal) => reject(new BrowserDied(`Chromium has ended by itself (${signal ?? code})`)));
      });
    });
  } finally {
    clearTimeout(timer);
    server?.closeAllConnections?.();
    server?.close();
    if (child?.pid !== undefined) {
      const gone = child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve));
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // all of them have ended already
      }
      await gone;
    }
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    } catch {
      // a process of Chromium's that has not noticed its end yet still writes there
    }
  }
}
