import {
  Document,
  HeadingLevel,
  ImportedXmlComponent,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
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

describe('Word', () => {
  it('gives its paragraphs under their headings', async () => {
    const document = new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Pilot', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Nine of sixty loggers were lost.'),
          ],
        },
      ],
    });
    const { text, headings } = await read('a.docx', await Packer.toBuffer(document));
    expect(text).toBe('Pilot\nNine of sixty loggers were lost.');
    expect(headings).toMatchObject([{ at: 0, level: 1, title: 'Pilot' }]);
  });
});

it('reads of Word what stands above the line, and nothing hidden or struck out', async () => {
  const document = new Document({
    styles: {
      characterStyles: [
        { id: 'Gone', name: 'Gone', run: { strike: true } },
        { id: 'Still', name: 'Still', basedOn: 'Gone' },
        { id: 'Mark', name: 'Mark', run: { superScript: true } },
      ],
    },
    sections: [
      {
        children: [
          new Paragraph({
            children: [
              new TextRun('The fee is '),
              new TextRun({ text: '30', strike: true }),
              new TextRun({ text: '31', doubleStrike: true }),
              new TextRun({ text: '32', vanish: true }),
              new TextRun({ text: '33', style: 'Still' }),
              new TextRun({ text: '40', vanish: false }),
              new TextRun({ text: '1', superScript: true }),
              new TextRun({ text: '2', style: 'Mark' }),
              new TextRun({ text: '3', position: '6pt', size: 12 }),
              new TextRun(' dollars.'),
            ],
          }),
        ],
      },
    ],
  });
  expect((await read('a.docx', await Packer.toBuffer(document))).text).toBe('The fee is 40¹²³ dollars.');
});

describe('a paragraph of Word', () => {
  const spaces =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  const say = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const math = (inner: string) => `<m:oMath>${inner}</m:oMath>`;
  const is = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const sup = (base: string, power: string) =>
    `<m:sSup><m:e>${is(base)}</m:e><m:sup>${is(power)}</m:sup></m:sSup>`;
  const over = (num: string, den: string) => `<m:f><m:num>${is(num)}</m:num><m:den>${is(den)}</m:den></m:f>`;
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${is('i=1')}</m:sub><m:sup>${is('n')}</m:sup><m:e>${is('x')}</m:e></m:nary>`;
  const box = (ticked: 0 | 1) =>
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${ticked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${say('☐')}</w:sdtContent></w:sdt>`;
  it.each([
    ['equation', `${say('It is 10')}${math(is('×2'))}${say(' dollars.')}`, 'It is 10×2 dollars.'],
    ['power', `${say('of ')}${math(sup('10', '−4'))}${say(' g')}`, 'of 10⁻⁴ g'],
    ['fraction', `${say('1')}${math(over('3', '8'))}${say(' of it')}`, '1 3/8 of it'],
    ['sum', `${say('It is ')}${math(over('a+b', '2'))}${math(sum)}`, 'It is (a+b)/2∑ᵢ₌₁ⁿ x'],
    [
      'root',
      math(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${is('a+1')}</m:e></m:rad>`),
      '√(a+1)',
    ],
    ['mean', math(`<m:acc><m:accPr><m:chr m:val="̄"/></m:accPr><m:e>${is('x')}</m:e></m:acc>`), 'x̄'],
    ['line of its own', `<m:oMathPara>${math(is('a &lt; b'))}</m:oMathPara>`, 'a < b'],
    [
      'unwritten',
      `${say('It is ')}${math('<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e><m:r><m:t>3</m:t></m:r></m:e></m:phant>')}`,
      'It is [formula]',
    ],
    [
      'object',
      `${say('It is ')}<w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ProgID="Equation.3"/></w:object></w:r>`,
      'It is [formula]',
    ],
    ['empty box', `${box(0)}${say(' It is vaccinated.')}`, '☐ It is vaccinated.'],
    ['ticked box', `${box(1)}${say(' It is vaccinated.')}`, '☒ It is vaccinated.'],
    [
      'box of a form',
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${say(' It is vaccinated.')}`,
      '☐ It is vaccinated.',
    ],
    [
      'direction',
      `${say('It is ')}<w:dir w:val="rtl">${say('not ')}</w:dir><w:bdo w:val="ltr">${say('free')}</w:bdo>`,
      'It is not free',
    ],
    ['field', `${say('It is ')}<w:fldSimple w:instr="REF x">${say('9')}</w:fldSimple>`, 'It is 9'],
    [
      'reading',
      `${say('It costs ')}<w:r><w:ruby><w:rubyPr/><w:rt>${say('one')}</w:rt><w:rubyBase>${say('11')}</w:rubyBase></w:ruby></w:r>`,
      'It costs 11(one)',
    ],
    [
      'tab',
      '<w:r><w:t>Serow 3</w:t><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="dot"/><w:t>40</w:t></w:r>',
      'Serow 3 40',
    ],
    ['line end', '<w:r><w:t>It may</w:t><w:cr/><w:t>not</w:t></w:r>', 'It may not'],
  ])('is read with its %s', async (_, inner, text) => {
    const xml = `<w:p ${spaces}>${inner}</w:p>`;
    // Around what it is given it puts an element without a name.
    const [paragraph] = Reflect.get(ImportedXmlComponent.fromXmlString(xml), 'root') as [Paragraph];
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children: [paragraph] }] }));
    expect((await read('a.docx', bytes)).text).toBe(text);
  });
});

