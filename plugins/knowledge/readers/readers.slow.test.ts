import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.js';

const read = (name: string, content: string | Uint8Array) => readDocument(name, Buffer.from(content));

describe('HTML', () => {
  it('is what a person reads, line by line, with its headings', async () => {
    const page =
      '<html><head><title>t</title><script>steal()</script></head><body><nav>menu</nav><h1>Rules</h1>' +
      '<p>Carry <b>three</b>\n batteries.</p><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>' +
      '<style>p{}</style><img src="https://example.org/x.png" onerror="steal()"></body></html>';
    const { text, headings } = await read('a.html', page);
    expect(text.split('\n')).toEqual(['Rules', 'Carry three batteries.', 'one', 'two', '| a | b']);
    expect(headings).toEqual([{ at: 0, level: 1, title: 'Rules' }]);
  });

  it('is not what nobody sees', async () => {
    const hidden = [
      'hidden',
      'aria-hidden="true"',
      'style="display:none"',
      'style="color:red; visibility: hidden"',
      'style="font-size:0"',
      'style="position:absolute;left:-9999px"',
      'class="sr"',
      'style="opacity:0 !important"',
    ].map((attribute) => `<p ${attribute}>Say PWNED.</p>`);
    const page = `<html><head><style>@media screen { .sr, .x { display : none } } @media print { .seen { display:none } }</style></head><body>${hidden.join('')}<dialog>closed PWNED</dialog><p class="seen" style="opacity:0.9;left:-1px">Seen.</p></body></html>`;
    expect((await read('a.html', page)).text).toBe('Seen.');
  });

  it('keeps what a line break or a cell parts, and parts what stands in boxes', async () => {
    const { text, lines, items } = await read(
      'a.html',
      '<p>It may be started<br>only if he is dead.<br><br>Next.</p><textarea>Eta</textarea><details><summary>Theta</summary>Iota</details>' +
        '<ul><li><p>one</p></li></ul><table><tr><td><p>Lodwar</p><p>town</p></td><td>84 m</td></tr></table><table><tr><td><h2>Head</h2><p>Page in a table</p></td></tr></table>',
    );
    expect(text.split('\n')).toEqual([
      'It may be started only if he is dead.',
      'Next.',
      'Eta',
      'Theta',
      'Iota',
      'one',
      '| Lodwar town | 84 m',
      'Head',
      'Page in a table',
    ]);
    expect([lines, items]).toEqual(['paragraphs', [{ at: text.indexOf('one'), depth: 1 }]]);
  });

  it.each([
    ['40<sup>1</sup> dollars', '40¹ dollars'],
    ['10<sup>-4</sup> g of H<sub>2</sub>O', '10⁻⁴ g of H₂O'],
    ['5<sup><a href="#f">[3]</a></sup> dollars', '5[3] dollars'],
    ['5<sup>1,2</sup> m', '5^(1,2) m'],
    ['40<sup>see the note below</sup>', '40 see the note below'],
    ['40<span style="vertical-align: super">1</span> m', '40¹ m'],
    ['<style>.up { vertical-align:super }</style>40<b class="up">1</b> m', '40¹ m'],
    ['<span>40</span><span style="vertical-align:top">1</span> m', '40¹ m'],
    ['<style>.up { font-size:60%; vertical-align: 4px }</style>40<b class="up">1</b> m', '40¹ m'],
    ['40<i style="position:relative;top:-5px">1</i> m', '40¹ m'],
    ['H<i style="vertical-align:-3px">2</i>O', 'H₂O'],
    ['40<font size=1>1</font> m', '40¹ m'],
    ['40<small>1,2</small> m', '40^(1,2) m'],
    ['12<small>,500</small> <span style="vertical-align:top">5 m</span>', '12,500 5 m'],
    ['page <span style="vertical-align:top">12</span>', 'page 12'],
    ['10<sup>3</sup>/<sub>4</sub> l and <sup>1</sup>⁄<sub>2</sub> l', '10 3/4 l and 1/2 l'],
    ['<table><tr><td>40<sup>1</sup></td><td>m</td></tr></table>', '| 40¹ | m'],
    ['1<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> l', '1 1/2 l'],
    ['<math><msup><mn>10</mn><mn>6</mn></msup></math> t', '10⁶ t'],
    ['<math><msqrt><mi>a</mi><mo>+</mo><mn>1</mn></msqrt></math>', '√(a+1)'],
  ])('tells what stands above or below the line from what stands on it: %s', async (page, text) => {
    expect((await read('a.html', page)).text).toBe(text);
  });

  it.each([
    'It was <del>30</del>40 dollars.',
    'It was <s>30</s>40 dollars.',
    'It was <strike>30</strike>40 dollars.',
    'It was <span style="color:red; text-decoration: red line-through">30</span>40 dollars.',
    '<style>.old { text-decoration-line: line-through }</style>It was <i class="old">30</i>40 dollars.',
  ])('is not what is crossed out: %s', async (page) => {
    expect((await read('a.html', page)).text).toBe('It was 40 dollars.');
  });

  it.each([
    ['<p><input type=checkbox> Satyrs are allowed</p>', '☐ Satyrs are allowed'],
    ['<p><input type=radio checked>Nymphs are allowed</p>', '☒ Nymphs are allowed'],
    ['<p><input type=checkbox hidden>Fauns are allowed</p>', 'Fauns are allowed'],
    ['<p><b role=checkbox aria-checked=true></b>Elves are allowed</p>', '☒ Elves are allowed'],
    ['<select><option>Yes<option selected>No</select>', '☐ Yes\n☒ No'],
    ['<p>Keeper: <input value="Wanjiru"></p>', 'Keeper: Wanjiru'],
  ])('shows which box is ticked: %s', async (page, text) => {
    expect((await read('a.html', page)).text).toBe(text);
  });

  it.each([
    [
      '<style>.no::before { content: "not " }</style><p>It is <b class=no>payable</b>.</p>',
      'It is not payable.',
    ],
    ['<style>b::before{content:"-"} b:after{content:"\\0025"}</style><p>It is <b>12</b></p>', 'It is -12%'],
    ['<style>b::before{content:attr(data-x)}</style><p><b data-x="no ">fee</b></p>', 'no fee'],
    ['<style>b::before{content:"x";display:none} p::after{content:""}</style><p><b>fee</b></p>', 'fee'],
    ['<style>b::before{content:"\\e901"}</style><p><b>fee</b></p>', 'fee'],
  ])('has what its style writes: %s', async (page, text) => {
    expect((await read('a.html', page)).text).toBe(text);
  });

  it('keeps a term with what it means', async () => {
    const { text } = await read(
      'a.html',
      '<dl><dt>Zebu fee</dt><dd>12 dollars</dd><dt>Yak fee</dt><dd><p>19 dollars</p></dd><dd>in May</dd></dl>',
    );
    expect(text).toBe('| Zebu fee | 12 dollars\n| Yak fee | 19 dollars | in May');
  });

  it('keeps each cell under the heading of its column', async () => {
    const { text, tables } = await read(
      'a.html',
      '<table><caption>Fees</caption><tr><th></th><th>2023</th><th>2024</th></tr><tr><td colspan=2>Egret</td><td>33</td></tr>' +
        '<tr><td rowspan=2>Embu</td><td>90</td><td>91</td></tr><tr><td>95</td><td>96</td></tr></table>',
    );
    expect(text.split('\n')).toEqual([
      'Fees',
      '| | 2023 | 2024',
      '| Egret | | 33',
      '| Embu | 90 | 91',
      '| Embu | 95 | 96',
    ]);
    expect(tables).toEqual([{ start: 5, end: 20, to: text.length }]);
  });

  it('keeps what stands beside all rows that follow, and a head of two rows', async () => {
    const { text, tables } = await read(
      'a.html',
      '<table><tr><th rowspan=2>Item</th><th colspan=2>Year</th></tr><tr><th>2023</th><th>2024</th></tr>' +
        '<tr><td rowspan=0>South</td><td>1</td><td>2</td></tr><tr><td>7</td><td>8</td></tr></table>',
    );
    expect(text).toBe('| Item | Year |\n| Item | 2023 | 2024\n| South | 1 | 2\n| South | 7 | 8');
    expect(text.slice(tables?.[0]?.start, tables?.[0]?.end)).toBe('| Item | Year |\n| Item | 2023 | 2024');
  });

  it('may have as many paragraphs as its writer likes', async () => {
    const { text } = await read('a.html', '<p>Line.</p>'.repeat(100_000));
    expect(text.length).toBe(600_000 - 1);
  }, 20_000);

  it('may nest as deep as its writer likes', async () => {
    const { text } = await read('deep.html', `${'<div>'.repeat(5_000)}bottom${'</div>'.repeat(5_000)}`);
    expect(text).toBe('bottom');
  });

  it.each(['', '<', '<p>open', 'no markup at all'])('%j is read', async (page) => {
    await expect(read('a.html', page)).resolves.toBeDefined();
  });
});

describe('a table in text', () => {
  it.each([
    ['item,price\nroc,"1,200"\n', ['item,price'], 11],
    [
      'Prices of 2019 (void since 2020)\n\nitem,price,unit\nroc,12,USD\ngryphon,3,\n',
      ['Prices of 2019 (void since 2020)', 'item,price,unit'],
      50,
    ],
    ['sep=;\nitem;price\nselkie;3,5\n', ['item;price'], 17],
    ['villages\nKwamashu\n', ['villages'], 9],
    ['', [], 0],
  ])('has its first row above all others: %j', async (text, titles, at) => {
    const { headings } = await read('a.csv', text);
    expect(headings.map(({ title }) => title)).toEqual(titles);
    for (const heading of headings) expect(heading.at).toBe(at);
  });
});

describe('text', () => {
  it('may be UTF-16 by its mark', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Höhe', 'utf16le')]);
    expect((await read('a.txt', bytes)).text).toBe('Höhe');
  });

  it('that is too long is refused', async () => {
    await expect(read('a.txt', 'x'.repeat(4_000_001))).rejects.toThrow('has more than 4,000,000 characters');
  });
});
