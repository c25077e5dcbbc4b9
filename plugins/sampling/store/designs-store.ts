import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalHash, toPage } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import type { Design } from '../design/compute-design.js';
import type { OtherPopulations, SisterDesigns } from '../trail/drawn-entry.js';
import type { StatedAlone, StatedOtherwise } from '../trail/outcome-entries.js';
import type { VerificationEvent } from '../verification/event-chain.js';
import type { VerificationStatus } from '../verification/status.js';
import { appendEvent, decisionOn, eventsOf } from './design-events.js';
import type { DesignRecord, DesignSummary } from './design-record.js';
import { type DesignRow, recordOf, summaryOf, titleOf } from './design-rows.js';
import { moveDesign, type Transition } from './move-design.js';
import { olderThan } from './older-than.js';
import { type AsksSisters, sisterDesigns } from './sister-designs.js';
import type { SamplingTables } from './tables.js';
import type { TrailStore } from './trail-store.js';

export interface DesignFilter {
  readonly projectId?: string | undefined;
  readonly status?: VerificationStatus | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Who asks: `owner` sees its own designs, a verifier also all that were submitted. */
export interface Reader {
  readonly owner: string;
  readonly verifier: boolean;
}

/** Stored designs and their append-only verification events. Foreign designs are `not_found`. */
export interface DesignsStore {
  /** @param recalculates the design that it recalculates, the period that it was recalculated from, and what is not as these say */
  create(
    owner: string,
    actor: string,
    design: Design,
    recalculates?: {
      readonly designId: string;
      readonly periodId: string | null;
      readonly stated?: readonly StatedOtherwise[];
      readonly unseen?: StatedAlone | null;
      readonly populations?: OtherPopulations | null;
    },
  ): Promise<DesignRecord>;
  get(reader: Reader, id: string): Promise<DesignRecord>;
  /** What people call a design of this owner; undefined when the owner has none of this id. */
  titleOf(owner: string, id: string): Promise<string | undefined>;
  /** The design that a design recalculates; null for none. Foreign ones too: for those who may see the design. */
  recalculatedBy(id: string): Promise<string | null>;
  /** Other designs of the project of a design, or of its owner where it has none. */
  sisters(on: Kysely<SamplingTables>, asked: AsksSisters): Promise<SisterDesigns | undefined>;
  list(reader: Reader, filter: DesignFilter): Promise<{ items: DesignSummary[]; cursor?: string }>;
  /** @throws OracleError `conflict` when the status does not allow it or another request moved it first. */
  move(reader: Reader, id: string, transition: Transition): Promise<DesignRecord>;
  events(reader: Reader, id: string): Promise<{ events: VerificationEvent[]; designHash: string }>;
}

export function createDesignsStore(
  db: Kysely<SamplingTables>,
  clock: Clock,
  trails: TrailStore,
): DesignsStore {
  const now = () => new Date(clock.now()).toISOString();

  async function row(on: Kysely<SamplingTables>, reader: Reader, id: string): Promise<DesignRow> {
    const found = await on.selectFrom('sampling_designs').selectAll().where('id', '=', id).executeTakeFirst();
    const visible = found && (found.owner === reader.owner || (reader.verifier && found.status !== 'draft'));
    if (!found || !visible)
      throw new OracleError('not_found', { detail: `There is no sample design '${id}'.` });
    return found;
  }

  const record = async (found: DesignRow) => recordOf(found, await decisionOn(db, found));

  return {
    async create(owner, actor, design, recalculates) {
      const supersedes = recalculates?.designId;
      const id = `design-${randomUUID()}`;
      const at = now();
      const inserted: DesignRow = {
        id,
        owner,
        project_id: design.projectId,
        status: 'draft',
        version: 1,
        supersedes: supersedes ?? null,
        created_at: at,
        updated_at: at,
        document: JSON.stringify(design),
        trail_length: 0,
        trail_hash: null,
      };
      const trail = await db.transaction().execute(async (trx) => {
        await trx.insertInto('sampling_designs').values(inserted).execute();
        const designSha256 = canonicalHash(design);
        const entry = {
          designId: id,
          action: 'create',
          status: 'draft',
          actor,
          verifier: null,
          independent: null,
          reason: supersedes === undefined ? null : `Recalculates ${supersedes}.`,
          at,
          designHash: designSha256,
        } as const;
        // Opened before its first event, by which a design older than its trail is known.
        const opened = await trails.open(trx, id);
        await appendEvent(trx, entry);
        if (recalculates === undefined)
          return opened.append(actor, { kind: 'created', designSha256, recalculates: null });
        const { designId, periodId, stated = [], unseen = null, populations = null } = recalculates;
        const before = await trails.open(trx, designId);
        const head = await before.append(actor, {
          kind: 'recalculated',
          into: id,
          designSha256,
          periodId,
          stated,
          unseen,
          populations,
        });
        return opened.append(actor, { kind: 'created', designSha256, recalculates: { designId, head } });
      });
      return record({ ...inserted, trail_length: trail.length, trail_hash: trail.hash });
    },

    async get(reader, id) {
      return record(await row(db, reader, id));
    },

    async titleOf(owner, id) {
      const found = await db
        .selectFrom('sampling_designs')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return found && titleOf(found);
    },

    async recalculatedBy(id) {
      const found = await db
        .selectFrom('sampling_designs')
        .select('supersedes')
        .where('id', '=', id)
        .executeTakeFirst();
      return found?.supersedes ?? null;
    },

    sisters: sisterDesigns,

    async list(reader, filter) {
      let query = db
        .selectFrom('sampling_designs')
        .selectAll()
        .where((eb) =>
          reader.verifier
            ? eb.or([eb('owner', '=', reader.owner), eb('status', '!=', 'draft')])
            : eb('owner', '=', reader.owner),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(filter.limit + 1);
      if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.cursor !== undefined) query = query.where(olderThan(filter.cursor));
      return toPage(await query.execute(), filter.limit, summaryOf, (row) => [row.created_at, row.id]);
    },

    async move(reader, id, transition) {
      await db.transaction().execute(async (trx) => {
        const found = await row(trx, reader, id);
        const by = { owner: reader.owner, at: now() };
        await moveDesign(trx, trails, found, transition, by);
        if (transition.action !== 'approve' || found.supersedes === null) return;
        // The recalculated design is in force from now on, so the one before it no longer is.
        const before = await trx
          .selectFrom('sampling_designs')
          .selectAll()
          .where('id', '=', found.supersedes)
          .where('status', '=', 'approved')
          .executeTakeFirst();
        if (before === undefined) return;
        const reason = `Recalculated as ${id}.`;
        await moveDesign(trx, trails, before, { action: 'supersede', actor: transition.actor, reason }, by);
      });
      return record(await row(db, reader, id));
    },

    async events(reader, id) {
      const found = await row(db, reader, id);
      const events = await eventsOf(db, id);
      return { events, designHash: canonicalHash(JSON.parse(found.document)) };
    },
  };
}
