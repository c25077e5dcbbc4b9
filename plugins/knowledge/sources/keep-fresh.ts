import { messageOf } from 'oracle-runtime/kit';
import type { Clock, Logger } from 'oracle-runtime/plugin';
import { DocumentIndex } from '../text-index/document-index.js';
import { isRefused, type Shelf } from './shelf.js';

/** How the index stands to a shelf. */
export interface Freshness {
  /** Documents that are still to be read. */
  readonly pending: number;
  /** The asker may not read this shelf. */
  readonly isRefused?: true;
}

interface Standing {
  /** Milliseconds since the epoch, of the list that the index was last brought to. */
  listedAt: number;
  isDirty: boolean;
  pending: number;
  work: Promise<void> | undefined;
}

export interface KeepFreshOptions {
  readonly index: DocumentIndex;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
  /** How long an asker waits for documents to be read, in milliseconds; the rest goes on without. */
  readonly patienceMs: number;
}

/** Brings the index to what the shelves hold, one round a shelf at a time however many ask. */
export class KeepFresh {
  readonly #options: KeepFreshOptions;
  readonly #standings = new Map<string, Standing>();

  constructor(options: KeepFreshOptions) {
    this.#options = options;
  }

  /** Something on the shelf is not as it was. */
  touch(owner: string): void {
    const standing = this.#standings.get(owner);
    if (standing !== undefined) standing.isDirty = true;
  }

  /** Waits until the shelf is known, or as long as the asker's patience. @throws what listing the shelf throws */
  async fresh(shelf: Shelf, signal: AbortSignal): Promise<Freshness> {
    const { clock, patienceMs } = this.#options;
    const standing = this.#standingOf(shelf.owner);
    if (standing.work === undefined) {
      const isTrusted = !standing.isDirty && clock.now() - standing.listedAt < shelf.trustMs;
      if (!isTrusted) this.#begin(shelf, standing);
    }
    if (standing.work === undefined) return { pending: 0 };
    try {
      await patiently(standing.work, patienceMs, signal);
    } catch (error) {
      if (isRefused(error)) return { pending: 0, isRefused: true };
      throw error;
    }
    return { pending: standing.pending };
  }

  /** Waits for what is being taken in, behind the signal that ends it: what it writes to is closed after this. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#standings.values()].map(({ work }) => work));
  }

  #standingOf(owner: string): Standing {
    const known = this.#standings.get(owner);
    if (known !== undefined) return known;
    const standing: Standing = {
      listedAt: Number.NEGATIVE_INFINITY,
      isDirty: true,
      pending: 0,
      work: undefined,
    };
    this.#standings.set(owner, standing);
    return standing;
  }

  #begin(shelf: Shelf, standing: Standing): void {
    const work = this.#round(shelf, standing).finally(() => {
      standing.work = undefined;
      standing.pending = 0;
    });
    // Whoever waits hears of it.
    work.catch(() => undefined);
    standing.work = work;
  }

  async #round(shelf: Shelf, standing: Standing): Promise<void> {
    const { index, clock, logger, signal } = this.#options;
    const at = clock.now();
    standing.isDirty = false;
    const there = await shelf.list(signal);
    const known = new Map((await index.documents(shelf.owner)).map((document) => [document.path, document]));
    const paths = new Set(there.map(({ path }) => path));
    for (const path of known.keys()) if (!paths.has(path)) await index.remove(shelf.owner, path);
    const waiting = there.filter((document) => !DocumentIndex.isCurrent(known.get(document.path), document));
    standing.pending = waiting.length;
    for (const document of waiting) {
      if (signal.aborted) return;
      try {
        await index.put(shelf, document, known.get(document.path));
      } catch (error) {
        standing.isDirty = true;
        // What ends the process ends the reading; the next one reads it.
        if (signal.aborted) return;
        logger.warn({ shelf: shelf.kind, reason: messageOf(error) }, 'a document was not taken in');
      }
      standing.pending -= 1;
    }
    standing.listedAt = at;
  }
}

/** Waits for work, but not longer than so many milliseconds. @throws what the work throws; the reason of the signal */
async function patiently(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => undefined;
  const over = new Promise<void>((resolve, reject) => {
    timer = setTimeout(resolve, ms);
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
