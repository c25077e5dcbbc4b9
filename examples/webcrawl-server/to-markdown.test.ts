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

  it.each([
    ['a heading', '<h3>sold</h3>by day', '**sold**<br>by day'],
    ['a section', '<section>by day</section>', 'by day'],
  ])('with %s in one cell stays one', (_what, cell, text) => {
    const rows = `<tr><td>Wood</td><td></td><td>${cell}</td></tr><tr><td>LPG</td><td>63.1</td><td></td></tr>`;
    const heads = '<tr><th>Fuel</th><th>EF</th><th>NCV</th></tr>';
    const lines = `| Wood |  | ${text} |\n| LPG | 63.1 |  |`;
    expect(read(`<table>${heads}${rows}</table>`)).toContain(
      `| Fuel | EF | NCV |\n| --- | --- | --- |\n${lines}`,
    );
    expect(read(`<table>${rows}</table>`)).toContain(lines);
  });

  it('whose rows alone have headings has none for its columns', () => {
    const rows =
      '<tr><th>Sold</th><td>1,204</td></tr><tr><th>Price</th><td>USD 42</td></tr><tr><th>Back</th><td></td></tr>';
    expect(read(`<table>${rows}</table>`)).toContain(
      '|  |  |\n| --- | --- |\n| Sold | 1,204 |\n| Price | USD 42 |\n| Back |  |',
    );
    const corner = '<tr><td></td><th>Mon</th><th>Tue</th></tr><tr><th>Voi</th><td></td><td>7</td></tr>';
    expect(read(`<table>${corner}</table>`)).toContain(
      '|  | Mon | Tue |\n| --- | --- | --- |\n| Voi |  | 7 |',
    );
  });

  it('has its totals at the end, wherever the page has them', () => {
    const rows =
      '<tfoot><tr><td>All</td><td>30</td></tr></tfoot><tbody><tr><td>A</td><td>30</td></tr></tbody>';
    expect(read(`<table>${rows}</table>`)).toMatch(/\| A \| 30 \|\n+\| All \| 30 \|/);
  });

  it('is one by its roles alone', () => {
    const row = (cells: string) => `<div role="rowgroup"><div role="row">${cells}</div></div>`;
    const heads = ['Fuel', 'EF', 'NCV'].map((head) => `<span role="columnheader">${head}</span>`).join('');
    const cells =
      '<span role="rowheader">Wood</span><span role="cell"></span><span role="gridcell">15.6</span>';
    const total = '<span role="cell" aria-colspan="2">All</span><span role="cell">15.6</span>';
    const markdown = read(`<div role="table"><p>By source</p>${row(heads)}${row(cells)}${row(total)}</div>`);
    expect(markdown).toContain(
      'By source\n\n| Fuel | EF | NCV |\n| --- | --- | --- |\n| Wood |  | 15.6 |\n| All |  | 15.6 |',
    );
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
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'].map((minus) => [
    `10<sup>${minus}12</sup>`,
    '10⁻¹²',
  ]),
  ['10<sup>– 12</sup>', '10⁻¹²'],
  ['x<sup>n – 1</sup>', 'x^(n–1)'],
  ['SO<sub>4</sub><sup>2–</sup>', 'SO₄²⁻'],
  ['s<sup>–a*b</sup>', 's^(−a\\*b)'],
  ['word<sup>1–3</sup>', 'word^(1–3)'],
  ['10<span style="font-size: 80%; vertical-align: super">6</span>', '10⁶'],
  ['10<sup>3</sup>/<sub>4</sub>', '10 3/4'],
  ['<span style="text-decoration:line-through">500</span> 400', '~~500~~ 400'],
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

it.each([
  ['<p style="text-decoration:line-through">Whole 77</p>', '~~Whole 77~~'],
  ['<p><u style="text-decoration: underline line-through">9</u> 8</p>', '~~9~~ 8'],
  ['<ul><li style="text-decoration:line-through">a <s>b</s></li></ul>', '~~a b~~'],
  ['<div style="text-decoration-line:line-through"><p>one</p><p>two</p></div>', '~~one~~\n\n~~two~~'],
  ['<p><del style="text-decoration:line-through">5</del> 4</p>', '~~5~~ 4'],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td style="text-decoration:line-through">55</td><td>44</td></tr></table>',
    '| ~~55~~ | 44 |',
  ],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr style="text-decoration:line-through"><td>55</td><td>44</td></tr></table>',
    '| ~~55~~ | ~~44~~ |',
  ],
])('%s is crossed out by its own style', (html, markdown) => {
  expect(read(html)).toContain(markdown);
});

it('a cell that spans all rows to the end stands in each of them', () => {
  const table =
    '<table><thead><tr><th>Fuel</th><th>kg</th></tr></thead><tbody><tr><td rowspan="0">Wood</td><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></tbody><tfoot><tr><td>All</td><td>6</td></tr></tfoot></table>';
  const markdown = read(table);
  for (const row of ['| Wood | 1 |', '| Wood | 2 |', '| Wood | 3 |', '| All | 6 |'])
    expect(markdown).toContain(row);
});

it('each block of what is crossed out is crossed out', () => {
  const markdown = read(
    '<del><p>It was <b>500</b> a year.</p><ul><li>for <s>all</s></li></ul>and more</del><p>It is 400.</p>',
  );
  expect(markdown).toContain('~~It was **500** a year.~~');
  expect(markdown).toMatch(/-\s+~~for all~~/);
  expect(markdown).toContain('~~and more~~');
  expect(markdown).toContain('\n\nIt is 400.');
});

it('links lead where the page says that they do, and pictures are left out', () => {
  const base = '<base href="https://elsewhere.example/d/">';
  const markdown = read('<p><a href="x?y=1">link</a> and <img src="pix.png" alt="a"></p>', base);
  expect(markdown).toContain('[link](https://elsewhere.example/d/x?y=1)');
  expect(markdown).not.toContain('pix.png');
});

it.each([
  ['0;url=/ok', { to: 'http://stoves.example/ok', after: 0 }],
  ["5; URL='next'", { to: 'http://stoves.example/a/next', after: 5 }],
  ['0, javascript:alert(1)', undefined],
  ['30', undefined],
])('a page that says %s goes on to %s', (content, to) => {
  const html = `<html><head><meta http-equiv="Refresh" content="${content}"></head><body></body></html>`;
  expect(toMarkdown(html, new URL('http://stoves.example/a/page')).moves).toEqual(to);
});
