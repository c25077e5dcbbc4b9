import type { AnalysedPeriod, DesignRecord, Draw } from '../../sampling/service.js';
import { type DraftReport, ReportBuilder } from '../document/report-builder.js';
import { addPeriod } from './monitoring-report.js';
import { addPlan, type PlanPictures } from './sampling-plan.js';
import { addSelection } from './selection-report.js';
import { addTrailNotes, type TrailNotes } from './trail-notes.js';

/** All that a verifier is handed of a design: its plan, its draws and its periods. */
export function verificationReport(
  design: DesignRecord,
  draws: readonly Draw[],
  periods: readonly AnalysedPeriod[],
  notes: TrailNotes | undefined,
  pictures: PlanPictures,
): DraftReport {
  const report = new ReportBuilder();
  addPlan(report, design, pictures);
  addTrailNotes(report, notes);
  for (const [at, draw] of draws.entries()) addSelection(report, `selection-${at + 1}`, draw);
  for (const [at, period] of periods.entries())
    addPeriod(report, `period-${at + 1}`, period, design.parameters.precision, notes);
  if (draws.length === 0) report.section('Draws').paragraph('No units were drawn yet.');
  if (periods.length === 0) report.section('Periods').paragraph('No period was analysed yet.');
  return report.build('verification-submission', 'Submission for verification', `Design ${design.designId}`);
}
