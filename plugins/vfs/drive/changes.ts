import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { addTo } from 'oracle-runtime/kit';
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

/** Changes that are remembered for those who were away. */
const MOST_REMEMBERED = 1_000;

/** A change, and how many of this process came up to it. */
export interface NumberedChange {
  readonly number: number;
  readonly changed: Changed;
}

/** What is stored in this process, told when it is. */
export class Changes {
  readonly #noted = new WeakMap<Transaction<VfsTables>, Changed[]>();
  readonly #after = new WeakMap<Transaction<VfsTables>, (() => void)[]>();
  readonly #listeners = new Set<(change: NumberedChange) => void>();
  /** Whose numbers these are: another process counts anew. */
  readonly #epoch = randomBytes(6).toString('hex');
  #last = 0;
  #recent: NumberedChange[] = [];

  /** In a transaction: to be told once it is committed. */
  note(trx: Transaction<VfsTables>, changed: Changed): void {
    addTo(this.#noted, trx, changed);
  }

  /** In a transaction: to be done once it is committed, before anybody is told of it. */
  whenCommitted(trx: Transaction<VfsTables>, work: () => void): void {
    addTo(this.#after, trx, work);
  }

  committed(trx: Transaction<VfsTables>): void {
    for (const work of this.#after.get(trx) ?? []) work();
    for (const changed of this.#noted.get(trx) ?? []) {
      this.#last += 1;
      const change = { number: this.#last, changed };
      this.#recent.push(change);
      for (const listener of this.#listeners) listener(change);
    }
    if (this.#recent.length > 2 * MOST_REMEMBERED) this.#recent = this.#recent.slice(-MOST_REMEMBERED);
  }

  /** The place of a change among those of this process; by default of the last one. */
  cursorOf(number = this.#last): string {
    return `${this.#epoch}-${number}`;
  }

  /** What came after a place; undefined when that is no longer, or was never, known here. */
  since(cursor: string): readonly NumberedChange[] | undefined {
    const [epoch, text = ''] = cursor.split('-');
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    const oldest = this.#recent[0]?.number ?? this.#last + 1;
    if (epoch !== this.#epoch || !(number >= oldest - 1 && number <= this.#last)) return undefined;
    return this.#recent.filter((change) => change.number > number);
  }

  /**
   * Whether something moved within a folder since a place, or may have: who walks through the folder in the order of paths
   * misses what went from ahead of them to behind them.
   */
  movedWithin(cursor: string, namespace: string, folder: NamespacePath): boolean {
    const changes = this.since(cursor);
    if (changes === undefined) return true;
    return changes.some(({ changed: { item, from } }) => {
      if (from === undefined || item.namespace !== namespace) return false;
      return touches(from, folder) && touches(item, folder);
    });
  }

  /** Returns how to stop that. */
  listen(listener: (change: NumberedChange) => void): () => void {
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
