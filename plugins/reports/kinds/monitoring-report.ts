import type { AnalysedPeriod, DesignRecord } from '../../sampling/service.js';
import { type DraftReport, ReportBuilder, type ReportPicture } from '../document/report-builder.js';
import { adjustmentWords } from './adjustment-words.js';
import { digitsApart } from './digits-apart.js';
import { addTrailNotes, type TrailNotes } from './trail-notes.js';

/** What one period of a design showed. */
export function monitoringReport(
  design: DesignRecord,
  period: AnalysedPeriod,
  notes: TrailNotes | undefined,
  intervals: ReportPicture | undefined,
): DraftReport {
  const report = new ReportBuilder();
  report.document('design', design);
  report
    .section('What was monitored')
    .paragraph(
      'Design ',
      report.text('design', 'designId'),
      ' asked for ',
      report.figure('design', 'parameters.calculatedSize'),
      ' valid units at ',
      report.percent('design', 'parameters.confidence'),
      ' confidence and a relative precision of ',
      report.percent('design', 'parameters.precision'),
      '.',
    );
  addTrailNotes(report, notes);
  addPeriod(report, 'period', period, design.parameters.precision, notes);
  if (intervals !== undefined)
    report.picture('intervals', 'Results of the periods with their confidence intervals', intervals);
  return report.build(
    'monitoring-report',
    'Monitoring report',
    `${period.from} to ${period.to} · ${period.periodId} · ${design.designId}`,
  );
}

/**
 * The section of one period, as part of any report.
 * @param asked the relative precision that the design asked for, a fraction
 * @param notes of the trail, where they stand in the same report: what they say is not said twice
 */
export function addPeriod(
  report: ReportBuilder,
  name: string,
  period: AnalysedPeriod,
  asked: number,
  notes: TrailNotes | undefined,
): void {
  const of = report.document(name, period);
  const f = (path: string) => report.figure(of, path);
  const text = (path: string) => report.text(of, path);
  report
    .section(`Period ${period.from} to ${period.to}`)
    .paragraph(
      f('pooled.planned'),
      ' units were to be monitored, ',
      f('pooled.reached'),
      ' were reached and ',
      f('pooled.valid'),
      ' gave a valid value: a dropout of ',
      report.percent(of, 'pooled.dropoutRate'),
      ...((period.pooled.replaced ?? 0) > 0
        ? [' of all that were asked, with the ', f('pooled.replaced'), ' that were replaced']
        : []),
      '. Readings in the period: ',
      f('readings.inside'),
      ' of ',
      f('readings.total'),
      '.',
    )
    .paragraph(
      'Mean: ',
      f('pooled.mean'),
      '; interval from ',
      f('pooled.estimate.lower'),
      ' to ',
      f('pooled.estimate.upper'),
      ' (',
      text('pooled.estimate.interval'),
      '); relative precision ',
      report.percent(
        of,
        'pooled.estimate.relativePrecision',
        digitsApart(period.pooled.estimate?.relativePrecision, asked),
      ),
      '; what was asked is met: ',
      report.figure(of, 'pooled.met', { kind: 'yes-no' }),
      '.',
    )
    .table(
      'Results by stratum',
      [
        { title: 'Stratum', share: 6 },
        { title: 'Planned', share: 4, align: 'right' },
        { title: 'Valid', share: 4, align: 'right' },
        { title: 'Mean', share: 4, align: 'right' },
        { title: 'Standard deviation', share: 6, align: 'right' },
        { title: 'Lower', share: 4, align: 'right' },
        { title: 'Upper', share: 4, align: 'right' },
        { title: 'Met', share: 3 },
      ],
      (period.strata ?? []).map((_, at) => [
        [text(`strata.${at}.name`)],
        ...['planned', 'valid', 'mean', 'sd', 'estimate.lower', 'estimate.upper'].map((field) => [
          f(`strata.${at}.${field}`),
        ]),
        [report.figure(of, `strata.${at}.met`, { kind: 'yes-no' })],
      ]),
    )
    .table(
      'Why units were lost',
      [
        { title: 'Reason', share: 4 },
        { title: 'Units', share: 1, align: 'right' },
      ],
      Object.keys(period.pooled.reasons).map((reason) => [[reason], [f(`pooled.reasons.${reason}`)]]),
    )
    .table(
      'Units far from the others, flagged and kept',
      [
        { title: 'Unit', share: 4 },
        { title: 'Value', share: 2, align: 'right' },
        { title: 'How far', share: 2 },
      ],
      period.outliers.map((_, at) => [
        [text(`outliers.${at}.unitId`)],
        [f(`outliers.${at}.value`)],
        [text(`outliers.${at}.tukey`)],
      ]),
    )
    .paragraph(...adjustmentWords(period.erAdjustment, f, text))
    .list(
      period.warnings.flatMap((warning, at) =>
        notes?.marks.includes(warning) ? [] : [[text(`warnings.${at}`)]],
      ),
    )
    .paragraph(
      'Declared final: ',
      report.figure(of, 'final', { kind: 'yes-no' }),
      '. Analysis ',
      f('analysisNumber'),
      ' of these days. Hash of the readings (SHA-256): ',
      text('basis.readingsSha256'),
      '. Head of the trail: ',
      text('trail.hash'),
      '.',
    );
}
