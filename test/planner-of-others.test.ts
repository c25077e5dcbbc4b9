import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

describe('a place that is spoken of and not asked about', () => {
  it.each([
    ['Kumasi weather dey how? give me F, my uncle is from Texas', 'city Kumasi'],
    ['Weather for Lodwar please, my friend lives in Paris', 'city Lodwar'],
  ])('is no city of the weather: %s', (said, shown) => {
    const { calls, text } = talk([said], options);
    expect(calls.map(({ args }) => args['city'])).not.toContain(/Texas|Paris/u.exec(said)?.[0]);
    expect(text).toContain(shown);
  });

  it('may be that of a site of ours', () => {
    const { calls } = talk(["What's the weather at our site in Lodwar?"], options);
    expect(calls).toEqual([{ name: 'get_current_weather', args: { city: 'Lodwar' } }]);
  });
});

describe('what is left out of something to be shown', () => {
  it.each([
    ['list my designs but not the drafts', '“but not the drafts”'],
    ['list files in /reports without the pdfs', '“without the pdfs”'],
    ['SHOW CLAIMS BUT NOT THE ONES FROM AUGUST, COLLECTION 26', '“BUT NOT THE ONES FROM AUGUST”'],
  ])('is told before anything is shown: %s', (said, named) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain(named);
  });
});

it('takes a choice that several fields have for the one that is named', () => {
  expect(talk(['set decimals to comma'], options).text).toContain('decimals comma**');
});

it('explains a word that is asked about here', () => {
  expect(talk(['what does precision mean here'], options).text).toMatch(/^\*\*precision\*\*: /u);
});
