import type { Kysely } from 'kysely';
import type { Access } from '../access/access.js';
import { type NamespacePath, subtreeRange } from '../paths/namespace-path.js';
import { isSeen } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';

/** A path and all below it, as far as a request sees it. */
export interface Place extends Pick<Access, 'namespace' | 'root' | 'revealed'> {
  readonly path: NamespacePath;
}

/**
 * What is in the trash of a path: the file that was there, and all that was below; with `from`, what comes at or after it
 * in the order of paths. One range of an index, so that a trash that holds much else costs nothing.
 */
export function trashedAt(db: Kysely<VfsTables>, place: Place, from: string = place.path) {
  const { start, end } = subtreeRange(place.path);
  return (
    db
      .selectFrom('vfs_files')
      .where('namespace', '=', place.namespace)
      .where('trashed_at', 'is not', null)
      .where('path', '>=', from)
      .where('path', '<', end)
      // Between a path and what is below it lie its neighbours: /a-b between /a and /a/c.
      .where((eb) => eb.or([eb('path', '=', place.path), eb('path', '>', start)]))
      .where((eb) => isSeen(eb as never, place))
  );
}
