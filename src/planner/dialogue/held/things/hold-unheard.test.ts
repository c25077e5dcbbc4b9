import { expect, it } from 'vitest';
import { z } from 'zod';
import { candidatesOf } from '../../../choosing/candidates.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdUnheard } from './hold-unheard.js';

const parameters = z.toJSONSchema(z.object({ denom: z.string().optional() }));
const supply = {
  name: 'supply',
  description: 'The supply of the ledger.',
  parameters,
  effect: 'read' as const,
};
const candidates = candidatesOf([], [supply]);

function held(said: string, given: Partial<PlannedCall> = {}) {
  const [candidate] = candidates;
  // Of a call the step needs its tool, its arguments and what it leaves open.
  const call = {
    candidate,
    args: {},
    missing: [],
    refused: [],
    unused: [],
    ...given,
  } as unknown as PlannedCall;
  return holdUnheard([call], said, { candidates, today: '2026-11-29' })[0];
}

it.each([
  ['supply of bitcoin', ['bitcoin']],
  ['what is the supply in Germany?', ['Germany']],
  ['what was the supply last year?', ['last year']],
  ['supply yesterday', ['yesterday']],
  ['wie hoch ist die Menge von Bitcoin', ['Bitcoin']],
  ['¿cuál es la cantidad de Bitcoin?', ['Bitcoin']],
  ["quelle est la quantité d'Ethereum ?", ['Ethereum']],
  ['qual é a quantidade do Bitcoin?', ['Bitcoin']],
  ['kiasi cha Bitcoin ni kipi', ['Bitcoin']],
])('asks about what a read without values does not use: %s', (said, unused) => {
  expect(held(said)).toMatchObject({ unused, band: 'likely', unsettled: true });
});

it.each([
  'supply of the ledger',
  'supply of ixo',
  'supply of this network',
  'supply on mainnet in general',
  'supply today',
  'wie hoch ist die Menge in der Kette',
  "quelle est la quantité d'aujourd'hui ?",
])('leaves alone what names nothing else: %s', (said) => {
  expect(held(said)).not.toHaveProperty('unsettled');
});

it('leaves alone what took a value, was agreed to, or changes something', () => {
  const changing = candidatesOf([], [{ ...supply, effect: 'write' as const }])[0];
  for (const given of [{ args: { denom: 'bitcoin' } }, { agreed: true as const }, { candidate: changing }])
    expect(held('supply of bitcoin', given as Partial<PlannedCall>)).not.toHaveProperty('unsettled');
});
