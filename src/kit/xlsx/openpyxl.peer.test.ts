import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { writeWorkbook } from './write-workbook.js';

/** Prints the sheets, the formulas and the values that openpyxl finds. */
const SCRIPT = `
import json, sys, openpyxl
def cells(data_only):
    book = openpyxl.load_workbook(sys.argv[1], data_only=data_only)
    return [[str(v) if hasattr(v, 'year') else v for v in row] for row in book['Sums & more'].iter_rows(values_only=True)]
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({'sheets': [[s.title, s.sheet_state] for s in book], 'formulas': cells(False), 'values': cells(True)}))
`;

it('openpyxl finds every cell, formulas and what they give', async () => {
  const text = ' a <b> & "c"\n ä 😀 ';
  const rows = [
    [text, 1.5, true, null, new Date('2024-02-20T00:00:00Z'), new Date('2024-02-20T13:30:00Z')],
    [
      { formula: 'SUM(B1:B1)*2', value: 3 },
      { formula: 'UPPER("<x>")', value: '<X>' },
      { formula: '1<2', value: true },
    ],
  ];
  const dir = await mkdtemp(join(tmpdir(), 'workbook-'));
  try {
    const path = join(dir, 'book.xlsx');
    const sheets = [
      { name: 'Sums & more', rows },
      { name: 'notes', hidden: true, rows: [['x']] },
    ];
    await writeFile(path, await writeWorkbook(sheets, Date.UTC(2024, 1, 20)));
    const { stdout } = await promisify(execFile)('python3', ['-c', SCRIPT, path]);
    const first = [text, 1.5, true, null, '2024-02-20 00:00:00', '2024-02-20 13:30:00'];
    expect(JSON.parse(stdout)).toEqual({
      sheets: [
        ['Sums & more', 'visible'],
        ['notes', 'hidden'],
      ],
      formulas: [first, ['=SUM(B1:B1)*2', '=UPPER("<x>")', '=1<2', null, null, null]],
      values: [first, [3, '<X>', true, null, null, null]],
    });
  } finally {
    await rm(dir, { recursive: true });
  }
});
