import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleOf, prose, renderSchema } from './schema-view.js';

const schema = z.object({
  population: z.number().int().positive().describe('Units in the `frame`.'),
  share: z.number().min(0).max(1),
  measure: z.enum(['mean', 'proportion']),
  strata: z.array(z.object({ name: z.string().max(40), weight: z.number().optional() })).min(1),
  note: z.string().optional(),
});

describe('renderSchema', () => {
  it('shows names, types, limits and words of every level, once', () => {
    const text = String(renderSchema(z.toJSONSchema(schema))).replace(/<[^>]+>/g, '');
    expect(text).toContain('population required Units in the frame. integer (&gt; 0)');
    expect(text).toContain('measure required &quot;mean&quot; | &quot;proportion&quot;');
    expect(text).toContain('strata required array of object (items ≥ 1)name required string (length ≤ 40)');
    expect(text.match(/array of object/g)).toHaveLength(1);
  });

  it('escapes what a schema says', () => {
    expect(
      String(renderSchema({ type: 'object', properties: { '<b>': { description: '<i>' } } })),
    ).not.toMatch(/<b>|<i>/);
  });

  it('ends on a schema that nests without end', () => {
    const nested: Record<string, unknown> = { type: 'object' };
    nested['properties'] = { inner: nested };
    expect(String(renderSchema(nested)).length).toBeLessThan(5000);
    expect(exampleOf({ ...nested, required: ['inner'] })).toBeDefined();
  });
});

describe('exampleOf', () => {
  it('gives what the schema itself accepts', () => {
    expect(schema.safeParse(exampleOf(z.toJSONSchema(schema))).error).toBeUndefined();
  });
});

describe('prose', () => {
  it('sets backticks as code', () => {
    expect(String(prose('Send `a<b`, then wait.'))).toBe('Send <code>a&lt;b</code>, then wait.');
  });
});
