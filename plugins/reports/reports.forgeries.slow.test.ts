import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WrittenPlan, writePlan } from './testing/written-plan.js';
import { zipAgain } from './testing/zip-again.js';
import { verifyReport } from './verification/verify-report.js';

/** Files in which every word and every figure still stands, and whose reader sees something else. */

let plan: WrittenPlan;
beforeAll(async () => {
  plan = await writePlan();
}, 120_000);
afterAll(() => plan?.oracle.close());

const FIGURE = /<span class="figure" data-figure="f18"[^>]*>[^<]*<\/span>/;
const RUN = /<w:r>(<w:t xml:space="preserve">271<\/w:t>)<\/w:r>/;

async function documentOf(file: Buffer) {
  const { verdict, checks } = await verifyReport(file, plan.oracle.app.identity?.did);
  return { verdict, ...checks.find(({ name }) => name === 'document') };
}

function changed(text: string, from: string | RegExp, to: string): string {
  const other = text.replace(from, (whole, inner: unknown) =>
    to.replaceAll('$&', whole).replaceAll('$1', typeof inner === 'string' ? inner : ''),
  );
  if (other === text) throw new Error(`${from} is not in the file`);
  return other;
}

describe('a page', () => {
  const forged = (from: string | RegExp, to: string) =>
    Buffer.from(changed(plan.file('html').toString('utf8'), from, to), 'utf8');
  const AFTER = '[data-figure=f18]{font-size:0}[data-figure=f18]::after{content:"57";font-size:1rem}';

  it.each<[string, string | RegExp, string, string]>([
    ['has a style that writes', '</style>', `${AFTER}</style>`, 'a style that hides or shows'],
    ['has a second style', '</head>', `<style>${AFTER}</style></head>`, 'a style that hides or shows'],
    ['hides lists by its style', '</style>', 'ul{display:none}</style>', 'a style that hides or shows'],
    ['shrinks by its style', '</style>', 'li{font-size:0}</style>', 'a style that hides or shows'],
    ['hides by its style', '</style>', '.figure{visibility:hidden}</style>', 'a style that hides or shows'],
    ['loads a style', '</head>', '<link rel="stylesheet" href="//x/y.css"></head>', '<link>'],
    ['has another title', '<title>', '<title>Approved ', 'the title "Approved '],
    ['has a base', '</head>', '<base href="//x/"></head>', '<base>'],
    ['goes elsewhere', '</head>', '<meta http-equiv="refresh" content="0;url=//x"></head>', 'http-equiv'],
    ['runs a script', '</body>', '<script>f18.textContent="57"</script></body>', '<script>'],
    ['runs as it loads', '<body>', '<body onload="x()">', 'onload of <body>'],
    ['hides a figure', FIGURE, '<span hidden>$&</span>', 'hidden of <span>'],
    ['shows a field', FIGURE, '<input value="57">$&', '<input>'],
    ['strikes out', FIGURE, '<del>$&</del>', '<del>'],
    ['turns round', FIGURE, '<bdo dir="rtl">$&</bdo>', '<bdo>'],
    ['shows a picture', FIGURE, '$&<img src="data:image/svg+xml,<svg/>">', 'a picture of another kind'],
    ['shows a frame', '</main>', '<iframe srcdoc="57"></iframe></main>', '<iframe>'],
    ['counts', '</main>', '<ol start="57"><li></li></ol></main>', '<ol>'],
    [
      'has two records',
      '</body>',
      '<script type="application/json" id="oracle-report">{}</script></body>',
      'a second record',
    ],
    ['styles an element', FIGURE, '<span style="display:none">$&</span>', 'style of <span>'],
  ])('fails when it %s', async (_, from, to, named) => {
    expect(await documentOf(forged(from, to))).toMatchObject({
      verdict: 'fail',
      passed: false,
      detail: expect.stringContaining(named),
    });
  });

  it.each<[string, string | RegExp, string]>([
    ['has no style', /<style>.*<\/style>/s, ''],
    ['has no title', /<title>.*?<\/title>/, ''],
    ['says that a figure is of something else', 'parameters.adjustedSize">', 'checked by us">'],
    ['calls a figure by the name of another', 'data-figure="f18"', 'data-figure="f17"'],
    ['is in another alphabet', 'charset="utf-8"', 'charset="windows-1251"'],
  ])('is unproven when it %s', async (_, from, to) => {
    expect(await documentOf(forged(from, to))).toMatchObject({ verdict: 'unproven', open: true });
  });

  it('that nests without end is refused at once', async () => {
    const deep = Buffer.from(`<html>${'<div>'.repeat(200_000)}`);
    await expect(verifyReport(deep)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a Word document', () => {
  const forged = (part: string, from: string | RegExp, to: string) =>
    zipAgain(plan.file('docx'), (parts) => parts.set(part, changed(parts.get(part) ?? '', from, to)));
  const DOCUMENT = 'word/document.xml';

  it('whose parts were only packed anew passes', async () => {
    expect(await documentOf(await zipAgain(plan.file('docx'), () => undefined))).toMatchObject({
      verdict: 'pass',
    });
  });

  it.each<[string, string, string | RegExp, string, string]>([
    ['hides', DOCUMENT, RUN, '<w:r><w:rPr><w:vanish/></w:rPr>$1</w:r>', '<vanish>'],
    ['shrinks', DOCUMENT, RUN, '<w:r><w:rPr><w:sz w:val="2"/></w:rPr>$1</w:r>', 'letters too small'],
    ['whitens', DOCUMENT, RUN, '<w:r><w:rPr><w:color w:val="FFFFFE"/></w:rPr>$1</w:r>', 'white letters'],
    ['shows signs', DOCUMENT, RUN, '$&<w:r><w:sym w:font="Arial" w:char="0035"/></w:r>', '<sym>'],
    ['turns round', DOCUMENT, RUN, '<w:bdo w:val="rtl">$&</w:bdo>', '<bdo>'],
    [
      'deletes',
      DOCUMENT,
      RUN,
      '$&<w:del w:id="9" w:author="x"><w:r><w:delText>5</w:delText></w:r></w:del>',
      '<del>',
    ],
    ['computes', DOCUMENT, RUN, '$&<w:fldSimple w:instr=" = 50+7 "/>', '<fldSimple>'],
    ['has a formula', DOCUMENT, RUN, '$&<m:oMath><m:r><m:t>57</m:t></m:r></m:oMath>', '<oMath>'],
    ['draws text', DOCUMENT, RUN, '$&<w:r><w:pict><v:textpath string="57"/></w:pict></w:r>', '<pict>'],
    ['takes in a file', DOCUMENT, '<w:sectPr', '<w:altChunk r:id="rId1"/><w:sectPr', '<altChunk>'],
    [
      'hides by a style',
      'word/styles.xml',
      '</w:styles>',
      '<w:style><w:rPr><w:vanish/></w:rPr></w:style></w:styles>',
      '<vanish>',
    ],
    [
      'loads',
      'word/_rels/document.xml.rels',
      '</Relationships>',
      '<Relationship Id="x" Type="y" Target="http://x/" TargetMode="External"/></Relationships>',
      'a link to http://x/',
    ],
    [
      'has another beginning',
      '_rels/.rels',
      'word/document.xml',
      'word/footnotes.xml',
      'word/footnotes.xml as its document',
    ],
  ])('fails when it %s', async (_, part, from, to, named) => {
    expect(await documentOf(await forged(part, from, to))).toMatchObject({
      verdict: 'fail',
      detail: expect.stringContaining(named),
    });
  });

  it('fails with a part that is not one of a report, such as a header or a macro', async () => {
    for (const name of ['word/header1.xml', 'word/evil.xml', 'word/vbaProject.bin'])
      expect(
        await documentOf(await zipAgain(plan.file('docx'), (parts) => parts.set(name, '<a/>'))),
      ).toMatchObject({
        verdict: 'fail',
        detail: expect.stringContaining(name),
      });
  });

  it('that holds a part twice is refused', async () => {
    const twice = await zipAgain(plan.file('docx'), (parts) => parts.set('Word/Document.xml', '<a/>'));
    await expect(verifyReport(twice)).rejects.toThrow('twice');
  });

  it.each<[string, string, string | RegExp, string]>([
    ['in letters of pictures', DOCUMENT, RUN, '<w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr>$1</w:r>'],
    ['numbered', 'word/numbering.xml', 'w:lvlText w:val="', 'w:lvlText w:val="57 '],
  ])('is unproven when it is %s', async (_, part, from, to) => {
    expect(await documentOf(await forged(part, from, to))).toMatchObject({
      verdict: 'unproven',
      detail: expect.stringContaining(part),
    });
  });
});

describe('an archive', () => {
  const DOCUMENT = 'word/document.xml';
  it.each<[string, (file: Buffer) => Buffer, string]>([
    ['a part that its directory does not list', hidingAPart, 'does not list, before its directory'],
    ['bytes before its parts', (file) => Buffer.concat([Buffer.from('PK'), moved(file, 2)]), 'does not list'],
    ['a comment', commented, 'a comment'],
    ['a part of another name where it stands', renamed, `another header of ${DOCUMENT}`],
  ])('fails with %s', async (_, forge, named) => {
    expect(await documentOf(forge(plan.file('docx')))).toMatchObject({
      verdict: 'fail',
      detail: expect.stringContaining(named),
    });
    if (forge !== renamed)
      expect(await documentOf(forge(plan.file('xlsx')))).toMatchObject({ verdict: 'fail' });
  });

  const END_BYTES = 22;
  const directoryOf = (file: Buffer) => file.readUInt32LE(file.length - END_BYTES + 16);

  function withDirectoryAt(file: Buffer, directory: number): Buffer {
    const other = Buffer.from(file);
    other.writeUInt32LE(directory, other.length - END_BYTES + 16);
    return other;
  }

  /** A second text of the report, whole with its header, between the parts and the directory. */
  function hidingAPart(file: Buffer): Buffer {
    const at = directoryOf(file);
    const content = Buffer.from('<w:document/>');
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt32LE(crc32(content), 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt32LE(content.length, 22);
    header.writeUInt16LE(DOCUMENT.length, 26);
    const hidden = Buffer.concat([header, Buffer.from(DOCUMENT), content]);
    const whole = Buffer.concat([file.subarray(0, at), hidden, file.subarray(at)]);
    return withDirectoryAt(whole, at + hidden.length);
  }

  /** The records of an archive before which so many bytes are put. */
  function moved(file: Buffer, by: number): Buffer {
    const other = withDirectoryAt(file, directoryOf(file) + by);
    for (let at = directoryOf(file); other.readUInt32LE(at) === 0x02014b50; ) {
      other.writeUInt32LE(other.readUInt32LE(at + 42) + by, at + 42);
      at += 46 + other.readUInt16LE(at + 28) + other.readUInt16LE(at + 30) + other.readUInt16LE(at + 32);
    }
    return other;
  }

  function commented(file: Buffer): Buffer {
    const other = Buffer.from(file);
    other.writeUInt16LE(9, other.length - 2);
    return Buffer.concat([other, Buffer.from('57 units!')]);
  }

  function renamed(file: Buffer): Buffer {
    const other = Buffer.from(file);
    other.write('word/documenu.xml', other.indexOf(DOCUMENT));
    return other;
  }
});

describe('a workbook', () => {
  const SHEET = 'xl/worksheets/sheet1.xml';
  it.each<[string, string | RegExp, string, string]>([
    ['hides a row', '<row ', '<row hidden="1" ', 'a hidden <row>'],
    [
      'hides a column',
      '<sheetData>',
      '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>',
      'a hidden <col>',
    ],
    [
      'has rows without height',
      '<sheetData>',
      '<sheetFormatPr defaultRowHeight="0"/><sheetData>',
      'a hidden',
    ],
    ['hides all rows', '<sheetData>', '<sheetFormatPr zeroHeight="1"/><sheetData>', 'a hidden'],
    [
      'has a head',
      '</worksheet>',
      '<headerFooter><oddHeader>57</oddHeader></headerFooter></worksheet>',
      '<headerFooter>',
    ],
    [
      'is coloured by rules',
      '</sheetData>',
      '</sheetData><conditionalFormatting sqref="A1"/>',
      '<conditionalFormatting>',
    ],
  ])('fails when it %s', async (_, from, to, named) => {
    const file = await zipAgain(plan.file('xlsx'), (parts) =>
      parts.set(SHEET, changed(parts.get(SHEET) ?? '', from, to)),
    );
    expect(await documentOf(file)).toMatchObject({ verdict: 'fail', detail: expect.stringContaining(named) });
  });

  it.each<[string, string, string]>([
    ['white letters', '<fonts>', '<fonts><font><color rgb="FFFFFFFF"/></font>'],
    ['a format that shows nothing', '<cellXfs>', '<cellXfs><xf numFmtId="200"/>'],
  ])('fails with %s', async (_, from, to) => {
    const file = await zipAgain(plan.file('xlsx'), (parts) => {
      const styles =
        parts.get('xl/styles.xml') ?? '<styleSheet><fonts></fonts><cellXfs></cellXfs></styleSheet>';
      const format = '<numFmts count="1"><numFmt numFmtId="200" formatCode=";;;"/></numFmts>';
      const bare = styles.replace(/<(fonts|cellXfs) [^>]*>/g, '<$1>').replace('<fonts>', `${format}<fonts>`);
      parts.set('xl/styles.xml', changed(bare, from, to));
    });
    expect(await documentOf(file)).toMatchObject({
      verdict: 'fail',
      detail: expect.stringContaining('cells that show nothing'),
    });
  });

  it.each(['hidden', 'veryHidden'])('fails when its report is %s', async (state) => {
    const BOOK = 'xl/workbook.xml';
    const file = await zipAgain(plan.file('xlsx'), (parts) =>
      parts.set(
        BOOK,
        changed(parts.get(BOOK) ?? '', '<sheet name="Report"', `<sheet state="${state}" name="Report"`),
      ),
    );
    expect(await documentOf(file)).toMatchObject({
      verdict: 'fail',
      detail: expect.stringContaining('a report that is hidden'),
    });
  });

  it('fails with another sheet before the report', async () => {
    const file = await zipAgain(plan.file('xlsx'), (parts) => {
      parts.set('xl/worksheets/sheet3.xml', parts.get(SHEET) ?? '');
      const name = 'xl/workbook.xml';
      const sheet = '<sheets><sheet name="Plan" sheetId="9" r:id="rId9"/>';
      parts.set(name, changed(parts.get(name) ?? '', '<sheets>', sheet));
    });
    const { verdict, detail } = await documentOf(file);
    expect(verdict).toBe('fail');
    expect(detail).toContain('xl/worksheets/sheet3.xml; the sheet "Plan"');
  });
});

describe('a PDF', () => {
  it('fails with an annotation that a later revision put over its text', async () => {
    expect(await documentOf(annotated(plan.file('pdf')))).toMatchObject({
      verdict: 'fail',
      detail: expect.stringContaining('an annotation on page 1'),
    });
  });

  it('is unproven with anything behind its end', async () => {
    const file = Buffer.concat([plan.file('pdf'), Buffer.from('% signed\n')]);
    expect(await documentOf(file)).toMatchObject({
      verdict: 'unproven',
      detail: expect.stringContaining('something was appended'),
    });
  });
});

/** An incremental update: the first page once more, with text in a frame. */
function annotated(file: Buffer): Buffer {
  const text = file.toString('latin1');
  const [page = '', number = ''] = /(\d+) 0 obj\n<<\n\/Type \/Page\n[\s\S]*?\nendobj/.exec(text) ?? [];
  const [, size = ''] = /\/Size (\d+)/.exec(text) ?? [];
  const [, root = ''] = /\/Root (\d+ 0 R)/.exec(text) ?? [];
  const [, before = ''] = /startxref\n(\d+)/.exec(text) ?? [];
  const note = `${size} 0 obj\n<</Type/Annot/Subtype/FreeText/Rect[60 500 360 560]/F 4/DA(/F1 24 Tf 0 g)/Contents(57 are drawn)>>\nendobj\n`;
  const pageAgain = `${page.replace(/>>\s*endobj$/, `/Annots[${size} 0 R]>>\nendobj`)}\n`;
  const [at, noteAt] = [text.length, text.length + pageAgain.length];
  const row = (place: number) => `${String(place).padStart(10, '0')} 00000 n \n`;
  const update = `${text}${pageAgain}${note}xref\n${number} 1\n${row(at)}${size} 1\n${row(noteAt)}`;
  const trailer = `trailer\n<</Size ${Number(size) + 1}/Root ${root}/Prev ${before}>>\nstartxref\n${noteAt + note.length}\n%%EOF\n`;
  return Buffer.from(`${update}${trailer}`, 'latin1');
}
