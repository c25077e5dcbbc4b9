import type { Transaction } from 'kysely';
import { canonicalHash } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { entryOf } from '../trail/trail-chain.js';
import { nextStatus, type VerificationAction, type VerificationStatus } from '../verification/status.js';
import { appendEvent } from './design-events.js';
import type { DesignRow } from './design-rows.js';
import type { SamplingTables } from './tables.js';
import type { TrailStore } from './trail-store.js';

/** What moves a design on. */
export interface Transition {
  readonly action: Exclude<VerificationAction, 'create'>;
  readonly actor: string;
  readonly reason?: string | undefined;
  /** What let in who decides. Without it no decision is independent. */
  readonly through?: Principal['kind'] | undefined;
}

/**
 * One transition of one design, on its chain of events and its trail.
 * @param owner who moves it on, as owners are known; a decision by the design's own is not independent
 * @throws OracleError `conflict` when the status does not allow it or another request moved it first
 */
export async function moveDesign(
  trx: Transaction<SamplingTables>,
  trails: Pick<TrailStore, 'open'>,
  found: DesignRow,
  { action, actor, reason, through }: Transition,
  { owner, at }: { readonly owner: string; readonly at: string },
): Promise<void> {
  const { id } = found;
  const status = nextStatus(found.status, action);
  if (status === undefined)
    throw new OracleError('conflict', {
      detail: `Design '${id}' is ${found.status}, so it cannot be ${PAST[action]}.`,
      hint: statusHint(found.status),
    });
  const moved = await trx
    .updateTable('sampling_designs')
    .set({ status, version: found.version + 1, updated_at: at })
    .where('id', '=', id)
    .where('version', '=', found.version)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n)
    throw new OracleError('conflict', {
      detail: `Design '${id}' was changed by another request. Read it again.`,
    });
  const decision = action === 'approve' || action === 'reject';
  const entry = {
    designId: id,
    action,
    status,
    actor,
    // Nobody decides in another's name.
    verifier: decision ? actor : null,
    // Neither another key in the same hand nor whoever worked on the design is another pair of eyes; and a key is the
    // operator's, whatever DID it was made for.
    independent: decision
      ? through !== undefined &&
        through !== 'api-key' &&
        owner !== found.owner &&
        actor !== found.owner &&
        !(await changersOf(trx, id)).has(actor)
      : null,
    reason: reason ?? null,
    at,
    designHash: canonicalHash(JSON.parse(found.document)),
  };
  await appendEvent(trx, entry);
  const trail = await trails.open(trx, id);
  const { verifier: named, independent, reason: why } = entry;
  await trail.append(actor, {
    kind: 'moved',
    action,
    status,
    verifier: named,
    independent,
    through: decision ? (through ?? null) : null,
    reason: why,
  });
}

/** Who made the design, moved it on, drew for it or analysed it; by DID. */
async function changersOf(trx: Transaction<SamplingTables>, id: string): Promise<ReadonlySet<string>> {
  const events = await trx
    .selectFrom('sampling_events')
    .select('actor')
    .where('design_id', '=', id)
    .execute();
  const links = await trx.selectFrom('sampling_trail').select('text').where('design_id', '=', id).execute();
  return new Set([...events, ...links.map(entryOf)].map(({ actor }) => actor));
}

const PAST: Readonly<Record<Transition['action'], string>> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  supersede: 'superseded',
};

/** What can be done with a design of this status instead. */
function statusHint(status: VerificationStatus): string {
  if (status === 'draft') return 'Submit it first.';
  if (status === 'submitted') return 'It waits for a verifier to approve or reject it.';
  return 'The record is final: recalculate the design, or design the sample again.';
}
