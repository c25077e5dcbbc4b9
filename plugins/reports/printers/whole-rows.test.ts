import { expect, it } from 'vitest';
import { toPrint } from '../document/printed-report.js';
import { ReportBuilder } from '../document/report-builder.js';
import { sealReport } from '../record/report-record.js';
import { verifyReport } from '../verification/verify-report.js';
import { printPdf } from './pdf.js';
import { wholeRows } from './whole-rows.js';

it('keep short rows as they are, and cut long cells between words', () => {
  expect(wholeRows(['a', 'b', 'c'])).toEqual([['a', 'b', 'c']]);
  const long = 'word '.repeat(120);
  const rows = wholeRows(['a', long, 'c']);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.[0]).toBe('a');
  expect(rows.map((row) => row[1]).join('')).toBe(long);
  expect(rows.map((row) => row[2])).toEqual(['', 'c']);
  expect(
    wholeRows(['😀'.repeat(900)])
      .flat()
      .every((piece) => piece.isWellFormed()),
  ).toBe(true);
});

it.each([300, 3_000, 12_000])('lose nothing of a cell of %i letters in a PDF', async (letters) => {
  const report = new ReportBuilder();
  const of = report.document('design', { why: 'because '.repeat(letters / 8), size: 282 });
  report.section('Size').table(
    'How large',
    [
      { title: 'Why', share: 4 },
      { title: 'Units', share: 1 },
    ],
    [
      [[report.text(of, 'why')], [report.figure(of, 'size')]],
      [['again'], [report.figure(of, 'size')]],
    ],
  );
  const { body, figures, documents } = report.build('outline', 'Report', 'design');
  const record = await sealReport(
    {
      type: 'oracle-report',
      version: 1,
      kind: 'outline',
      writtenAt: '2024-01-01T00:00:00.000Z',
      decimal: '.',
      body,
      figures,
      documents: { ...documents },
      pictures: {},
    },
    undefined,
  );
  const found = await verifyReport(await printPdf(toPrint(record, {})));
  expect(found).toMatchObject({ verdict: 'unproven', differences: [] });
});
