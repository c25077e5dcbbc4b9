import { describe, expect, it } from 'vitest';
import { leanParameters } from './lean-schema.js';

const lean = (parameters: Readonly<Record<string, unknown>>) => leanParameters({ parameters });

describe('parameters for a language model', () => {
  it('leave out what tells a model nothing', () => {
    expect(
      lean({
        type: 'object',
        properties: {
          population: {
            type: 'integer',
            minimum: -9007199254740991,
            maximum: 9007199254740991,
            description: 'Units, such as 5000',
            aliases: ['households'],
          },
          sd: { type: 'number', minimum: 0 },
          designId: { type: 'string', pattern: '^design-.+$', description: 'Such as design-0b9f' },
          names: {
            type: 'array',
            minItems: 1,
            maxItems: 1000,
            default: [],
            items: { type: 'string', minLength: 1 },
          },
        },
        required: ['population'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        population: { type: 'integer', description: 'Units, such as 5000' },
        sd: { type: 'number' },
        designId: { type: 'string', description: 'Such as design-0b9f' },
        names: { type: 'array', items: { type: 'string' } },
      },
      required: ['population'],
    });
  });

  it('keep ranges, choices, defaults, patterns that nothing shows, and fields of any name', () => {
    const parameters = {
      type: 'object',
      properties: {
        share: { type: 'number', minimum: 0, maximum: 1, default: 0.05 },
        code: { type: 'string', pattern: '^[A-Z]{3}$', maxLength: 3 },
        kind: { enum: ['aliases', 'pattern'], default: 'pattern' },
        aliases: { type: 'array', items: { type: 'string' }, maxItems: 5 },
        maximum: { anyOf: [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }] },
      },
    };
    expect(lean(parameters)).toEqual(parameters);
  });

  it('are made once', () => {
    const parameters = { type: 'object', properties: {} };
    expect(lean(parameters)).toBe(lean(parameters));
  });
});
