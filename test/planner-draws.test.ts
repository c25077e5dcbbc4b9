import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Commitments, draws by them, replacements and lists, as a coordinator says them. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const namesOf = (said: string) => talkAndAgree([said], options).calls.map(({ name }) => name);
const argsOf = (said: string) => talkAndAgree([said], options).calls[0]?.args ?? {};

describe('a commitment', () => {
  it.each([
    'Commit to a verifiable draw of 56 households from /registers/chat.csv with 4 replacements; authority: NESREA',
    'Commit to a draw of this design from /registers/chat.csv, authority NESREA, 5 stand-ins',
    'Commit to a draw of design-1 from /registers/chat.csv to drand round 34400000, with 4 stand-ins',
  ])('is never taken for a draw by a seed: %s', (said) => {
    expect(namesOf(said)).not.toContain('select_households');
    expect(talk([said], options).text).not.toContain('seed 4');
  });

  it('names the stand-ins that it cannot take account of', () => {
    const { text } = talk(
      ['Commit to a draw of design-1 from /registers/chat.csv to drand round 34400000, with 4 stand-ins'],
      options,
    );
    expect(text).toContain('4 stand-ins');
  });

  it('takes the number of homes and of stand-ins of a draw for what they are', () => {
    const said =
      'Select 56 households at random from /registers/chat.csv with seed 20261129 and 4 replacements';
    expect(argsOf(said)).toEqual({
      sampleSize: 56,
      replacements: 4,
      seed: '20261129',
      registryPath: '/registers/chat.csv',
    });
  });
});

describe('the value of an authority', () => {
  it.each([
    'NESREA published the value 48213 in the Gazette. Draw now.',
    "Draw the sample from /registers/chat.csv. NESREA's value is 48213",
  ])('is never offered as a seed: %s', (said) => {
    expect(talk([said], options).text).not.toContain('seed 4');
    expect(argsOf(said)).not.toHaveProperty('seed');
  });
});

it('takes no word of another wish for the seed that was asked for', () => {
  const { text } = talk(
    [
      'draw the sample from /households.csv for design-1',
      'make the kitchen test form for the phones in Swahili and English',
    ],
    options,
  );
  expect(text).not.toContain('Swahili');
});

describe('a profile by its code', () => {
  it('is kept wherever it stands', () => {
    const said =
      'Design a sample: 5000 households, mean 4.2, sd 1.9, dropout 15%, cdm-90-10, project did:ixo:project/a, strata: urban 3000, rural 2000';
    expect(argsOf(said)).toMatchObject({ population: 5000, profile: 'cdm-90-10' });
  });
});

describe('a replacement', () => {
  const SELECTION = 'selection-681e8c0f-1b3d-4d7c-a411-de21f8596a5f';
  it.each([
    [`Replace AU-0099 in ${SELECTION}, reason: moved away`, ['AU-0099'], 'moved away'],
    [
      `Units AU-0099 and AU-0043 of ${SELECTION} cannot be reached: who stands in for them? Replace them, reason: not found after three visits`,
      ['AU-0099', 'AU-0043'],
      'not found after three visits',
    ],
  ])('takes units and reason as they are said: %s', (said, units, reason) => {
    expect(argsOf(said)).toEqual({ selectionId: SELECTION, units, reason });
  });
});

describe('a wish with its reason', () => {
  it('is a wish, whatever the reason denies', () => {
    expect(argsOf('Reject design-588b7a31 because the mean is not justified')).toEqual({
      designId: 'design-588b7a31',
      reason: 'the mean is not justified',
    });
  });
});

describe('a look at a list', () => {
  it.each(['Show how the registry /registers/01_title.xlsx is read', 'Preview registry /registers/chat.csv'])(
    'stores nothing: %s',
    (said) => {
      expect(argsOf(said)).toMatchObject({ preview: true });
    },
  );
});

describe('strata', () => {
  it('have names without the word for them', () => {
    const said =
      'Design a sample: strata Jigawa 1/2, Kano 1/2 and 300 households, mean 4.2, sd 1.6, profile cdm-90-10';
    expect(argsOf(said)).toMatchObject({
      stratification: {
        strata: [
          { name: 'Jigawa', weight: 0.5 },
          { name: 'Kano', weight: 0.5 },
        ],
      },
    });
  });
});
