import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (/(?<!\.test)\.(ts|mjs)$/.test(entry.name)) yield path;
  }
}

const sources = ['src', 'plugins', 'bin']
  .flatMap((folder) => [...filesIn(folder)])
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')
  .replaceAll("\\'", "'");

const symptoms = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:You see|---)/.test(line))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, said = '']) => said));

/** Lines of the boot are put together, and held by the tests of src/boot. */
const ofTheBoot = /^\[(?:boot|boot-error|plugin)\]/;

it.each([...new Set(symptoms)].filter((said) => !ofTheBoot.test(said)))(
  'the line `%s` is printed by something',
  (said) => {
    const parts = said.split('…').map((part) => part.trim());
    const missing = parts.filter((part) => part.length > 3 && !sources.includes(part));
    expect(missing).toEqual([]);
  },
);
