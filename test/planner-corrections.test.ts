import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

/** A proposal that is wrong is mended by one correction, in any words: what it names is replaced, all else stays. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const WISH = 'Design a sample for 5000 households, mean 0.8 kg, sd 0.2 kg, 15%';
const WAS = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
const SPLIT = 'Design a sample for 5000 households, mean 0.8 kg, sd 0.2 kg, 15% dropout, 60% urban 40% rural';
const strata = (...rows: readonly Readonly<Record<string, unknown>>[]) => ({
  stratification: { enabled: true, strata: rows },
});

describe('corrections of a proposal, with the shipped model', () => {
  it.each(['no, 45', 'not 60 but 45', 'make it 45', 'nein, 45', 'non, 45', 'não, 45', 'hapana, 45'])(
    'a number that nothing names is the sample and never the seed: %s',
    (message) => {
      const { text } = talk(['draw 60 households from /reg.csv with seed 9401?', message], options);
      expect(text).toContain('9401');
      expect(text).toMatch(/\b45\b/);
      expect(text).not.toMatch(/(?:seed|Startwert|graine|semente|mbegu) 45/i);
    },
  );

  it.each(['yes, but tomorrow', 'ndiyo, lakini kesho'])('and no word is a seed: %s', (message) => {
    const { calls, text } = talk(['draw 60 households from /reg.csv with seed 9401?', message], options);
    expect(calls.filter(({ name }) => name === 'select_households')).toEqual([]);
    expect(text).not.toMatch(/(?:seed|mbegu) (?:tomorrow|kesho)/);
  });

  it.each<readonly [first: string, correction: string, args: Readonly<Record<string, unknown>>]>([
    [WISH, 'no, dropout 8%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'no, 8%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, '8%, not 15', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'not 15% but 8%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'change 15% to 8%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'no, the response rate is 92%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'no, mean 0.9 and sd 0.3', { ...WAS, expectedMean: 0.9, expectedSD: 0.3 }],
    [WISH, 'no, the sd is 300 g', { ...WAS, expectedSD: 0.3 }],
    [WISH, 'yes but with 90/10', { ...WAS, confidence: 0.9, precision: 0.1 }],
    [WISH, 'nein, Ausfall 8%', { ...WAS, dropoutRate: 0.08 }],
    [WISH, 'non, moyenne 0,9', { ...WAS, expectedMean: 0.9 }],
    [WISH, 'no, desviación estándar 0.3', { ...WAS, expectedSD: 0.3 }],
    [WISH, 'não, população 6000', { ...WAS, population: 6000 }],
    [WISH, 'hapana, wastani 0.9', { ...WAS, expectedMean: 0.9 }],
    [WISH, 'no, profile gs-90-10', { ...WAS, profile: 'gs-90-10' }],
    [
      SPLIT,
      'no, urban 70%, rural 30%',
      { ...WAS, ...strata({ name: 'urban', weight: 0.7 }, { name: 'rural', weight: 0.3 }) },
    ],
    [
      SPLIT,
      'no, coast 2000, hills 1800 and plain 1200',
      {
        ...WAS,
        ...strata(
          { name: 'coast', population: 2000 },
          { name: 'hills', population: 1800 },
          { name: 'plain', population: 1200 },
        ),
      },
    ],
    [
      SPLIT,
      'no, dropout 8%',
      {
        ...WAS,
        dropoutRate: 0.08,
        ...strata({ name: 'urban', weight: 0.6 }, { name: 'rural', weight: 0.4 }),
      },
    ],
  ])('%s >> %s', (first, correction, args) => {
    expect(asksToGoAhead(talk([first], options).text), 'a proposal').toBe(true);
    expect(talkAndAgree([first, correction], options).calls).toEqual([{ name: 'design_sample', args }]);
  });

  it('asks again before anything is done where a value was only placed by likelihood', () => {
    const { calls, text } = talk([WISH, 'no, 0.07 or so'], options);
    expect(calls).toEqual([]);
    expect(asksToGoAhead(text)).toBe(true);
  });

  it('corrects a correction', () => {
    const said = [WISH, 'no, 0.07 or so', 'no, mean 0.9'];
    expect(talkAndAgree(said, options).calls).toEqual([
      { name: 'design_sample', args: { ...WAS, dropoutRate: expect.any(Number), expectedMean: 0.9 } },
    ]);
  });

  it('leaves a change as a proposal, with the other name', () => {
    const said = ['I want /reports/q1.pdf out for everybody', 'no, /reports/q2.pdf'];
    expect(asksToGoAhead(talk(said.slice(0, 1), options).text), 'a proposal').toBe(true);
    expect(talk(said, options).calls).toEqual([]);
    expect(talkAndAgree(said, options).calls).toEqual([
      { name: 'vfs_set_public', args: { path: '/reports/q2.pdf', public: true } },
    ]);
  });

  it('makes nothing of a refusal with a reason', () => {
    const said = ['I want /reports/q1.pdf out for everybody', "no, don't publish /reports/q1.pdf"];
    const { calls, text } = talk(said, options);
    expect(calls).toEqual([]);
    expect(asksToGoAhead(text)).toBe(false);
  });

  it('takes a wish of its own for no correction', () => {
    const { calls } = talk([WISH, 'what is the weather in Nairobi right now?'], options);
    expect(calls.map(({ name }) => name)).toEqual(['get_current_weather']);
  });
});
