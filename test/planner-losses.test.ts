import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
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
  it.each([
    `Recalculate ${ID} with actual mean 5.5, actual sd 2.4; nobody dropped out`,
    `Recalculate ${ID} with actual mean 5.5, actual sd 2.4 and no dropout`,
    `Berechne ${ID} neu mit tatsächlichem Mittelwert 5,5 und Standardabweichung 2,4; niemand ist ausgefallen`,
    `Recalcula ${ID} con media real 5,5 y desviación estándar real 2,4; nadie abandonó`,
    `Recalcule ${ID} avec moyenne réelle 5,5 et écart-type réel 2,4 ; personne n’a abandonné`,
    `Recalcule ${ID} com média real 5,5 e desvio padrão real 2,4; ninguém desistiu`,
    `Kokotoa upya ${ID} kwa wastani halisi 5.5 na mkengeuko halisi 2.4; hakuna aliyejitoa`,
  ])('is a dropout of nothing: %s', (said) => {
    expect(agreed(said)).toMatchObject({ name: 'recalculate_sample', args: { mean: 5.5, dropoutRate: 0 } });
  });

  it('is not said by a dropout that is not known yet', () => {
    const said = `Recalculate ${ID} with actual mean 5.5, actual sd 2.4; no dropout figure yet`;
    expect(agreed(said)?.args).not.toHaveProperty('dropoutRate', 0);
  });
});

describe('a part of a whole that was lost', () => {
  it.each([
    `Recalculate ${ID} with actual mean 5.5, actual sd 2.4 and 14 of 70 homes dropped out`,
    `Recalculate ${ID} with actual mean 5.5, actual sd 2.4; 14 homes out of 70 were lost`,
    `Recalcula ${ID} con media real 5,5, desviación estándar real 2,4; abandono: 14 de los 70 hogares abandonaron`,
    `Recalcule ${ID} avec moyenne réelle 5,5 et écart-type réel 2,4 ; 14 foyers sur 70 ont abandonné`,
    `Recalcule ${ID} com média real 5,5 e desvio padrão real 2,4; desistências: 14 de 70 famílias desistiram`,
    `Kokotoa upya ${ID} kwa wastani halisi 5.5 na mkengeuko halisi 2.4; kaya 14 kati ya 70 zimejitoa`,
  ])('is its share: %s', (said) => {
    expect(agreed(said)).toMatchObject({ name: 'recalculate_sample', args: { mean: 5.5, dropoutRate: 0.2 } });
  });
});

it.each([
  'I need a sample size, a standard deviation of 5 lb and a response rate of 75% and a population of about 2040 and average of 90 lb',
  'Sample size for response rate 75%. roughly 2000 homes. at 95/10. SD of 0.2. average of 6',
])('a rate of response leaves what is lost: %s', (said) => {
  expect(talkAndAgree([said], options).calls.at(-1)?.args).toMatchObject({ dropoutRate: 0.25 });
});
