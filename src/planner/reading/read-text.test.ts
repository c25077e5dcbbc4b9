import { describe, expect, it } from 'vitest';
import type { Language } from '../language/language.js';
import { readText } from './read-text.js';
import type { Mention } from './reading.js';

const brief = (one: Mention): unknown => {
  if (one.type === 'pair') return one.values;
  if (one.type !== 'number') return `${one.type} ${one.value}`;
  const marks = [
    one.percent ? '%' : '',
    one.plusMinus ? '±' : '',
    one.bound ?? '',
    one.unit === undefined ? '' : one.unit.name + (one.unit.per === undefined ? '' : `/${one.unit.per}`),
  ].filter((mark) => mark !== '');
  const value = Number(one.value.toPrecision(12));
  return marks.length === 0 ? value : `${value} ${marks.join(' ')}`;
};
const read = (text: string, language?: Language) =>
  readText(text, { ...(language === undefined ? {} : { language }), today: '2025-03-12' }).mentions.map(
    brief,
  );

describe('readText: numbers', () => {
  it.each<[Language, string, unknown[]]>([
    ['en', '1,234.5', [1234.5]],
    ['de', '1.234,5', [1234.5]],
    ['fr', '1 234,5', [1234.5]],
    ['de', "5'000 Haushalte", [5000]],
    ['en', '1,00,000 homes', [100_000]],
    ['en', '1.2 lakh', [120_000]],
    ['en', '3 crore', [30_000_000]],
    ['es', '5 mil hogares', [5000]],
    ['en', '12.5k', [12_500]],
    ['en', '1, 2 and 3', [1, 2, 3]],
    ['en', '1,2,3', [1, 2, 3]],
    ['en', '5000households', [5000]],
    ['en', 'two thousand forty', [2040]],
    ['en', 'one hundred and twenty three', [123]],
    ['en', 'half a million', [500_000]],
    ['en', 'two and a half', [2.5]],
    ['en', 'twelve hundred', [1200]],
    ['en', 'a dozen', [12]],
    ['de', 'zweitausend', [2000]],
    ['de', 'dreitausendfünfhundertzweiundzwanzig', [3522]],
    ['de', 'fünfundneunzig Prozent', ['0.95 %']],
    ['fr', 'deux mille', [2000]],
    ['fr', 'quatre-vingt-dix-sept', [97]],
    ['fr', 'soixante et onze', [71]],
    ['fr', 'mille deux cents', [1200]],
    ['es', 'dos mil cuarenta', [2040]],
    ['es', 'noventa y cinco por ciento', ['0.95 %']],
    ['es', 'mil doscientos', [1200]],
    ['pt', 'dois mil e quinhentos', [2500]],
    ['pt', 'cento e vinte', [120]],
    ['sw', 'elfu mbili', [2000]],
    ['sw', 'elfu mbili mia nne', [2400]],
    ['sw', 'elfu mbili na arobaini', [2040]],
    ['sw', 'elfu arobaini na tano', [45_000]],
    ['sw', 'mia tatu na hamsini', [350]],
    ['sw', 'ishirini na tano', [25]],
  ])('%s: %s', (language, text, expected) => {
    expect(read(text, language)).toEqual(expected);
  });

  it.each<[Language, string, unknown[]]>([
    ['en', 'point four', [0.4]],
    ['en', 'zero point eight', [0.8]],
    ['en', 'two point four five', [2.45]],
    ['en', 'stddev .6', [0.6]],
    ['de', 'null Komma acht', [0.8]],
    ['fr', 'zéro virgule vingt-cinq', [0.25]],
    ['es', 'cero coma ocho', [0.8]],
    ['pt', 'zero vírgula oito', [0.8]],
    ['sw', 'sifuri nukta nane', [0.8]],
  ])('spoken decimals: %s: %s', (language, text, expected) => {
    expect(read(text, language)).toEqual(expected);
  });

  it.each<[Language, string, unknown[]]>([
    ['en', '95%', ['0.95 %']],
    ['en', '12.5 per cent', ['0.125 %']],
    ['en', 'fifteen percent', ['0.15 %']],
    ['sw', 'asilimia 15', ['0.15 %']],
    ['fr', '15 pour cent', ['0.15 %']],
    ['en', '5 to 10%', ['0.05 % low', '0.1 % high']],
    ['en', 'one in ten drop out', [0.1]],
    ['en', '3 out of 4', [0.75]],
    ['en', 'three quarters', [0.75]],
    ['en', 'half of them', [0.5]],
    ['en', 'every tenth', [0.1]],
    ['en', 'we lost 31 of 250', [31, 250]],
    ['de', 'jeder zehnte', [0.1]],
    ['de', 'die Hälfte', [0.5]],
    ['de', 'drei Viertel', [0.75]],
    ['fr', 'un ménage sur cinq', [0.2]],
    ['fr', 'la moitié', [0.5]],
    ['es', 'uno de cada diez', [0.1]],
    ['es', 'la quinta parte', [0.2]],
    ['pt', 'um em cada dez', [0.1]],
    ['sw', 'kaya moja kati ya tano', [0.2]],
    ['sw', 'robo tatu', [0.75]],
    ['en', '90/10', [[0.9, 0.1]]],
    ['en', 'ninety ten', [[0.9, 0.1]]],
    ['en', '95-5', [[0.95, 0.05]]],
    ['en', '60/40', [60, 40]],
    ['en', 'no attrition', [0]],
  ])('shares: %s: %s', (language, text, expected) => {
    expect(read(text, language)).toEqual(expected);
  });

  it.each<[Language, string, unknown[]]>([
    ['en', 'mean 800 g, sd 0.2 kg', ['800 g', '0.2 kg']],
    ['de', '5,2 kg +-1,8', ['5.2 kg', '1.8 ±']],
    ['en', '0.8 ± 0.2', [0.8, '0.2 ±']],
    ['en', '0.8 +/- 0.2', [0.8, '0.2 ±']],
    ['en', 'plus or minus 5%', ['0.05 % ±']],
    ['en', '5.2 kg of charcoal a week', ['5.2 kg/week']],
    ['en', '2 t/yr', ['2 t/year']],
    ['en', '6 kg per household per day', ['6 kg/day']],
    ['en', '6 kg per household', ['6 kg/household']],
    ['sw', 'kilo 4.2 kwa siku', ['4.2 kg/day']],
    ['fr', "1,35 t/an d'économie", ['1.35 t/year']],
    ['en', 'between 5 and 6 kg', ['5 low kg', '6 high kg']],
    ['en', '10-20 days', ['10 low day', '20 high day']],
    ['en', 'at least 30', ['30 low']],
    ['es', 'entre 5 y 6', ['5 low', '6 high']],
    ['en', '-5 °C', ['-5 °C']],
    ['en', 'population minus 50', [-50]],
    ['en', 'N = 8,000; x̄ = 2.4; s = 0.9', [8000, 2.4, 0.9]],
    ['en', 'n0=385, s.d. 1.6', [385, 1.6]],
    ['en', 'siz 4 2500 housholds maen 1.5 stddev 0.6', [2500, 1.5, 0.6]],
    ['en', 'mean 4 2500 homes', [4, 2500]],
    ['en', '1 1/2 kg', ['1.5 kg']],
    ['en', 'KES 2,500 a month', ['2500 KES/month']],
    ['de', 'eineinhalb Tonnen', ['1.5 t']],
    ['es', 'dos tercios', [Number((2 / 3).toPrecision(12))]],
    ['sw', 'moja ya kumi', [0.1]],
  ])('units, ranges and signs: %s: %s', (language, text, expected) => {
    expect(read(text, language)).toEqual(expected);
  });

  it.each([
    'CO2 and h5',
    'this one',
    'which one is it',
    'no number here',
    'one of them',
    'at this point we stop',
  ])('finds none in %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('keeps both readings of 5.000 and 1,500, and takes the one that the rest of the text speaks for', () => {
    expect(readText('5.000', { language: 'en' }).mentions).toMatchObject([{ value: 5, otherwise: 5000 }]);
    expect(readText('5.000 Haushalte', { language: 'de' }).mentions).toMatchObject([
      { value: 5000, otherwise: 5 },
    ]);
    expect(read('5.000 homes, mean 0,8', 'en')).toEqual([5000, 0.8]);
    expect(read('1,500 foyers, moyenne 0.8', 'fr')).toEqual([1500, 0.8]);
  });

  it('reads a hasty 4 as for', () => {
    const { words } = readText('siz 4 2500 homes');
    expect(words[1]).toMatchObject({ raw: '4', plain: 'for' });
  });
});

