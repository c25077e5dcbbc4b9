import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { loadModel } from '../src/planner/understanding/load-model.js';
import { bootedCapabilities } from './support/booted-capabilities.js';

let options: TalkOptions;
beforeAll(async () => {
  const capabilities = await bootedCapabilities(shippedPlugins);
  const model = await loadModel();
  if (model === undefined) throw new Error('The shipped model is missing.');
  const bound = [...META_TOOLS, ...capabilities.flatMap(({ tools }) => tools)];
  options = { capabilities, bound, model };
});

const ID = 'design-0b9f1234-aaaa-4bbb-8ccc-123456789abc';
/** The last call that a yes makes. */
const agreed = (...said: string[]) => talkAndAgree(said, options).calls.at(-1);

describe('a percentage that nobody calls a loss', () => {
  it.each([
    'Base sample size for mean 6, sd 2 at 5% precision and z = 1.645',
    'Base sample size for mean 6, sd 2, 95% confidence and 5% precision, or 10% if that is cheaper',
    'Base sample size for mean 6, sd 2, 90% confidence at 10% precision',
  ])('is no dropout: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(text).not.toContain('dropout');
    expect(JSON.stringify(calls)).not.toContain('dropout');
  });

  it('is the precision where that is said beside it, and a critical value the confidence', () => {
    const call = agreed('Base sample size for mean 6, sd 2 at 5% precision and z = 1.645');
    expect(call).toMatchObject({ args: { precision: 0.05, confidence: 0.9 } });
  });

  it.each([
    'Design a sample for 2000 households, mean 6, sd 2, 90/10, and 8% moved away',
    'Design a sample for 2000 households, mean 6, sd 2, 90/10, 8% dropout',
  ])('stays one where it is called so: %s', (said) => {
    expect(agreed(said)).toMatchObject({ name: 'design_sample', args: { dropoutRate: 0.08 } });
  });
});

describe('that nobody was lost', () => {
  it.each([])('is a dropout of nothing: %s', (said) => {
    expect(agreed(said)).toMatchObject({ name: 'recalculate_sample', args: { mean: 5.5, dropoutRate: 0 } });
  });

  it('is not said by a dropout that is not known yet', () => {
    const said = `Recalculate ${ID} with actual mean 5.5, actual sd 2.4; no dropout figure yet`;
    expect(agreed(said)?.args).not.toHaveProperty('dropoutRate', 0);
  });
});

describe('a part of a whole that was lost', () => {
  it.each([])('is its share: %s', (said) => {
    expect(agreed(said)).toMatchObject({ name: 'recalculate_sample', args: { mean: 5.5, dropoutRate: 0.2 } });
  });
});
