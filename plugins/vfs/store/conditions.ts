import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { type NamespacePath, ROOT, subtreeRange } from '../paths/namespace-path.js';
import type { Visibility } from '../types.js';
import type { VfsTables } from './tables.js';

type Listed = 'vfs_files' | 'vfs_folders';
type Condition = ExpressionWrapper<VfsTables, Listed, SqlBool>;
type Builder = ExpressionBuilder<VfsTables, Listed>;

/**
 * Everything below a folder, in the order of an index on paths; without the folder itself. With `after`, what comes
 * later only: of two lower bounds SQLite would seek to either and walk over the rest, so there is one.
 */
export function isBelow(eb: Builder, folder: NamespacePath, after?: string): Condition {
  const { start, end } = subtreeRange(folder);
  if (after === undefined) return eb.and([eb('path', '>', start), eb('path', '<', end)]);
  const inside = after.startsWith(start);
  return eb.and([
    eb('path', '>', inside ? after : start),
    eb('path', '<', end),
    ...(inside ? [] : [eb('path', '>', after)]),
  ]);
}

/** The immediate children of a folder. The root is its own parent and no child. */
export function isChild(eb: Builder, folder: NamespacePath): Condition {
  return eb.and([eb('parent', '=', folder), eb('path', '!=', ROOT)]);
}

/** What a listing may show; see {@link Visibility}. */
export function isVisible(eb: Builder, { publicOnly = false, revealed = [] }: Visibility): Condition {
  // Literals, so that the planner finds the index on what is public.
  if (publicOnly) return eb('public', '=', sql.lit(1));
  if (revealed.includes(ROOT)) return eb.and([]);
  return eb.or([
    eb('hidden', '=', sql.lit(0)),
    ...revealed.flatMap((path) => [eb('path', '=', path), isBelow(eb, path)]),
  ]);
}

/** What a request may see: within its scope, and revealed when hidden. */
export function isSeen(
  eb: Builder,
  { root, revealed }: { readonly root: NamespacePath; readonly revealed: readonly NamespacePath[] },
): Condition {
  const inside = root === ROOT ? eb.and([]) : eb.or([eb('path', '=', root), isBelow(eb, root)]);
  return eb.and([inside, isVisible(eb, { revealed })]);
}
