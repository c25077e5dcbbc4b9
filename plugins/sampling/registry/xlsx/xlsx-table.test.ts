import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { type Cell, writeWorkbook } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { openRegistry } from '../open-registry.js';
import { memorySource } from '../registry-source.js';
import type { ReadOptions } from '../registry-table.js';
import { rawArchive, rawParts } from './testing/raw-workbook.js';

async function read(bytes: Uint8Array, options: ReadOptions = {}) {
  const table = await openRegistry(memorySource('r.xlsx', bytes), options);
  const rows: string[][] = [];
  const lines: number[] = [];
  const numeric = new Set<number>();
  for await (const batch of table.batches) {
    rows.push(...batch.rows.map((row) => [...row]));
    lines.push(...batch.lines);
    for (const at of batch.numbers?.flat() ?? []) numeric.add(at);
  }
  const { format, columns, sheet } = table;
  return { format, columns, sheet, rows, lines, numeric: [...numeric].sort() };
}

async function complaint(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'invalid_request') return error.detail;
    throw error;
  }
  return 'none';
}

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const DAMAGED = expect.stringContaining('the workbook cannot be read');

describe('a workbook of openpyxl, whose parts refer to each other by absolute paths', () => {
  it('is read by the sheet that is named, which is needed where several hold units', async () => {
    const book = fixture('openpyxl.xlsx');
    expect(await complaint(read(book))).toBe(
      'the workbook has 2 sheets that could be meant: "Units & zones", "more"',
    );
    expect(await read(book, { sheet: 'Units & zones' })).toEqual({
      format: 'xlsx',
      sheet: 'Units & zones',
      columns: ['id', 'zone', 'since', 'measured at', 'sum', 'share', 'ok', 'column 8', 'note'],
      rows: [
        // openpyxl computes no formula, so the sum has no value.
        ['007', 'Aaa', '2024-02-20', '2024-02-20T13:30:00.000Z', '', '0.25', 'true', '', ''],
        // As Excel shows it: openpyxl does not escape what reads as an escape.
        ['GrößeA', 'a\nb', '1999-12-31', '', '', '123456789012345', 'false', '', '  kept  '],
      ],
      lines: [2, 4],
      numeric: [5],
    });
    expect(await read(book, { sheet: 'more' })).toMatchObject({ sheet: 'more', rows: [['M1']] });
    expect(await read(book, { sheet: 'lists' })).toMatchObject({ columns: ['no'], rows: [] });
    expect(await complaint(read(book, { sheet: 'none' }))).toBe('the workbook has no sheet "none"');
  });

  it('is read when it was written row by row, with its strings in their cells', async () => {
    expect(await read(fixture('openpyxl-write-only.xlsx'))).toMatchObject({
      columns: ['id', 'n'],
      rows: [
        ['W1', '1'],
        ['W2', '2.5'],
      ],
      numeric: [1],
    });
  });
});

