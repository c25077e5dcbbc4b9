import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, type Migration, OracleError } from 'oracle-runtime/plugin';
import type { Notes } from './service.js';

export interface NotesTables {
  notes_note: { id: string; owner: string; text: string; created_at: string };
}

/** SQLite and PostgreSQL both run these, once each, in the order of the keys. */
export const notesMigrations: Readonly<Record<string, Migration>> = {
  '001-notes': {
    async up(db) {
      await db.schema
        .createTable('notes_note')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('notes_note_owner')
        .on('notes_note')
        .columns(['owner', 'created_at'])
        .execute();
    },
  },
};

/** Notes by owner, at most `limit` each; nobody's query can reach another's rows. */
export function notesStore(db: Kysely<NotesTables>, clock: Clock, limit: number): Notes {
  return {
    async add(owner, text) {
      const { n } = await db
        .selectFrom('notes_note')
        .select((expression) => expression.fn.countAll().as('n'))
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow();
      if (Number(n) >= limit) {
        throw new OracleError('conflict', {
          detail: `There are ${limit} notes already.`,
          hint: 'Raise NOTES_PER_PERSON.',
        });
      }
      const row = { id: randomUUID(), owner, text, created_at: new Date(clock.now()).toISOString() };
      await db.insertInto('notes_note').values(row).execute();
      return { id: row.id, text, createdAt: row.created_at };
    },
    list: (owner) =>
      db
        .selectFrom('notes_note')
        .select(['id', 'text', 'created_at as createdAt'])
        .where('owner', '=', owner)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
  };
}
