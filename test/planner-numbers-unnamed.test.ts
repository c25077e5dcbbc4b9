import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const agreed = (...said: string[]) => talkAndAgree(said, options).calls.at(-1);

describe('a deviation that is told as a part of the mean', () => {
  it.each([
    ['how many households from 5200, mean 0.8, sd a quarter of the mean', 0.2],
    ['how many households from 5000, mean 2.4, sd half the mean', 1.2],
    ['how many households from 5000, mean 2.4, sd is a tenth of that', 0.24],
    ['5000 Haushalte, Mittelwert 2,4, Standardabweichung ein Viertel davon', 0.6],
    ['5000 hogares, media 2,4, desviación estándar la mitad de la media', 1.2],
  ])('is reckoned: %s', (said, expectedSD) => {
    expect(agreed(said)).toMatchObject({ name: 'design_sample', args: { expectedSD } });
  });
});

describe('a number that stands in words of its own', () => {
  const BASE = 'population 5000, mean 0.8, sd 0.2';
  it.each([
    [`${BASE}, 20% female headed`, '20%'],
    [`${BASE}, inflation 7%`, '7%'],
    [`${BASE}, 10% want to sell their stove`, '10%'],
    [`${BASE}, only 3 quarters will answer`, '3'],
  ])('is no dropout, and is asked about: %s', (said, left) => {
    const { text } = talk([said], options);
    expect(text).toMatch(new RegExp(`“[^”]*${left}[^”]*”`, 'u'));
    expect(agreed(said)?.args).not.toHaveProperty('dropoutRate');
  });

  it.each([
    [`${BASE}, 10% dropout plus 5% device failure`, '5%', { dropoutRate: 0.1 }],
    ['5000 households, mean 0.8, sd 0.2, with 90% confidence, no, 95', '95', { confidence: 0.9 }],
  ])('takes no place of the one that is named, and no other field: %s', (said, left, args) => {
    expect(talk([said], options).text).toContain(`What is “${left}”?`);
    expect(agreed(said)?.args).toMatchObject(args);
    expect(agreed(said)?.args).not.toHaveProperty('relativePrecision');
  });

  it.each([
    ['adjust 1,385 for 15% dropout and round up to the next ten', 'ten'],
    ['recalculate design-1234abcd5678 with 12% dropout instead of 10%', '10%'],
    ['12 of 15 stoves in the pilot were in use, population 3,400, 95/5', '12'],
  ])('fills no empty field: %s', (said, left) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toMatch(new RegExp(`What is [^?]*“${left}”`, 'u'));
  });

  it.each([
    ['draw 60 of /reg.csv with seed 7', { sampleSize: 60 }],
    [`${BASE}, 15% will not be there`, { dropoutRate: 0.15 }],
    [`${BASE}, response rate 85%`, { dropoutRate: 0.15 }],
  ])('is used where its words speak of the field: %s', (said, args) => {
    expect(agreed(said)?.args).toMatchObject(args);
  });
});

describe('a number that a follow-up changes by so much', () => {
  const DESIGN = '5000 households, mean 0.8, sd 0.2, 15% dropout';
  it.each([
    ['and with twice the dropout?', { dropoutRate: 0.3 }],
    ['and twice as many households?', { population: 10_000 }],
    ['double the population', { population: 10_000 }],
    ['and for 10 more households?', { population: 5010 }],
    ['and for 500 fewer?', { population: 4500 }],
    ['add 10% to the households', { population: 5500 }],
    ['and with 5 points more dropout?', { dropoutRate: 0.2 }],
    ['what if dropout is 5 points higher?', { dropoutRate: 0.2 }],
    ['und für 200 mehr?', { population: 5200 }],
    ['avec le double de pertes', { dropoutRate: 0.3 }],
    ['na kuacha mara mbili?', { dropoutRate: 0.3 }],
  ])('is proposed with what follows: %s', (said, args) => {
    const before = talk([DESIGN, said], options);
    expect(before.calls).toEqual([]);
    expect(agreed(DESIGN, said)).toMatchObject({
      name: 'design_sample',
      args: { expectedMean: 0.8, ...args },
    });
  });

  it.each(['and with 5% more dropout?', 'and 10 more pilots?'])('is not guessed: %s', (said) => {
    expect(talk([DESIGN, said], options).calls).toEqual([]);
    expect(talk([DESIGN, said], options).text).not.toMatch(/population 10|dropout 5%/u);
  });

  it('belongs to the call that waits for a yes', () => {
    const draw = ['draw 60 of /reg.csv with seed 7', 'and 20 more'];
    expect(talk(draw, options).calls).toEqual([]);
    expect(agreed(...draw)?.args).toMatchObject({ sampleSize: 80, seed: '7' });
  });
});

describe('a proposal behind which something else is said', () => {
  const ASKED = 'how many households from 5000, mean 2.4, sd half the mean';
  it.each(['thanks', 'perfect'])('is asked about once more: %s', (said) => {
    expect(talk([ASKED, said], options).text).toContain('sd 1.2**: go ahead?');
    expect(agreed(ASKED, said)).toMatchObject({ name: 'design_sample', args: { expectedSD: 1.2 } });
  });

  it('is told to be set aside by what is done at once', () => {
    const { calls, text } = talk([ASKED, 'what is the weather in Nairobi?'], options);
    expect(calls.at(-1)).toMatchObject({ args: { city: 'Nairobi' } });
    expect(text).toContain('Set aside, since nobody said yes: Design a sample');
  });
});

describe('a change of files', () => {
  it.each([
    ['keep /plan2.md, delete /budget.txt', { paths: ['/budget.txt'] }],
    ['make /plan.md a copy of /notes/a.md', { from: '/notes/a.md', to: '/plan.md' }],
    ['make a folder /field and put /plan2.md into it', { from: '/plan2.md', to: '/field' }],
  ])('is done the way round that it is said: %s', (said, args) => {
    expect(agreed(said)?.args).toMatchObject(args);
  });

  it.each([
    'overwrite /plan.md with the content of /notes/a.md',
    'move /plan2.md into the trash and /reg.csv to /data',
  ])('is neither made nor proposed where its paths are of two wishes: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).not.toContain('go ahead?');
  });
});
