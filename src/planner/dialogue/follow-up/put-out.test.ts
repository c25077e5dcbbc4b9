import { describe, expect, it } from 'vitest';
import { rootLeaves } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { putOut } from './put-out.js';

const leaves = rootLeaves(
  fieldsOf({
    type: 'object',
    properties: {
      id: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      period: { type: 'string', insteadOf: ['from', 'to'] },
    },
  }),
);
const all = { id: 'd-1', from: '2026-11-01', to: '2026-11-30', period: '2026-Q4' };
const left = (...said: string[]) => putOut(all, leaves, ({ name }) => said.includes(name));

describe('what is said anew in another way', () => {
  it('puts out what was said before', () => {
    expect(left('period')).toEqual({ id: 'd-1', period: '2026-Q4' });
    expect(left('from', 'to')).toEqual({ id: 'd-1', from: '2026-11-01', to: '2026-11-30' });
    expect(left('id', 'to')).toEqual({ id: 'd-1', from: '2026-11-01', to: '2026-11-30' });
  });

  it('is left where a message says both, or neither', () => {
    expect(left('period', 'from')).toEqual(all);
    expect(left('id')).toEqual(all);
  });
});
