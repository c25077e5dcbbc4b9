import type { Kysely, Selectable, Transaction } from 'kysely';
import { chainEvent, type VerificationEvent } from '../verification/event-chain.js';
import type { Decided, DesignRow } from './design-rows.js';
import type { SamplingTables } from './tables.js';

type Database = Kysely<SamplingTables>;

/** The verification events of a design, oldest first. */
export async function eventsOf(on: Database, designId: string): Promise<VerificationEvent[]> {
  const rows = await on
    .selectFrom('sampling_events')
    .selectAll()
    .where('design_id', '=', designId)
    .orderBy('seq')
    .execute();
  return rows.map(toEvent);
}

/** Puts an event behind the last one of its design. */
export async function appendEvent(
  trx: Transaction<SamplingTables>,
  entry: Omit<VerificationEvent, 'seq' | 'previous' | 'hash'>,
): Promise<void> {
  const last = (await eventsOf(trx, entry.designId)).at(-1);
  const { designId, designHash, independent, ...event } = chainEvent(
    { ...entry, seq: (last?.seq ?? 0) + 1 },
    last,
  );
  await trx
    .insertInto('sampling_events')
    .values({
      ...event,
      design_id: designId,
      design_hash: designHash,
      independent: independent === null ? null : Number(independent),
    })
    .execute();
}

/** Who decided about a design, when somebody did. */
export async function decisionOn(
  on: Database,
  { id, status }: Pick<DesignRow, 'id' | 'status'>,
): Promise<Decided | undefined> {
  if (status === 'draft' || status === 'submitted') return undefined;
  const decided = await on
    .selectFrom('sampling_events')
    .select(['verifier', 'independent'])
    .where('design_id', '=', id)
    .where('action', 'in', ['approve', 'reject'])
    .executeTakeFirst();
  return decided && { verifier: decided.verifier, independent: asBoolean(decided.independent) };
}

function toEvent(row: Selectable<SamplingTables['sampling_events']>): VerificationEvent {
  const { design_id: designId, design_hash: designHash, independent, ...rest } = row;
  return { ...rest, independent: asBoolean(independent), designId, designHash };
}

/** SQLite has no boolean. */
function asBoolean(value: number | null): boolean | null {
  return value === null ? null : value !== 0;
}
