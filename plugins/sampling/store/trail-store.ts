import type { Kysely, Transaction } from 'kysely';
import { canonicalHash } from 'oracle-runtime/kit';
import { type Clock, OracleError, type Restored, type Signer } from 'oracle-runtime/plugin';
import type { SelectionRecord } from '../selection/selection-record.js';
import { entryOf, headOf, linkEvent, type TrailLink } from '../trail/trail-chain.js';
import type { TrailEntry, TrailEvent, TrailHead } from '../trail/trail-entry.js';
import { stateOf, type TrailState } from '../trail/trail-state.js';
import type { SamplingTables } from './tables.js';

type Database = Kysely<SamplingTables>;

/** A trail that nobody else can write to until the transaction ends. */
export interface OpenTrail {
  /** What the entries come to, this transaction's own included. */
  state(): TrailState;
  entries(): readonly TrailEntry[];
  /** The last entry so far; a design older than its trail has one from now on. */
  head(): TrailHead | undefined;
  append(actor: string, event: TrailEvent): Promise<TrailHead>;
}

/** The trail of each design: append-only, hash-chained and signed. */
export interface TrailStore {
  /** Opens a trail in a transaction, so that an entry stands if and only if what it tells of does. */
  write<T>(
    designId: string,
    work: (trx: Transaction<SamplingTables>, trail: OpenTrail) => Promise<T>,
  ): Promise<T>;
  /** The same for several, by design. */
  writeAll<T>(
    designIds: readonly string[],
    work: (trx: Transaction<SamplingTables>, trails: ReadonlyMap<string, OpenTrail>) => Promise<T>,
  ): Promise<T>;
  /** Opens one trail in a transaction that is under way. */
  open(trx: Transaction<SamplingTables>, designId: string): Promise<OpenTrail>;
  /** All links of a trail; a design older than its trail gets its first entry now. */
  read(designId: string): Promise<TrailLink[]>;
}

export function createTrailStore(
  db: Database,
  clock: Clock,
  signer: Signer | undefined,
  restored?: Restored,
): TrailStore {
  /** Whether the oracle was put back to a backup since a trail began, and no entry tells of it. */
  function mustTell(entries: readonly TrailEntry[]): boolean {
    const [first] = entries;
    return (
      restored !== undefined &&
      first !== undefined &&
      first.at <= restored.restoredAt &&
      !entries.some((entry) => entry.kind === 'restored' && entry.restoredAt === restored.restoredAt)
    );
  }

  async function linksOf(on: Database, designId: string): Promise<TrailLink[]> {
    return on
      .selectFrom('sampling_trail')
      .select(['text', 'hash', 'signer', 'signature'])
      .where('design_id', '=', designId)
      .orderBy('seq')
      .execute();
  }

  /** @throws OracleError `conflict` for a trail that is shorter than its design knows, or another */
  async function wholeLinks(on: Database, designId: string): Promise<TrailLink[]> {
    // Read first: a trail that grows meanwhile only has more.
    const known = await on
      .selectFrom('sampling_designs')
      .select(['trail_length', 'trail_hash'])
      .where('id', '=', designId)
      .executeTakeFirst();
    const links = await linksOf(on, designId);
    if (known === undefined || known.trail_hash === null) return links;
    const { trail_length: length, trail_hash: hash } = known;
    if (links[length - 1]?.hash === hash) return links;
    throw new OracleError('conflict', {
      detail: `The trail of the design '${designId}' was cut or changed in the database: ${links.length} entries are there, and the design knows ${length}, the last with the hash ${hash}.`,
      hint: 'Restore the table sampling_trail from a backup. Until then nothing is exported from this trail or added to it.',
    });
  }

  async function open(trx: Transaction<SamplingTables>, designId: string): Promise<OpenTrail> {
    // Locks the row where the database locks rows: two requests that append stand in line.
    const locked = await trx
      .updateTable('sampling_designs')
      .set((eb) => ({ trail_length: eb('trail_length', '+', 0) }))
      .where('id', '=', designId)
      .executeTakeFirst();
    const links = await wholeLinks(trx, designId);
    const entries: TrailEntry[] = links.map(entryOf);
    let head = headOf(links);

    async function append(actor: string, event: TrailEvent): Promise<TrailHead> {
      // A clock that was set back does not turn the order of a trail.
      const last = entries.at(-1)?.at;
      const now = new Date(clock.now()).toISOString();
      const at = last !== undefined && last > now ? last : now;
      const link = await linkEvent(event, { designId, at, actor }, head, keyOf(signer));
      const entry = entryOf(link);
      await trx
        .insertInto('sampling_trail')
        .values({
          ...link,
          design_id: designId,
          seq: entry.seq,
          kind: entry.kind,
          frame: entry.kind === 'committed' || entry.kind === 'drawn' ? entry.frameSha256 : null,
        })
        .execute();
      await trx
        .updateTable('sampling_designs')
        .set({ trail_length: entry.seq, trail_hash: link.hash })
        .where('id', '=', designId)
        .execute();
      entries.push(entry);
      head = { length: entry.seq, hash: link.hash };
      return head;
    }

    if (head === undefined && locked.numUpdatedRows === 1n) {
      const before = await whatCameBefore(trx, designId);
      if (before !== undefined) await append(keyOf(signer).did, before);
    }
    if (restored !== undefined && mustTell(entries))
      await append(keyOf(signer).did, { kind: 'restored', ...restored });
    return { state: () => stateOf(entries), entries: () => entries, head: () => head, append };
  }

  return {
    open,
    write: (designId, work) => db.transaction().execute(async (trx) => work(trx, await open(trx, designId))),
    writeAll: (designIds, work) =>
      db.transaction().execute(async (trx) => {
        const trails = new Map<string, OpenTrail>();
        // Always in the same order, so that two requests for the same trails do not wait for each other.
        for (const id of [...new Set(designIds)].sort()) trails.set(id, await open(trx, id));
        return work(trx, trails);
      }),
    async read(designId) {
      const links = await wholeLinks(db, designId);
      if (links.length > 0 && !mustTell(links.map(entryOf))) return links;
      await db.transaction().execute((trx) => open(trx, designId));
      return linksOf(db, designId);
    },
  };
}

