import { expect, it } from 'vitest';
import { z } from 'zod';
import { withWords } from '../../plugin/index.js';
import { readText } from '../reading/read-text.js';
import { argsInWords } from './call-words.js';
import { phrasesOf } from './speak.js';
import { withoutSigns } from './verbatim.js';

const share = z.number().min(0).max(1);
const schema = z.toJSONSchema(
  z.object({
    groups: z.object({
      enabled: z.boolean(),
      strata: z.array(z.object({ name: z.string(), weight: share })),
    }),
    population: withWords(z.int(), { aliases: ['households'] }),
    expectedMean: withWords(z.number(), { aliases: ['mean', 'average'] }),
    expectedSD: withWords(z.number(), { aliases: ['deviation', 'sd'] }),
    dropoutRate: withWords(share, { aliases: ['dropout'] }),
    days: withWords(z.int(), { unit: 'days' }),
    path: z.string(),
  }),
);
const said = (text: string, args: Readonly<Record<string, unknown>>, language: 'en' | 'de' = 'en') =>
  withoutSigns(argsInWords(args, schema, { heard: [readText(text)], phrases: phrasesOf(language) }));

it('says values in the words and units of the person', () => {
  const args = { population: 2040, expectedMean: 6, expectedSD: 2.5, dropoutRate: 0.25 };
  expect(said('2040 households, mean 6 kg, sd 2.5 kg, 25% dropout', args)).toBe(
    '2,040 households, mean 6 kg, sd 2.5 kg, 25% dropout',
  );
});

it('names the unit that a value was turned into, and none where two were said of one value', () => {
  expect(said('mean 800 g, sd 0.2 kg', { expectedMean: 800, expectedSD: 200 })).toBe('mean 800 g, sd 200 g');
  expect(said('5 kg and 5 days', { expectedMean: 5 })).toBe('mean 5');
});

it('says shares in percent, never sixteen digits, and no comma where it would be a decimal sign', () => {
  expect(said('about one in seven', { dropoutRate: 1 / 7 })).toBe('dropout 14.2857%');
  expect(said('a third', { expectedMean: 1 / 3 })).toBe('mean 0.33333333');
  expect(said('wir haben 2040', { population: 2040 }, 'de')).toBe('Grundgesamtheit 2040');
});

it('says groups behind single values and without braces', () => {
  const strata = [
    { name: 'urban', weight: 0.6 },
    { name: 'rural', weight: 0.4 },
  ];
  expect(
    said('', { groups: { enabled: true, strata }, days: 3, path: '/a.csv', odd: { a: [1, { b: 2 }] } }),
  ).toBe('3 days, path /a.csv, urban 60%, rural 40%, odd a 1, b 2');
});
