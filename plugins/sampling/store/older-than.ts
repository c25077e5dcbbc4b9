import { type RawBuilder, sql } from 'kysely';
import { decodeCursor } from 'oracle-runtime/kit';
import { refuseCursor } from 'oracle-runtime/plugin';

/**
 * What comes after the last row of a page in a list that has the newest first, and then the largest id.
 * @param cursor of time and id, as `toPage` makes it
 * @throws OracleError `invalid_request` for any other text
 */
export function olderThan(cursor: string): RawBuilder<boolean> {
  const [at, id] = decodeCursor(cursor, ['string', 'string']) ?? refuseCursor();
  return sql<boolean>`(created_at, id) < (${at}, ${id})`;
}
