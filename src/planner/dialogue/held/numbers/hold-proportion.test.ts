import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../choosing/candidates.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { saidNumbers } from './called-numbers.js';
import { holdProportion, holdShareOfUnits } from './hold-proportion.js';

const tool = {
  name: 'size',
  parameters: {
    type: 'object',
    properties: {
      mean: { type: 'number' },
      sd: { type: 'number', title: 'standard deviation' },
      kind: { enum: ['mean', 'proportion'] },
    },
  },
};

function held(hold: typeof holdProportion, text: string, args: Readonly<Record<string, unknown>>) {
  const call: PlannedCall = {
    candidate: { tool } as unknown as Candidate,
    args,
    missing: [],
    refused: [],
    unused: [],
    consent: { kind: 'plain' },
  };
  const said = saidNumbers(text);
  return said.numbers.reduce((one, mention) => hold(one, mention, said), call);
}

describe('holdProportion', () => {
  it.each(['Grundgesamtheit 7.040, Anteil 0,66', 'population 7040, proportion 0.66'])(
    'takes no share of the units for a deviation: %s',
    (text) => {
      const { args, missing } = held(holdProportion, text, { sd: 0.66 });
      expect(args).toEqual({});
      expect(missing.map(({ name }) => name)).toEqual(['sd']);
    },
  );

  it('leaves what is called a deviation', () => {
    expect(held(holdProportion, 'proportion 0.8, sd 0.66', { sd: 0.66 }).args).toEqual({ sd: 0.66 });
  });
});

describe('holdShareOfUnits', () => {
  const share = (text: string, args: object) =>
    held((call, one) => holdShareOfUnits(call, one), text, { ...args }).args;

  it('takes a mean that is said as a share for one of units', () => {
    expect(share('4,620 households, 78% of them users', { mean: 0.78 })).toEqual({
      mean: 0.78,
      kind: 'proportion',
    });
  });

  it.each([
    ['78% on average, sd 0.2', { mean: 0.78, sd: 0.2 }],
    ['130% usage', { mean: 1.3 }],
    ['mean 0.78', { mean: 0.78 }],
  ])('leaves %s', (text, args) => {
    expect(share(text, args)).toEqual(args);
  });
});
