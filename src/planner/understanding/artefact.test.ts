import { describe, expect, it } from 'vitest';
import { learntFrom, packModel, unpackModel } from './artefact.js';
import { CALIBRATION } from './calibration.js';
import { probabilities } from './softmax.js';
import { fitSoftmax } from './training/fit-softmax.js';

const features = (...list: number[]) => Uint32Array.from(list);
const part = () =>
  fitSoftmax(
    [
      { features: features(1, 2), label: 'a', weight: 1 },
      { features: features(2, 3), label: 'b', weight: 1 },
      { features: features(4), label: 'c', weight: 2 },
    ],
    { bits: 6, epochs: 20, seed: 1 },
  );
const model = () => ({
  intent: part(),
  slots: part(),
  spans: part(),
  choices: part(),
  operations: {
    size: {
      slots: ['_', 'n'],
      spans: [],
      choices: { kind: ['-', 'kind="x"'] },
      usual: { '': ['n'] },
      words: ['size'],
      beside: { n: 'home hous' },
    },
  },
  relations: { sd: 'mean' },
  background: [{ language: 'sw' as const, text: 'habari' }],
  calibration: { weights: { bias: 0.5 }, bands: CALIBRATION.bands },
});

describe('a trained model as a file', () => {
  it('decides as before, and has the same bytes when it is trained again', () => {
    const packed = packModel(model(), 'abc');
    expect(packModel(model(), 'abc').equals(packed)).toBe(true);
    const read = unpackModel(packed);
    const all = [0, 1, 2];
    for (const one of [features(1), features(3), features(4)]) {
      const before = [...probabilities(model().intent, one, all)];
      const after = [...probabilities(read.intent, one, all)];
      for (const at of all) expect(after[at]).toBeCloseTo(before[at] ?? 0, 2);
    }
    expect(read.background).toEqual(model().background);
    expect(read.operations).toEqual(model().operations);
    expect(learntFrom(packed)).toBe('abc');
  });

  it('is refused when it is damaged', () => {
    const packed = packModel(model(), 'abc');
    expect(() => unpackModel(packed.subarray(0, packed.length - 40))).toThrow();
  });
});
