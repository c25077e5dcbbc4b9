import { describe, expect, it } from 'vitest';
import { readReadings } from '../../periods/read-readings.js';
import { inspectRegistry } from '../inspect-registry.js';
import { memorySource } from '../registry-source.js';
import { rawArchive, rawParts } from './testing/raw-workbook.js';

const row = (at: number, cells: readonly string[], attributes = '') =>
  `<row r="${at}"${attributes}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const HIDDEN = ' hidden="1"';

/** A workbook as a filter leaves it: rows that are not seen are still there. */
async function workbook(header: readonly string[], rowOf: (at: number) => string, more = '') {
  const rows = Array.from({ length: 12 }, (_, at) => rowOf(at + 2));
  const parts = rawParts([row(1, header), ...rows].join(''));
  const sheet = String(parts['xl/worksheets/sheet1.xml']).replace('<sheetData>', `${more}<sheetData>`);
  const book = String(parts['xl/workbook.xml']).replace(
    '</sheets>',
    '<sheet name="old" sheetId="2" state="hidden" r:id="worksheet"/></sheets>',
  );
  return rawArchive({ ...parts, 'xl/worksheets/sheet1.xml': sheet, 'xl/workbook.xml': book });
}
const units = (filter: (at: number) => boolean, more = '') =>
  workbook(
    ['hh_id', 'zone'],
    (at) => row(at, [`HH-${at}`, at % 2 ? 'a' : 'b'], filter(at) ? HIDDEN : ''),
    more,
  );

describe('what a workbook hides', () => {
  it('a unit in a hidden row is neither taken nor left out in silence', async () => {
    const { size, faults } = await inspectRegistry(memorySource('r.xlsx', await units((at) => at % 5 === 0)));
    expect(size).toBe(10);
    expect(faults).toEqual([
      {
        kind: 'hidden_row',
        count: 2,
        examples: [
          { line: 5, value: 'HH-5' },
          { line: 10, value: 'HH-10' },
        ],
      },
    ]);
  });

  it.each([' ht="0" customHeight="1"', ' ht="1.5" customHeight="1"'])(
    'a row without height (%s) is a hidden one',
    async (attributes) => {
      const book = await workbook(['hh_id'], (at) => row(at, [`HH-${at}`], at === 4 ? attributes : ''));
      expect((await inspectRegistry(memorySource('r.xlsx', book))).faults).toEqual([
        { kind: 'hidden_row', count: 1, examples: [{ line: 4, value: 'HH-4' }] },
      ]);
    },
  );

  it.each(['zeroHeight="1"', 'defaultRowHeight="0" customHeight="1"'])(
    'rows that say nothing of their height are hidden by %s of the sheet',
    async (attributes) => {
      const book = await workbook(
        ['hh_id'],
        (at) => row(at, [`HH-${at}`], at === 4 ? '' : ' ht="15" customHeight="1"'),
        `<sheetFormatPr ${attributes}/>`,
      );
      expect((await inspectRegistry(memorySource('r.xlsx', book))).faults).toEqual([
        { kind: 'hidden_row', count: 1, examples: [{ line: 4, value: 'HH-4' }] },
      ]);
    },
  );

  const STYLES =
    '<styleSheet><numFmts><numFmt numFmtId="200" formatCode=";;;"/></numFmts><fonts><font/><font><color theme="0"/></font></fonts><fills><fill/></fills>' +
    '<cellXfs><xf/><xf fontId="1"/><xf numFmtId="200"/></cellXfs></styleSheet>';
  const styled = async (rowOf: (at: number) => string) => {
    const rows = Array.from({ length: 12 }, (_, at) => rowOf(at + 2)).join('');
    return rawArchive(rawParts(row(1, ['hh_id', 'kg', 'date']) + rows, { 'xl/styles.xml': STYLES }));
  };
  const cells = (at: number, styles: readonly [number, number, number]) =>
    `<row r="${at}"><c s="${styles[0]}" t="str"><v>HH-${at}</v></c><c s="${styles[1]}"><v>${at}.5</v></c><c s="${styles[2]}" t="str"><v>2024-02-01</v></c></row>`;

  it.each([1, 2])('a unit in letters that nobody sees (style %i) is one in a hidden row', async (style) => {
    const book = await styled((at) => cells(at, at === 6 ? [style, 0, 0] : [0, 0, style]));
    expect(
      (await inspectRegistry(memorySource('r.xlsx', book), { columns: { stratum: null } })).faults,
    ).toEqual([{ kind: 'hidden_row', count: 1, examples: [{ line: 6, value: 'HH-6' }] }]);
  });

  it.each([
    ['white letters', '<font><color rgb="FFFFFFFF"/></font>', true],
    [
      'letters of the colour behind them',
      '<font><color rgb="FF1F3864"/></font><fill><patternFill><bgColor rgb="FF1F3864"/></patternFill></fill>',
      true,
    ],
    ['black behind black letters', '<fill><patternFill><bgColor rgb="FF000000"/></patternFill></fill>', true],
    ['no place for the value', '<numFmt numFmtId="164" formatCode=";;;"/>', true],
    [
      'red letters on pink',
      '<font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill>',
      false,
    ],
    [
      'white letters on green',
      '<font><color rgb="FFFFFFFF"/></font><fill><patternFill><bgColor rgb="FF00B050"/></patternFill></fill>',
      false,
    ],
  ])('a rule that gives cells %s', async (_, format, hides) => {
    const rows = Array.from({ length: 12 }, (_each, at) =>
      row(at + 2, [`HH-${at}`, at % 2 ? 'a' : 'b']),
    ).join('');
    const parts = rawParts(row(1, ['hh_id', 'zone']) + rows, {
      'xl/styles.xml': `<styleSheet><cellXfs><xf/></cellXfs><dxfs><dxf><font><b/></font></dxf><dxf>${format}</dxf></dxfs></styleSheet>`,
    });
    const rule =
      '<conditionalFormatting sqref="D1 A2:A13"><cfRule type="expression" dxfId="1" priority="1"><formula>$B2="b"</formula></cfRule></conditionalFormatting>';
    const sheet = String(parts['xl/worksheets/sheet1.xml']).replace('</sheetData>', `</sheetData>${rule}`);
    const book = await rawArchive({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
    const { warnings, size } = await inspectRegistry(memorySource('r.xlsx', book));
    expect([size, warnings.filter((each) => each.includes('a rule of the sheet'))]).toEqual([
      12,
      hides
        ? [
            'a rule of the sheet (conditional formatting) shows nothing of some cells of the column "hh_id", which are used all the same: nobody who looks at the sheet sees them',
          ]
        : [],
    ]);
  });

  it('a reading whose value nobody sees is refused with its line', async () => {
    const book = await styled((at) => cells(at, [0, at === 6 ? 1 : 0, 0]));
    await expect(readReadings(book)).rejects.toMatchObject({ detail: expect.stringContaining('line 6, ') });
  });

  it('a hidden column that is used, and hidden sheets, are said', async () => {
    const columns = '<cols><col min="2" max="2" hidden="1"/></cols>';
    const { faults, warnings, used } = await inspectRegistry(
      memorySource('r.xlsx', await units(() => false, columns)),
    );
    expect([faults, used.stratum]).toEqual([[], 'zone']);
    expect(warnings).toEqual([
      'the column "zone" is hidden in the sheet, and is used all the same',
      'the workbook has hidden sheets, which are not read: "old"',
    ]);
  });

  it('readings in hidden rows are refused with their lines', async () => {
    const book = await workbook(['hh_id', 'date', 'kg'], (at) =>
      row(at, [`HH-${at}`, '2024-02-01', `${at}.5`], at === 7 ? HIDDEN : ''),
    );
    await expect(readReadings(book)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining(
        'line 7, column "hh_id": "HH-7" stands in a row or in cells that the sheet does not show',
      ),
    });
  });
});