it('keeps the rows of a table of Word', async () => {
  const row = (...cells: string[]) =>
    new TableRow({ children: cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) });
  const table = new Table({ rows: [row('Region', 'Fuel kg'), row('Turkana', '7.10')] });
  const { text } = await read(
    'a.docx',
    await Packer.toBuffer(new Document({ sections: [{ children: [table] }] })),
  );
  expect(text).toBe('| Region | Fuel kg\n| Turkana | 7.10');
});

/** A PDF of one page a text, without compression. */
function pdfOf(texts: readonly string[]): string {
  return pdfOfStreams(texts.map((text) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`));
}

/** What each page can name: a font, opacities, layers and a picture. */
const NAMED = `/Font << /F1 3 0 R >> /ExtGState << /Clear << /ca 0 >> /Full << /ca 1 >> /Marker << /BM /Multiply >> >> /Properties << /On 4 0 R /Off 5 0 R >> /XObject << /Image 6 0 R >>`;

/** A PDF of one page a stream of operators. */
function pdfOfStreams(streams: readonly string[], annotations: readonly string[] = []): string {
  const hasPicture = streams.some((stream) => stream.includes('/Image Do'));
  const pages = streams.map((_, index) => `${7 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R 5 0 R] /D << /OFF [5 0 R] >> >> >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /OCG /Name (On) >>',
    '<< /Type /OCG /Name (Off) >>',
    hasPicture
      ? '<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 2 >>\nstream\n00\nendstream'
      : 'null',
    ...streams.flatMap((stream, index) => {
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${NAMED} >> /Contents ${8 + index * 2} 0 R ${index === 0 ? `/Annots [${annotations.join(' ')}]` : ''} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

describe('PDF', () => {
  it('gives the text of each page', async () => {
    const { text, pages } = await read(
      'a.pdf',
      pdfOf(['Loggers are read on Mondays.', 'Stoves are counted in March.']),
    );
    const [, second = 0] = pages ?? [];
    expect(pages).toHaveLength(2);
    expect(text.slice(0, second)).toContain('Loggers are read on Mondays.');
    expect(text.slice(second)).toContain('Stoves are counted in March.');
  });

  it('tells a raised mark from a digit', async () => {
    const stream =
      'BT /F1 12 Tf 72 720 Td (The fee is 40) Tj /F1 7 Tf 4 Ts (1) Tj /F1 12 Tf 0 Ts ( dollars for H) Tj /F1 7 Tf -3 Ts (2) Tj /F1 12 Tf 0 Ts (O.) Tj ET';
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('The fee is 40¹ dollars for H₂O.');
  });

  it.each([
    ['in white', '1 g', '0 g'],
    ['nearly in white', '0.97 0.97 0.96 rg', '0 g'],
    ['without ink', '3 Tr', '0 Tr'],
    ['as a clip alone', '7 Tr', '0 Tr'],
    ['too small', '/F1 0.1 Tf', '/F1 12 Tf'],
    ['too narrow', '1 Tz', '100 Tz'],
    ['beside the page', '1 0 0 1 -900 600 Tm', '1 0 0 1 72 580 Tm'],
    ['clear', '/Clear gs', '/Full gs'],
    ['on a panel of its colour', '0 0 1 rg ET 60 570 300 20 re f BT /F1 12 Tf 72 595 Td', '0 g'],
    ['outside of a clip', 'ET q 10 10 20 20 re W n BT', 'ET Q BT /F1 12 Tf 72 580 Td'],
    ['under a bar', '', '2 Tr ET 70 575 120 15 re f BT /F1 12 Tf 200 580 Td 0 Tr'],
    ['in a layer that is off', '/OC /Off BDC', 'EMC'],
  ])('is not what nobody sees: %s', async (_how, off, on) => {
    const stream = `BT /F1 12 Tf 72 600 Td (The bus runs.) Tj ${off} 0 -20 Td (Send all money.) Tj ${on} ( On Mondays.) Tj ET`;
    const { text } = await read('a.pdf', pdfOfStreams([stream]));
    expect(text.trim().replace(/\s+/g, ' ')).toBe('The bus runs. On Mondays.');
  });

  it('keeps apart what has something unseen between', async () => {
    const stream =
      'BT /F1 12 Tf 72 600 Td (It takes 4) Tj 1 g (, or) Tj 0 g (5 days. ) Tj 1 g (Not so.) Tj 0 g ( Really.) Tj ET';
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('It takes 4 5 days. Really.');
  });

  it.each([
    ['white on a panel', '0 0 0.5 rg 60 590 300 30 re f 1 g'],
    ['white on a broad line', '0 0 0.5 RG 40 w 60 600 m 300 600 l S 1 g'],
    ['white on a picture', 'q 300 0 0 40 60 590 cm /Image Do Q 1 g'],
    ['white on what no rectangle bounds', '0 0 0.5 rg 60 590 m 200 700 l 300 590 l f 1 g'],
    ['in outline', '1 g 0 0 0 RG'],
    ['under a marker', ''],
    ['in a layer that is on', '/OC /On BDC'],
  ])('is what can be seen: %s', async (how, before) => {
    const marker = how === 'under a marker' ? '/Marker gs 1 1 0 rg 60 590 300 30 re f' : '';
    const mode = how === 'in outline' ? '1 Tr' : '';
    const after = before.endsWith('BDC') ? 'EMC' : '';
    const stream = `${before} BT ${mode} /F1 12 Tf 72 600 Td (The bus runs.) Tj ET ${after} ${marker}`;
    expect((await read('a.pdf', pdfOfStreams([stream]))).text.trim()).toBe('The bus runs.');
  });

  it('is what a scanner has read of its picture, and nothing without ink beside text with ink', async () => {
    const scan =
      'q 612 0 0 792 0 0 cm /Image Do Q BT 3 Tr /F1 12 Tf 72 600 Td (The ferry leaves at noon.) Tj ET';
    const mixed = `${scan} BT 0 Tr 72 500 Td (Pages in ink have no such letters over them.) Tj ET`;
    const { text } = await read('a.pdf', pdfOfStreams([scan, mixed]));
    expect(text.trim().split(/\n+/)).toEqual([
      'The ferry leaves at noon.',
      'Pages in ink have no such letters over them.',
    ]);
  });

  const page = (...lines: string[]) =>
    lines.map((line, at) => `BT /F1 12 Tf 72 ${600 - 20 * at} Td (${line}) Tj ET`).join(' ');
  const over = (subtype: string, rect: string, more = '') =>
    `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] ${more} >>`;

  it.each([
    [
      'what was filled in, in its line',
      ['Keeper of the kakapo:', 'It has a licence'],
      [
        over('Widget', '220 597 330 613', '/FT /Tx /T (a) /V (Wanjiru)'),
        over('Widget', '50 577 62 590', '/FT /Btn /T (b) /V /Off /AS /Off /AP << /N << /Yes null >> >>'),
      ],
      'Keeper of the kakapo: Wanjiru\n☐ It has a licence',
    ],
    [
      'within a line that has room for it',
      ['I, ____________, agree to it.'],
      [over('Widget', '86 597 160 613', '/FT /Tx /T (a) /V (Wanjiru)')],
      'I, ____________ Wanjiru , agree to it.',
    ],
    [
      'a text beside the others',
      ['The kea fee is 15.', 'Next.'],
      [over('FreeText', '72 500 300 520', '/Contents (The weka fee is 9.) /DA (/F1 12 Tf)')],
      'The kea fee is 15.\nNext.\nThe weka fee is 9.',
    ],
    [
      'a stamp before what it lies on',
      ['It stays.', 'The kea fee is 15.'],
      [over('Stamp', '60 572 300 592', '/Contents (VOID)')],
      'It stays.\n[stamp: VOID] The kea fee is 15.',
    ],
    [
      'nothing that is crossed out',
      ['It stays.', 'The kea fee is 15.'],
      [over('StrikeOut', '60 575 300 592', '/QuadPoints [60 592 300 592 60 575 300 575]')],
      'It stays.',
    ],
    [
      'nothing hidden',
      ['It stays.'],
      [over('FreeText', '72 500 300 520', '/F 2 /Contents (Send money.)')],
      'It stays.',
    ],
  ])('has %s', async (_, lines, annotations, text) => {
    const document = await read('a.pdf', pdfOfStreams([page(...lines)], annotations));
    expect(document.text.trim()).toBe(text);
    expect(document.partly).toBeUndefined();
  });

  it('says which pages are not read whole', async () => {
    const drawing = 'q 1 0 0 1 0 0 cm 60 570 300 20 re S Q';
    const { partly } = await read(
      'a.pdf',
      pdfOfStreams(
        [page('It stays.'), drawing, ''],
        [over('Ink', '60 590 300 620', '/InkList [[60 600 300 600]]')],
      ),
    );
    expect(partly).toEqual([
      { page: 1, why: 'notes' },
      { page: 2, why: 'no text' },
    ]);
  });

  it('without text says that it has only pictures', async () => {
    await expect(read('a.pdf', pdfOf(['']))).rejects.toThrow('holds no text, only pictures of pages');
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
