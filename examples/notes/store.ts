import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock, Migration } from 'oracle-runtime/plugin';

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

interface Note {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
}

/** Notes by owner; nobody's query can reach another's rows. */
export function notesStore(db: Kysely<NotesTables>, clock: Clock) {
  return {
    async add(owner: string, text: string): Promise<Note> {
      const row = { id: randomUUID(), owner, text, created_at: new Date(clock.now()).toISOString() };
      await db.insertInto('notes_note').values(row).execute();
      return { id: row.id, text, createdAt: row.created_at };
    },
    async list(owner: string): Promise<Note[]> {
      return db
        .selectFrom('notes_note')
        .select(['id', 'text', 'created_at as createdAt'])
        .where('owner', '=', owner)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },
    async count(owner: string): Promise<number> {
      const { n } = await db
        .selectFrom('notes_note')
        .select((expression) => expression.fn.countAll().as('n'))
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
  };
}
