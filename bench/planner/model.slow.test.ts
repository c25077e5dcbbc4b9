import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { trainedModel } from './trained-model.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('trains the same bytes again, in less than two minutes of one processor', {
  timeout: 300_000,
}, async () => {
  const before = process.cpuUsage();
  const bytes = await trainedModel(ROOT);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(120);
  const shipped = readFileSync(join(ROOT, 'src/planner/understanding/planner-model.gz'));
  expect(bytes.equals(shipped), 'Run: npm run train').toBe(true);
});
