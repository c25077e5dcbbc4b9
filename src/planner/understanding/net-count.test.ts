import { expect, it } from 'vitest';
import type { Leaf } from './leaf-fields.js';
import { leafFieldsOf } from './leaf-fields.js';
import { withNetCount } from './net-count.js';
import { readTurn } from './read-turn.js';
import { createReader } from './reader.js';

const reader = createReader();
const leaves: ReadonlyMap<string, Leaf> = leafFieldsOf({
  type: 'object',
  properties: { population: { type: 'integer' }, budget: { type: 'number' } },
  required: ['population'],
});

/** Values that fill the count, where a model would take the first number for it. */
function counted(said: string): unknown[] {
  const { tokens } = readTurn(reader.read(said, reader.languageOf(said)), reader);
  const mentions = tokens.flatMap(({ mention }) => mention ?? []);
  const picks = mentions.map((mention, at) => ({ mention, label: at === 0 ? 'population' : '_', p: 0.9 }));
  return withNetCount(picks, tokens, leaves).flatMap(({ mention, label }) =>
    label === 'population' && mention.type === 'number' ? [mention.value] : [],
  );
}

it.each([
  ['8,200 enrolled, but 640 have left, so we work with 7,560', 7560],
  ['9,875 stoves, of which 375 were scrapped, so work with 9,500', 9500],
  ['14 260 appareils, dont 1 060 retirés ; il en reste 13 200 en service', 13200],
  ['Vendemos 4.000 fogões, voltaram 300, portanto são 3.700', 3700],
])('%s', (said, left) => expect(counted(said)).toEqual([left]));

it.each([
  ['parts of a whole', '8,200 homes: 640 urban, 7,560 rural', 8200],
  ['figures that do not go up', '8,200 enrolled, but 640 have left, so about 7,000', 8200],
  ['counts of which most are gone', '100 stoves, 60 broken, 40 homes', 100],
])('leaves %s alone', (_, said, kept) => expect(counted(said)).toEqual([kept]));
