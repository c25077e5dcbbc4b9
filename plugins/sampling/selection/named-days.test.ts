import { describe, expect, it } from 'vitest';
import { choiceIn, unreadDay } from './left-to-choice.js';
import { otherDayNamed } from './named-days.js';
import { assertNamedValue, assertValueNamed } from './named-value.js';
import { namesNumber, numbersSaid } from './reference-words.js';

describe('a reference beside the day of its value', () => {
  it.each([
    'noon draw of 28 November 2026',
    'draw of 28th of November, 2026',
    'Ziehung vom 28. November 2026',
    'Ziehung vom 28.11.2026',
    'Ziehung vom 28.11.',
    'sorteo del 28 de noviembre de 2026',
    'sorteo del 28 de noviembre',
    'tirage du 28 novembre',
    'droo ya 28 Novemba',
    'November 28, 2026',
    'draw 61 (2026-11-28)',
    'draw of 28/11/2026',
    '28-11-26 draw',
    'draw 20261128',
    '2026/11/28',
    '28.XI.2026',
    '28 Nov',
    'draw 12/1/2026 10am',
    'draw of Advent Sunday (29 November)',
    'yesterday evening',
    'Ziehung von gestern',
    'draw of last Saturday',
    'draw of week 48',
    '2026-W48',
    'Ziehung vom 28.11',
    '11月28日',
    'draw of ٢٨/١١/٢٠٢٦',
    'draw at unix 1795824000',
    'draw 28 of November',
    'draw of November the 28th',
    'Nov28',
    '28Nov',
    '28/Nov',
    '28. Nov.',
    'draw of the 28th',
    'розыгрыш 28 ноября',
    '28 листопада',
    '28 kasım',
    'سحب 28 نوفمبر',
    'سحب ٢٨ نوفمبر',
    '28 नवंबर',
    '28 พฤศจิกายน',
    '2026년 11월 28일',
    '28 tháng 11',
    '28 Νοεμβρίου',
    '28 listopada',
    '281126',
    '261128',
    'draw 281126',
    '28 XI 2026',
    '28-xi-2026',
    'draw 331 of the year (day 332)',
    'draw of the last Saturday of November',
    'draw of twenty-eighth of November',
    'draw of November the twenty-eighth',
    'Ziehung vom achtundzwanzigsten November',
    'tirage du vingt-huit novembre',
    'sorteo del veintiocho de noviembre',
    'sorteio de vinte e oito de novembro',
    'droo ya ishirini na nane Novemba',
    'draw of the first of December',
    'draw of 28112026',
    'draw of 11282026',
    'draw of 28 11 2026',
    'draw of 2026 11 28',
    'draw of 2026 48 6',
    'draw of 11/28',
    'draw of 1795896000',
    'draw of 1795896000000',
    'draw of XXVIII.XI.MMXXVI',
    'draw of XXVIII.XI.2026',
    'draw of XXVIII November',
    'draw of Black Friday',
    'Thanksgiving draw',
    'Heiligabend',
    'draw of a week before 5 December',
    'eine Woche vor dem 5. Dezember',
    'draw of the day before 28 November',
    'draw of two days after 5 December',
    'draw of D-7',
    'T-7 days',
    'the draw seven days earlier',
  ])('of another day: %s', (reference) => {
    expect(otherDayNamed(reference, '2026-12-05T20:00:00Z')).toBeDefined();
  });

  it.each([
    'draw 61',
    'draw 2026/61',
    'draw 61 of 31.02.2026',
    'block 2026112',
    'noon draw of 5 December',
    'draw of 05/12/2026',
    'Ziehung vom 5.12.',
    'draw 61 of 6 December 2026',
    'draw 61 of 2026-12-05, by the rules of 2025-01-01',
    'draw of week 49',
    'last draw of the day',
    'tirage 5 des numéros',
    'drand of 20261205',
    'draw 28 of November series',
    'draw no. 28 of November series, 6 numbers',
    'draw at 20.05 Uhr',
    'draw at unix 1796500800',
    'Ziehung Nr. 10.12',
    'draw of the last Saturday before Christmas',
    'draw 3 march of dimes',
    'draw 28-12',
    'draw 1/61',
    'May Day Lottery, draw 3',
    'draw of the last Saturday of December',
    'draw of the 5th',
    'Mega Dec 5 draw',
    'tirage du samedi 5 décembre',
    'droo ya tarehe 5 Desemba 2026',
    'розыгрыш 5 декабря',
    'draw 543210',
    '6 out of 49, draw 61',
    'draw of the fifth of December',
    'Ziehung vom fünften Dezember',
    'the first December draw, draw 3',
    'draw of 5 12 2026',
    'draw of 05122026',
    'draw of 2026 49 6',
    'draw of 1796500800',
    'block 1795896000',
    'draw of V.XII.MMXXVI',
    'the day after 4 December',
    'draw of a week after 28 November',
    'Christmas Lottery, draw 3',
    'draw D-7',
    'draw XII',
  ])('of that day or none: %s', (reference) => {
    expect(otherDayNamed(reference, '2026-12-05T20:00:00Z')).toBeUndefined();
  });

  it('is refused in a commitment where it names another day', () => {
    const commit = (reference: string) => () =>
      assertValueNamed(
        { kind: 'authority', authority: 'Lotto', reference, publicFrom: '2026-12-05T20:00:00Z' },
        Date.parse('2026-12-01T10:00:00Z'),
      );
    expect(commit('noon draw of 28 November')).toThrow('names 28 November, and the value is said');
    expect(commit('draw 61 of 5 December')).not.toThrow();
  });
});

