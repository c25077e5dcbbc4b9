import { expect, it } from 'vitest';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdFresh } from './hold-fresh.js';

function held(said: string, args: Record<string, unknown>) {
  const candidate = { tool: { name: 'design', description: 'Designs.', parameters: {}, effect: 'read' } };
  const call = { candidate, args, missing: [], refused: [], unused: [], consent: { kind: 'plain' } };
  return holdFresh(call as unknown as PlannedCall, said);
}

it.each([
  ['take off the 80 that left, that makes 2,700', { population: 2780 }, ['80', '2,700']],
  ['they changed their minds, back to ninety', { confidence: 0.95 }, ['ninety']],
])('asks about numbers that changed nothing: %s', (said, args, unused) => {
  expect(held(said, args)).toMatchObject({ unused, band: 'likely', unsettled: true });
});

it.each([
  ['and with 20% dropout', { dropoutRate: 0.2 }],
  ['85 of them will answer', { dropoutRate: 0.15 }],
  ['for 2,700 homes', { population: 2700 }],
  ['and with 95/5', { confidence: 0.95, precision: 0.05 }],
  ['mean 5 kg', { expectedMean: 5000 }],
  ['seed 20260101', { seed: '20260101' }],
])('leaves what its numbers came into: %s', (said, args) => {
  expect(held(said, args)).not.toHaveProperty('band');
});
