import { randomUUID } from 'node:crypto';
import Database from 'libsql';
import type { Subject } from './verify.js';

export interface Item {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly at: string;
  readonly source?: string;
}

interface Row {
  readonly rowid: number;
  readonly id: string;
  readonly text: string;
  readonly tags: string;
  readonly at: string;
  readonly source: string | null;
  readonly vector: Buffer | null;
}

const SCHEMA = `
create table if not exists memories (
  rowid integer primary key autoincrement,
  id text not null unique, issuer text not null, subject text not null,
  text text not null, tags text not null, at text not null, source text, vector blob
);
create index if not exists memories_of on memories (issuer, subject, rowid);
create virtual table if not exists memory_words using fts5 (text, tags, tokenize = 'unicode61 remove_diacritics 2');
insert into memory_words (memory_words, rank) values ('secure-delete', 1);
`;
/** Each statement names the owner, by equality and never by a pattern. */
const OWN = 'issuer = ? and subject = ?';

/** Memories in SQLite: the rows, an index of their words, and their vectors where there are any. */
export class Store {
  readonly #db: Database.Database;

  constructor(file: string) {
    this.#db = new Database(file);
    this.#db.exec('pragma journal_mode = wal');
    this.#db.exec('pragma secure_delete = on');
    this.#db.exec(SCHEMA);
  }

  save({ issuer, subject }: Subject, item: Omit<Item, 'id'>, vector: Float32Array | undefined): Item {
    const id = `m-${randomUUID().slice(0, 13)}`;
    const { text, tags, at, source } = item;
    this.#db.transaction(() => {
      const { lastInsertRowid } = this.#db
        .prepare(
          'insert into memories (id, issuer, subject, text, tags, at, source, vector) values (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run([id, issuer, subject, text, JSON.stringify(tags), at, source ?? null, bytesOf(vector)]);
      this.#index(Number(lastInsertRowid), text, tags);
    })();
    return { id, ...item };
  }

  get(who: Subject, id: string): Item | null {
    const row = this.#row(who, id);
    return row === undefined ? null : itemOf(row);
  }

  edit(
    who: Subject,
    id: string,
    to: Pick<Item, 'text' | 'at'>,
    vector: Float32Array | undefined,
  ): Item | null {
    const row = this.#row(who, id);
    if (row === undefined) return null;
    this.#db.transaction(() => {
      this.#db
        .prepare('update memories set text = ?, at = ?, vector = ? where rowid = ?')
        .run([to.text, to.at, bytesOf(vector), row.rowid]);
      this.#db.prepare('delete from memory_words where rowid = ?').run([row.rowid]);
      this.#index(row.rowid, to.text, JSON.parse(row.tags) as string[]);
    })();
    this.#wipe();
    return this.get(who, id);
  }

  /** The row with its vector and the entries of the index, overwritten on the disk. */
  forget(who: Subject, id: string): boolean {
    const row = this.#row(who, id);
    if (row === undefined) return false;
    this.#db.transaction(() => {
      this.#db.prepare('delete from memory_words where rowid = ?').run([row.rowid]);
      this.#db.prepare('delete from memories where rowid = ?').run([row.rowid]);
    })();
    this.#wipe();
    return true;
  }

  /** The newest first. @param before rowid of the last of the page before */
  list({ issuer, subject }: Subject, limit: number, before: number): { items: Item[]; next?: number } {
    const rows = this.#db
      .prepare(`select * from memories where ${OWN} and rowid < ? order by rowid desc limit ?`)
      .all([issuer, subject, before, limit + 1]) as Row[];
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(itemOf), ...(rows.length > limit && last && { next: last.rowid }) };
  }

  /** By words, best first. */
  byWords({ issuer, subject }: Subject, query: string, limit: number): Item[] {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    const match = [...new Set(words)]
      .slice(0, 32)
      .map((word) => `"${word}"*`)
      .join(' OR ');
    const rows = this.#db
      .prepare(
        `select memories.* from memory_words join memories on memories.rowid = memory_words.rowid
         where memory_words match ? and ${OWN} order by rank limit ?`,
      )
      .all([match, issuer, subject, limit]) as Row[];
    return rows.map(itemOf);
  }

  /** By meaning, nearest first; those without a vector are left out. */
  byMeaning({ issuer, subject }: Subject, query: Float32Array, limit: number): Item[] {
    const rows = this.#db
      .prepare(`select * from memories where ${OWN} and vector is not null`)
      .all([issuer, subject]) as Row[];
    return rows
      .map((row) => ({ row, near: cosine(query, vectorOf(row.vector)) }))
      .filter(({ near }) => near > 0.3)
      .toSorted((a, b) => b.near - a.near)
      .slice(0, limit)
      .map(({ row }) => itemOf(row));
  }

  close(): void {
    this.#db.close();
  }

  #row({ issuer, subject }: Subject, id: string): Row | undefined {
    return this.#db.prepare(`select * from memories where id = ? and ${OWN}`).get([id, issuer, subject]) as
      | Row
      | undefined;
  }

  #index(rowid: number, text: string, tags: readonly string[]): void {
    this.#db
      .prepare('insert into memory_words (rowid, text, tags) values (?, ?, ?)')
      .run([rowid, text, tags.join(' ')]);
  }

  /** The log of writes still holds what was overwritten: it is emptied into the file. */
  #wipe(): void {
    this.#db.exec('pragma wal_checkpoint(truncate)');
  }
}

function itemOf({ id, text, tags, at, source }: Row): Item {
  return { id, text, tags: JSON.parse(tags) as string[], at, ...(source === null ? {} : { source }) };
}

function bytesOf(vector: Float32Array | undefined): Buffer | null {
  return vector === undefined ? null : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function vectorOf(bytes: Buffer | null): Float32Array {
  return new Float32Array(new Uint8Array(bytes ?? []).buffer);
}

/** 0 for vectors of two models. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let [dot, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
