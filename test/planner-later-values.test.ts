import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Values that come in later messages, in letters and beside lists reach their fields, or are asked about. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

type Args = Readonly<Record<string, unknown>>;
const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2';
const BASE = { population: 5000, expectedMean: 0.8, expectedSD: 0.2 };

describe('a later message', () => {
  it.each<readonly [said: readonly string[], args: Args]>([
    [
      ['Design a sample for 5000 households', 'They use the stove 0.8 of the time, sd about 0.2'],
      { population: 5000, expectedMean: 0.8, expectedSD: 0.2 },
    ],
    [
      ['Share in use 80 percent, precision 5%', '5000'],
      { population: 5000, expectedMean: 0.8, precision: 0.05, parameterType: 'proportion' },
    ],
    [
      ['Design a sample for 5000 households, mean 3, cv 0.35', 'no, mean 4'],
      { population: 5000, expectedMean: 4, expectedSD: 1.4 },
    ],
    [['Design a sample for 5000 households, mean 0.8, variance 0.04', 'the variance'], BASE],
    [['Design a sample for 5000 households, mean 0.8, variance 0.04', 'the second'], BASE],
    [
      ['Design a sample for 5000 households, mean 0.8, variance 0.04', 'the standard deviation'],
      { ...BASE, expectedSD: 0.04 },
    ],
    [
      ['I need a sample', '5000 homes', 'sd 0.2, use the profile gs-90-10', 'mean 0.8'],
      { ...BASE, profile: 'gs-90-10' },
    ],
    [[FIRST, 'make the dropout 20%'], { ...BASE, dropoutRate: 0.2 }],
    [
      [`${FIRST}, 95/5`, 'I spoke to Ravi and she would rather have 95% confidence with 10% precision'],
      { ...BASE, confidence: 0.95, precision: 0.1 },
    ],
  ])('gives what was lacking, or anew: %j', (said, args) => {
    expect(talkAndAgree(said, options).calls.at(-1)).toEqual({ name: 'design_sample', args });
  });
});

describe('beside other words', () => {
  it.each<readonly [said: string, tool: string, args: Args]>([
    [
      'Wir haben 1.200 Haushalte, Mittelwert 3,4 Stunden, Standardabweichung 1,1 Stunden, Ausfall 15 %, 90/10',
      'design_sample',
      {
        population: 1200,
        expectedMean: 3.4,
        expectedSD: 1.1,
        dropoutRate: 0.15,
        confidence: 0.9,
        precision: 0.1,
      },
    ],
    [
      'draw 36 urban and 24 rural from the attached list with seed 7',
      'select_households',
      {
        seed: '7',
        strata: [
          { name: 'urban', sampleSize: 36 },
          { name: 'rural', sampleSize: 24 },
        ],
      },
    ],
    [
      `Hello,\nwe have 5000 households, mean usage 0.8, sd 0.2. How many do we need to sample?\nBest, José`,
      'design_sample',
      BASE,
    ],
    ['Analyse design-1 for 2026-11', 'analyse_period', { designId: 'design-1', monitoringPeriod: '2026-11' }],
    ['write hello to /a.txt', 'vfs_write', { path: '/a.txt', content: 'hello' }],
    [
      'change "hello" to "goodbye" in /a.txt',
      'vfs_edit',
      { path: '/a.txt', oldString: 'hello', newString: 'goodbye' },
    ],
  ])('are values what they are called: %s', (said, name, args) => {
    expect(talkAndAgree([said], options).calls).toEqual([{ name, args }]);
  });

  it('does the pilot first, and asks what the population beside its values is', () => {
    const { calls, text } = talk(
      ['pilot of six homes: 2.1 3.4 2.9 4.0 2.5 2.2. How many of 3000 do I need?'],
      options,
    );
    expect(calls).toEqual([]);
    expect(text).toContain('values 2.1, 3.4, 2.9, 4, 2.5, 2.2');
    expect(text).toContain('“3000”');
  });

  it('takes a pronoun for no standard error', () => {
    const { text } = talk(
      ['Design a sample for 5000 households, mean 0.8, sd 0.2', 'e a taxa de resposta espera-se de 92%'],
      options,
    );
    expect(text).not.toContain('√n');
  });
});

describe('a changing wish in other words', () => {
  it.each([
    ['Veuillez rendre public le document /rapports/synthese.pdf', 'vfs_set_public'],
    ['Könnten Sie das Gutachten /berichte/a.pdf veröffentlichen?', 'vfs_set_public'],
  ])('is proposed and not done: %s', (said, tool) => {
    expect(talk([said], options).calls).toEqual([]);
    expect(talkAndAgree([said], options).calls.map(({ name }) => name)).toEqual([tool]);
  });
});
