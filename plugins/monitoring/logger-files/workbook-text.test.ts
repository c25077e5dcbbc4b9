import { expect, it } from 'vitest';
import { rawArchive, rawParts } from '../../sampling/registry/xlsx/testing/raw-workbook.js';
import { memorySource } from './source.js';
import { workbookAsText } from './workbook-text.js';

const DATED =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>';

it('gives dates as the clock on a wall, times of day alone, and rows in their lines', async () => {
  const book = await rawArchive(
    rawParts(
      '<row r="2"><c r="A2" t="inlineStr"><is><t>Serial: 7</t></is></c></row>' +
        '<row r="4"><c r="A4" s="1"><v>45352.545138888890</v></c><c r="B4" s="1"><v>0.5</v></c><c r="C4"><v>25.5</v></c></row>' +
        '<row r="5"><c r="A5" s="1"><v>45352</v></c><c r="B5" s="1"><v>0</v></c><c r="C5"><v>-127</v></c></row>',
      { 'xl/styles.xml': DATED },
    ),
  );
  let text = '';
  for await (const piece of await workbookAsText(memorySource('a.xlsx', book), undefined).open())
    text += Buffer.from(piece).toString('utf8');
  expect(text.replace(/\t+$/gm, '')).toBe(
    '\nSerial: 7\n\n2024-03-01 13:05:00\t12:00:00\t25.5\n2024-03-01\t00:00:00\t-127\n',
  );
});

it('leaves any other file as it is, and says of an archive that it is none', async () => {
  const whole = async (content: string) => {
    let text = '';
    for await (const piece of await workbookAsText(memorySource('a.csv', content), undefined).open())
      text += Buffer.from(piece).toString('utf8');
    return text;
  };
  expect(await whole('time,temperature\n')).toBe('time,temperature\n');
  expect(await whole('')).toBe('');
  await expect(whole('PK\u0003\u0004 and no more')).rejects.toThrow(
    "'a.csv' cannot be read: the workbook cannot",
  );
});
