import { sha256Hex } from 'oracle-runtime/kit';
import { toPrint } from '../document/printed-report.js';
import type { ReportPicture } from '../document/report-builder.js';
import { printReport } from '../printers/print-report.js';
import type { ReportRecord } from '../record/report-record.js';
import type { VisibleReport } from './visible-text.js';

/**
 * The document that a record is printed as, with the pictures that the file holds, each known by its hash. Undefined where
 * a picture is another one, or the record does not say how it stands: reports of before do not.
 */
export async function printAgain(record: ReportRecord, visible: VisibleReport): Promise<Buffer | undefined> {
  const { format } = visible;
  const pictures = format === 'xlsx' ? {} : picturesOf(record, visible.pictures);
  return pictures && printReport(toPrint(record, pictures, visible.record), format);
}

function picturesOf(
  record: ReportRecord,
  there: readonly Buffer[],
): Record<string, ReportPicture> | undefined {
  const byHash = new Map(there.map((png) => [sha256Hex(png), png]));
  const pictures: Record<string, ReportPicture> = {};
  for (const [name, sha256] of Object.entries(record.pictures)) {
    const [png, frame] = [byHash.get(sha256), record.frames?.[name]];
    if (png === undefined || frame === undefined) return undefined;
    pictures[name] = { png, ...frame };
  }
  return pictures;
}
