import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import { drawnChances } from '../periods/inclusion-chances.js';
import { type Recomputation, recomputePeriod } from '../periods/period-basis.js';
import type { AnalysedPeriod } from '../service.js';
import type { Stored } from '../store/documents-store.js';
import { entryOf } from '../trail/trail-chain.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { overlaps, stateOf } from '../trail/trail-state.js';
import { ownerOf, readerOf } from './designs.js';
import { assertNotRejected } from './not-rejected.js';
import { linesOf } from './period-lines.js';
import type { SamplingService, StoredPeriod } from './sampling-service.js';
import { viewPeriod } from './view-period.js';

/**
 * Declares an analysis the final one of its days.
 * @throws OracleError `not_found`; `conflict` when another one is final and no reason is given, and for a rejected design
 */
export async function declareFinal(
  service: SamplingService,
  principal: Principal,
  periodId: string,
  reason: string | undefined,
): Promise<AnalysedPeriod> {
  const stored = await service.periods.get(principal.id, periodId);
  const { designId, analysis } = stored.document;
  const design = await service.designs.get(ownerOf(principal), designId);
  assertNotRejected(design, 'no analysis of it is declared final');
  const { from, to } = analysis;
  await service.trails.write(designId, async (_, trail) => {
    const known = trail.state().finals.find((each) => overlaps(each, analysis));
    if (known?.periodId === periodId) return;
    if (known !== undefined && reason === undefined)
      throw new OracleError('conflict', {
        detail: `'${known.periodId}' is the final analysis of these days.`,
        hint: 'Say in `reason` why this one takes its place; both stay in the trail.',
        errors: [{ field: 'reason', message: `is required, because ${known.periodId} is final` }],
      });
    await trail.append(principal.did, {
      kind: 'finalised',
      periodId,
      from,
      to,
      supersedes: known?.periodId ?? null,
      reason: reason ?? null,
    });
  });
  return viewPeriod(service, stored);
}

/** The readings behind an analysis, as they are kept. @throws OracleError `not_found` */
export async function readingsBehind(
  service: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<string> {
  const { document } = await seenPeriod(service, principal, periodId);
  const lines = await linesOf(service, document);
  if (lines !== undefined) return lines;
  throw new OracleError('not_found', {
    detail: `The analysis '${periodId}' is older than the keeping of readings.`,
    hint: 'Analyse the period again from its file.',
  });
}

/** Computes a stored analysis again. @throws OracleError `not_found` */
export async function recomputeStored(
  service: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<Recomputation & { readonly periodId: string; readonly trail: TrailHead | null }> {
  const stored = await seenPeriod(service, principal, periodId);
  const lines = await readingsBehind(service, principal, periodId);
  const { analysis, basis, designId, selectionId } = stored.document;
  const draw = selectionId === undefined ? undefined : await service.selections.ofAnybody(selectionId);
  if (basis === undefined) throw new RangeError('Readings are kept with their basis.');
  const entry = stateOf((await service.trails.read(designId)).map(entryOf)).analyses.find(
    (each) => each.periodId === periodId,
  );
  const { trail } = await viewPeriod(service, stored);
  const result = recomputePeriod(
    analysis,
    basis,
    lines,
    draw && drawnChances(draw.document.record),
    await loadDistributions(),
  );
  const kept = entry === undefined || entry.readingsSha256 === basis.readingsSha256;
  if (kept) return { periodId, trail, ...result };
  const detail = `The trail has readings of the hash ${entry.readingsSha256} for this analysis: the record was changed since.`;
  return { periodId, trail, verdict: 'fail', detail, readingsSha256: result.readingsSha256 };
}

/** An analysis of one's own, or of a design that one may see. @throws OracleError `not_found` */
async function seenPeriod(
  { periods, designs }: SamplingService,
  principal: Principal,
  periodId: string,
): Promise<Stored<StoredPeriod>> {
  const found = await periods.ofAnybody(periodId);
  if (found === undefined) return periods.get(principal.id, periodId);
  await designs.get(readerOf(principal), found.document.designId);
  return found;
}
