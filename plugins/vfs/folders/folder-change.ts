import type { Selectable } from 'kysely';
import type { Access } from '../access/access.js';
import { asNamespace, type Namespace } from '../paths/namespace.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import type { FolderChangeTable } from '../store/tables.js';

/** In whose name rows follow, for the audit. */
export type ChangedBy = Pick<Access, 'namespace' | 'actor' | 'invoker' | 'requestId'>;

/** A change of a folder that was decided, whose rows follow in slices; see docs/decisions/0030. */
export type FolderChange = {
  readonly id: string;
  readonly namespace: Namespace;
  readonly path: NamespacePath;
  readonly by: ChangedBy;
  /** The last row that followed, where those that did cannot be told from the others. */
  readonly reached: string | undefined;
  /** Milliseconds since the epoch. */
  readonly decidedAt: number;
} & Kind;

type Kind =
  /** All active files below go into the trash, at a time that they share; the folders go. */
  | { readonly kind: 'trash'; readonly at: number }
  /** What went into the trash together comes back, as far as the request sees it. */
  | {
      readonly kind: 'restore';
      readonly at: number;
      readonly root: NamespacePath;
      readonly revealed: readonly NamespacePath[];
    }
  /** All active things below come to lie below the target. */
  | { readonly kind: 'move'; readonly target: NamespacePath }
  /** All below inherit anew what is public and hidden. */
  | { readonly kind: 'flags' }
  | PurgeKind;

/** What was in the trash of a path up to a time, as far as the request sees it, is deleted for good. */
interface PurgeKind {
  readonly kind: 'purge';
  readonly at: number;
  readonly root: NamespacePath;
  readonly revealed: readonly NamespacePath[];
  /** How many there were. */
  readonly files: number;
}

export type Purge = FolderChange & PurgeKind;

/** A place that is looked at or changed, `deep` with all below it. */
export interface Region {
  readonly path: NamespacePath;
  readonly deep?: boolean;
  /** Also what of it is in the trash, which a purge alone concerns. */
  readonly inTrash?: boolean;
}

/** Whether rows of the region have to follow the change. */
export function concerns(change: FolderChange, { path, deep = false, inTrash = false }: Region): boolean {
  if (change.kind === 'purge' && !inTrash) return false;
  const places = change.kind === 'move' ? [change.path, change.target] : [change.path];
  return places.some((place) => isWithin(path, place) || (deep && isWithin(place, path)));
}

/** The change as it is stored. */
export function rowOf(change: FolderChange): FolderChangeTable {
  const { id, namespace, kind, path, reached, decidedAt, ...details } = change;
  return {
    id,
    namespace,
    kind,
    path,
    target: change.kind === 'move' ? change.target : null,
    reached: reached ?? null,
    details: JSON.stringify(details),
    decided_at: decidedAt,
  };
}

/** What {@link rowOf} wrote. */
export function changeOf(row: Selectable<FolderChangeTable>): FolderChange {
  const details: unknown = JSON.parse(row.details);
  return {
    ...(details as object),
    id: row.id,
    kind: row.kind,
    namespace: asNamespace(row.namespace),
    path: row.path,
    ...(row.target === null ? {} : { target: row.target }),
    reached: row.reached ?? undefined,
    decidedAt: row.decided_at,
  } as FolderChange;
}
