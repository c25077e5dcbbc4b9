import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FieldError } from '../plugin/index.js';
import { refuseFaults, validatePart } from './validate.js';

function faultsOf(schema: z.ZodType, value: unknown, part: 'body' | 'query' = 'body'): FieldError[] {
  const faults: FieldError[] = [];
  validatePart(schema, value, part, faults);
  return faults;
}

describe('validatePart', () => {
  const strata = z.strictObject({
    population: z.number().int().positive(),
    strata: z.array(z.object({ name: z.string(), weight: z.number() })),
  });

  it('lists every fault by its dotted path', () => {
    const faults = faultsOf(strata, { strata: [{ name: 'urban', weight: 1 }, { weight: 'x' }], extra: 1 });
    expect(faults.map((fault) => fault.field).toSorted()).toEqual([
      'extra',
      'population',
      'strata.1.name',
      'strata.1.weight',
    ]);
    expect(faults.find((fault) => fault.field === 'population')?.message).toBe('required, number');
    expect(faults.find((fault) => fault.field === 'extra')?.message).toBe('is no field');
  });

  it('names the part when the whole of it is wrong', () => {
    expect(faultsOf(strata, undefined)).toEqual([{ field: 'body', message: 'required, object' }]);
  });

  it('reports the alternative of a union that the input came nearest to', () => {
    const union = z.union([
      z.object({ kind: z.literal('mean'), sd: z.number() }),
      z.object({ kind: z.literal('proportion'), p: z.number() }),
    ]);
    expect(faultsOf(z.object({ measure: union }), { measure: { kind: 'proportion' } })).toEqual([
      { field: 'measure.p', message: 'required, number' },
    ]);
  });

  it.each([
    [z.int(), 1.5, 'must be a whole number'],
    [z.number(), '1', 'must be a number, not string'],
    [z.array(z.string()), 1, 'must be an array, not number'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.number().max(1), 2, 'must be at most 1'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().max(2), 'abc', 'must have at most 2 characters'],
    [z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
    [z.enum(['active', 'planned']), 'x', 'must be one of active, planned'],
    [z.literal('yes'), 'no', 'must be yes'],
    [z.string().regex(/^a/, 'must begin with a'), 'b', 'must begin with a'],
    [z.number({ error: 'Too small for words' }).min(3, 'give three or more'), 1, 'give three or more'],
  ])('says what to mend: %#', (schema, value, message) => {
    expect(faultsOf(z.object({ field: schema }), { field: value })).toEqual([{ field: 'field', message }]);
  });

  it('returns what the schema made of the input', () => {
    expect(validatePart(z.object({ limit: z.coerce.number() }), { limit: '5' }, 'query', [])).toEqual({
      limit: 5,
    });
  });
});

describe('refuseFaults', () => {
  it('counts all faults and lists a hundred of them', () => {
    const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, at]));
    const faults = faultsOf(z.strictObject({}), unknown);
    let refused: unknown;
    try {
      refuseFaults(faults);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(/^90000 fields are not valid: f0, .*, f9\. The first 100 are listed\.$/),
    });
    expect((refused as { errors: unknown[] }).errors).toHaveLength(100);
  });

  it('counts fields, not what is wrong with each', () => {
    const faults = faultsOf(
      z.object({
        city: z
          .string()
          .min(2)
          .regex(/^[a-z]+$/),
      }),
      { city: '\0' },
      'query',
    );
    expect(faults).toHaveLength(2);
    expect(() => refuseFaults(faults)).toThrow(
      expect.objectContaining({ detail: `city: ${faults.map(({ message }) => message).join('; ')}.` }),
    );
  });

  it('lets a clean request pass and refuses any fault with all of them', () => {
    expect(() => refuseFaults([])).not.toThrow();
    const faults = [
      { field: 'a', message: 'required, string' },
      { field: 'b', message: 'too small' },
    ];
    expect(() => refuseFaults(faults)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        detail: '2 fields are not valid: a, b.',
        errors: faults,
      }),
    );
  });
});
