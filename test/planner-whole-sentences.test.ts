import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What a person says anew in a whole sentence takes nothing of earlier turns but what it refers to. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const callsOf = (said: readonly string[], answer?: string) =>
  talk(said, answer === undefined ? options : { ...options, answer: () => answer }).calls.filter(
    ({ name }) => name !== 'load_capability',
  );

describe('a question of its own', () => {
  it.each<[said: readonly string[], question: string]>([
    [
      ['what do the documents say about depot opening hours?', 'what do the documents say about pangolins?'],
      'pangolins',
    ],
    [
      ['what do the documents say about depot opening hours?', 'que disent les documents sur les forages?'],
      'les forages',
    ],
  ])('is asked as it stands: %j', (said, question) => {
    expect(callsOf(said)).toEqual([{ name: 'search_knowledge', args: { question } }]);
  });

  it('is narrowed to no document of the one before', () => {
    const said = ['Check the quote "the well is dry" in /wells.md', 'Check the quote "households"'];
    expect(callsOf(said)).toEqual([{ name: 'check_quote', args: { quote: 'households' } }]);
  });
});

describe('an order of its own', () => {
  it.each([
    ['Use imperial units', 'units imperial'],
    ['Set my time zone to Africa/Nairobi and my language to Swahili', 'time zone Africa/Nairobi'],
  ])('takes nothing of a proposal that nobody answered: %s', (said, shown) => {
    const { text } = talk(['Set my decimals to comma', said], options);
    expect(text).toContain(shown);
    expect(text).not.toContain('comma');
  });

  it('takes nothing of a call that failed', () => {
    const fault = 'Error: decimals: thousands is the sign that stands before decimals';
    const { text } = talk(['Set my decimals to comma', 'yes', 'Use metric units'], {
      ...options,
      answer: () => fault,
    });
    expect(text).toContain('units metric');
    expect(text).not.toContain('comma');
  });

  it('is no answer to a question that waits', () => {
    const { text } = talk(
      ['chart the allocation', 'draw the sample from /households.csv with seed 7'],
      options,
    );
    expect(text).not.toContain('draw a chart');
  });
});

it('still changes what was asked where it gives no whole call', () => {
  const design = 'Design a sample of 5000 households, mean 6 hours, sd 2 hours, 95/5';
  const { text, calls } = talk([design, 'Set the precision to 8%'], options);
  expect(`${text}${JSON.stringify(calls)}`).toMatch(/0\.08|precision 8%/u);
  expect(`${text}${JSON.stringify(calls)}`).toMatch(/5,?000/u);
});
