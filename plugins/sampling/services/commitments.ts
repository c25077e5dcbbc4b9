import { canonicalJson } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { repeatedWords } from '../registry/repeated-rows.js';
import { bindFrame } from '../selection/bound-frame.js';
import {
  assertCommittable,
  type Commitment,
  commitSelection,
  type RandomSource,
} from '../selection/commitment.js';
import { drandRoundTime } from '../selection/drand.js';
import { assertDrawable } from '../selection/draw-selection.js';
import type { Witness } from '../selection/rests-on.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { Stored } from '../store/documents-store.js';
import { assertMayCommit, othersIn } from '../trail/draw-on-trail.js';
import { valueFrom } from '../trail/given-up.js';
import { entryOf } from '../trail/trail-chain.js';
import type { LeftOpen, TrailHead } from '../trail/trail-entry.js';
import { marksOf } from '../trail/trail-marks.js';
import { latestValue, publicationsCovering, stateOf } from '../trail/trail-state.js';
import { type DesignOfLine, lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';
import { assertStrataKnown, columnsOf, type DrawTerms, settleDraw } from './settle-draw.js';

/** A commitment and what became of it. */
export interface CommitmentView {
  readonly commitmentId: string;
  readonly designId: string;
  readonly status: 'open' | 'used' | 'superseded';
  /** The draw that used it up, or the commitment that took its place. */
  readonly by: string | null;
  readonly commitment: Commitment;
}

export interface NewCommitment extends CommitmentView {
  readonly trail: TrailHead;
  readonly next: string;
  /** What stands out in it, and how it is mended while that leaves no mark. */
  readonly warnings: readonly string[];
}

function leftOpenIn({ designId, state }: DesignOfLine): LeftOpen[] {
  return state.commitments
    .filter(({ status }) => status === 'open')
    .map(({ commitmentId, entry }) => ({
      commitmentId,
      designId,
      since: (entry && valueFrom(entry)) ?? null,
    }));
}

/** Publishes what will be drawn before the random value exists. @throws OracleError as `commitSelection` and `assertMayCommit` */
export async function commitDraw(
  service: SamplingService,
  principal: Principal,
  terms: DrawTerms & {
    readonly designId: string;
    readonly supersedes?: string | undefined;
    readonly reason?: string | undefined;
  },
  source: RandomSource,
  signal: AbortSignal,
): Promise<NewCommitment> {
  const { source: opened, document, design, plan } = await settleDraw(service, principal, terms);
  assertStrataKnown(plan, document.inspection, terms.columns);
  const { registryId, designId, algorithm } = terms;
  const columns = columnsOf(document.inspection, terms.columns);
  const { repeated } = document.inspection;
  assertDrawable({ algorithm, plan, columns });
  assertCommittable({ designId, source }, service.clock.now());
  const [, ...earlier] = await lineOf(service, designId);
  const line = [designId, ...earlier.map((each) => each.designId)];
  const { frameSha256, bound } = await bindFrame(opened, {
    algorithm,
    plan,
    columns,
    read: document.read,
    signal,
  });
  const { commitments, trails, frames } = service;
  const publicAt = source.kind === 'drand' ? new Date(drandRoundTime(source.round)).toISOString() : null;
  const changed = await changedSince(service, terms.supersedes, { frameSha256, bound });
  return trails.write(designId, async (trx, trail) => {
    assertMayCommit(trail.state(), terms);
    const known = latestValue(trail.entries());
    if (publicAt !== null && known !== undefined && publicAt <= known)
      throw new OracleError('conflict', {
        detail: `A draw of this design rests on a value of ${known}, so that of ${publicAt} can be known.`,
        hint: 'Commit to a round that is still to come.',
        errors: [{ field: 'round', message: 'is not after the value of a draw before' }],
      });
    const number = trail.state().commitments.length + 1;
    const commitment = commitSelection(
      { designId, number, frameSha256, bound, plan, algorithm, source },
      service.clock.now(),
    );
    const { id: commitmentId } = await commitments.create(
      principal.id,
      { design_id: designId, registry_id: registryId },
      () => commitment,
      trx,
    );
    const head = await trail.append(principal.did, {
      kind: 'committed',
      commitmentId,
      commitment: number,
      sha256: commitment.sha256,
      frameSha256,
      source: source.kind === 'drand' ? `drand round ${source.round}` : source.authority,
      publicAt,
      whichValue:
        source.kind === 'authority' && source.reference !== undefined
          ? `${source.reference}, public from ${source.publicFrom}`
          : null,
      supersedes: terms.supersedes ?? null,
      leftOpen: earlier.flatMap(leftOpenIn),
      changed,
      reason: terms.reason ?? null,
      ...othersIn(
        await frames.elsewhere(trx, frameSha256, {
          owner: principal.id,
          projectId: design?.projectId ?? null,
          registryId,
          except: line,
        }),
      ),
    });
    const until =
      publicAt ??
      (source.kind === 'authority' ? source.publicFrom : undefined) ??
      'the authority gives its value';
    return {
      commitmentId,
      designId,
      status: 'open',
      by: null,
      commitment,
      trail: head,
      warnings: [
        ...marksOf(trail.entries())
          .filter(({ seq }) => seq === head.length)
          .map(({ mark }) => mark),
        ...(repeated === undefined ? [] : [repeatedWords(repeated)]),
        ...(source.kind === 'authority' && source.reference === undefined
          ? [
              'A draw by this commitment is never proven. Commit with the reference of the value, such as "draw 61", and the day or time from which it is public: name this commitment in `supersedes`, before the authority gives any value.',
            ]
          : []),
      ],
      next: `Publish ${commitment.sha256} where others see it before ${until}: without that, nobody else can tell that the commitment came first.`,
    };
  });
}

/** What a registry has otherwise than that of a commitment before; what that one did not bind is not known. */
async function changedSince(
  { commitments }: SamplingService,
  supersedes: string | undefined,
  { frameSha256, bound }: Pick<Commitment, 'frameSha256' | 'bound'>,
): Promise<('units' | 'strata' | 'sizes')[]> {
  const before = supersedes === undefined ? undefined : (await commitments.ofAnybody(supersedes))?.document;
  if (before === undefined) return [];
  if (before.frameSha256 !== frameSha256) return ['units'];
  if (before.bound === undefined || bound === undefined) return [];
  const [old, now] = [before.bound, bound];
  return (['strata', 'sizes'] as const).filter(
    (part) => canonicalJson(old[part]) !== canonicalJson(now[part]),
  );
}

/** A commitment as it stands now. */
export async function viewCommitment(
  { trails }: SamplingService,
  { id: commitmentId, document: commitment }: Stored<Commitment>,
): Promise<CommitmentView> {
  const { designId } = commitment;
  const state = stateOf((await trails.read(designId)).map(entryOf));
  const known = state.commitments.find((each) => each.commitmentId === commitmentId);
  return { commitmentId, designId, status: known?.status ?? 'open', by: known?.by ?? null, commitment };
}

/** Who saw the commitment of a draw: this oracle, when its trail holds both, and where it is said to be published. */
export async function witnessesOf(
  { trails }: SamplingService,
  { designId, sha256, seed: { origin } }: SelectionRecord,
): Promise<Witness[]> {
  if (origin.trust !== 'verifiable') return [];
  const state = stateOf((await trails.read(designId)).map(entryOf));
  // A record that was altered has the commitment of the true one, and is not what was drawn.
  if (!state.draws.some(({ recordSha256 }) => recordSha256 === sha256)) return [];
  const entry = state.commitments.find((each) => each.entry?.sha256 === origin.commitment.sha256)?.entry;
  if (entry === undefined) return [];
  return [
    { by: 'oracle', where: `entry ${entry.seq} of the trail of ${designId}`, at: entry.at },
    ...publicationsCovering(state, entry.seq).map(
      ({ where, publishedAt }): Witness => ({ by: 'stated', where, at: publishedAt }),
    ),
  ];
}
