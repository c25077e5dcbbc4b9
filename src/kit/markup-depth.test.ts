import { describe, expect, it } from 'vitest';
import { markupDepth } from './markup-depth.js';

describe('the depth of markup', () => {
  it.each<[string, number]>([
    ['', 0],
    ['no markup, 1 < 2', 0],
    ['<p>one<p>two<br><ul><li>a<li>b</ul>', 1],
    ['<div><b>x</b></div><div><i><b>y</b></i></div>', 3],
    ['<DIV/><DIV/><DIV/>', 3],
    ['</div></div><div>', 1],
    ['<svg><path/><path/></svg>', 1],
  ])('%j is %i', (markup, depth) => {
    expect(markupDepth(markup)).toBe(depth);
  });

  it('is counted in one pass, whatever is never closed', () => {
    const began = performance.now();
    expect(markupDepth('<a '.repeat(500_000))).toBe(500_000);
    expect(markupDepth(`<${'a'.repeat(1_000_000)}`)).toBe(1);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
