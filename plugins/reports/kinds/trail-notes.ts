import { OWN_HEADINGS } from '../document/own-headings.js';
import type { ReportBuilder } from '../document/report-builder.js';

/** What stood out in the trail of a design when the report was written. */
export interface TrailNotes {
  readonly type: 'sampling-trail-marks';
  readonly designId: string;
  readonly marks: readonly string[];
}

/** The section that an authority should read first: how the seed came, who approved, what was changed behind results. */
export function addTrailNotes(report: ReportBuilder, notes: TrailNotes | undefined): void {
  if (notes === undefined) return;
  const of = report.document('trail', notes);
  report.section(OWN_HEADINGS.trail);
  if (notes.marks.length === 0)
    report.paragraph('Nothing stood out in the trail of the design when this was written.');
  else report.list(notes.marks.map((_, at) => [report.text(of, `marks.${at}`)]));
  report.paragraph(
    'The trail itself shows it, and what came later: export it, and check it with oracle sampling verify.',
  );
}
