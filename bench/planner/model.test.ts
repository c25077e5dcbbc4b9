import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { learntFrom } from '../../src/planner/understanding/artefact.js';
import { fingerprint } from './fingerprint.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('ships a model that was trained on the sentences and by the code that are here', () => {
  const bytes = readFileSync(join(ROOT, 'src/planner/understanding/planner-model.gz'));
  expect(learntFrom(bytes), 'The model is stale. Run: npm run train').toBe(fingerprint(ROOT));
  expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
});
