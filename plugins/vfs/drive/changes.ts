import type { Transaction } from 'kysely';
import { type Access, sees } from '../access/access.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import type { FileChange } from '../service.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';

/** A file or folder as a change left it, and where a move took it from. */
export interface Changed {
  readonly kind: FileChange['kind'];
  readonly item: FileRow | FolderRow;
  readonly from?: FileRow | FolderRow | undefined;
}

/** What is stored in this process, told when it is. */
export class Changes {
  readonly #noted = new WeakMap<Transaction<VfsTables>, Changed[]>();
  readonly #listeners = new Set<(changed: Changed) => void>();

  /** In a transaction: to be told once it is committed. */
  note(trx: Transaction<VfsTables>, changed: Changed): void {
    const noted = this.#noted.get(trx);
    if (noted === undefined) this.#noted.set(trx, [changed]);
    else noted.push(changed);
  }

  committed(trx: Transaction<VfsTables>): void {
    for (const changed of this.#noted.get(trx) ?? [])
      for (const listener of this.#listeners) listener(changed);
  }

  /** Returns how to stop that. */
  listen(listener: (changed: Changed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * A change as who watches a folder may know it. What comes from where they do not see, or goes there, is made or gone
 * to them; undefined for what is no business of theirs.
 */
export function changeFor(
  access: Access,
  folder: NamespacePath,
  { kind, item, from }: Changed,
): FileChange | undefined {
  const known = (at: FileRow | FolderRow) => sees(access, at) && touches(at, folder);
  if (from === undefined || known(from) === known(item))
    return known(item) ? describe(kind, item, from) : undefined;
  if (sees(access, from) && sees(access, item)) return describe(kind, item, from);
  return known(item) ? describe('created', item) : describe('removed', from);
}

/** It lies in the folder; or the folder lies in it, and so changed with it. */
function touches(item: FileRow | FolderRow, folder: NamespacePath): boolean {
  return isWithin(item.path, folder) || (!isFile(item) && isWithin(folder, item.path));
}

function describe(
  kind: FileChange['kind'],
  item: FileRow | FolderRow,
  from?: FileRow | FolderRow,
): FileChange {
  return {
    kind,
    type: isFile(item) ? 'file' : 'folder',
    path: item.path,
    ...(from === undefined ? {} : { from: from.path }),
    ...(item.id === undefined ? {} : { id: item.id }),
    ...(isFile(item) ? { version: item.version } : {}),
  };
}

const isFile = (item: FileRow | FolderRow): item is FileRow => 'version' in item;
