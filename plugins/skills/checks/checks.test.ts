import { describe, expect, it } from 'vitest';
import { checksSchema, type ValueCheck } from './check.js';
import { checkTable } from './check-table.js';
import { checkValue } from './check-values.js';
import { readTable } from './read-table.js';

const design = {
  parameters: { confidence: 0.95, precision: 0.05, expectedSD: null, dropoutRate: 0 },
  stratification: { strata: [{ sampleSize: 30 }, { sampleSize: 1 }] },
  justification: { mean: 'pilot 2023' },
};
const state = (check: Partial<ValueCheck>, subjects: object = { design }) =>
  checkValue(
    { id: 'a', title: 't', mend: 'm', value: 'design.parameters.confidence', is: 'present', ...check },
    subjects,
  ).state;

describe('a check of a value', () => {
  it.each<[Partial<ValueCheck>, string]>([
    [{ is: 'at least', to: 0.95 }, 'passed'],
    [{ is: 'at least', to: 0.96 }, 'failed'],
    [{ is: 'at most', to: { value: 'design.parameters.precision' } }, 'failed'],
    [{ is: 'equal to', to: 0.95 }, 'passed'],
    [{ is: 'one of', to: ['0.95'] }, 'failed'],
    [{ value: 'design.justification.mean' }, 'passed'],
    [{ value: 'design.justification.sd' }, 'failed'],
    [{ value: 'design.justification.sd', when: 'design.parameters.expectedSD' }, 'not applicable'],
    [{ value: 'design.stratification.strata.*.sampleSize', is: 'at least', to: 2 }, 'failed'],
    [{ value: 'design.stratification.strata.*.sampleSize', is: 'at least', to: 1 }, 'passed'],
    [{ value: 'design.stratification.strata.*.nothing', is: 'at least', to: 0 }, 'failed'],
    [{ value: 'design.nothing.at.all', is: 'empty' }, 'passed'],
    [{ value: 'design.constructor.name' }, 'failed'],
    [{ value: 'period.pooled.met', is: 'equal to', to: true }, 'open'],
    [{ value: 'design.parameters.precision', is: 'at most', to: { value: 'draw.record.x' } }, 'open'],
  ])('%j is %s', (check, expected) => expect(state(check)).toBe(expected));

  it('says what was found and how to mend it', () => {
    const outcome = checkValue(
      {
        id: 'a',
        title: 'Dropout is planned',
        mend: 'Ask.',
        value: 'design.parameters.dropoutRate',
        is: 'at least',
        to: 0.01,
      },
      { design },
    );
    expect(outcome).toEqual({
      id: 'a',
      title: 'Dropout is planned',
      state: 'failed',
      found: 'dropoutRate is 0',
      mend: 'Ask.',
    });
  });
});

describe('a check of a table', () => {
  const table = async (text: string) => readTable('t.csv', Buffer.from(text));
  const KPT = 'household,day,kg\nA,1,5\nA,2,4.5\nA,2,6\nB,1,\nB,2,900\n';
  it.each<[string, object, string]>([
    ['columns', { 'has columns': { columns: ['household', 'persons'] } }, 'there is no column persons'],
    ['blanks', { 'has no blanks in': { columns: ['kg'] } }, 'blank in line 5'],
    [
      'ranges',
      { 'has values between': { column: 'kg', from: 0, to: 60 } },
      'kg is not between 0 and 60 in line 6',
    ],
    [
      'repeats',
      { 'names once': { columns: ['household', 'day'] } },
      'household and day were there before in line 4',
    ],
    ['groups', { 'has groups': { by: ['household'], atLeast: 3 } }, '2 of household, 3 are needed'],
    [
      'members',
      { 'has in each group': { by: ['household'], different: 'day', atLeast: 3 } },
      'fewer than 3 day: A has 2, B has 2',
    ],
  ])('finds %s', async (_, rules, found) => {
    const outcome = checkTable({ id: 'a', title: 't', mend: 'm', table: rules }, await table(KPT));
    expect(outcome).toMatchObject({ state: 'failed', found, mend: 'm' });
  });

  it('takes a day that is written in two ways for one', async () => {
    const rules = {
      'names once': { columns: ['household', 'day'] },
      'has in each group': { by: ['household'], different: 'day', atLeast: 2 },
    };
    for (const [name, rule] of Object.entries(rules)) {
      const check = { id: 'a', title: 't', mend: 'm', table: { [name]: rule } };
      expect(checkTable(check, await table('household,day\nA,1\nA,01\n')).state, name).toBe('failed');
      expect(checkTable(check, await table('household,day\nA,1\nA,10\n')).state, name).toBe('passed');
    }
  });

  it('passes what is fine, and is open without a table', async () => {
    const check = { id: 'a', title: 't', mend: 'm', table: { 'has columns': { columns: ['day'] } } };
    expect(checkTable(check, await table(KPT))).toMatchObject({ state: 'passed', found: '5 rows' });
    expect(checkTable(check, undefined)).toMatchObject({ state: 'open' });
  });

  it.each([
    ['', 'names its columns'],
    ['one column\n1\n', 'names its columns'],
    ['a,a\n1,2\n', 'names a column twice'],
  ])('%j is no table', async (text, why) => {
    await expect(table(text)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining(why),
    });
  });

  it('takes no text for a number', async () => {
    const check = {
      id: 'a',
      title: 't',
      mend: 'm',
      table: { 'has values between': { column: 'kg', from: 0, to: 60 } },
    };
    for (const kg of ['0x10', '5 kg', 'Infinity', '1,5'])
      expect(checkTable(check, await table(`h,kg\nA,"${kg}"\n`)).state, kg).toBe('failed');
  });
});

it.each(['design', 'other.thing', 'design.__proto__', 'design.a.b()', 'design..a'])(
  '%s is no path of a check',
  (value) => {
    const check = { id: 'a', title: 't', mend: 'm', value, is: 'present' };
    expect(checksSchema.safeParse({ checks: [check] }).success).toBe(false);
  },
);