describe('the cells of a workbook', () => {
  it('come as text, formulas as the value that was computed last', async () => {
    const rows: Cell[][] = [
      ['id', 'zone', 'since', 'sum'],
      ['007', 'a', new Date('2024-02-20T00:00:00Z'), { formula: '1+1', value: 2 }],
      [],
      ['H8', 'b'],
      [123_456_789_012_345, null, null, true],
      ['_x0041_', 'a\u0007b'],
      ['H9', { formula: 'UPPER("x")', value: 'X & <y>' }],
    ];
    const book = await writeWorkbook(
      [
        { name: 'hidden', hidden: true, rows: [['no']] },
        { name: 'units', rows },
      ],
      0,
    );
    expect(await read(book)).toMatchObject({
      sheet: 'units',
      rows: [
        ['007', 'a', '2024-02-20', '2'],
        ['H8', 'b', '', ''],
        ['123456789012345', '', '', 'true'],
        ['_x0041_', 'a\u0007b', '', ''],
        ['H9', 'X & <y>', '', ''],
      ],
      lines: [2, 4, 5, 6, 7],
      numeric: [0, 3],
    });
  });

  it('of a sheet that is hidden are read only when it is named', async () => {
    const book = await writeWorkbook(
      [
        { name: 'cover', rows: [] },
        { name: 'old', hidden: true, rows: [['id'], ['A1'], ['A2']] },
      ],
      0,
    );
    expect(await complaint(read(book))).toBe('the sheet "cover" is empty');
    expect(await read(book, { sheet: 'old' })).toMatchObject({ rows: [['A1'], ['A2']] });
    const parts = rawParts('<row><c t="str"><v>id</v></c></row><row><c t="str"><v>A1</v></c></row>');
    const workbook = parts['xl/workbook.xml'].replace('name="units"', 'name="units" state="veryHidden"');
    const hidden = await rawArchive({ ...parts, 'xl/workbook.xml': workbook });
    expect(await complaint(read(hidden))).toBe('the workbook has no sheet that is not hidden');
    expect(await read(hidden, { sheet: 'units' })).toMatchObject({ rows: [['A1']] });
  });

  it('are not filled up to a cell far to the right', async () => {
    const far = (cell: string) =>
      rawArchive(
        rawParts(
          `<row r="1"><c r="A1" t="str"><v>id</v></c>${cell}</row><row r="2"><c r="A2" t="str"><v>H1</v></c></row>`,
        ),
      );
    expect(await read(await far('<c r="XFD1" s="0"/>'))).toMatchObject({ columns: ['id'], rows: [['H1']] });
    expect(await complaint(read(await far('<c r="XFD1" t="str"><v>x</v></c>')))).toContain(
      'Line 1: a cell stands more than 1000 columns behind the one before',
    );
  });

  it('may be shared strings of several runs, stand where they like and bear any prefix', async () => {
    const strings =
      '<sst><si><t>id</t></si><si><r><t>H</t></r><r><t xml:space="preserve"> 8</t></r><rPh sb="0"><t>no</t></rPh></si><si><t>a_x000D_b_x005F_</t></si></sst>';
    const sheet =
      '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="str"><x:v>n</x:v></x:c></x:row><x:row r="7"><x:c r="A7" t="s"><x:v>1</x:v></x:c><x:c r="AA7" t="s"><x:v>2</x:v></x:c></x:row>'.replaceAll(
        'x:',
        'm:',
      );
    const parts = rawParts('', {
      'xl/SharedStrings.xml': strings,
      'xl/worksheets/sheet1.xml': `<m:worksheet xmlns:m="urn:m"><m:sheetData>${sheet}</m:sheetData></m:worksheet>`,
    });
    const { columns, rows, lines } = await read(await rawArchive(parts));
    expect({ columns, lines }).toEqual({ columns: ['id', 'n'], lines: [7] });
    expect(rows[0]?.filter((cell) => cell !== '')).toEqual(['H 8', 'a\rb_']);
    expect(rows[0]).toHaveLength(27);
  });

  it('are dates by the format of their style, of either epoch', async () => {
    const style = (id: number, code = '') =>
      code === '' ? '' : `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
    const formats = ['yyyy-mm-dd;@', '[h]:mm', '&quot;days &quot;0', '0.00E+00', '[$-409]d\\ mmm', 'General'];
    const styles = `<styleSheet><numFmts>${formats.map((code, at) => style(200 + at, code)).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = [0, 1, 2, 3, 4, 5, 6, 7].map((s) => `<c s="${s}"><v>45342</v></c>`).join('');
    const heads = '<c t="inlineStr"><is><t>h</t></is></c>'.repeat(8);
    const sheet = `<row>${heads}</row><row>${cells}</row>`;
    const day = '2024-02-20';
    const { rows } = await read(await rawArchive(rawParts(sheet, { 'xl/styles.xml': styles })));
    expect(rows).toEqual([['45342', day, day, day, '45342', '45342', day, '45342']]);

    const parts = rawParts(sheet, { 'xl/styles.xml': styles });
    const of1904 = parts['xl/workbook.xml'].replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    const late = await read(await rawArchive({ ...parts, 'xl/workbook.xml': of1904 }));
    expect(late.rows[0]?.[1]).toBe('2028-02-21');
  });

  it('that hold an error are refused with their row', async () => {
    const sheet =
      '<row r="1"><c t="str"><v>id</v></c></row><row r="9"><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    expect(await complaint(read(await rawArchive(rawParts(sheet))))).toBe(
      'Line 9: a cell holds the Excel error #DIV/0!',
    );
  });
});

