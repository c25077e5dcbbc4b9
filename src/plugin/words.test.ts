import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readWords, withWords } from './words.js';

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema) as Readonly<Record<string, unknown>>;

describe('the words of a field', () => {
  it('stand beside its description and change nothing else', () => {
    const field = withWords(
      z
        .int()
        .min(1)
        .meta({ description: 'How many days.', examples: [3] }),
      {
        aliases: ['days', 'forecast length'],
        unit: 'days',
      },
    );
    expect(field.parse(3)).toBe(3);
    expect(() => field.parse(0)).toThrow();
    const schema = jsonSchemaOf(field);
    expect(schema).toMatchObject({ description: 'How many days.', examples: [3], minimum: 1 });
    expect(readWords(schema)).toEqual({
      aliases: ['days', 'forecast length'],
      opposites: [],
      values: new Map(),
      unit: 'days',
      orAttached: false,
      insteadOf: [],
      orElse: [],
    });
  });

  it('may be of several languages', () => {
    const field = withWords(z.boolean().default(true), {
      aliases: { en: ['town'], sw: ['mji', 'kijiji'] },
      opposites: { en: ['without'], fr: ['sans'] },
    });
    expect(readWords(jsonSchemaOf(field))).toEqual({
      aliases: ['town', 'mji', 'kijiji'],
      opposites: ['without', 'sans'],
      values: new Map(),
      unit: undefined,
      orAttached: false,
      insteadOf: [],
      orElse: [],
    });
  });

  it('may be those of each choice', () => {
    const field = withWords(z.enum(['open', 'shut']), { values: { shut: { en: ['closed'], de: ['zu'] } } });
    expect(readWords(jsonSchemaOf(field)).values).toEqual(new Map([['shut', ['closed', 'zu']]]));
  });

  it('are none where somebody else wrote the schema otherwise', () => {
    for (const schema of [
      {},
      { aliases: 'x', opposites: null, values: 'x', unit: 3 },
      { aliases: [1, { en: [] }], unit: '', orAttached: 'yes' },
    ])
      expect(readWords(schema)).toEqual({
        aliases: [],
        opposites: [],
        values: new Map(),
        unit: undefined,
        orAttached: false,
        insteadOf: [],
        orElse: [],
      });
  });
});
