import type { Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';
import type { SelectionRecord } from '../selection/selection-record.js';
import { keepFile } from './registry-files.js';
import type { SamplingTables } from './tables.js';
import { keepUseOfValue, toldValue } from './used-values.js';

/** Schema of the plugin's tables, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-designs': {
    async up(db) {
      await db.schema
        .createTable('sampling_designs')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('project_id', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('supersedes', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .addColumn('document', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('sampling_designs_by_owner')
        .on('sampling_designs')
        .columns(['owner', 'created_at', 'id'])
        .execute();
      await db.schema
        .createTable('sampling_events')
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('seq', 'integer', (c) => c.notNull())
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('verifier', 'text')
        .addColumn('independent', 'integer')
        .addColumn('reason', 'text')
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('design_hash', 'text', (c) => c.notNull())
        .addColumn('previous', 'text', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('sampling_events_key', ['design_id', 'seq'])
        .execute();
    },
  },
  '002-registries-to-submissions': {
    async up(db) {
      const tables: Readonly<Record<string, readonly string[]>> = {
        sampling_registries: ['name'],
        sampling_commitments: ['design_id', 'registry_id'],
        sampling_selections: ['registry_id'],
        sampling_periods: ['design_id', 'from_day'],
        sampling_submissions: ['progress'],
      };
      for (const [table, columns] of Object.entries(tables)) {
        let create = db.schema
          .createTable(table)
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('owner', 'text', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addColumn('document', 'text', (c) => c.notNull());
        for (const column of columns) create = create.addColumn(column, 'text', (c) => c.notNull());
        if (table === 'sampling_selections') create = create.addColumn('design_id', 'text');
        if (table === 'sampling_submissions')
          create = create.addColumn('version', 'integer', (c) => c.notNull());
        await create.execute();
        await db.schema
          .createIndex(`${table}_by_owner`)
          .on(table)
          .columns(['owner', 'created_at', 'id'])
          .execute();
      }
    },
  },
  '003-registry-origin': {
    async up(db) {
      await db.schema.alterTable('sampling_registries').addColumn('origin', 'text').execute();
      await db.schema
        .createIndex('sampling_registries_by_origin')
        .on('sampling_registries')
        .columns(['owner', 'origin'])
        .execute();
    },
  },
  '004-trail': {
    async up(db) {
      await db.schema
        .createTable('sampling_trail')
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('seq', 'integer', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('frame', 'text')
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addColumn('signer', 'text')
        .addColumn('signature', 'text')
        .addPrimaryKeyConstraint('sampling_trail_key', ['design_id', 'seq'])
        .execute();
      await db.schema.createIndex('sampling_trail_by_frame').on('sampling_trail').column('frame').execute();
      for (const [table, column] of [
        ['sampling_selections', 'design_id'],
        ['sampling_selections', 'registry_id'],
        ['sampling_commitments', 'design_id'],
        ['sampling_commitments', 'registry_id'],
        ['sampling_periods', 'design_id'],
      ] as const)
        await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
      await db.schema
        .alterTable('sampling_designs')
        .addColumn('trail_length', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('sampling_designs').addColumn('trail_hash', 'text').execute();
    },
  },
  '005-frames': {
    async up(db) {
      await db.schema
        .createTable('sampling_frames')
        .addColumn('frame', 'text', (c) => c.primaryKey())
        .addColumn('size', 'integer', (c) => c.notNull())
        .addColumn('whole', 'integer', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('sampling_frame_marks')
        .addColumn('frame', 'text', (c) => c.notNull())
        .addColumn('mark', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('sampling_frame_marks_key', ['frame', 'mark'])
        .execute();
      await db.schema
        .createIndex('sampling_frame_marks_by_mark')
        .on('sampling_frame_marks')
        .column('mark')
        .execute();
      await db.schema.alterTable('sampling_selections').addColumn('frame', 'text').execute();
      await db.schema
        .createIndex('sampling_selections_by_frame')
        .on('sampling_selections')
        .column('frame')
        .execute();
      await db.schema
        .createTable('sampling_keys')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '006-values': {
    async up(db) {
      await db.schema
        .createTable('sampling_values')
        .addColumn('selection_id', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('project_id', 'text')
        .addColumn('at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('sampling_values_by_value').on('sampling_values').column('value').execute();
    },
  },
  '007-digits-of-values': {
    async up(db) {
      for (const column of ['digits', 'reference']) {
        await db.schema.alterTable('sampling_values').addColumn(column, 'text').execute();
        await db.schema
          .createIndex(`sampling_values_by_${column}`)
          .on('sampling_values')
          .column(column)
          .execute();
      }
    },
  },
  // Fills what 007 added as well: rows are written with all columns.
  '008-values-as-told': {
    async up(db) {
      await db.schema.alterTable('sampling_values').addColumn('told', 'text').execute();
      await db.schema.createIndex('sampling_values_by_owner').on('sampling_values').column('owner').execute();
      const tables = db as unknown as Kysely<SamplingTables>;
      await tables.deleteFrom('sampling_values').execute();
      await valuesBefore(tables);
    },
  },
  '009-files-of-registries': {
    async up(db) {
      await db.schema
        .createTable('sampling_registry_files')
        .addColumn('registry_id', 'text', (c) => c.primaryKey())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('file', 'text')
        .addColumn('frame', 'text', (c) => c.notNull())
        .execute();
      for (const column of ['file', 'frame', 'bytes'])
        await db.schema
          .createIndex(`sampling_registry_files_by_${column}`)
          .on('sampling_registry_files')
          .column(column)
          .execute();
      await filesBefore(db as unknown as Kysely<SamplingTables>);
    },
  },
  '010-columns-of-registries': {
    async up(db) {
      await db.schema
        .createTable('sampling_registry_columns')
        .addColumn('registry_id', 'text', (c) => c.notNull())
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('mark', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('sampling_registry_columns_key', ['mark', 'registry_id', 'place'])
        .execute();
      await db.schema
        .createIndex('sampling_registry_columns_by_registry')
        .on('sampling_registry_columns')
        .column('registry_id')
        .execute();
    },
  },
};

/** Registries that were stored before their files were told apart. */
async function filesBefore(db: Kysely<SamplingTables>): Promise<void> {
  const rows = await db.selectFrom('sampling_registries').select('id').execute();
  for (const { id } of rows) {
    const { document } = await db
      .selectFrom('sampling_registries')
      .select('document')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { bytes, inspection } = JSON.parse(document) as { bytes: number; inspection: { sha256: string } };
    await keepFile(db, { registryId: id, bytes, file: null, frame: inspection.sha256 });
  }
}

/** Values that were drawn by before they were kept as they are now. */
async function valuesBefore(db: Kysely<SamplingTables>): Promise<void> {
  const rows = await db
    .selectFrom('sampling_selections')
    .select('id')
    .where('document', 'like', '%"kind":"authority"%')
    .execute();
  for (const { id } of rows) {
    const row = await db
      .selectFrom('sampling_selections')
      .select(['owner', 'created_at', 'document'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { record } = JSON.parse(row.document) as { record: SelectionRecord };
    const { origin } = record.seed;
    if (origin.kind !== 'authority') continue;
    await keepUseOfValue(db, toldValue(origin), {
      selectionId: id,
      designId: record.designId,
      owner: row.owner,
      projectId: record.projectId ?? null,
      at: row.created_at,
    });
  }
}
