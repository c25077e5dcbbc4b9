import { describe, expect, it } from 'vitest';
import { otherDayNamed } from './named-days.js';
import { assertValueNamed } from './named-value.js';
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
