import { describe, expect, it } from 'vitest';
import { moveValue } from './move-value.js';

const day = { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` };
const schema = {
  type: 'object',
  properties: {
    from: { ...day, title: 'First day' },
    to: { ...day, title: 'Last day' },
    dropoutRate: { type: 'number', minimum: 0, maximum: 1 },
    population: { type: 'integer', minimum: 2 },
    note: { type: 'string', maxLength: 3 },
  },
};

describe('no, I meant the …', () => {
  it.each([
    [{ from: '2024-01-01' }, 'no, I meant the last day', { to: '2024-01-01' }],
    [{ population: 1, note: 'a' }, 'no, I meant the dropout rate', { dropoutRate: 1, note: 'a' }],
  ])('moves the one value of %j that can be meant by %j', (args, said, moved) => {
    expect(moveValue(args, said, schema)).toEqual(moved);
  });

  it.each([
    // No value can be meant, or two can.
    [{ population: 5000 }, 'no, I meant the last day'],
    [{ from: '2024-01-01', to: '2024-01-31' }, 'no, I meant the last day'],
    [{ population: 5000 }, 'no, I meant the dropout rate'],
    // More than a name is said, or no correction.
    [{ from: '2024-01-01' }, 'no, I meant the last day of May'],
    [{ from: '2024-01-01' }, 'no, the last day is 2024-02-01'],
    [{ from: '2024-01-01' }, 'what is the last day'],
  ])('leaves %j as it is at %j', (args, said) => {
    expect(moveValue(args, said, schema)).toBeUndefined();
  });
});
