import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { SelectionRecord } from '../selection/selection-record.js';
import { entryOf } from '../trail/trail-chain.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { packTrail, type TrailExport } from '../trail/trail-export.js';
import { impossibleTime, stateOf } from '../trail/trail-state.js';
import { ownerOf, readerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

/** The trail of a design in one file. @throws OracleError `not_found` */
export async function exportTrail(
  { designs, trails, selections, clock, signer }: SamplingService,
  principal: Principal,
  designId: string,
): Promise<TrailExport> {
  await designs.get(readerOf(principal), designId);
  const links = await trails.read(designId);
  const records: Record<string, SelectionRecord> = {};
  for (const { selectionId } of stateOf(links.map(entryOf)).draws) {
    const stored = await selections.ofAnybody(selectionId);
    if (stored !== undefined) records[selectionId] = stored.document.record;
  }
  return packTrail(designId, links, records, new Date(clock.now()).toISOString(), signer);
}

export interface Publication {
  readonly designId: string;
  /** What was published. */
  readonly published: TrailHead;
  readonly where: string;
  readonly publishedAt: string;
  readonly trail: TrailHead;
}

/**
 * Records where the head of a trail was published, so that others know where to look.
 * @throws OracleError `not_found`; `invalid_request` for a time before that head existed, or one that is to come
 */
export async function recordPublication(
  { designs, trails, clock }: SamplingService,
  principal: Principal,
  {
    designId,
    where,
    at,
  }: { readonly designId: string; readonly where: string; readonly at?: string | undefined },
): Promise<Publication> {
  await designs.get(ownerOf(principal), designId);
  const now = new Date(clock.now()).toISOString();
  const publishedAt = at === undefined ? now : new Date(at).toISOString();
  return trails.write(designId, async (_, trail) => {
    const published = trail.head();
    if (published === undefined) throw new RangeError(`The design ${designId} has no trail.`);
    const problem = impossibleTime(trail.entries(), { head: published, publishedAt, at: now });
    if (problem !== undefined)
      throw new OracleError('invalid_request', {
        detail: `The head of ${published.length} entries cannot have been published at ${publishedAt}: this ${problem}.`,
        hint: 'Publish the head as it is now, and say when; a publication of an earlier head is found by its hash.',
        errors: [{ field: 'at', message: problem }],
      });
    const head = await trail.append(principal.did, {
      kind: 'published',
      head: published,
      where,
      publishedAt,
    });
    return { designId, published, where, publishedAt, trail: head };
  });
}
