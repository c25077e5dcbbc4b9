import { expect, it } from 'vitest';
import { takeDaysAhead } from './days-ahead.js';
import { leafFieldsOf } from './leaf-fields.js';
import { createReader } from './reader.js';

const leaves = leafFieldsOf({
  type: 'object',
  properties: {
    days: { type: 'integer', minimum: 1, maximum: 16, description: 'How many days, today included.' },
    age: { type: 'integer', description: 'How many days old.' },
  },
});
// A Wednesday.
const reader = createReader({ today: '2025-03-12' });

function taken(text: string, given: Record<string, unknown> = {}) {
  const args = { ...given };
  const { mentions } = reader.read(text, reader.languageOf(text));
  const held = takeDaysAhead(args, leaves, mentions).map(({ raw }) => raw);
  return { args, held };
}

it.each([
  ['weather in Dakar tomorrow', 2, 'tomorrow'],
  ['quel temps demain à Dakar ?', 2, 'demain'],
  ['hali ya hewa kesho Arusha', 2, 'kesho'],
  ['Wetter übermorgen in Bonn', 3, 'übermorgen'],
  ['rain on friday?', 3, 'on friday'],
  ['weather today', 1, 'today'],
])('counts as far as the day that is named, today among them: %s', (text, days, raw) => {
  expect(taken(text)).toEqual({ args: { days }, held: [raw] });
});

it('leaves a count that was said, and asks about a day beyond it', () => {
  expect(taken('tomorrow', { days: 5 })).toEqual({ args: { days: 5 }, held: ['tomorrow'] });
  expect(taken('tomorrow', { days: 1 })).toEqual({ args: { days: 1 }, held: [] });
});

it('takes no day that is over, and none that lies too far ahead', () => {
  expect(taken('weather yesterday')).toEqual({ args: {}, held: [] });
  expect(taken('next year')).toEqual({ args: {}, held: [] });
});
