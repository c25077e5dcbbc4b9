import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner([...partsOfEveryOracle, ...bundledPlugins]);
});

const argsOf = (said: readonly string[]) => talkAndAgree(said, options).calls.at(-1)?.args;

describe('the answer to a question for a seed', () => {
  it.each([
    ['draw 60 households from list.csv', 'with seed 20', '20'],
    ['Zieh 48 Haushalte aus base.csv', 'Startwert ist 9', '9'],
    ['Tirez 48 ménages dans base.csv', 'germe 9', '9'],
    ['sorteia 32 casas da lista familias.csv', 'semente 77', '77'],
  ])('%s | %s', (wish, answer, seed) => {
    const args = argsOf([wish, answer]);
    expect(args).toMatchObject({ seed });
    expect(args).toHaveProperty('sampleSize');
    expect(args).toHaveProperty('registryPath');
  });
});

describe('a table of figures', () => {
  it('is what a design is made with, and no list of households', () => {
    const table = 'Total HH\t23,410\nMean (kg/d)\t4.85\nStd dev\t1.96\nConf\t90%\nPrec\t10%';
    expect(argsOf([table])).toMatchObject({ population: 23410, expectedMean: 4.85, expectedSD: 1.96 });
  });
});

describe('what stands behind a colon', () => {
  it.each([
    [
      'Make a file called /kit.txt that says: 6 hanging scales, 40 tarps, rope',
      '6 hanging scales, 40 tarps, rope',
    ],
    [
      'Make me a little note named /h.txt with this in it: Closed 24 to 27 December',
      'Closed 24 to 27 December',
    ],
    ['leg mir ne datei /merk.txt an, inhalt: Server 3 neu starten', 'Server 3 neu starten'],
    ['crée /courses.txt avec dedans : piles, sacs, balance', 'piles, sacs, balance'],
  ])('%s', (said, content) => {
    expect(argsOf([said])).toMatchObject({ content });
  });
});

describe('a sign that two fields may have', () => {
  it.each([
    ['set decimals to comma and thousands to point', { decimals: 'comma', thousands: 'point' }],
    ['set thousands to comma and decimals to point', { decimals: 'point', thousands: 'comma' }],
    ['comma for decimals, point for thousands', { decimals: 'comma', thousands: 'point' }],
    ['I write a decimal comma', { decimals: 'comma' }],
  ])('%s', (said, args) => {
    expect(argsOf([said])).toEqual(args);
  });
});

describe('words that only look like a sign against a wish', () => {
  it('takes off at once what is taken off at once', () => {
    const said = 'hide /raw/phones.csv from the public at once';
    expect(argsOf([said])).toMatchObject({ path: '/raw/phones.csv', public: false });
    expect(talk(['hide /raw/phones.csv from the public once Anna agrees'], options).calls).toEqual([]);
  });

  it('looks where somebody wrote something, and deletes nothing that is asked about', () => {
    const { calls } = talk(['where did I write about the broken thermometers'], options);
    expect(calls.map(({ name }) => name)).toContain('vfs_search');
    expect(talk(['did you delete /a.txt?'], options).calls).toEqual([]);
  });
});

describe('a wish that words alone take for a part of it', () => {
  it.each([
    ['Which designs are awaiting my sign-off?', 'list_sampling_records'],
    [
      'Temperature loggers show 5.5 h of cooking a day with an sd of 96 min. Fleet of 640. Confidence level 0.90, precision 0.10.',
      'design_sample',
    ],
  ])('%s', (said, name) => {
    expect(talkAndAgree([said], options).calls.at(-1)?.name).toBe(name);
  });
});