describe('a workbook that is not what it says', () => {
  const cell = (value: string, attributes = '') => `<row><c ${attributes}>${value}</c></row>`;
  it.each([
    ['a shared string that is not there', cell('<v>5</v>', 't="s"')],
    ['a number that is none', cell('<v>1,5</v>')],
    ['a type of its own', cell('<v>1</v>', 't="x"')],
    ['rows out of order', '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'],
    ['a row beyond the last of Excel', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a column beyond the last of Excel', cell('<v>1</v>', 'r="XFE1"')],
    ['tags that do not close', '<row><c><v>1</v></row>'],
    ['an entity of its own', cell('<v>&bomb;</v>')],
  ])('is refused: %s', async (_, sheet) => {
    expect(await complaint(read(await rawArchive(rawParts(sheet))))).toEqual(DAMAGED);
  });

  it('is refused when it is cut short, when a byte differs or when it is another kind of archive', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => [`id${i}`, Math.sqrt(i)]);
    const book = await writeWorkbook([{ name: 'units', rows }], 0);
    expect(await complaint(read(book.subarray(0, book.length >> 1)))).toEqual(DAMAGED);
    expect(await complaint(read(Buffer.from('PK\u0003\u0004 and then nothing')))).toEqual(DAMAGED);
    expect(await complaint(read(await rawArchive({ 'a.txt': 'no workbook' })))).toEqual(DAMAGED);
    const parts = rawParts('<row><c><v>1</v></c></row><row><c><v>2</v></c></row>');
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml']);
    const changed = { ...parts, 'xl/worksheets/sheet1.xml': { bytes: sheet, crc32: 1 } };
    expect(await complaint(read(await rawArchive(changed)))).toEqual(DAMAGED);
  });

  it.each<[string, string, string]>([
    ['written in the cell', '<c t="inlineStr"><is><t>@</t></is></c>', 'A'.repeat(40_000)],
    ['of a formula', '<c t="str"><v>@</v></c>', 'A'.repeat(40_000)],
    ['that is written as seven times as many', '<c t="str"><v>@</v></c>', '_x0041_'.repeat(33_000)],
    ['without an end', '<c t="str"><v>@</v></c>', 'A'.repeat(900_000)],
  ])('is refused for a cell that Excel cannot have, %s', async (_, cell, long) => {
    const row = (value: string) => `<row>${cell.replace('@', value)}</row>`;
    const book = await rawArchive(rawParts(`${row('id')}${row('A1')}${row(long)}`));
    expect(await complaint(read(book))).toContain('a cell has more than 32,767 characters');
  });

  it('is refused for a row of a million characters, and tells no long names', async () => {
    const cells = (text: string) => `<c t="str"><v>${text}</v></c>`.repeat(40);
    const wide = await rawArchive(
      rawParts(`<row>${cells('id')}</row><row>${cells('A'.repeat(30_000))}</row>`),
    );
    expect(await complaint(read(wide))).toBe('Line 2: the row has more than 1,048,576 characters');
  });

  it('is refused when it unfolds to more than a gigabyte, by what it declares or in truth', async () => {
    const bytes = deflateRawSync(Buffer.alloc(3_000_000, ' '));
    const bomb = (inflatedSize: number) =>
      rawArchive(rawParts('', { 'xl/worksheets/sheet1.xml': { bytes, inflatedSize } }));
    expect(await complaint(read(await bomb(2 ** 31)))).toBe('the workbook unfolds to more than 1024 MiB');
    expect(await complaint(read(await bomb(100)))).toEqual(DAMAGED);
    const strings = rawParts('', { 'xl/sharedStrings.xml': { bytes, inflatedSize: 2 ** 30 } });
    expect(await complaint(read(await rawArchive(strings)))).toBe('the workbook unfolds to more than 64 MiB');
  });
});