const HONEST = [
  'draw 61',
  'draw of Saturday 5 December',
  'draw 28 of the November series, 5 December',
  'draw 2811',
  'draw 28/11',
  'May Day Lottery, draw 3',
  'Draw 12/2026',
  'week 49',
  'draw 49-2026 of week 49',
  'EuroMillions draw 097/2026',
  'draw 26-097',
  'KW 49, Samstag',
  'Kenya Lotto, Saturday 5th Dec, 8 pm, six numbers',
  'hash of block 927000',
  'closing NASI of 4 December 2026, published 5 December',
  'draw 28-12',
  'Ziehung Nr. 10.12',
  'draw of the last Saturday before Christmas',
  'last draw of the week 49',
  'draw of Dec. 5th, 2026 (5 main numbers of 1-90)',
  'tirage du samedi 5 décembre',
  'tirage au sort du 5 décembre',
  'the May draw number 3',
  '2nd draw',
  'draw 61, 6 of 49 and the bonus',
  'draw 61, 8 pm',
  'draw 61, 20 numbers',
  'sorteo 61, 6 números',
  'Cash 5 evening draw',
  'Super 7, noon draw',
  'S&P 500 close',
  'first prize of draw 61',
  'the first draw after noon',
  'droo ya 28 ya Bahati Nasibu',
  'the 5 main numbers',
  'draw 7 of 288, 5 December',
  'draw 61, 6 of 49',
  'draw 061/26',
  'draw 2026–97',
  'EuroJackpot draw 97, 5 and 2 numbers',
  'Draw no. 1205',
  'Super 7 draw 12',
  'Lotto 5/90 draw 1432',
  'first draw of 5 December',
  'Saturday or Sunday Lottery, draw 15',
  'Any Lotto, draw 15',
  'Every Day Lotto, draw 15',
  'tirage n° 45 du 5 décembre',
  'sorteo 45 del 5 de diciembre',
  'Rollover draw 8, 6 numbers and a bonus',
  'round 5 of the Kenya Charity Sweepstake',
  'numbers from draw 61',
  'Lotto of Victoria Falls, draw 61',
  'draw 61 + bonus',
  'highest prize of draw 61',
  'the draw held every Saturday, draw 61',
];

