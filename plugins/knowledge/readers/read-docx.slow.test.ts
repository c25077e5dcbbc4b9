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
