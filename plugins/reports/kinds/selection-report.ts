import type { Draw } from '../../sampling/service.js';
import { type DraftReport, ReportBuilder } from '../document/report-builder.js';
import { addTrailNotes, type TrailNotes } from './trail-notes.js';

/** Units that are listed one by one; a longer draw is in the record. */
const MOST_LISTED = 2_000;

/** The record of a draw for people: from what, by which randomness, and who was drawn. */
export function selectionReport(draw: Draw, notes: TrailNotes | undefined): DraftReport {
  const report = new ReportBuilder();
  addSelection(report, 'selection', draw);
  addTrailNotes(report, notes);
  return report.build('selection-record', 'Selection record', `Draw ${draw.selectionId}`);
}

/** The sections of one draw, as part of any report. */
export function addSelection(report: ReportBuilder, name: string, { record, selectionId }: Draw): void {
  const of = report.document(name, record);
  const f = (path: string) => report.figure(of, path);
  const text = (path: string) => report.text(of, path);
  report
    .section(`Draw ${selectionId}`)
    .table(
      'What was drawn, and from what',
      [
        { title: 'Of the draw', share: 3 },
        { title: 'Value', share: 6 },
      ],
      [
        [['Design'], [text('designId')]],
        [['Drawn at'], [text('drawnAt')]],
        [['Method'], [text('method')]],
        [['Seed'], [text('seed.text')]],
        [['What the seed shows'], [text('seed.origin.trust'), ', ', text('seed.origin.kind')]],
        [['Registry'], [text('frame.name'), ', ', f('frame.size'), ' units']],
        [['Hash of the registry (SHA-256)'], [text('frame.sha256')]],
        [['Hash of the selected units (SHA-256)'], [text('selectedSha256')]],
        [['Hash of the record (SHA-256)'], [text('sha256')]],
      ],
    )
    .list(record.frame.warnings.map((_, at) => [text(`frame.warnings.${at}`)]));
  for (const [at, stratum] of record.strata.entries()) {
    const units = (list: 'selected' | 'replacements') =>
      stratum[list]
        .slice(0, MOST_LISTED)
        .map((_, place) => [
          [f(`strata.${at}.${list}.${place}.order`)],
          [text(`strata.${at}.${list}.${place}.id`)],
          [text(`strata.${at}.${list}.${place}.ticket`)],
        ]);
    report.paragraph(
      'Stratum ',
      text(`strata.${at}.name`),
      ': ',
      f(`strata.${at}.frameSize`),
      ' units, of which the following were drawn.',
    );
    const columns = [
      { title: 'Order', share: 1, align: 'right' as const },
      { title: 'Unit', share: 3 },
      { title: 'Ticket (SHA-256)', share: 6 },
    ];
    report.table('Selected units', columns, units('selected'));
    report.table('Replacements, in the order in which they are called', columns, units('replacements'));
  }
  report.paragraph('How anybody checks it: ').formula(text('check.program')).formula(text('check.unit'));
}
