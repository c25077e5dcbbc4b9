import { describe, expect, it } from 'vitest';
import { staysWithin } from './sweep-svg.js';

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`;

describe('a finished drawing', () => {
  it.each([
    '<g clip-path="url(#clip0)"><path fill="url(#gradient_1)" d="M0,0h1"/></g>',
    '<text font-family="Roboto, Arial">on x=1, href="a" url(http://x) &lt;script&gt;</text>',
    '<path style="mix-blend-mode: multiply;" stroke-dasharray="5,3"/>',
  ])('stays within itself with %s', (inside) => {
    expect(staysWithin(svg(inside))).toBe(true);
  });

  it.each([
    '<path fill="url(http://x/y.svg#z)"/>',
    '<path fill="URL(&quot;//x&quot;)"/>',
    '<path style="mix-blend-mode: normal;mask:url(http://x#m)"/>',
    '<path style="background:image-set(&quot;//x&quot; 1x)"/>',
    '<a href="//x"><text>x</text></a>',
    '<image xlink:href="data:,"/>',
    '<script>x()</script>',
    '<g onclick="x()"/>',
  ])('does not with %s', (inside) => {
    expect(staysWithin(svg(inside))).toBe(false);
  });
});
