import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMeant, differenceOf, hasNote, NearestId } from './alike-ids.js';

describe('ids that can be read as one', () => {
  it.each([
    ['HH-001', 'hh-001', 'capitals'],
    ['HH-001', 'HH\u2011001', 'looks'],
    ['HH-001', 'HH\u2212001', 'looks'],
    ['HH-001', '\u041d\u041d-001', 'looks'],
    ['HH-001', '\u0397\u0397-001', 'looks'],
    ['HH-001', '\uff28\uff28-\uff10\uff10\uff11', 'looks'],
    ['\u0644\u200c\u0645-1', '\u0644\u0645-1', 'looks'],
    ['HH-012', 'HH-\u0660\u0661\u0662', 'looks'],
    ['HH-012', 'HH-\u0966\u0967\u0968', 'looks'],
    ['HH-1', 'HH\u30fc1', 'looks'],
    ["N'1", 'N\u02bc1', 'looks'],
    ['HH-5', 'HH-5.0', 'spelling'],
    ['HH-001', 'HH-1', 'spelling'],
    ['001', '1', 'spelling'],
    ['HH-001', 'HH 001', 'spelling'],
    ['HH-001', 'hh001', 'spelling'],
    ['HH-001', 'HH-001 (new)', 'note'],
  ] as const)('%s and %s differ in %s', (a, b, difference) => {
    expect(asMeant(a)).toBe(asMeant(b));
    expect(differenceOf(a, b)).toBe(difference);
  });

  it.each([
    ['1-11', '11-1'],
    ['1-11', '111'],
    ['1.1', '1.10'],
    ['A1', '1A'],
    ['HH-10', 'HH-100'],
    ['HH-0', 'HH-'],
    ['дом-1', 'дам-1'],
    ['Ngọc-1', 'Ngoc-1'],
    ['---', '+++'],
  ])('%s and %s are two', (a, b) => {
    expect(asMeant(a)).not.toBe(asMeant(b));
  });

  it('means the same by the plain way and by the way for any sign', () => {
    const parts = fc.array(fc.constantFrom('0', '00', '7', 'a', 'B', '-', ' ', '/', '_', '10'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (each) => {
        const id = each.join('').trim();
        // A sign that nobody sees takes the other way.
        expect(asMeant(`${id}\u00ad`)).toBe(asMeant(id));
      }),
    );
  });

  it('sees a note only behind an id', () => {
    expect(['House 12 (A)', '(A) 12', '(A)', 'House 12'].map(hasNote)).toEqual([true, false, false, false]);
  });

  it('finds the unit that was meant, and none where several could be', () => {
    const near = new NearestId(['HH-0012', 'HH-0013', 'KK-0013', 'HH-0104']);
    expect(near.to('hh 12')).toEqual({ same: 'HH-0012', nearest: 'HH-0012' });
    expect(near.to('HH-0O12')).toEqual({ same: undefined, nearest: 'HH-0012' });
    expect(['HH-O012', 'HH-l04', '12', '13', 'HH-0014'].map((id) => near.to(id).nearest)).toEqual([
      'HH-0012',
      'HH-0104',
      'HH-0012',
      undefined,
      undefined,
    ]);
    expect(new NearestId(['7', '8']).to('HH-07').nearest).toBe('7');
  });
});
