import type { Kysely } from 'kysely';
import type { Access } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';

/** What went into the trash below a folder at one time, as far as a request sees it. */
export interface Together extends Pick<Access, 'namespace' | 'root' | 'revealed'> {
  readonly path: NamespacePath;
  readonly at: number;
}

export function trashedTogether(db: Kysely<VfsTables>, together: Together) {
  return db
    .selectFrom('vfs_files')
    .where('namespace', '=', together.namespace)
    .where('trashed_at', '=', together.at)
    .where((eb) => isBelow(eb as never, together.path))
    .where((eb) => isSeen(eb as never, together));
}
