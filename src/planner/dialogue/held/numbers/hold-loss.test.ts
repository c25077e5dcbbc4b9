import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../choosing/candidates.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { saidNumbers } from './called-numbers.js';
import { holdLossWords } from './hold-loss.js';

const tool = {
  name: 'count',
  parameters: {
    type: 'object',
    properties: {
      population: { type: 'integer' },
      dropoutRate: { type: 'number', minimum: 0, maximum: 0.99, title: 'dropout' },
    },
  },
};

function held(text: string, args: Readonly<Record<string, unknown>> = {}) {
  const call: PlannedCall = {
    candidate: { tool } as unknown as Candidate,
    args,
    missing: [],
    refused: [],
    unused: [],
    consent: { kind: 'plain' },
  };
  return holdLossWords(call, [saidNumbers(text)], '', undefined).args;
}

describe('holdLossWords', () => {
  it.each([
    'the mean was 5.5; nobody dropped out',
    'mean 5.5, no dropout',
    'der Mittelwert war 5,5; niemand ist ausgefallen',
    'Mittelwert 5,5, kein Ausfall',
    'la media fue 5,5; nadie abandonó',
    'la moyenne était 5,5 ; personne n’a abandonné',
    'moyenne 5,5, sans perte',
    'a média foi 5,5; ninguém desistiu',
    'wastani ulikuwa 5.5; hakuna aliyejitoa',
  ])('takes it for nothing that nobody was lost: %s', (text) => {
    expect(held(text)).toEqual({ dropoutRate: 0 });
  });

  it.each(['no dropout figure yet', 'there are no homes here', 'keine Zahl', 'nobody knows the mean'])(
    'takes nothing else for that: %s',
    (text) => {
      expect(held(text)).toEqual({});
    },
  );

  it.each([
    '14 of 70 homes dropped out',
    '14 homes out of the 70 were lost',
    '14 von 70 Haushalten sind ausgefallen',
    '14 foyers sur 70 ont abandonné',
    '14 de los 70 hogares abandonaron',
    '14 de 70 famílias desistiram',
    'kaya 14 kati ya 70 zimejitoa',
  ])('reckons the share that was lost: %s', (text) => {
    expect(held(text)).toEqual({ dropoutRate: 0.2 });
    expect(held(text, { population: 14, dropoutRate: 0.7 })).toEqual({ dropoutRate: 0.2 });
  });

  it('reckons no share of what was only visited', () => {
    expect(held('14 of 70 homes were visited')).toEqual({});
  });

  it.each([
    ['mean 6 at 5% precision', { dropoutRate: 0.05 }],
    ['mean 6, 5% precision, or 10% if that is cheaper', { dropoutRate: 0.1 }],
    ['Mittelwert 6 bei 5 % Genauigkeit', { dropoutRate: 0.05 }],
    ['media 6 con 5% de precisión', { dropoutRate: 0.05 }],
    ['moyenne 6 avec 5 % de précision', { dropoutRate: 0.05 }],
    ['média 6 com 5% de precisão', { dropoutRate: 0.05 }],
    ['wastani 6 kwa usahihi wa 5%', { dropoutRate: 0.05 }],
  ])('leaves out a share that is called something else: %s', (text, args) => {
    expect(held(text, args)).toEqual({});
  });
});
