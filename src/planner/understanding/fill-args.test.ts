import { describe, expect, it } from 'vitest';
import type { SlotReading } from '../../plugin/index.js';
import { type Filler, fillArgs } from './fill-args.js';
import { leafFieldsOf } from './leaf-fields.js';
import { createReader } from './reader.js';

const reader = createReader();
const LEAVES = leafFieldsOf({
  type: 'object',
  properties: {
    population: { type: 'integer', minimum: 1 },
    mean: { type: 'number' },
    sd: { type: 'number', minimum: 0 },
    dropout: { type: 'number', minimum: 0, maximum: 1 },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    precision: { type: 'number', minimum: 0, maximum: 1 },
    days: { type: 'integer', unit: 'days' },
    paths: { type: 'array', items: { type: 'string', pattern: '^/' } },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, population: { type: 'integer' } },
      },
    },
  },
  required: ['population'],
});
const RELATIONS = { sd: 'mean' };

/** Fillers from what a text holds: `[key, its words, reading]`. */
function filled(...said: readonly (readonly [key: string, text: string, reading?: SlotReading])[]) {
  const fillers = said.map(([key, text, reading = 'as is']): Filler => {
    const [mention] = reader.read(text, 'en').mentions;
    if (mention === undefined) throw new Error(`Nothing is read in '${text}'.`);
    return { key, path: key.split('.'), mention, reading, of: reading === 'relative' ? 'mean' : undefined };
  });
  return fillArgs(fillers, LEAVES, RELATIONS, reader.unit);
}

describe('arguments from values', () => {
  it.each([
    ['a response rate for a dropout', [['dropout', '85%', 'complement']], { dropout: 0.15 }],
    ['95, 0.95 and 95% alike', [['confidence', '95']], { confidence: 0.95 }],
    ['a normal quantile for a confidence', [['confidence', '1.645', 'z']], { confidence: 0.9 }],
    [
      'a pair',
      [
        ['confidence', '90/10', 'first of pair'],
        ['precision', '90/10', 'second of pair'],
      ],
      { confidence: 0.9, precision: 0.1 },
    ],
    ['weeks as days', [['days', '2 weeks']], { days: 14 }],
    ['a path from its root', [['paths', 'reports/a.pdf']], { paths: ['/reports/a.pdf'] }],
    [
      'related values in one unit',
      [
        ['mean', '800 g'],
        ['sd', '0.2 kg'],
      ],
      { mean: 800, sd: 200 },
    ],
    [
      'a coefficient of variation',
      [
        ['mean', '2.25 kg'],
        ['sd', '0.4', 'relative'],
      ],
      { mean: 2.25, sd: 0.9 },
    ],
    [
      'a share of what is no share as a multiple',
      [
        ['mean', '2 kg'],
        ['sd', '25%'],
      ],
      { mean: 2, sd: 0.5 },
    ],
    [
      'a whole as the sum of its parts',
      [
        ['parts.population', '400 homes'],
        ['parts.population', '250 homes'],
      ],
      { parts: [{ population: 400 }, { population: 250 }], population: 650 },
    ],
  ] as const)('take %s', (_, said, args) => {
    expect(filled(...said)).toEqual({ args, doubts: [] });
  });

  it('leave out what cannot be, and doubt what does not fit together', () => {
    expect(filled(['dropout', '150%'])).toEqual({ args: {}, doubts: [] });
    expect(filled(['mean', '4 kg'], ['sd', '3 hours']).doubts).toEqual(['units']);
    expect(filled(['sd', '0.4', 'relative']).doubts).toEqual(['relative']);
  });

  it('takes no id for a path', () => {
    expect(filled(['paths', 'HH-3']).args).toEqual({});
    expect(filled(['paths', 'notes/HH-3.md']).args).toEqual({ paths: ['/notes/HH-3.md'] });
  });
});