describe('a reference that names one value', () => {
  it.each(HONEST)('%s', (reference) => {
    expect(choiceIn(reference)).toBeUndefined();
    expect(unreadDay(reference, '2026-12-05T20:00:00Z')).toBeUndefined();
  });

  it.each([
    ['one of the draws 100-388', 'one of the draws'],
    ['draws 100-388', 'draws 100-388'],
    ['draw 7 or 8 or 9', 'or 8'],
    ['draws 7, 8, 9', 'draws 7, 8'],
    ['any draw 2812 x', 'any draw'],
    ['draw 2812 x', 'x'],
    ['draw ???', '???'],
    ['Keno round 1, 5 December or later', 'or later'],
    ['Keno round 1, from 5 December onwards', 'onwards'],
    ['a draw 1 to 288 of the day', 'draw 1 to 288 of the day'],
    ['draw 1 to 288', 'draw 1 to 288'],
    ['a draw between 100 and 388', 'between 100'],
    ['eine der Ziehungen 100 bis 388', 'eine der Ziehungen'],
    ['Ziehung 7 oder 8', 'oder 8'],
    ['tirage 7 ou 8', 'ou 8'],
    ['tirage 7 à 9', 'tirage 7 à 9'],
    ['sorteo 7 o 8', '7 o 8'],
    ['uno de los sorteos', 'uno de los sorteos'],
    ['droo yoyote', 'yoyote'],
    ['Keno draw number to be told', 'to be told'],
    ['draws 7, 8 and 9', 'draws 7, 8'],
    ['draws 7 8', 'draws 7 8'],
    ['best of draws 7 8', 'draws 7 8'],
    ['best of the three draws', 'best of the three draws'],
    ['draw 7 & 8', 'draw 7 & 8'],
    ['Ziehung 7 und 8', 'Ziehung 7 und 8'],
    ['draw 7+', 'draw 7+'],
    ['draw 7 ff.', 'draw 7 ff.'],
    ['draw 7 and following', 'draw 7 and following'],
    ['Ziehung 7 und folgende', 'Ziehung 7 und folgende'],
    ['tirage 7 et suivants', 'tirage 7 et suivants'],
    ['from draw 100 on', 'from draw 100 on'],
    ['ab Ziehung 100', 'ab Ziehung 100'],
    ['kuanzia droo ya 100', 'kuanzia droo ya 100'],
    ['every draw from 7', 'every draw'],
    ['draw ≥ 100', '≥ 100'],
    ['round 7..9', 'round 7..9'],
    ['draw 100–388', 'draw 100–388'],
    ['draw 100-388', 'draw 100-388'],
    ['draw 100/388', 'draw 100/388'],
    ['draw 7/8', 'draw 7/8'],
    ['draw 7, else 8', 'else 8'],
    ['draw 7 (8 if 7 fails)', 'if 7'],
    ['Ziehung 7, sonst 8', 'sonst 8'],
    ['the draw we choose', 'we choose'],
    ['Saturday or Sunday Lottery', 'or Sunday'],
    ['Any Lotto, draw 15 or 16', 'or 16'],
  ])('leaves it to choice in %s', (reference, words) => {
    expect(choiceIn(reference)).toBe(words);
  });

  it.each(['28 kwezi', 'draw of 28 kwezi', 'umdwebo wa 5, tarehe 28 ya mwezi huu'])(
    'may name a day in words that are not understood: %s',
    (reference) => {
      expect(unreadDay(reference, '2026-12-05T20:00:00Z')).toBeDefined();
      expect(unreadDay(`${reference}, 5 December`, '2026-12-05T20:00:00Z')).toBeUndefined();
    },
  );

  it('is refused in a commitment where it does not', () => {
    const commit = (reference: string) => () =>
      assertValueNamed(
        { kind: 'authority', authority: 'Lotto', reference, publicFrom: '2026-12-05T20:00:00Z' },
        Date.parse('2026-12-01T10:00:00Z'),
      );
    expect(commit('draw 7 or 8')).toThrow('leaves it open which value is meant ("or 8")');
    expect(commit('28 kwezi')).toThrow('has "28 kwezi", which may be another day than 2026-12-05');
    for (const reference of HONEST) expect(commit(reference)).not.toThrow();
  });
});

