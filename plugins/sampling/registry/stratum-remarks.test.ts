import { expect, it } from 'vitest';
import { inspectRegistry } from './inspect-registry.js';
import { memorySource } from './registry-source.js';

const inspected = async (strata: readonly string[]) =>
  inspectRegistry(
    memorySource('r.csv', `household_id,stratum\n${strata.map((name, i) => `H${i},${name}`).join('\n')}\n`),
    { columns: { id: 'household_id', stratum: 'stratum' } },
  );

it('names strata that differ in capital letters alone, and marks that stand for none', async () => {
  const { warnings } = await inspected(['rural', 'Rural', 'urban', 'rural', 'n/a']);
  expect(
    warnings.filter((each) => each.includes('"rural" and "Rural" differ in capital letters')),
  ).toHaveLength(1);
  expect(warnings).toContainEqual('"n/a" counts as a stratum, though it marks a missing value');
});

it('names strata that look alike, with a letter of another script or a sign that nobody sees', async () => {
  for (const twin of ['n\u043erd', 'nord\u200b', 'Nord-', 'NORD'])
    expect((await inspected(['nord', twin, 'south', 'nord'])).warnings).toEqual([
      expect.stringContaining(`the strata "nord" and "${twin}" `),
    ]);
});

it('says nothing of strata that are told apart', async () => {
  expect((await inspected(['rural', 'urban', 'rural', 'urban'])).warnings).toEqual([]);
});
