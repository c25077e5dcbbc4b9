import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;

beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const DESIGN = 'population 5000, mean 0.8, sd 0.2';

describe('a number of something else', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [`${DESIGN}, 20% female headed`, ['“20%”'], ['dropout 20%']],
    [`${DESIGN}, inflation 7%`, ['“7%”'], ['dropout 7%']],
    [`${DESIGN}, 10% want to sell their stove`, ['“10%”'], ['dropout 10%']],
    [`${DESIGN}, 10% dropout plus 5% device failure`, ['10% dropout', '“5%”'], ['dropout 5%', 'Is “10%”']],
    ['adjust 1,385 for 15% dropout and round up to the next ten', ['“ten”'], ['population 10']],
    [
      'adjust 385 for a population of 2,500 and 15% dropout, then double it for deff 2',
      [],
      ['SD 2**', 'SD 2,'],
    ],
    [
      'adjust 385 for a population of 2,500 and 15% dropout, minimum 30 and 10 reserves',
      ['“10”'],
      ['precision'],
    ],
  ];
  for (const [said, told, never] of cases)
    it(`is told as unused: ${said}`, () => {
      const { calls, text } = talk([said], options);
      expect(calls.filter(({ name }) => !/capabilit/u.test(name))).toEqual([]);
      for (const one of told) expect(text).toContain(one);
      for (const one of never) expect(text).not.toContain(one);
    });

  it('does not take the place of what was proposed', () => {
    const { text } = talk([DESIGN, 'use that for 2 districts'], options);
    expect(text).toContain('population 5,000');
    expect(text).toContain('“2 districts”');
  });
});

describe('two losses', () => {
  it('are asked about, with their sum', () => {
    const { text } = talk([`${DESIGN}, 15% dropout and 5% refusal`], options);
    expect(text).toContain('20% (15% + 5%)');
    expect(text).not.toContain('precision 5%');
  });

  it('of two parts are both named', () => {
    const { text } = talk([`${DESIGN}, 15% dropout in urban and 25% in rural`], options);
    expect(text).toMatch(/“15%”, “25%”/u);
    expect(text).not.toContain('precision 25%');
  });
});