describe('readText: names and places', () => {
  it.each<[string, unknown[]]>([
    ['delete /reports/q1.pdf.', ['path /reports/q1.pdf']],
    ['move /p/a.txt to /q', ['path /p/a.txt', 'path /q']],
    ['list reports/2024/', ['path reports/2024/']],
    ['all of /data/*.csv', ['path /data/*.csv']],
    ["what's in archive/nepal", ['path archive/nepal']],
    ['urban/rural and/or kg/day', []],
    ['reports\\q1.csv', ['path reports\\q1.csv']],
    ['read "/my files/a b.pdf"', ['path /my files/a b.pdf', 'quote /my files/a b.pdf']],
    ['resolve did:x:zQmPa55 now', ['did did:x:zQmPa55']],
    ['wallet ixo1k3v9m2hq0c7d5x8e4z6wt?', ['address ixo1k3v9m2hq0c7d5x8e4z6wt']],
    ['see https://x.org/a?b=1.', ['url https://x.org/a?b=1']],
    ['write to a.b@c.org', ['email a.b@c.org']],
    ['submit design-1 and HH-2024-001', ['id design-1', 'id HH-2024-001']],
    ['call +254 712 345 678', ['phone +254 712 345 678']],
    ['say “hello there” and «bonjour»', ['quote hello there', 'quote bonjour']],
    ['at 10:30', ['time 10:30']],
    ['the second one, please', ['ordinal 2']],
    ['show the last one', ['ordinal -1']],
  ])('%s', (text, expected) => {
    expect(read(text, 'en')).toEqual(expected);
  });

  it.each<[Language, string, string]>([
    ['en', '3rd April', '2025-04-03'],
    ['en', '3rd Jan', '2026-01-03'],
    ['en', 'it was done on 3rd Jan', '2025-01-03'],
    ['de', 'am 3. März 2024', '2024-03-03'],
    ['fr', 'le 3 août 2024', '2024-08-03'],
    ['es', '3 de enero de 2024', '2024-01-03'],
    ['pt', 'em março de 2024', '2024-03'],
    ['sw', '3 Machi 2024', '2024-03-03'],
    ['de', 'übermorgen', '2025-03-14'],
    ['fr', 'demain', '2025-03-13'],
    ['es', 'mañana', '2025-03-13'],
    ['pt', 'amanhã', '2025-03-13'],
    ['sw', 'kesho', '2025-03-13'],
    ['en', '2024-H1', '2024-H1'],
  ])('dates: %s: %s', (language, text, value) => {
    expect(read(text, language)).toEqual([`date ${value}`]);
  });
});
