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
          designId: {
            type: 'string',
            pattern: '^design-.+$',
            description: 'Such as design-0b9f',
            examples: ['design-0b9f', 'design-7c1e'],
          },
          names: {
            type: 'array',
            minItems: 1,
            maxItems: 1000,
            default: [],
            items: { type: 'string', minLength: 1 },
          },
        },
        required: ['population'],
        additionalProperties: false,
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
        code: { type: 'string', pattern: '^[A-Z]{3}$', maxLength: 3, examples: ['KEN'] },
        kind: { enum: ['aliases', 'pattern'], default: 'pattern' },
        aliases: { type: 'array', items: { type: 'string' }, maxItems: 5 },
        maximum: { anyOf: [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }] },
      },
    };
    expect(lean(parameters)).toEqual(parameters);
  });

  it('say what a field is also and in which unit, when that is short and news', () => {
    const of = (field: Readonly<Record<string, unknown>>) =>
      (lean({ properties: { days: { type: 'integer', ...field } } })['properties'] as { days: unknown }).days;
    expect(of({ description: 'How long', aliases: { en: ['days', 'term'], sw: [] }, unit: 'days' })).toEqual({
      type: 'integer',
      description: 'How long (also term)',
    });
    expect(of({ description: 'How long', unit: 'hours' })).toEqual({
      type: 'integer',
      description: 'How long (in hours)',
    });
    const many = ['households', 'stoves', 'homes', 'families'];
    expect(of({ description: 'How many', aliases: many, opposites: ['none'], insteadOf: ['term'] })).toEqual({
      type: 'integer',
      description: 'How many',
    });
    expect(of({ aliases: ['term'] })).toEqual({ type: 'integer', description: 'also term' });
  });

  it('are made once', () => {
    const parameters = { type: 'object', properties: {} };
    expect(lean(parameters)).toBe(lean(parameters));
  });
});
