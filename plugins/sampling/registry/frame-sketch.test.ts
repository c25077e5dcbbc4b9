import { describe, expect, it } from 'vitest';
import { FrameSketch, newSketchKey, type SketchKey, sharedUnits, sketchKey } from './frame-sketch.js';

const KEY: SketchKey = [0x12345678, 0x9abcdef0];

function sketchOf(ids: Iterable<string>, key = KEY) {
  const sketch = new FrameSketch(key);
  for (const id of ids) {
    const bytes = Buffer.from(`<${id}>`, 'utf8');
    sketch.add(bytes, 1, bytes.length - 1);
  }
  return sketch.result();
}
const homes = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `HH-${from + i}`);

describe('a sketch of a frame', () => {
  it('counts the shared units of small frames exactly, however they are spelled and ordered', () => {
    const mine = sketchOf(homes(0, 200));
    expect(mine.whole).toBe(true);
    const other = sketchOf(
      homes(150, 300)
        .reverse()
        .map((id) => id.replace('HH-', 'hh 000')),
    );
    expect(sharedUnits(mine, 200, other)).toEqual({ units: 50, exact: true });
    expect(sharedUnits(mine, 200, sketchOf(['HH-1', 'HH-1', 'HH-10']))).toEqual({ units: 2, exact: true });
  });

  it.each([
    ['nearly all', homes(1, 20_001), 19_999],
    ['half', homes(10_000, 30_000), 10_000],
    ['a part that was cut out', homes(0, 5000), 5000],
    ['none', homes(50_000, 60_000), 0],
  ])('estimates those of large frames: %s', (_, ids, units) => {
    const mine = sketchOf(homes(0, 20_000));
    expect(mine).toMatchObject({ whole: false, marks: { length: 256 } });
    const shared = sharedUnits(mine, 20_000, sketchOf(ids));
    expect(shared.exact).toBe(false);
    // Four standard errors of a share of 256 marks, and fewer where only a quarter of them lies in both ranges.
    expect(Math.abs(shared.units - units)).toBeLessThanOrEqual(units === 0 ? 0 : 5000);
    if (units > 19_000) expect(shared.units).toBeGreaterThan(19_500);
  });

  it('is another one by another key, so that nobody can make ids that push others out', () => {
    const key = sketchKey(newSketchKey());
    expect(key.every((half) => Number.isInteger(half) && half >= 0 && half < 2 ** 32)).toBe(true);
    expect(sharedUnits(sketchOf(homes(0, 999)), 999, sketchOf(homes(0, 999), key)).units).toBe(0);
  });

  it('tells all of a hundred thousand ids apart', () => {
    const ids = homes(0, 100_000);
    const seen = new Set(ids.map((id) => sketchOf([id]).marks[0]));
    expect(seen.size).toBe(100_000);
  });
});
