import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('no time limit that Node 20 may forget stands beside another signal: timeLimit of the kit is kept', async () => {
  const rooms = await Promise.all(
    ['src', 'plugins', 'examples', 'templates'].map(async (room) =>
      (await readdir(join(root, room), { recursive: true })).map((name) => join(room, name)),
    ),
  );
  const files = rooms.flat().filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(1_000);
  const forgetful = files.filter((name) => {
    const code = readFileSync(join(root, name), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return code.includes('AbortSignal.timeout(') && code.includes('AbortSignal.any(');
  });
  expect(forgetful).toEqual([]);
});
