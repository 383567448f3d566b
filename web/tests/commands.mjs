// The runs of tests/program/hashes.csv, as the module takes them: a text and settings above it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const keys = {
  '--problem': 'problem',
  '--method': 'integrate.method',
  '--step': 'integrate.step',
  '--steps': 'integrate.steps',
  '--step-error': 'integrate.step_error',
  '--end': 'integrate.end',
};

const valueOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a name
  }
};

/** "run --problem slow-top --end 2" → { toml, settings } */
export function requestOf(command) {
  const words = command.split(' ').slice(1);
  const request = { toml: '', settings: {} };
  while (words.length > 0) {
    const word = words.shift();
    if (word === '--reversible-steps') {
      request.settings['integrate.reversible_steps'] = true;
    } else if (word === '--set') {
      const [, key, value] = /^([^=]+)=(.*)$/.exec(words.shift());
      request.settings[key] = valueOf(value);
    } else if (word in keys) {
      request.settings[keys[word]] = valueOf(words.shift());
    } else if (word.startsWith('--')) {
      throw new Error(`${command}: the option ${word} is not known here`);
    } else {
      request.toml = readFileSync(root + word, 'utf8');
    }
  }
  return request;
}

/** [{ hash, command, toml, settings }] */
export function recordedRuns() {
  const lines = readFileSync(`${root}tests/program/hashes.csv`, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [, hash, command] = /^([^,]+),(.*)$/.exec(line);
    return { hash, command, ...requestOf(command) };
  });
}
