import type { Kysely } from 'kysely';
import { decodeCursor } from '../kit/index.js';
import { refuseCursor } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { ArchivedFilter, SessionRow } from './types.js';

export const SESSION_COLUMNS = [
  'id',
  'owner',
  'title',
  'created_at',
  'updated_at',
  'pinned',
  'archived',
  'parent_session',
  'parent_message',
] as const;

export type StoredSession = Pick<Tables['core_sessions'], (typeof SESSION_COLUMNS)[number]>;

/** A place in the list of sessions: after this one. */
export type SessionPlace = readonly [pinned: number, updatedAt: number, id: string];

export const placeOf = ({ pinned, updated_at, id }: StoredSession): SessionPlace => [pinned, updated_at, id];

/** @throws OracleError `invalid_request` for what is no cursor of a list of sessions */
export function readPlace(cursor: string | undefined): SessionPlace | undefined {
  if (cursor === undefined) return undefined;
  return (decodeCursor(cursor, ['number', 'number', 'string']) ?? refuseCursor()) as SessionPlace;
}

/** Sessions of the owner from a place on: pinned ones first, then by their last use, newest first. */
export function sessionsFrom(
  db: Kysely<Tables>,
  owner: string,
  archived: ArchivedFilter,
  place: SessionPlace | undefined,
  limit: number,
): Promise<StoredSession[]> {
  let query = db.selectFrom('core_sessions').select(SESSION_COLUMNS).where('owner', '=', owner);
  if (archived !== 'include') query = query.where('archived', '=', archived === 'only' ? 1 : 0);
  if (place !== undefined) {
    const [pinned, updatedAt, id] = place;
    query = query.where((where) =>
      where.or([
        where('pinned', '<', pinned),
        where.and([where('pinned', '=', pinned), where('updated_at', '<', updatedAt)]),
        where.and([where('pinned', '=', pinned), where('updated_at', '=', updatedAt), where('id', '<', id)]),
      ]),
    );
  }
  return query
    .orderBy('pinned', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function toSession(row: StoredSession): SessionRow {
  const { parent_session: sessionId, parent_message: messageId } = row;
  return {
    id: row.id,
    owner: row.owner,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    ...(sessionId === null || messageId === null ? {} : { parent: { sessionId, messageId } }),
  };
}
