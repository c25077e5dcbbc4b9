import { expect, it } from 'vitest';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdLinks } from './hold-links.js';

const text = { type: 'string' };
const listOf = (...names: string[]) => ({
  type: 'array',
  items: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: [names[0]],
  },
});

function held(properties: object, args: object, said: string, unused: readonly string[] = []) {
  const parameters = { type: 'object', properties, required: [] };
  const tool = { name: 'submit', description: 'Submits.', parameters, effect: 'write' };
  const call = { candidate: { tool }, args, missing: [], refused: [], unused, consent: { kind: 'plain' } };
  const { args: filled, unused: left } = holdLinks(call as unknown as PlannedCall, said);
  return [filled, left];
}

const REFERENCES = { references: listOf('uri', 'title'), period: text };
it('puts the links of a message into the one list of links that its call takes', () => {
  const one = { uri: 'https://example.org/a.pdf' };
  const said = 'Submit 42 for 2024-Q3, data https://example.org/b.pdf.';
  expect(held(REFERENCES, { period: '2024-Q3' }, said, ['https://example.org/b.pdf.', '42'])).toEqual([
    { period: '2024-Q3', references: [{ uri: 'https://example.org/b.pdf' }] },
    ['42'],
  ]);
  const two = 'data https://example.org/a.pdf and ipfs://bafy (twice: ipfs://bafy)';
  expect(held(REFERENCES, { references: [one] }, two)).toEqual([
    { references: [one, { uri: 'ipfs://bafy' }] },
    [],
  ]);
});

it('leaves them where there are two such lists, or what is listed needs more', () => {
  const said = 'data https://example.org/a.pdf';
  const needsTwo = { pages: { ...listOf('name', 'uri') } };
  for (const properties of [{ ...REFERENCES, others: listOf('url') }, needsTwo, { uri: text }])
    expect(held(properties, {}, said)).toEqual([{}, []]);
  expect(held(REFERENCES, {}, 'data /reports/a.md')).toEqual([{}, []]);
  expect(held(REFERENCES, { period: 'https://example.org/a.pdf' }, said)[0]).not.toHaveProperty('references');
});
