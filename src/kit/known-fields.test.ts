import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors, knownFieldsOnly } from './index.js';

const stratum = z.object({ name: z.string(), dropoutRate: z.number().optional() });
interface Tree {
  readonly name: string;
  readonly below?: readonly Tree[] | undefined;
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), below: z.array(tree).optional() }));
const schema = z
  .object({
    population: z.number().describe('How many there are'),
    dropoutRate: z.number().default(0.1),
    strata: z.array(stratum).default([]),
    method: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('plain') }),
        z.object({ kind: z.literal('clusters'), clusterSize: z.number() }),
      ])
      .nullish(),
    target: z.union([z.object({ precision: z.number() }), z.object({ power: z.number() })]).optional(),
    pair: z.tuple([stratum], stratum).optional(),
    byRegion: z.record(z.string(), stratum).optional(),
    both: z.intersection(z.object({ left: z.number() }), z.object({ right: z.number() })).optional(),
    pre: z.preprocess((given) => given, stratum).optional(),
    post: stratum.transform(({ name }) => name.length).optional(),
    tree: tree.optional(),
    open: z.looseObject({ known: stratum.optional() }).optional(),
  })
  .refine(({ population }) => population > 0, { path: ['population'], message: 'must be more than none' });

const faultsOf = (value: object) => {
  const { error } = knownFieldsOnly(schema).safeParse({ population: 1, ...value });
  return error === undefined ? [] : fieldErrors(error).map(({ field, message }) => `${field} ${message}`);
};

describe('a schema that takes known fields only', () => {
  it.each([
    [{ dropout: 0.15 }, 'dropout is no field; did you mean `dropoutRate`?'],
    [{ dropout_rate: 0.15 }, 'dropout_rate is no field; did you mean `dropoutRate`?'],
    [{ droputRate: 0.15 }, 'droputRate is no field; did you mean `dropoutRate`?'],
    [{ clusterSize: 5 }, 'clusterSize is no field; did you mean `method.clusterSize`?'],
    [
      { strata: [{ name: 'a' }, { name: 'b', dropout: 1 }] },
      'strata.1.dropout is no field; did you mean `dropoutRate`?',
    ],
    [{ strata: [{ name: 'b', x: 1 }] }, 'strata.0.x is no field; there are: name, dropoutRate'],
    [{ method: { kind: 'plain', clusterSize: 1 } }, 'method.clusterSize is no field; there are: kind'],
    [{ target: { power: 1, powr: 1 } }, 'target.powr is no field; did you mean `power`?'],
    [{ pair: [{ name: 'a', x: 1 }] }, 'pair.0.x is no field; there are: name, dropoutRate'],
    [{ pair: [{ name: 'a' }, { name: 'a', x: 1 }] }, 'pair.1.x is no field; there are: name, dropoutRate'],
    [
      { byRegion: { north: { name: 'a', x: 1 } } },
      'byRegion.north.x is no field; there are: name, dropoutRate',
    ],
    [{ both: { left: 1, right: 2, middle: 3 } }, 'both.middle is no field'],
    [{ pre: { name: 'a', x: 1 } }, 'pre.x is no field; there are: name, dropoutRate'],
    [{ post: { name: 'a', x: 1 } }, 'post.x is no field; there are: name, dropoutRate'],
    [
      { tree: { name: 'a', below: [{ name: 'b', belov: [] }] } },
      'tree.below.0.belov is no field; did you mean `below`?',
    ],
    [{ open: { known: { name: 'a', x: 1 } } }, 'open.known.x is no field; there are: name, dropoutRate'],
  ])('refuses %j', (value, words) => {
    expect(faultsOf(value)).toEqual([expect.stringContaining(words)]);
    expect(schema.safeParse({ population: 1, ...value }).success, 'what it is without').toBe(true);
  });

  it('tells all unknown fields beside what else is wrong', () => {
    expect(faultsOf({ population: -1, dropout: 1, x: 2, '\u001b[2K': 1 })).toEqual([
      'dropout is no field; did you mean `dropoutRate`?',
      expect.stringContaining('x is no field; there are: population, dropoutRate, strata'),
      expect.stringContaining('is no field'),
      'population must be more than none',
    ]);
  });

  it('compares no more names, and none that is longer, than a person could have meant', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`dropoutRate${at}`, 1]));
    const started = process.cpuUsage();
    const faults = faultsOf({ ...many, ['x'.repeat(1_000_000)]: 1 });
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
    expect(faults).toHaveLength(50_001);
    expect(faults[0]).toBe('dropoutRate0 is no field; did you mean `dropoutRate`?');
    expect(faults.at(-2)).toBe('dropoutRate49999 is no field');
  });

  it('takes all that the schema took of known fields, and what it takes on purpose', () => {
    const given = {
      population: 5,
      strata: [{ name: 'a', dropoutRate: 0 }],
      method: { kind: 'clusters', clusterSize: 4 },
      target: { precision: 1 },
      pair: [{ name: 'a' }, { name: 'b' }],
      byRegion: { north: { name: 'n' } },
      both: { left: 1, right: 2 },
      pre: { name: 'p' },
      post: { name: 'four' },
      tree: { name: 'a', below: [{ name: 'b' }] },
      open: { known: { name: 'k' }, further: { any: 1 } },
    };
    expect(knownFieldsOnly(schema).parse(given)).toEqual(schema.parse(given));
    expect(knownFieldsOnly(knownFieldsOnly(schema))).toBe(knownFieldsOnly(schema));
  });

  it('says in its JSON Schema what it takes, and keeps its words', () => {
    const json = z.toJSONSchema(knownFieldsOnly(schema), { io: 'input', unrepresentable: 'any' });
    const { population, strata, open, byRegion } = json.properties as Record<
      string,
      z.core.JSONSchema.JSONSchema
    >;
    expect(json.additionalProperties).toBe(false);
    expect(population).toMatchObject({ description: 'How many there are' });
    expect(strata).toMatchObject({ default: [], items: { additionalProperties: false } });
    expect(byRegion).toMatchObject({ additionalProperties: { additionalProperties: false } });
    expect(open).toMatchObject({ additionalProperties: {} });
    expect(JSON.stringify(json)).not.toMatch(/additionalProperties":true/);
  });
});
