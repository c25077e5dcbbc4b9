import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What is said beside a wish and no tool does anything about is told, and the wish done. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner([...partsOfEveryOracle, ...bundledPlugins]);
});

describe('what is said beside a wish', () => {
  it.each([
    ['make the phone form of design-1, kitchen test, for Amina and Juma', 'Amina and Juma'],
    ['write the sampling plan of design-1 as docx and give me a link', 'give me a link'],
    ['write the sampling plan of design-1 as docx and send it to Anna', 'send it to Anna'],
  ])('is named behind what was done: %s', (said, beside) => {
    const { calls, text } = talk([said], options);
    expect(calls.at(-1)?.args).toMatchObject({ designId: 'design-1' });
    expect(text.split('\n\n')[1]).toContain(`“${beside}”`);
  });

  it.each([
    'Design a sample for 2000 households, mean 0.8, sd 0.2, 90/10 and show the result please',
    'Design a sample for 2000 households, mean 0.8, sd 0.2, and tell me how many to draw',
  ])('is nothing where it is done anyway: %s', (said) => {
    expect(talk([said], options).text).not.toContain('Not used');
  });
});

it('writes the number of an example without a sign that somebody reads as decimals', () => {
  const { text } = talk(['Design a sample with a mean of 0.8 and sd 0.2'], options);
  expect(text).toContain('population 5000');
  expect(text).not.toContain('5,000');
});

it.each(['Ist gehalt.xlsx denn jemals öffentlich gewesen?', 'was /pay.xlsx ever public?'])(
  'reads nothing of now where all that ever was is asked for: %s',
  (said) => {
    expect(talk([said], options).calls.filter(({ name }) => name.startsWith('vfs_'))).toEqual([]);
  },
);

it('changes none of several numbers by a bare one', () => {
  const said = ['take 1,920 households, mean 3.6 kg, sd 1.4 kg, 95/10', 'sorry no. 1,290.'];
  const { calls, text } = talk(said, options);
  expect(JSON.stringify([calls, text])).not.toContain('1.29');
});
