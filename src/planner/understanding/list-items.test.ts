import { expect, it } from 'vitest';
import { leafFieldsOf } from './leaf-fields.js';
import { itemsOf } from './list-items.js';
import { namedFields } from './naming/named-fields.js';
import { readTurn } from './read-turn.js';
import { createReader } from './reader.js';

const leaves = leafFieldsOf({
  type: 'object',
  properties: {
    totalSize: { type: 'integer', minimum: 1 },
    strata: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, weight: { type: 'number', minimum: 0, maximum: 1 } },
        required: ['name', 'weight'],
      },
    },
  },
});
const reader = createReader();

it.each([
  ['Allocate 180 to coast 45%, hills 30%, lake 25%', 'coast 0.45, hills 0.3, lake 0.25'],
  [
    'Please share out 180 visits among coast (45% of homes), hills (30%) and lake (25%).',
    'coast 0.45, hills 0.3, lake 0.25',
  ],
  ['Reparte 180 visitas entre costa 45%, sierra 30% y lago 25%', 'costa 0.45, sierra 0.3, lago 0.25'],
  ['urban 60%, rural 40%', 'urban 0.6, rural 0.4'],
])('reads every part of what is divided: %s', (text, parts) => {
  const turn = readTurn(reader.read(text, reader.languageOf(text)), reader);
  const items = itemsOf(turn, namedFields(turn.tokens, leaves), leaves, reader.unit)?.items ?? [];
  expect(items.map(({ name, mention }) => `${name} ${mention.value}`).join(', ')).toBe(parts);
});
