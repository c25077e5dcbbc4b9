import type { Migration } from 'oracle-runtime/plugin';

/** Schema of the plugin's tables, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-forms': {
    async up(db) {
      await db.schema
        .createTable('surveys_forms')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('selection_id', 'text', (c) => c.notNull())
        .addColumn('form_id', 'text', (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('document', 'text', (c) => c.notNull())
        .addUniqueConstraint('surveys_forms_version', ['owner', 'form_id', 'version'])
        .execute();
      await db.schema
        .createIndex('surveys_forms_by_owner')
        .on('surveys_forms')
        .columns(['owner', 'created_at', 'id'])
        .execute();
    },
  },
  '002-phones': {
    async up(db) {
      await db.schema
        .createTable('surveys_keys')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('principal', 'text', (c) => c.notNull())
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('token_sha256', 'text', (c) => c.notNull().unique())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('revoked_at', 'text')
        .addColumn('used_at', 'text')
        .execute();
      await db.schema
        .createIndex('surveys_keys_by_design')
        .on('surveys_keys')
        .columns(['owner', 'design_id'])
        .execute();
      await db.schema
        .createTable('surveys_submissions')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('form_id', 'text', (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('instance_id', 'text', (c) => c.notNull())
        .addColumn('key_id', 'text', (c) => c.notNull())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('received_at', 'text', (c) => c.notNull())
        .addColumn('unit_id', 'text', (c) => c.notNull())
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('stratum', 'text')
        .addColumn('value', 'double precision')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('findings', 'text', (c) => c.notNull())
        .addColumn('verdict', 'text')
        .addColumn('verdict_reason', 'text')
        .addColumn('xml', 'text', (c) => c.notNull())
        .addColumn('xml_sha256', 'text', (c) => c.notNull())
        .addColumn('files', 'text', (c) => c.notNull())
        .addUniqueConstraint('surveys_submissions_instance', ['owner', 'form_id', 'instance_id'])
        .execute();
      await db.schema
        .createIndex('surveys_submissions_by_unit')
        .on('surveys_submissions')
        .columns(['owner', 'form_id', 'unit_id'])
        .execute();
    },
  },
};
