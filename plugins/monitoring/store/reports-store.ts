import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { decodeCursor, toPage } from 'oracle-runtime/kit';
import { type Clock, type Migration, OracleError, refuseCursor } from 'oracle-runtime/plugin';
import type { KeptUseReport } from '../service.js';
import type { UseReport } from '../use/use-report.js';

export interface MonitoringTables {
  monitoring_reports: {
    id: string;
    owner: string;
    design_id: string | null;
    /** ISO 8601 UTC, which sorts as text. */
    created_at: string;
    /** JSON of the report; never changes. */
    document: string;
  };
}

/** Schema of the plugin's table, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-reports': {
    async up(db) {
      await db.schema
        .createTable('monitoring_reports')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('design_id', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('document', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('monitoring_reports_by_owner')
        .on('monitoring_reports')
        .columns(['owner', 'created_at', 'id'])
        .execute();
    },
  },
};

/** Reports of stove use, each seen by its owner alone. */
export interface ReportsStore {
  /** `id` is one of `newReportId`. */
  keep(owner: string, id: string, report: UseReport): Promise<KeptUseReport>;
  /** @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<KeptUseReport>;
  /** The newest of an owner, and of some designs whoever made them, at most `MOST_RECENT`. */
  recent(owner: string, designIds?: readonly string[]): Promise<readonly KeptUseReport[]>;
  /** Newest first. */
  list(
    owner: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    designId?: string,
  ): Promise<{ items: KeptUseReport[]; cursor?: string }>;
}

const MOST_RECENT = 200;

export function newReportId(): string {
  return `use-${randomUUID()}`;
}

export function createReportsStore(db: Kysely<MonitoringTables>, clock: Clock): ReportsStore {
  const kept = (row: { id: string; created_at: string; document: string }): KeptUseReport => ({
    reportId: row.id,
    createdAt: row.created_at,
    ...(JSON.parse(row.document) as UseReport),
  });
  return {
    async keep(owner, id, report) {
      const createdAt = new Date(clock.now()).toISOString();
      await db
        .insertInto('monitoring_reports')
        .values({
          id,
          owner,
          design_id: report.designId,
          created_at: createdAt,
          document: JSON.stringify(report),
        })
        .execute();
      return { reportId: id, createdAt, ...report };
    },
    async get(owner, id) {
      const row = await db
        .selectFrom('monitoring_reports')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      if (row === undefined)
        throw new OracleError('not_found', {
          detail: `There is no report of stove use '${id}'.`,
          hint: 'List the reports of stove use to see which there are.',
        });
      return kept(row);
    },
    async recent(owner, designIds = []) {
      const rows = await db
        .selectFrom('monitoring_reports')
        .selectAll()
        .where((eb) =>
          designIds.length === 0
            ? eb('owner', '=', owner)
            : eb.or([eb('owner', '=', owner), eb('design_id', 'in', [...designIds])]),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_RECENT)
        .execute();
      return rows.map(kept);
    },
    async list(owner, { limit, cursor }, designId) {
      let query = db
        .selectFrom('monitoring_reports')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (designId !== undefined) query = query.where('design_id', '=', designId);
      if (cursor !== undefined) {
        const [at, id] = decodeCursor(cursor, ['string', 'string']) ?? refuseCursor();
        query = query.where(sql<boolean>`(created_at, id) < (${at}, ${id})`);
      }
      return toPage(await query.execute(), limit, kept, (row) => [row.created_at, row.id]);
    },
  };
}