it.each([
  ['28 November: 3 9 22 71 88', false],
  ['3 9 22 71 88 (2026-11-28)', false],
  ['28 ноября 3 9 22', false],
  ['3 9 22 71 88 (5 December)', true],
  ['3 9 22 71 88', true],
  ['28.11.26', true],
  ['13-11-28', true],
  ['0000000000000000000120261128ab', true],
  ['Heads', true],
])('holds a value against the day on which it became public: %s', (value, fits) => {
  const named = () =>
    assertNamedValue(
      { kind: 'authority', authority: 'Lotto', reference: 'draw 61', publicFrom: '2026-12-05T20:00:00Z' },
      {
        value,
        reference: 'draw 61',
        publicAt: '2026-12-05T20:05:00Z',
        receivedAt: '2026-12-05T21:00:00Z',
      },
    );
  if (fits) expect(named).not.toThrow();
  else expect(named).toThrow('it may be that of another day');
});

it.each([
  ['draw 61', true],
  ['draw 61 of 5 December 2026', true],
  ['block 19000000 at 20:00', true],
  ['draw 61, 6 numbers', true],
  ['No. 61', true],
  ['Ziehung Nr. 61', true],
  ['the 61st draw of 6aus49', true],
  ['61. Ziehung', true],
  ['droo namba 61', true],
  ['draw 2026/61', true],
  ['draw of ab1234', true],
  ['sorteo n.º 61', true],
  ['Keno 20/70', false],
  ['Keno of 5 December kn12345, 20 numbers', false],
  ['draw of 5 December kn12345', false],
  ['Keno Express 2000', false],
  ['Lotto 6aus49 of 5 December', false],
  ['pick 4 of the day', false],
  ['Super 7 of 5 December 2026', false],
  ['block hash at the hour', false],
  ['rapid draw of 5 December 2026, 20:00:00', false],
  ['rapid draw at 2026-12-05T20:00:00Z, 6 numbers', false],
  ['noon draw of 05.12.2026', false],
  ['sorteo de 5 de diciembre', false],
  ['the draw of December 5th at 8 pm', false],
])('says whether %s is the number of a value', (reference, is) => {
  expect(namesNumber(reference)).toBe(is);
});

it.each([
  ['draw 61, 6 numbers', 6],
  ['Ziehung 61, 6 Zahlen', 6],
  ['tirage 61 : 5 numéros', 5],
  ['droo ya 61, nambari 6', 6],
  ['draw 61, six numbers', 6],
  ['draw 61, 5 main numbers', 5],
  ['draw 61, sechs Zahlen', 6],
  ['sorteo 61, seis números', 6],
  ['draw 61, 6 numbers and the bonus number', 7],
  ['draw 61, 6 numbers + bonus', 7],
  ['draw 61, 6 numbers without the bonus', 6],
  ['Lotto 6aus49, Ziehung 61', 6],
  ['draw 61, 6 of 49', 6],
  ['draw 61, 6/49', 6],
  ['Keno 20/70', 20],
  ['pick 4 draw 61', 4],
  ['droo ya 61, namba sita', 6],
  ['Lotto 6 aus 49 und Superzahl', 7],
  ['droo nambari 61', undefined],
  ['draw 61 of 5/12', undefined],
  ['draw of 12/31/2026', undefined],
  ['draw 61/26', undefined],
  ['draw 61', undefined],
  ['number 61', undefined],
])('reads in %s how many numbers a value has', (reference, count) => {
  expect(numbersSaid(reference)).toBe(count);
});
