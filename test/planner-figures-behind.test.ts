import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const DESIGN = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout, 95/5';
const KEPT = {
  confidence: 0.95,
  precision: 0.05,
  population: 5000,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
};
const behind = (said: string) => talk([DESIGN, said], options);
const made = (said: string) => behind(said).calls.filter(({ name }) => name !== 'load_capability');

describe('behind a design', () => {
  it.each([
    ['the mean should be 0.7, not 0.8', { expectedMean: 0.7 }],
    ['mean 0.7 rather than 0.8', { expectedMean: 0.7 }],
    ['instead of 0.8 take 0.75', { expectedMean: 0.75 }],
    ['sd 0.3 rather than 0.2', { expectedSD: 0.3 }],
    ['20% dropout, not 15%', { dropoutRate: 0.2 }],
    ['not 15% but 12%', { dropoutRate: 0.12 }],
    ['replace 0.8 by 0.7', { expectedMean: 0.7 }],
    ['change the mean from 0.8 to 0.7', { expectedMean: 0.7 }],
    ['Mittelwert 0,75 statt 0,8', { expectedMean: 0.75 }],
    ['Ausfall 20% statt 15%', { dropoutRate: 0.2 }],
    ['au lieu de 0,8 prends 0,75', { expectedMean: 0.75 }],
    ['pérdida 20% en vez de 15%', { dropoutRate: 0.2 }],
    ['perda 20% em vez de 15%', { dropoutRate: 0.2 }],
    ['dropout 20% badala ya 15%', { dropoutRate: 0.2 }],
  ])('a figure in the place of another changes that one alone: %s', (said, args) => {
    expect(made(said).at(-1)).toEqual({ name: 'design_sample', args: { ...KEPT, ...args } });
  });

  it.each([
    'and with 20% dropout?',
    'und mit 20% Ausfall?',
    'et avec 20% de perte ?',
    'e com 20% de perda?',
    'e com perda de 20%?',
    'na kwa dropout ya 20%?',
  ])('a figure that is named goes on with it: %s', (said) => {
    const { calls, text } = behind(said);
    expect(calls.at(-1)?.args ?? text).toEqual(
      calls.length > 0 ? { ...KEPT, dropoutRate: 0.2 } : expect.stringContaining('20%'),
    );
  });

  it.each([
    ['minus 12 households that burnt down', '4,988'],
    ['less 80 households', '4,920'],
    ['without the 80 households that moved', '4,920'],
    ['another 350 joined', '5,350'],
  ])('what went or came is reckoned: %s', (said, left) => {
    const { calls, text } = behind(said);
    expect(calls).toEqual([]);
    expect(text).toContain(left);
  });

  it.each([
    'with 8 interviewers?',
    '8 interviewers',
    'with 4 teams?',
    'and for 9 villages?',
    'mit 8 Interviewern?',
    'avec 8 enquêteurs ?',
    '¿con 8 encuestadores?',
    'com 8 entrevistadores?',
    'na wahoji 8?',
    '112 households, great',
    'thanks, 112 is fine',
    'I will visit 112 households',
    'so 95 households must answer?',
  ])('a count of something else is no population without a word: %s', (said) => {
    const { calls, text } = behind(said);
    expect(calls).toEqual([]);
    const [proposed = '', ...rest] = text.split('go ahead?');
    // Either the population stands as it was, or it is asked whether the number is one.
    expect(
      proposed.includes('5,000') || proposed.includes('5000') || /population\*\*\?/u.test(rest.join()),
    ).toBe(true);
  });

  it.each(['6 of 40 homes refused', 'so 95 households must answer?'])(
    'loses none of its figures: %s',
    (said) => {
      const { text } = behind(said);
      for (const each of ['confidence 95%', 'precision 5%', 'households', 'mean 0.8', 'sd 0.2'])
        expect(text).toContain(each);
    },
  );
});
