import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

/** Arguments of the call that the last message leads to, also where that is agreed to first; undefined where it asks. */
function designOf(...said: string[]): unknown {
  const first = talk(said, options);
  const made = asksToGoAhead(first.text) ? talk([...said, 'yes'], options) : first;
  return made.calls.find(({ name }) => name === 'design_sample')?.args;
}

const OPEN = 'Sample size for 2,040 households, mean 6 kg, 10% dropout, 90/10';
const WHOLE = 'Sample size for 2,040 households, mean 6 kg, sd 2 kg, 25% dropout, 90/10';
const given = { population: 2040, expectedMean: 6, dropoutRate: 0.1, confidence: 0.9, precision: 0.1 };

describe('an answer with a unit, to the question for a deviation', () => {
  it.each([
    ['2 kg', 2],
    ["it's 2kg", 2],
    ['about 2 kilograms', 2],
    ['0.1 kg', 0.1],
    ['sd 0.1 kg', 0.1],
    ['800 g', 0.8],
    ['sd 800 g', 0.8],
  ])('is it, and bends nothing that was said: %s', (answer, expectedSD) => {
    expect(designOf(OPEN, answer)).toEqual({ ...given, expectedSD });
  });

  it('is proposed where it had to be reckoned', () => {
    expect(asksToGoAhead(talk([OPEN, '800 g'], options).text)).toBe(true);
  });

  it.each(['2 hours', '30%', "I don't know"])('is none: %s', (answer) => {
    const { calls, text } = talk([OPEN, answer], options);
    expect(calls.filter(({ name }) => name === 'design_sample')).toEqual([]);
    expect(text).toContain('expected SD');
    expect(designOf(OPEN, answer, '2 kg')).toEqual({ ...given, expectedSD: 2 });
  });

  it('is the mean where that is asked for', () => {
    expect(designOf('Sample size for 2,040 households, sd 2 kg, 10% dropout, 90/10', '6 kg')).toEqual({
      ...given,
      expectedSD: 2,
    });
  });
});

describe('equal figures of other things', () => {
  it.each([
    ['sd 0.9 kg', { expectedSD: 0.9 }],
    ['sd 0.1 kg', { expectedSD: 0.1 }],
    ['sd 0.25 kg', { expectedSD: 0.25 }],
  ])('lose none of them in one message: %s', (sd, told) => {
    expect(designOf(WHOLE.replace('sd 2 kg', sd))).toEqual({ ...given, dropoutRate: 0.25, ...told });
  });

  it.each([
    ['make the sd 0.9 kg', 0.9],
    ['the sd is 0.25 kg', 0.25],
    ['sd 0.1 kg', 0.1],
  ])('lose none of them in a change: %s', (change, expectedSD) => {
    expect(designOf(WHOLE, change)).toEqual({ ...given, dropoutRate: 0.25, expectedSD });
  });

  it('are no share where they are an amount alone', () => {
    const { calls } = talk(['Sample size for 2,040 households: mean 3 hours, sd 0.9 hours'], options);
    for (const { args } of calls) expect(args).not.toHaveProperty('dropoutRate');
  });
});

describe('a list of values', () => {
  const told = { population: 812, expectedMean: 0.9, expectedSD: 0.5, dropoutRate: 0.15 };
  it.each([
    'I need a sample size, population 812; average of 0.9 kg; SD of 0.5 kg; 95/10; dropout 15%',
    'I need a sample size, at 95/10; 812 households; mean 0.9 kg; dropout 15%; sd 0.5 kg',
  ])('is one, cut by semicolons: %s', (message) => {
    expect(designOf(message)).toEqual({ ...told, confidence: 0.95, precision: 0.1 });
  });

  it.each([
    'Sample size for 2,040 households, mean 6 kg, we lose 10%, 90/10',
    'Design a sample: we lose 10%, 90/10, expected mean 6 kg, 2040 homes',
  ])('keeps a loss that equals another figure, and asks for a deviation: %s', (message) => {
    expect(talk([message], options).text).toContain('expected SD');
    expect(designOf(message, 'sd 2 kg')).toEqual({ ...given, expectedSD: 2 });
  });

  it('asks of an amount that it does not hold for as long as nobody says what it is', () => {
    const said = [
      'How many homes do we have to visit: at 95/10, expected mean 90 kg, 15% will drop out, standard deviation 10 kg',
      '12500',
    ];
    const { calls, text } = talk(said, options);
    const args = calls.find(({ name }) => name === 'design_sample')?.args;
    if (args === undefined) expect(text).toContain('90');
    else expect(args).toMatchObject({ population: 12_500, expectedMean: 90, confidence: 0.95 });
  });
});
