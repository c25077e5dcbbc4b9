import { expect, it } from 'vitest';
import type { Candidate } from '../../../choosing/candidates.js';
import { holdStale } from './hold-stale.js';

const parameters = {
  type: 'object',
  properties: { instruction: { type: 'string' }, when: { type: 'string' } },
  required: ['instruction', 'when'],
};
const candidate = { tool: { name: 'preview', description: '', parameters } } as unknown as Candidate;
const last = {
  candidate,
  args: { instruction: 'call', when: 'tomorrow at 8' },
  failed: false,
  error: '',
};
const call = (unused: readonly string[], args: object = { instruction: 'rest', when: 'tomorrow at 8' }) =>
  ({ candidate, args: { ...args }, missing: [], refused: [], unused, consent: { kind: 'plain' } }) as const;

it('asks for a time of before that a message has another for', () => {
  const held = holdStale(call(['9']), 'and remind me on Friday at 9 to rest', last);
  expect(held.args).toEqual({ instruction: 'rest' });
  expect(held.missing.map(({ name }) => name)).toEqual(['when']);
});

it.each([
  ['no number went nowhere', [], 'and remind me to rest'],
  ['the message says it', ['9'], 'remind me tomorrow at 8 to rest, 9'],
])('leaves it where %s', (_, unused, message) => {
  expect(holdStale(call(unused), message, last).args).toEqual({ instruction: 'rest', when: 'tomorrow at 8' });
});
