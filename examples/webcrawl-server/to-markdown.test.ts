import { describe, expect, it } from 'vitest';
import { toMarkdown } from './to-markdown.js';

const WORDS = 'Of 1,200 households, 870 cook on improved stoves, as the survey says. '.repeat(6);
const read = (body: string, head = '') =>
  toMarkdown(
    `<!doctype html><html><head><title>T</title>${head}</head><body><article><p>${WORDS}</p>${body}</article></body></html>`,
    new URL('http://stoves.example/a/page'),
  ).markdown;

describe('a table', () => {
  it('stays one: each value under the heading of its column, empty cells as well', () => {
    const rows =
      '<tr><td>Wood</td><td></td><td>15.6</td></tr><tr><td>Charcoal</td><td>112</td><td></td></tr>';
    const table = `<table><caption>Factors</caption><thead><tr><th>Fuel</th><th>EF (t/TJ)</th><th>NCV</th></tr></thead><tbody>${rows}</tbody></table>`;
    expect(read(table)).toContain(
      'Factors\n\n| Fuel | EF (t/TJ) | NCV |\n| --- | --- | --- |\n| Wood |  | 15.6 |\n| Charcoal | 112 |  |',
    );
  });

  it('without a heading keeps its first row a row, and cells that span others stand in each', () => {
    const table = `<table><tr><td>A|B</td><td>1,000</td></tr><tr><td rowspan="2">D</td><td>10</td></tr>
      <tr><td><ul><li>20</li><li>5</li></ul></td></tr><tr><td colspan="2">all</td></tr><tr><td>one</td></tr></table>`;
    expect(read(table)).toContain(
      '|  |  |\n| --- | --- |\n| A\\|B | 1,000 |\n| D | 10 |\n| D | • 20<br>• 5 |\n| all |  |\n| one |  |',
    );
  });

  it('that lays out a page is none, and the one within it is', () => {
    const inner = '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>';
    const markdown = read(`<table><tr><td><h2>News</h2>${inner}</td><td><p>Menu</p></td></tr></table>`);
    expect(markdown).toContain('## News');
    expect(markdown).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |');
    expect(markdown).not.toContain('| Menu');
  });

  it('of spans without end is read in their measure', () => {
    const row = `<tr>${'<td rowspan="100" colspan="100">x</td>'.repeat(3)}</tr>`;
    expect(read(`<table>${row.repeat(6)}</table>`).length).toBeLessThan(200_000);
  });
});

it.each([
  ['2.5&times;10<sup>6</sup> t', '2.5×10⁶ t'],
  ['10<sup>&minus;3</sup>', '10⁻³'],
  ['10<sup>-3</sup>', '10⁻³'],
  ['10<sup>3</sup>/<sub>4</sub>', '10 3/4'],
  ['CO<sub>2</sub>', 'CO₂'],
  ['x<sup>a*b</sup>', 'x^(a\\*b)'],
  ['<s>500</s> 400', '~~500~~ 400'],
  [
    '<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac></math>',
    'x²+1/(a+b)',
  ],
])('%s is no other figure: %s', (html, markdown) => {
  expect(read(`<p>It is ${html} a year.</p>`)).toContain(`It is ${markdown} a year.`);
});

it('links lead where the page says that they do, and pictures are left out', () => {
  const base = '<base href="https://elsewhere.example/d/">';
  const markdown = read('<p><a href="x?y=1">link</a> and <img src="pix.png" alt="a"></p>', base);
  expect(markdown).toContain('[link](https://elsewhere.example/d/x?y=1)');
  expect(markdown).not.toContain('pix.png');
});

it.each([
  ['0;url=/ok', 'http://stoves.example/ok'],
  ["5; URL='next'", 'http://stoves.example/a/next'],
  ['0, javascript:alert(1)', undefined],
  ['30', undefined],
])('a page that says %s goes on to %s', (content, to) => {
  const html = `<html><head><meta http-equiv="Refresh" content="${content}"></head><body></body></html>`;
  expect(toMarkdown(html, new URL('http://stoves.example/a/page')).movesTo).toBe(to);
});
