import type { Vfs } from '../vfs.js';

/** A namespace as the operator sees it. */
export interface ListedNamespace {
  readonly namespace: string;
  /** The DID that it belongs to; undefined for an entity's, and until anything was changed in it. */
  readonly owner?: string;
  /** Plaintext bytes of all versions, trashed ones included. */
  readonly usedBytes: number;
  /** Milliseconds since the epoch. */
  readonly adoptedAt?: number;
  /** Its owner's own files are there. */
  readonly home?: true;
}

/** All namespaces after `after`, in the order of their names. */
export async function listNamespaces(
  { db }: Pick<Vfs, 'db'>,
  { limit, after = '' }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListedNamespace[]> {
  const rows = await db
    .selectFrom('vfs_namespaces as held')
    .leftJoin('vfs_adoptions as adopted', 'adopted.namespace', 'held.namespace')
    .select(['held.namespace', 'held.owner', 'held.used_bytes', 'adopted.at', 'adopted.home'])
    .where('held.namespace', '>', after)
    .orderBy('held.namespace')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    namespace: row.namespace,
    ...(row.owner !== null && { owner: row.owner }),
    usedBytes: row.used_bytes,
    ...(row.at !== null && { adoptedAt: row.at }),
    ...(row.home === 1 && { home: true as const }),
  }));
}
