import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Seal } from '../service.js';
import { entryOf } from '../trail/trail-chain.js';
import type { TrailEntry } from '../trail/trail-entry.js';
import { ownerOf, readerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

type SealedEntry = Extract<TrailEntry, { readonly kind: 'sealed' }>;

/**
 * Fixes a protocol in the trail of a design.
 * @throws OracleError `not_found`; `conflict` when the same words count already, or others do and no reason is given
 */
export async function sealProtocol(
  { designs, trails }: SamplingService,
  principal: Principal,
  {
    designId,
    protocol,
    text,
    reason,
  }: {
    readonly designId: string;
    readonly protocol: string;
    readonly text: string;
    readonly reason?: string | undefined;
  },
): Promise<Seal> {
  await designs.get(ownerOf(principal), designId);
  const sha256 = sha256Hex(text);
  return trails.write(designId, async (_, trail) => {
    const before = sealedAs(trail.entries(), protocol);
    const last = before.at(-1);
    if (last?.sha256 === sha256)
      throw new OracleError('conflict', {
        detail: `Seal ${last.seal} of ${last.at} fixes just this already.`,
        hint: 'Nothing is to be done: it counts.',
      });
    if (last !== undefined && reason === undefined)
      throw new OracleError('conflict', {
        detail: `The protocol of ${protocol} was sealed at ${last.at} (seal ${last.seal}).`,
        hint: 'Say in `reason` why another takes its place: both stay in the trail.',
        errors: [{ field: 'reason', message: `is required, because seal ${last.seal} counts` }],
      });
    await trail.append(principal.did, {
      kind: 'sealed',
      protocol,
      seal: before.length + 1,
      text,
      sha256,
      analysesBefore: trail.state().analyses.length,
      reason: reason ?? null,
    });
    const entry = sealedAs(trail.entries(), protocol).at(-1);
    if (entry === undefined) throw new RangeError('A seal that was appended is in the trail.');
    return sealOf(entry);
  });
}

/** The seals of a protocol of a design, oldest first. @throws OracleError `not_found` */
export async function sealsOf(
  { designs, trails }: SamplingService,
  principal: Principal,
  designId: string,
  protocol: string,
): Promise<Seal[]> {
  await designs.get(readerOf(principal), designId);
  return sealedAs((await trails.read(designId)).map(entryOf), protocol).map(sealOf);
}

function sealedAs(entries: readonly TrailEntry[], protocol: string): SealedEntry[] {
  return entries.filter(
    (entry): entry is SealedEntry => entry.kind === 'sealed' && entry.protocol === protocol,
  );
}

function sealOf({
  designId,
  protocol,
  seal,
  text,
  sha256,
  at,
  actor,
  analysesBefore,
  reason,
}: SealedEntry): Seal {
  return { designId, protocol, seal, text, sha256, at, by: actor, analysesBefore, reason };
}
