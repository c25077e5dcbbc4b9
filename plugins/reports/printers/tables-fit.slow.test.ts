import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { toPrint } from '../document/printed-report.js';
import { ReportBuilder } from '../document/report-builder.js';
import { sealReport } from '../record/report-record.js';
import { printPdf } from './pdf.js';

/** Points: an A4 page and the margin at its right. */
const RIGHT = 595.28 - 40;

it.each([2, 5, 8, 12])('a table of %i columns ends at the margin of the page', async (count) => {
  const columns = Array.from({ length: count }, (_, at) => ({
    title: `C ${at}`,
    share: 1 + (at % 3),
    align: 'right' as const,
  }));
  const report = new ReportBuilder()
    .section('Table')
    .table('All of it', columns, [columns.map(() => ['1'])])
    .build('outline', 'Tables', '');
  const record = await sealReport(
    {
      type: 'oracle-report',
      version: 1,
      kind: report.kind,
      writtenAt: '2026-03-01T00:00:00.000Z',
      decimal: '.',
      body: report.body,
      figures: report.figures,
      documents: {},
      pictures: {},
      frames: {},
    },
    undefined,
  );
  const pdf = await getDocumentProxy(new Uint8Array(await printPdf(toPrint(record, {}))));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const ends = items.flatMap((item) => ('str' in item ? [Number(item.transform[4]) + item.width] : []));
  expect(Math.max(...ends)).toBeCloseTo(RIGHT, -1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(RIGHT + 0.5);
  const heads = items.flatMap((item) => ('str' in item && /^C \d+$/.test(item.str) ? [item] : []));
  expect(heads).toHaveLength(count);
  await pdf.destroy();
});
