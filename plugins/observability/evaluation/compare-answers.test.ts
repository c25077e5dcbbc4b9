import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers } from './compare-answers.js';

const said = (text: string) => ({ text, calls: [] });

describe('two answers', () => {
  it('are alike in numbers however thousands are written, and told apart by a digit', () => {
    expect(compareAnswers(said('1,500 stoves'), said('there are 1500'), []).faults).toEqual([]);
    expect(compareAnswers(said('0.85'), said('0.86'), []).faults).toEqual(['it does not say 0.85']);
  });

  it('may call in another order and find their way otherwise, but not once more or less', () => {
    const call = (name: string, n: number) => ({ name, args: { n } });
    const recorded = { text: '', calls: [call('a', 1), call('a', 1), call('b', 2)] };
    const other = { text: '', calls: [call('load_capability', 0), call('b', 2), call('a', 1)] };
    expect(compareAnswers(recorded, other, []).faults).toEqual(['it did not call: a {"n":1}']);
  });

  it.each([
    ['You need 95 units.', 'You need -95 units.'],
    ['You need 1.5 kg.', 'You need \u22121.5 kg.'],
    ['12% drop out', '12 drop out'],
    ['12 drop out', '12% drop out'],
    ['on 2024-05-02', 'on 2024-05-03'],
    ['95 of 5,000 units', '5,000 of 95 units'],
    ['a ratio of 3/4', 'a ratio of 4/3'],
    ['200 homes', '200k homes'],
    ['200 homes', 'minus 200 homes'],
    ['95 homes', '95 percent'],
    ['1.5 kg each', '1.5 t each'],
    ['1.5 million homes', '1.5 billion homes'],
    ['5 tonnes of wood', '5 kg of wood'],
    ['CHF 100 a month', 'USD 100 a month'],
    ['It costs £5.', 'It costs $5.'],
    ['open from 9 to 17', 'open from 17 to 9'],
    ['a ratio of 3:4', 'a ratio of 4:3'],
    ['1e-3 grams', '1e3 grams'],
    ['10⁻³ grams', '10³ grams'],
    ['2 × 10^-3 grams', '2 × 10^3 grams'],
    ['open at 9 am', 'open at 9 pm'],
    ['at 5 °C', 'at 5 °F'],
    ['10 m³ of gas', '10 m² of gas'],
    ['10 m of wire', '10 m² of wire'],
    ['10/day', '10/week'],
    ['10 stoves per day', '10 stoves per week'],
    ['٥٠٠ stoves', '٦٠٠ stoves'],
    ['A 10, B 20', 'A 20, B 10'],
    ['stoves: 10; lamps: 20', 'lamps: 10, stoves: 20'],
  ])('are told apart by what is said of a number: %s / %s', (old, now) => {
    expect(compareAnswers(said(old), said(now), []).faults).toHaveLength(1);
  });

  it.each([
    ['5,000 units and 12 %', '5 000 units and 12%'],
    ['95-100', '95-100'],
    ['95 of 5,000 units', 'of the 5,000 units 95 are drawn'],
    ['95 out of 5,000', '95 of 5,000, not 95 of 6,000'],
    ['5,000 units, 12%', '5k units, 12 percent'],
    ['1.5 kg each', '1.5 kg, which is 1.5 in all'],
    ['5 tonnes of wood, £5 each', '5 t of wood at GBP 5'],
    ['open from 9 to 17', 'from 9:00 to 17:00, so 9 – 17'],
    ['by 2024-05-02', '2024-05-02 it is'],
    ['٥٠٠ stoves', '500 stoves'],
    ['10⁻³ grams', '1e-3 grams'],
    ['9 am', '9 a.m.'],
    ['10 m³', '10 m3, cubic metres'],
    ['10 a day', 'each day 10, which is 10 per day'],
    ['A 10, B 20', 'B 20, A 10'],
    ['5 degrees Celsius', '5 °C'],
  ])('are alike where they are written otherwise: %s / %s', (old, now) => {
    expect(compareAnswers(said(old), said(now), []).faults).toEqual([]);
  });

  it('give a diff from which both can be read', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const { diff } = compareAnswers(said(old), said(now), []);
        const side = (sign: string) =>
          diff.filter((line) => line.startsWith(' ') || line.startsWith(sign)).map((line) => line.slice(1));
        expect(side('-').join('\n')).toBe(old);
        expect(side('+').join('\n')).toBe(now);
      }),
    );
  });

  it('of many lines are shown one after the other', () => {
    const long = Array.from({ length: 2_000 }, (_, line) => `line ${line}`).join('\n');
    expect(compareAnswers(said(long), said('short'), []).diff).toHaveLength(2_001);
  });
});
