import { adjustmentSays } from '../er/adjustment-says.js';
import type { AnalysedPeriod } from '../service.js';
import type { Stored } from '../store/documents-store.js';
import { changedAnalysis } from '../trail/analysis-hash.js';
import { notFinalWords } from '../trail/choice-marks.js';
import { misfitsOf } from '../trail/draw-marks.js';
import { entryOf } from '../trail/trail-chain.js';
import { marksOf } from '../trail/trail-marks.js';
import { stateOf } from '../trail/trail-state.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService, StoredPeriod } from './sampling-service.js';

/** A stored analysis as it stands now, with what the trail says of it. */
export async function viewPeriod(
  service: SamplingService,
  { id: periodId, createdAt, document }: Stored<StoredPeriod>,
): Promise<AnalysedPeriod> {
  const { designId, selectionId = null, read, remarks, analysis, basis, changes } = document;
  const links = await service.trails.read(designId);
  const entries = links.map(entryOf);
  const state = stateOf(entries);
  const entry = state.analyses.find((each) => each.periodId === periodId);
  const line = await lineOf(service, designId);
  const before = line
    .flatMap((design) => design.state.analyses)
    .filter(({ to }) => to < analysis.from)
    .sort((a, b) => (a.to < b.to ? 1 : -1))[0];
  const head = entry && links[entry.seq - 1];
  const marks = marksOf(entries).filter(({ seq }) => seq === entry?.seq);
  const draw = line
    .flatMap((design) => design.state.draws)
    .find((each) => each.selectionId === selectionId)?.entry;
  return {
    periodId,
    designId,
    selectionId,
    createdAt,
    ...(read && { read }),
    ...analysis,
    erAdjustment: analysis.erAdjustment && {
      ...analysis.erAdjustment,
      says: adjustmentSays(analysis.erAdjustment),
    },
    warnings: [
      ...changedAnalysis(entry, analysis),
      ...(remarks ?? []),
      ...analysis.warnings,
      ...(draw === undefined ? [] : misfitsOf(draw)),
      ...marks.map(({ mark }) => mark),
      ...notFinalWords(periodId, entries),
    ],
    panel: before === undefined ? 'first' : before.selectionId === selectionId ? 'kept' : 'fresh',
    analysisNumber: entry?.analysis ?? null,
    final: state.finals.some((final) => final.periodId === periodId),
    deviations: entry?.deviations ?? [],
    changes: changes ?? null,
    basis: basis ?? null,
    trail: entry && head ? { length: entry.seq, hash: head.hash } : null,
  };
}
