import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { TRAIL_PROGRAM } from './trail-program.js';

it('is the program that the page for auditors shows', async () => {
  const page = await readFile(new URL('../../../docs/sampling-trail.md', import.meta.url), 'utf8');
  const [, shown] = /```python\n(.*?)\n```/s.exec(page) ?? [];
  expect(shown).toBe(TRAIL_PROGRAM.join('\n'));
});
