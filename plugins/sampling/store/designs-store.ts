import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { decodeCursor, encodeCursor } from 'oracle-runtime/kit';
import { type Clock, OracleError, refuseCursor } from 'oracle-runtime/plugin';
import type { Design } from '../design/compute-design.js';
import { canonicalHash } from '../selection/canonical-json.js';
import { entryOf } from '../trail/trail-chain.js';
import type { StatedOtherwise } from '../trail/trail-entry.js';
import { chainEvent, type VerificationEvent } from '../verification/event-chain.js';
import { nextStatus, type VerificationAction, type VerificationStatus } from '../verification/status.js';
import type { DesignRecord, DesignSummary } from './design-record.js';
import type { SamplingTables } from './tables.js';
import type { TrailStore } from './trail-store.js';

type DesignRow = Selectable<SamplingTables['sampling_designs']>;

/** What moves a design on. */
export interface Transition {
  readonly action: Exclude<VerificationAction, 'create'>;
  readonly actor: string;
  readonly reason?: string | undefined;
}

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
  /** @param recalculates the design that it recalculates, the period that it was recalculated from, and what was stated otherwise */
  create(
    owner: string,
    actor: string,
    design: Design,
    recalculates?: {
      readonly designId: string;
      readonly periodId: string | null;
      readonly stated?: readonly StatedOtherwise[];
    },
  ): Promise<DesignRecord>;
  get(reader: Reader, id: string): Promise<DesignRecord>;
  /** What people call a design of this owner; undefined when the owner has none of this id. */
  titleOf(owner: string, id: string): Promise<string | undefined>;
  /** The design that a design recalculates; null for none. Foreign ones too: for those who may see the design. */
  recalculatedBy(id: string): Promise<string | null>;
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

  async function lastEvent(
    trx: Transaction<SamplingTables>,
    id: string,
  ): Promise<VerificationEvent | undefined> {
    const last = await trx
      .selectFrom('sampling_events')
      .selectAll()
      .where('design_id', '=', id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last && toEvent(last);
  }

  async function append(
    trx: Transaction<SamplingTables>,
    entry: Omit<VerificationEvent, 'seq' | 'previous' | 'hash'>,
    last: VerificationEvent | undefined,
  ): Promise<void> {
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

  /** One transition of one design, or `conflict`. */
  async function step(
    trx: Transaction<SamplingTables>,
    found: DesignRow,
    { action, actor, reason }: Transition,
    reader: Reader,
  ): Promise<void> {
    const { id } = found;
    const status = nextStatus(found.status, action);
    if (status === undefined)
      throw new OracleError('conflict', {
        detail: `Design '${id}' is ${found.status}, so it cannot be ${PAST[action]}.`,
        hint: statusHint(found.status),
      });
    const at = now();
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
      // Neither another key in the same hand nor whoever worked on the design is another pair of eyes.
      independent: decision
        ? reader.owner !== found.owner && actor !== found.owner && !(await changersOf(trx, id)).has(actor)
        : null,
      reason: reason ?? null,
      at,
      designHash: canonicalHash(JSON.parse(found.document)),
    };
    await append(trx, entry, await lastEvent(trx, id));
    const trail = await trails.open(trx, id);
    const { verifier: named, independent, reason: why } = entry;
    await trail.append(actor, { kind: 'moved', action, status, verifier: named, independent, reason: why });
  }

  /** Who decided about a design, when somebody did. */
  async function decision({ id, status }: DesignRow) {
    if (status === 'draft' || status === 'submitted') return undefined;
    return db
      .selectFrom('sampling_events')
      .select(['verifier', 'independent'])
      .where('design_id', '=', id)
      .where('action', 'in', ['approve', 'reject'])
      .executeTakeFirst();
  }

  async function record(
    found: DesignRow,
    design = JSON.parse(found.document) as Design,
  ): Promise<DesignRecord> {
    const decided = await decision(found);
    const { projectId, profile, parameters, stratification, ...rest } = design;
    return {
      designId: found.id,
      projectId,
      profile,
      parameters,
      stratification,
      verification: {
        status: found.status,
        verifier: decided?.verifier ?? null,
        independent: asBoolean(decided?.independent),
        timestamp: found.updated_at,
      },
      ...rest,
      createdAt: found.created_at,
      supersedes: found.supersedes,
      trail: found.trail_hash === null ? null : { length: found.trail_length, hash: found.trail_hash },
    };
  }

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
        await append(trx, entry, undefined);
        if (recalculates === undefined)
          return opened.append(actor, { kind: 'created', designSha256, recalculates: null });
        const { designId, periodId, stated = [] } = recalculates;
        const before = await trails.open(trx, designId);
        const head = await before.append(actor, {
          kind: 'recalculated',
          into: id,
          designSha256,
          periodId,
          stated,
        });
        return opened.append(actor, { kind: 'created', designSha256, recalculates: { designId, head } });
      });
      return record({ ...inserted, trail_length: trail.length, trail_hash: trail.hash }, design);
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
      if (found === undefined) return undefined;
      const { projectId, parameters } = JSON.parse(found.document) as Design;
      const units = `${parameters.adjustedSize} of ${parameters.population}`;
      return projectId === null ? units : `${units}, ${projectId}`;
    },

    async recalculatedBy(id) {
      const found = await db
        .selectFrom('sampling_designs')
        .select('supersedes')
        .where('id', '=', id)
        .executeTakeFirst();
      return found?.supersedes ?? null;
    },

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
      if (filter.cursor !== undefined) {
        const [at, id] = decodeCursor(filter.cursor, ['string', 'string']) ?? refuseCursor();
        query = query.where((eb) =>
          eb.or([eb('created_at', '<', at), eb.and([eb('created_at', '=', at), eb('id', '<', id)])]),
        );
      }
      const rows = await query.execute();
      const page = rows.slice(0, filter.limit);
      const last = page.at(-1);
      return {
        items: page.map(summary),
        ...(rows.length > filter.limit && last ? { cursor: encodeCursor([last.created_at, last.id]) } : {}),
      };
    },

    async move(reader, id, transition) {
      await db.transaction().execute(async (trx) => {
        const found = await row(trx, reader, id);
        await step(trx, found, transition, reader);
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
        await step(trx, before, { action: 'supersede', actor: transition.actor, reason }, reader);
      });
      return record(await row(db, reader, id));
    },

    async events(reader, id) {
      const found = await row(db, reader, id);
      const rows = await db
        .selectFrom('sampling_events')
        .selectAll()
        .where('design_id', '=', id)
        .orderBy('seq')
        .execute();
      return { events: rows.map(toEvent), designHash: canonicalHash(JSON.parse(found.document)) };
    },
  };
}

function toEvent(row: Selectable<SamplingTables['sampling_events']>): VerificationEvent {
  const { design_id: designId, design_hash: designHash, independent, ...rest } = row;
  return { ...rest, independent: asBoolean(independent), designId, designHash };
}

function summary(row: DesignRow): DesignSummary {
  const { projectId, profile, parameters } = JSON.parse(row.document) as Design;
  return {
    designId: row.id,
    projectId,
    profile,
    population: parameters.population,
    calculatedSize: parameters.calculatedSize,
    adjustedSize: parameters.adjustedSize,
    status: row.status,
    createdAt: row.created_at,
  };
}

function asBoolean(value: number | null | undefined): boolean | null {
  return value === null || value === undefined ? null : value !== 0;
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
