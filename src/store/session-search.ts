import { type Kysely, sql } from 'kysely';
import { encodeCursor, nextTurn } from '../kit/index.js';
import type { ThreadMessage } from '../plugin/index.js';
import { excerptOf, fold, queryWords } from './match-words.js';
import { placeOf, readPlace, type StoredSession, sessionsFrom, toSession } from './session-rows.js';
import type { Tables } from './tables.js';
import type { ArchivedFilter, FoundSession, Page } from './types.js';

/** Sessions that are looked through together. */
const BATCH = 32;
/** Messages of one read. */
const READ = 256;
/** Sessions that one request looks through; then it answers with what it has, and a cursor. */
const MOST = 1_024;

/**
 * Sessions whose title and messages hold all words of the query, in the order of the list. Nothing is kept for the
 * search, so writing a message costs nothing more: a search reads what people and the oracle said, a slice at a time,
 * so that others get their turn.
 */
export async function searchSessions(
  db: Kysely<Tables>,
  owner: string,
  query: string,
  archived: ArchivedFilter,
  limit: number,
  cursor: string | undefined,
): Promise<Page<FoundSession>> {
  const words = queryWords(query);
  const items: FoundSession[] = [];
  if (words.length === 0) return { items };
  let place = readPlace(cursor);
  for (let looked = 0; looked < MOST; looked += BATCH) {
    const rows = await sessionsFrom(db, owner, archived, place, BATCH);
    const hits = await hitsAmong(db, rows, words);
    for (const [index, row] of rows.entries()) {
      place = placeOf(row);
      const excerpt = hits.get(row.id);
      if (excerpt !== undefined) items.push({ ...toSession(row), excerpt });
      const more = index < rows.length - 1 || rows.length === BATCH;
      if (items.length === limit && more) return { items, cursor: encodeCursor(place) };
    }
    if (rows.length < BATCH) return { items };
    await nextTurn();
  }
  return { items, ...(place === undefined ? {} : { cursor: encodeCursor(place) }) };
}

/** Which of the sessions hold all words, each with the text around one of them. */
async function hitsAmong(
  db: Kysely<Tables>,
  sessions: readonly StoredSession[],
  words: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const excerpts = new Map<string, string>();
  const missing = new Map<string, Set<string>>();
  const look = (id: string, text: string) => {
    const folded = fold(text);
    const found = words.filter((word) => folded.includes(word));
    if (found.length === 0) return;
    for (const word of found) missing.get(id)?.delete(word);
    if (!excerpts.has(id)) excerpts.set(id, excerptOf(text, found) ?? '');
  };
  for (const { id, title } of sessions) {
    missing.set(id, new Set(words));
    if (title !== null) look(id, title);
  }
  const open = sessions.map(({ id }) => id).filter((id) => (missing.get(id)?.size ?? 0) > 0);
  for await (const { session_id, json } of candidates(db, open, words))
    look(session_id, (JSON.parse(json) as ThreadMessage).content);
  return new Map([...excerpts].filter(([id]) => missing.get(id)?.size === 0));
}

/** What was said in the sessions, as far as it may hold one of the words. */
async function* candidates(db: Kysely<Tables>, sessions: readonly string[], words: readonly string[]) {
  // The database folds ASCII alone, and writes no letter of it in another way within JSON.
  const isAscii = words.every((word) => /^[a-z0-9]+$/.test(word));
  let last: { session_id: string; position: number } | undefined;
  while (sessions.length > 0) {
    let query = db
      .selectFrom('core_messages')
      .select(['session_id', 'position', 'json'])
      .where('session_id', 'in', sessions)
      .where('hidden', '=', 0)
      .where('role', 'in', ['user', 'assistant']);
    if (isAscii)
      query = query.where((where) =>
        where.or(words.map((word) => sql<boolean>`lower(json) like ${`%${word}%`}`)),
      );
    if (last !== undefined) {
      const { session_id, position } = last;
      query = query.where((where) =>
        where.or([
          where('session_id', '>', session_id),
          where.and([where('session_id', '=', session_id), where('position', '>', position)]),
        ]),
      );
    }
    const rows = await query.orderBy('session_id').orderBy('position').limit(READ).execute();
    yield* rows;
    last = rows.at(-1);
    if (rows.length < READ) return;
    await nextTurn();
  }
}
