import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const DESIGN = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout';
const agreed = (...said: string[]) => talkAndAgree(said, options).calls.at(-1)?.args;
const made = (...said: string[]) => talk(said, options).calls.filter(({ name }) => !/capabilit/u.test(name));

/** Phrases that make a number something else than what it stands beside, by what they do. */
const STRANGE = [
  'are under {n}',
  'the {n} goats',
  'clusters of {n}',
  'round to the next {n}',
  'no wait, {n}',
  '{n} times as many',
  'not {n}',
  'in place of {n}',
  'budget for {n} drivers',
  'ein Zuschlag von {n}',
  'une marche de {n} marches',
  'unos {n} perros',
  'mbwa {n}',
] as const;
const VALUES = ['7', '22%', '0.3', '40'] as const;

describe('a number beside a word that nothing explains', () => {
  it.each(STRANGE.flatMap((phrase) => VALUES.map((value) => phrase.replace('{n}', value))))(
    'is part of no call that is made at once: %s',
    (phrase) => {
      const said = `5000 households, mean 0.8, sd 0.2, ${phrase}`;
      const calls = made(said);
      // What was plain may be done; the strange number is then none of it.
      for (const { args } of calls)
        expect(args).toEqual({ population: 5000, expectedMean: 0.8, expectedSD: 0.2, ...zeroOf(args) });
      if (calls.length === 0)
        expect(talk([said], options).text).toMatch(/“[^”]+”|« [^»]+ »|„[^“]+“|«[^»]+»/u);
    },
  );
});

/** A choice that no number is. */
function zeroOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return 'parameterType' in args ? { parameterType: args['parameterType'] } : {};
}

describe('the one reading of such a number', () => {
  it.each([
    ['5000 households, mean 0.8, sd 0.2, 22% are under 18', 'Is “22% are under” **dropout rate**?'],
    ['Analyse the stove use in /log.csv with a gap of 15 minutes', 'gap of 15 minutes” **'],
  ])('is asked about before anything is told: %s', (said, question) => {
    expect(made(said)).toEqual([]);
    expect(talk([said], options).text).toContain(question);
  });

  it.each([
    ['5000 households, mean 0.8, sd 0.2, 22% are under 18', 'precision', '“18”'],
    ['5000 households, mean 0.8, sd 0.2, clusters of 20', 'precision', '20”'],
    ['roughly 5000 (plus or minus 100) households, mean 0.8, sd 0.2', 'precision', '“100”'],
    ['adjust 300 for 20% dropout and round to the next hundred', 'population', '“hundred”'],
    ['We sold 2,000 stoves in 2024, mean 0.8, sd 0.2: size a sample', 'nothing', '“2024”'],
  ])('is none where words or size forbid it: %s', (said, field, left) => {
    expect(made(said)).toEqual([]);
    const { text } = talk([said], options);
    expect(text).toContain(left);
    expect(text).not.toContain(field);
  });

  it('gives way to the one that takes it back', () => {
    const said = '5000 households, mean 0.8, sd 0.2, with confidence 90, no wait, 95 percent';
    expect(talk([said], options).text).toContain('Which one holds: “90”, “95 percent”?');
    expect(agreed(said)).not.toHaveProperty('dropoutRate');
  });
});

describe('a number that takes the place of another', () => {
  it.each([
    ['recalculate design-1234abcd5678 with 18% dropout in place of 15%', { dropoutRate: 0.18 }],
    [
      'recalculate design-1234abcd5678 with mean 0.75 and 18% dropout in place of 15%',
      { mean: 0.75, dropoutRate: 0.18 },
    ],
  ])('is the value, and the other is none: %s', (said, args) => {
    expect(agreed(said)).toEqual({ designId: 'design-1234abcd5678', ...args });
  });
});

