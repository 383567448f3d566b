// The same bits in Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, inBrowser } from './browser.mjs';
import { recordedRuns } from './commands.mjs';

const browser = chromium();

test('the hashes of all recorded runs are those of the native program, in Chromium',
  { skip: browser ? false : 'there is no Chromium' },
  async () => {
    const runs = recordedRuns();
    const found = await inBrowser(
      browser,
      process.env.POLHODE_PACKAGE,
      `const polhode = await load();
       const hashes = [];
       for (const { toml, settings } of task) {
         const run = polhode.run(toml, { settings, trajectory: false });
         hashes.push(await run.then((result) => result.hash, (error) => error.message));
       }
       return hashes;`,
      runs.map(({ toml, settings }) => ({ toml, settings })),
    );
    const wrong = runs.flatMap(({ hash, command }, i) => (found[i] === hash ? [] : [`${command}: ${found[i]}, expected ${hash}`]));
    assert.equal(wrong.join('\n'), '');
    assert.ok(runs.length >= 30);
  });
