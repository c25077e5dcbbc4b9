import { describe, expect, it } from 'vitest';
import { neighbours, readText } from './read-text.js';

/** The weight of a word as seen from the number of that value. */
function weight(text: string, value: number, plain: string): number {
  const model = readText(text);
  const mention = model.numbers.find((one) => one.value === value);
  if (mention === undefined) throw new Error(`no ${value} in ${text}`);
  return neighbours(model, mention).find((one) => one.word.plain === plain)?.weight ?? 0;
}

describe('neighbours', () => {
  it('weigh less the further they stand', () => {
    expect(weight('mean of usage 0.8', 0.8, 'usage')).toBeGreaterThan(
      weight('mean of usage 0.8', 0.8, 'mean'),
    );
  });

  it('weigh less across a comma, still less across a sentence or another number', () => {
    const plain = weight('mean 0.8', 0.8, 'mean');
    expect(weight('mean, 0.8', 0.8, 'mean')).toBeLessThan(plain / 2);
    expect(weight('mean. 0.8', 0.8, 'mean')).toBeLessThan(plain / 4);
    expect(weight('mean 0.2 0.8', 0.8, 'mean')).toBeLessThan(plain / 2);
  });

  it('weigh more where a small word ties them: `mean of 0.8`', () => {
    expect(weight('mean of 0.8', 0.8, 'mean')).toBeGreaterThan(weight('mean 0.8', 0.8, 'mean'));
    expect(weight('mean = 0.8', 0.8, 'mean')).toBeGreaterThan(weight('mean 0.8', 0.8, 'mean'));
  });

  it('leave out what stands inside numbers and verbatim pieces', () => {
    expect(readText('fifteen percent of "the mean"').words.map((one) => one.plain)).toEqual(['of']);
  });
});