/**
 * The key that vouches for an entry: a trail begins with one, so that an entry without a signature is never its own.
 * @throws OracleError `identity_missing`
 */
function keyOf(signer: Signer | undefined): Signer {
  if (signer !== undefined) return signer;
  throw new OracleError('identity_missing', {
    detail: 'This oracle has no signing identity, so nothing can be written to the trail of a design.',
    hint: 'Set SIGNING_MNEMONIC, or start once with `npm start`, which creates an identity.',
  });
}

/** The first entry of a design that was made before trails were kept; undefined for one that is being made now. */
async function whatCameBefore(
  trx: Transaction<SamplingTables>,
  designId: string,
): Promise<TrailEvent | undefined> {
  const known = await trx
    .selectFrom('sampling_events')
    .select('seq')
    .where('design_id', '=', designId)
    .limit(1)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const { document } = await trx
    .selectFrom('sampling_designs')
    .select('document')
    .where('id', '=', designId)
    .executeTakeFirstOrThrow();
  const selections = await trx
    .selectFrom('sampling_selections')
    .select(['id', 'document'])
    .where('design_id', '=', designId)
    .orderBy('created_at')
    .execute();
  const ids = (table: 'sampling_commitments' | 'sampling_periods') =>
    trx
      .selectFrom(table)
      .select(['id', 'document'])
      .where('design_id', '=', designId)
      .orderBy('created_at')
      .execute();
  const commitments = await ids('sampling_commitments');
  const idOfHash = new Map(
    commitments.map(({ id, document: json }) => [(JSON.parse(json) as { sha256: string }).sha256, id]),
  );
  return {
    kind: 'begun',
    note: 'The design is older than its trail: of what happened before this entry, the trail proves neither order nor completeness.',
    designSha256: canonicalHash(JSON.parse(document)),
    commitments: commitments.map(({ id }) => id),
    draws: selections.map(({ id, document: json }) => {
      const { record } = JSON.parse(json) as { record: SelectionRecord };
      const { origin } = record.seed;
      return {
        selectionId: id,
        recordSha256: record.sha256,
        frameSha256: record.frame.sha256,
        seed: record.seed.text,
        commitmentId: origin.trust === 'verifiable' ? (idOfHash.get(origin.commitment.sha256) ?? null) : null,
      };
    }),
    periods: (await ids('sampling_periods')).map(({ id }) => id),
  };
}
