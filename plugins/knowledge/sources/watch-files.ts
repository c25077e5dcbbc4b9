import { type Logger, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileChange, FileService } from '../../vfs/service.js';
import type { DocumentIndex } from '../text-index/document-index.js';
import type { KeepFresh } from './keep-fresh.js';
import type { Shelf } from './shelf.js';

export interface WatchFilesOptions {
  readonly files: FileService;
  readonly index: DocumentIndex;
  readonly fresh: KeepFresh;
  readonly logger: Logger;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
  /** How many people's files are watched at once; who asked last stays. */
  readonly most: number;
}

/** Changes that come within this time are taken in together. */
const SETTLE_MS = 250;

/**
 * Takes in what changes in the files of those who have asked: what is removed is forgotten at once, what is new is read
 * soon after. Without it a search would find out itself, later.
 */
export class WatchFiles {
  readonly #options: WatchFilesOptions;
  /** The one who has not asked for longest stands first. */
  readonly #watched = new Map<string, AbortController>();

  constructor(options: WatchFilesOptions) {
    this.#options = options;
  }

  begin(principal: Principal, shelf: Shelf): void {
    const { owner } = shelf;
    const watching = this.#watched.get(owner);
    const ending = watching ?? new AbortController();
    this.#watched.delete(owner);
    this.#watched.set(owner, ending);
    if (watching !== undefined) return;
    if (this.#watched.size > this.#options.most) this.#watched.values().next().value?.abort();
    this.#follow(principal, shelf, ending.signal)
      .catch((error: unknown) => {
        // Access was taken back, or too much changed at once: the next search lists anew.
        if (!OracleError.isInstance(error))
          this.#options.logger.warn({ err: error }, 'files are not watched any more');
      })
      .finally(() => {
        if (this.#watched.get(owner) === ending) this.#watched.delete(owner);
        this.#options.fresh.touch(owner);
      });
  }

  async #follow(principal: Principal, shelf: Shelf, ending: AbortSignal): Promise<void> {
    const { files, index, fresh, signal } = this.#options;
    const until = AbortSignal.any([signal, ending]);
    let soon: NodeJS.Timeout | undefined;
    try {
      for await (const change of await files.watch(principal, '/', until)) {
        for (const path of goneBy(change)) await index.remove(shelf.owner, path);
        fresh.touch(shelf.owner);
        clearTimeout(soon);
        soon = setTimeout(() => void fresh.fresh(shelf, until).catch(() => undefined), SETTLE_MS);
      }
    } finally {
      clearTimeout(soon);
    }
  }
}

/** Where nothing is any more. */
function goneBy({ kind, path, from }: FileChange): string[] {
  if (kind === 'removed') return [path];
  return kind === 'moved' && from !== undefined ? [from] : [];
}
