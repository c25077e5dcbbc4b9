import type { Page, PageRequest } from '../chain/chain-reader.js';

const READ_AT_ONCE = 100;
/** Of a list that the chain gives whole only, in one call. */
const MOST_PAGES = 20;

/** Records of a kind, out of a list of the chain that holds others as well. */
export interface Chosen<T> {
  readonly records: readonly T[];
  readonly nextCursor?: string;
  /** Where the list is longer than what one call reads. */
  readonly note?: string;
}

/**
 * Reads on until there are so many that are wanted. Where a page of the chain holds more of them than asked for, the next call
 * begins at that page anew, behind those that were told: its cursor is `<cursor of the page>~<count>`.
 */
export async function chosen<T>(
  read: (page: PageRequest) => Promise<Page<T>>,
  isWanted: (record: T) => boolean,
  { cursor, limit }: PageRequest,
): Promise<Chosen<T>> {
  const [, from, told] = /^(.*)~(\d{1,4})$/.exec(cursor ?? '') ?? ['', cursor ?? '', '0'];
  let at = from === '' ? undefined : from;
  let skipped = Number(told);
  const found: T[] = [];
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { records, next } = await read({ cursor: at, limit: READ_AT_ONCE });
    const wanted = records.filter(isWanted).slice(skipped);
    const room = limit - found.length;
    found.push(...wanted.slice(0, room));
    if (wanted.length > room) return { records: found, nextCursor: `${at ?? ''}~${skipped + room}` };
    if (next === undefined) return { records: found };
    if (found.length === limit) return { records: found, nextCursor: next };
    at = next;
    skipped = 0;
  }
  const note = `Only ${MOST_PAGES * READ_AT_ONCE} records were looked through: there may be more with nextCursor.`;
  return { records: found, ...(at === undefined ? {} : { nextCursor: at }), note };
}
