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

describe('shares of one whole', () => {
  it.each([
    'half of the 2000 households are urban and the rest rural, mean 0.8, sd 0.2',
    'Design a sample for 2000 households, half of them urban and half rural, mean 0.8, sd 0.2',
    'la moitié des 2000 ménages sont urbains et le reste ruraux, moyenne 0,8, écart-type 0,2',
  ])('%s', (said) => {
    const { strata } = (argsOf([said])?.['stratification'] ?? {}) as { strata?: { weight: number }[] };
    expect(argsOf([said])).toMatchObject({ population: 2000 });
    expect(strata?.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
  });

  it('go to no part by guess: what does not make a whole is asked about', () => {
    const said = 'half of the 2000 households are urban, a third rural; mean 0.8, sd 0.2';
    const { calls, text } = talk([said], options);
    expect(calls.map(({ name }) => name)).not.toContain('design_sample');
    // By their names, or by what they make together.
    expect(text).toMatch(/“half”, “a third|The parts make 83\.33%, not 100%: which is right\?/u);
  });
});

describe('what no field took', () => {
  it.each([
    'draw 60 from households.csv with seed 5, stratified by region',
    'sample for 1300 homes, mean 5.2, sd 2.6, 90/10, stratified please',
  ])('is named: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls.filter(({ name }) => !name.includes('capabilit'))).toEqual([]);
    expect(text).toContain('“stratified');
  });

  it('is asked about where a search runs on into the next sentence', () => {
    const said = 'search entities for cookstove but first explain what that is. Actually only explain.';
    expect(talk([said], options).calls.map(({ name }) => name)).not.toContain('search_entities');
  });
});

describe('the opposite of what is said', () => {
  it.each(['make /plan.md hidden', 'make /plan.md secret', 'Rends /plan.md secret', 'mach /plan.md geheim'])(
    'is not proposed: %s',
    (said) => {
      expect(argsOf([said])).toMatchObject({ path: '/plan.md', public: false });
    },
  );

  it.each([
    'stop using imperial units',
    "arrête d'utiliser les unités impériales",
    'deja de usar unidades imperiales',
  ])('is not set: %s', (said) => {
    expect(talkAndAgree([said], options).calls).toEqual([]);
  });

  it.each([
    ['Usa el punto para los decimales', 'point'],
    ['utilise le point pour les décimales', 'point'],
    ['change decimals from comma to point', 'point'],
    ['change decimals from point to comma', 'comma'],
  ])('is not the sign: %s', (said, decimals) => {
    expect(argsOf([said])).toEqual({ decimals });
  });
});

describe('a document that is named', () => {
  it.each([
    ['What does the handbook say about hippos?', 'handbook'],
    ['What does umlaute.md say about Köln?', 'umlaute.md'],
    ['Que dit rules.pdf sur les hippopotames ?', 'rules.pdf'],
  ])('%s', (said, document) => {
    const call = talk([said], options).calls.at(-1);
    expect(call?.name).toBe('search_knowledge');
    expect(call?.args).toMatchObject({ document });
  });
});

it('asks for nothing by a word that tells a state', () => {
  expect(talk(['what is planned?'], options).text).not.toContain('Record the authority');
  expect(talk(['what does planned mean?'], options).text).toContain('authority');
});

describe('a bare number behind a no', () => {
  const said = ['2,700 users, mean 4.1 kg, sd 1.6, 90/10', 'make the dropout 20%'];

  it('takes the place of the number that was said last', () => {
    expect(argsOf([...said, 'no sorry 15'])).toMatchObject({ population: 2700, dropoutRate: 0.15 });
  });

  it('is shown before anything is made of it', () => {
    const { calls } = talk([...said, 'no sorry 15'], options);
    expect(calls.map(({ name }) => name)).not.toContain('design_sample');
  });
});

it('goes on with a wish that nothing was made of', () => {
  expect(argsOf(['draw 96 from households.csv', 'with seed 20'])).toMatchObject({
    sampleSize: 96,
    registryPath: '/households.csv',
    seed: '20',
  });
});

it('takes a letter whose sentences each give a part for one wish', () => {
  const said =
    'Namaste, pls see below. Total beneficiaries 3,275 as per MIS. Firewood 9.4 kg/day on average, std dev 3.8. We are on 95/10 now. Attrition abt 8 pct.';
  expect(argsOf([said])).toMatchObject({
    population: 3275,
    expectedMean: 9.4,
    expectedSD: 3.8,
    dropoutRate: 0.08,
  });
});