describe('a number beside its name', () => {
  it.each([
    [DESIGN, { dropoutRate: 0.15 }],
    ['population 5000, mean 0.8, sd 0.2, response rate of 88%', { dropoutRate: 0.12 }],
    ['5000 Haushalte, Mittelwert 0,8, Standardabweichung 0,2', { expectedSD: 0.2 }],
    ['5000 ménages, moyenne 0,8, écart-type 0,2', { expectedSD: 0.2 }],
    ['5000 hogares, media 0,8, desviación estándar 0,2', { expectedSD: 0.2 }],
  ])('is used without a question: %s', (said, args) => {
    expect(agreed(said) ?? made(said).at(-1)?.args).toMatchObject(args);
    expect(talk([said], options).text).not.toMatch(/[“„«]/u);
  });

  it.each(['maybe', 'perhaps', 'probably', 'if'])('is doubted by “%s”, and the wish is not', (hedge) => {
    const said = `Design a sample for 5000 households, mean 0.8, sd 0.2, ${hedge} 15% drop out`;
    expect(agreed(said) ?? made(said).at(-1)?.args).toMatchObject({ population: 5000, dropoutRate: 0.15 });
  });
});

describe('a change of what stands', () => {
  it.each([
    ['and three times as many homes?', { population: 15_000 }],
    ['four times as many', { population: 20_000 }],
    ['what if a third fewer households?', { population: 3333 }],
    ['lower the dropout by 5 percentage points', { dropoutRate: 0.1 }],
    ['raise the dropout by 3 points', { dropoutRate: 0.18 }],
    ['increase the dropout by a third', { dropoutRate: 0.2 }],
    ['sd up by 0.05', { expectedSD: 0.25 }],
    ['increase mean by 0.1', { expectedMean: 0.9 }],
    ['reduce the sd by half', { expectedSD: 0.1 }],
    ['twice the households and half the dropout', { population: 10_000, dropoutRate: 0.075 }],
    ['und dreimal so viele Haushalte?', { population: 15_000 }],
    ['baisse les pertes de 5 points', { dropoutRate: 0.1 }],
    ['reduce la pérdida en 5 puntos', { dropoutRate: 0.1 }],
  ])('is reckoned, and proposed: %s', (said, args) => {
    expect(talk([DESIGN, said], options).calls).toEqual([]);
    expect(agreed(DESIGN, said)).toEqual({
      population: 5000,
      expectedMean: 0.8,
      expectedSD: 0.2,
      dropoutRate: 0.15,
      ...args,
    });
  });
});

it.each(['one-sided', "using Student's t", 'einseitig'])(
  'names a method that no call can be told: %s',
  (method) => {
    const said = `5000 households, mean 0.8, sd 0.2, ${method}`;
    expect(made(said)).toEqual([]);
    expect(talk([said], options).text).toMatch(/one-sided|Student|einseitig/u);
  },
);

describe('a value beside the answer to a question', () => {
  const asking: TalkOptions['answer'] = ({ args }) =>
    args['confidence'] === 0.9 && args['profile'] === undefined
      ? 'Error: The request is not valid.\nprofile: is needed: cdm-90-10 or gs-90-10'
      : '{"ok":true}';
  const ASKED = 'How many of 2040 households, mean 6 kg, sd 2.5 kg, 25% dropout, 90/10?';
  it('takes the place of the one before, and is proposed', () => {
    const spoken = talk([ASKED, 'cdm, and 12% dropout'], { ...options, answer: asking });
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain('12% dropout');
    const done = talk([ASKED, 'cdm, and 12% dropout', 'yes'], { ...options, answer: asking });
    expect(done.calls.at(-1)?.args).toMatchObject({ dropoutRate: 0.12, profile: 'cdm-90-10' });
  });
  it('is none where only the choice is given', () => {
    const { calls } = talk([ASKED, 'cdm'], { ...options, answer: asking });
    expect(calls.at(-1)?.args).toMatchObject({ dropoutRate: 0.25, profile: 'cdm-90-10' });
  });
});
