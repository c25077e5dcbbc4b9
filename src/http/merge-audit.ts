import type { AuditEntry, AuditQuery, AuditSource } from '../plugin/index.js';

/** An entry and who recorded it. */
export interface RecordedEntry extends AuditEntry {
  readonly source: string;
}

/** The sort key of one entry among those of all sources. */
export type AuditPlace = readonly [at: number, source: string, id: string];

/**
 * The newest entries of all sources, before `after` when it is given: by time falling, those of one time by the name
 * of their source and then by id falling.
 */
export async function mergeAudit(
  sources: readonly { readonly name: string; readonly source: AuditSource }[],
  query: { readonly limit: number; readonly after?: AuditPlace; readonly actor?: string },
): Promise<readonly RecordedEntry[]> {
  const { limit, after, actor } = query;
  const lists = await Promise.all(
    sources.map(async ({ name, source }) => {
      const before = after === undefined ? undefined : placeIn(name, after);
      const entries = await source.entries({
        limit,
        ...(before === undefined ? {} : { before }),
        ...(actor === undefined ? {} : { actor }),
      });
      return entries.map((entry) => ({ ...entry, source: name }));
    }),
  );
  return lists.flat().toSorted(compare).slice(0, limit);
}

/** Where a source goes on behind a place in the merged list. */
function placeIn(name: string, [at, source, id]: AuditPlace): NonNullable<AuditQuery['before']> {
  if (name === source) return { at, id };
  // Sources behind still have their entries of that time to show, those in front have shown them.
  return name > source ? { at: at + 1, id: '' } : { at, id: '' };
}

function compare(one: RecordedEntry, other: RecordedEntry): number {
  if (one.at !== other.at) return other.at - one.at;
  if (one.source !== other.source) return one.source < other.source ? -1 : 1;
  return one.id < other.id ? 1 : -1;
}
