import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
import type { KnowledgeTables } from '../store/tables.js';
import type { BlockTokens } from './tokens.js';

/** A block as it is put into the index. */
export interface BlockToIndex {
  readonly start: number;
  readonly end: number;
  readonly tokens: BlockTokens;
}

/** A block that was found; the first is the best. */
export interface FoundBlock {
  readonly id: number;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

type Field = keyof BlockTokens;

/** What the two databases do each in its own way: FTS5 of SQLite, text search of PostgreSQL. */
export interface FullText {
  /** Within the transaction that makes the document. */
  add(trx: Transaction<KnowledgeTables>, documentId: string, blocks: readonly BlockToIndex[]): Promise<void>;
  /** Within the transaction that removes the document. */
  remove(trx: Transaction<KnowledgeTables>, documentId: string): Promise<void>;
  /** Blocks of an owner that have any of the tokens, the best first. */
  find(owner: string, field: Field, tokens: readonly string[], limit: number): Promise<FoundBlock[]>;
  /** Documents of an owner that have the token in any block. */
  having(owner: string, field: Field, token: string): Promise<string[]>;
}

const BATCH = 100;

export function createFullText(db: Kysely<KnowledgeTables>): FullText {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgres(db) : sqlite(db);
}

function sqlite(db: Kysely<KnowledgeTables>): FullText {
  return {
    async add(trx, document_id, blocks) {
      for (const { start, end, tokens } of blocks) {
        const { id } = await trx
          .insertInto('knowledge_blocks')
          .values({ document_id, start_at: start, end_at: end })
          .returning('id')
          .executeTakeFirstOrThrow();
        await sql`insert into knowledge_text(rowid, words, grams) values (${id}, ${tokens.words.join(' ')}, ${tokens.grams.join(' ')})`.execute(
          trx,
        );
      }
    },
    async remove(trx, documentId) {
      await sql`delete from knowledge_text where rowid in (select id from knowledge_blocks where document_id = ${documentId})`.execute(
        trx,
      );
      await trx.deleteFrom('knowledge_blocks').where('document_id', '=', documentId).execute();
    },
    async find(owner, field, tokens, limit) {
      const wanted = `${field} : (${tokens.join(' OR ')})`;
      const { rows } = await sql<FoundBlock>`
        select b.id as id, b.document_id as "documentId", b.start_at as start, b.end_at as "end"
        from knowledge_text t
        join knowledge_blocks b on b.id = t.rowid
        join knowledge_documents d on d.id = b.document_id
        where knowledge_text match ${wanted} and d.owner = ${owner}
        order by bm25(knowledge_text), b.id limit ${limit}`.execute(db);
      return rows;
    },
    async having(owner, field, token) {
      const { rows } = await sql<{ id: string }>`
        select distinct d.id as id
        from knowledge_text t
        join knowledge_blocks b on b.id = t.rowid
        join knowledge_documents d on d.id = b.document_id
        where knowledge_text match ${`${field} : ${token}`} and d.owner = ${owner}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

function postgres(db: Kysely<KnowledgeTables>): FullText {
  const vector = (tokens: readonly string[]) => sql`${tokens.join(' ')}::tsvector`;
  return {
    async add(trx, documentId, blocks) {
      for (let at = 0; at < blocks.length; at += BATCH) {
        const rows = blocks
          .slice(at, at + BATCH)
          .map(
            ({ start, end, tokens }) =>
              sql`(${documentId}, ${start}, ${end}, ${vector(tokens.words)}, ${vector(tokens.grams)})`,
          );
        await sql`insert into knowledge_blocks(document_id, start_at, end_at, words, grams) values ${sql.join(rows)}`.execute(
          trx,
        );
      }
    },
    async remove(trx, documentId) {
      await trx.deleteFrom('knowledge_blocks').where('document_id', '=', documentId).execute();
    },
    async find(owner, field, tokens, limit) {
      const column = sql.ref(`b.${field}`);
      const query = sql`${tokens.join(' | ')}::tsquery`;
      const { rows } = await sql<FoundBlock>`
        select b.id as id, b.document_id as "documentId", b.start_at as start, b.end_at as "end"
        from knowledge_blocks b
        join knowledge_documents d on d.id = b.document_id
        where ${column} @@ ${query} and d.owner = ${owner}
        order by ts_rank(${column}, ${query}, 1) desc, b.id limit ${limit}`.execute(db);
      return rows;
    },
    async having(owner, field, token) {
      const { rows } = await sql<{ id: string }>`
        select distinct d.id as id
        from knowledge_blocks b
        join knowledge_documents d on d.id = b.document_id
        where ${sql.ref(`b.${field}`)} @@ ${token}::tsquery and d.owner = ${owner}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
