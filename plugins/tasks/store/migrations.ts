import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-tasks': { up: createTasks },
};

const required = (column: ColumnDefinitionBuilder) => column.notNull();

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks_tasks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('definition', 'text', required)
    .addColumn('principal', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('changed_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('tasks_tasks_by_owner')
    .on('tasks_tasks')
    .columns(['owner', 'created_at'])
    .execute();
  await db.schema
    .createIndex('tasks_tasks_by_next')
    .on('tasks_tasks')
    .columns(['status', 'next_at'])
    .execute();
  await db.schema
    .createTable('tasks_runs')
    .addColumn('task_id', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('note', 'text')
    .addColumn('session_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('result', 'text')
    .addColumn('ended_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', required)
    .addColumn('delivery', 'text', required)
    .addColumn('delivery_tries', 'integer', required)
    .addColumn('delivery_at', 'bigint', required)
    .addPrimaryKeyConstraint('tasks_runs_key', ['task_id', 'due_at'])
    .execute();
  await db.schema.createIndex('tasks_runs_by_session').on('tasks_runs').column('session_id').execute();
  await db.schema
    .createIndex('tasks_runs_by_state')
    .on('tasks_runs')
    .columns(['state', 'lease_until'])
    .execute();
  await db.schema
    .createIndex('tasks_runs_by_delivery')
    .on('tasks_runs')
    .columns(['delivery', 'delivery_at'])
    .execute();
  await db.schema
    .createTable('tasks_previews')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('session_id', 'text', required)
    .addColumn('turn', 'text', required)
    .addColumn('definitions', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}
