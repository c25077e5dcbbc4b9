import { nearestName, told } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../vfs/service.js';
import { findQuote, type QuoteCheck } from './search/find-quote.js';
import { isWithin } from './search/is-within.js';
import type { ReadCache } from './search/read-cache.js';
import { type Searched, searchShelves } from './search/search.js';
import type { KnowledgeQuery, NearWord, Passage } from './service.js';
import { filesShelf } from './sources/files-shelf.js';
import type { KeepFresh } from './sources/keep-fresh.js';
import { isRefused, type Shelf, type ShelfKind } from './sources/shelf.js';
import type { WatchFiles } from './sources/watch-files.js';
import { DocumentIndex } from './text-index/document-index.js';

export interface ReadingRoomParts {
  readonly index: DocumentIndex;
  readonly texts: ReadCache;
  readonly fresh: KeepFresh;
  /** What stands here for everybody. */
  readonly common: readonly Shelf[];
  /** Absent without files. */
  readonly own?: { readonly files: FileService; readonly watch: WatchFiles };
}

/** What was found, and what could not be looked at. */
export interface Found {
  readonly passages: readonly Passage[];
  /** Words of the question that stand nowhere, as they are written there. */
  readonly missing: readonly string[];
  /** What such a word may be meant for. */
  readonly near: readonly NearWord[];
  /** Documents that are still to be read for the first time. */
  readonly pending: number;
  /** The asker's files may not be read. */
  readonly filesRefused: boolean;
  /** Documents that should have been looked at and cannot be read; a list names them. */
  readonly unread: number;
  /** Documents that should have been looked at and are read only in part. */
  readonly partly: number;
}

/** What could not be looked at. */
export type Standing = Omit<Found, 'passages' | 'missing' | 'near'>;

/** A document as a list tells of it. */
export interface ListedDocument {
  readonly source: ShelfKind;
  readonly path: string;
  readonly version?: number;
  readonly state: 'known' | 'pending' | 'skipped';
  /** Why it was skipped, in words that follow its name. */
  readonly reason?: string;
  /** What of it is not read, in words that follow its name. */
  readonly partly?: string;
}

/** Everything that somebody may ask about: the notes, the operator's documents and their own files. */
export class ReadingRoom {
  readonly #parts: ReadingRoomParts;

  constructor(parts: ReadingRoomParts) {
    this.#parts = parts;
  }

  async search(principal: Principal, query: KnowledgeQuery, signal: AbortSignal): Promise<Found> {
    const { stale: _, ...found } = await this.#look(principal, query.within, signal, (shelves) =>
      searchShelves(this.#parts, shelves, query, signal),
    );
    return found;
  }

  async check(
    principal: Principal,
    quote: string,
    document: string | undefined,
    signal: AbortSignal,
  ): Promise<QuoteCheck & Standing> {
    const { stale: _, ...checked } = await this.#look(principal, document, signal, (shelves) =>
      findQuote(this.#parts, shelves, quote, document, signal),
    );
    return checked;
  }

  /** In the order of the shelves and of their paths. */
  async list(principal: Principal, signal: AbortSignal): Promise<{ readonly documents: ListedDocument[] }> {
    const { shelves } = await this.#open(principal, signal);
    const lists = await Promise.all(
      shelves.map(async (shelf) => {
        const [there, known] = await Promise.all([
          listed(shelf, signal),
          this.#parts.index.documents(shelf.owner),
        ]);
        const byPath = new Map(known.map((document) => [document.path, document]));
        return there.map((document): ListedDocument => {
          const about = byPath.get(document.path);
          const place = { source: shelf.kind, path: `${shelf.prefix}${document.path}` };
          if (about === undefined || !DocumentIndex.isCurrent(about, document))
            return { ...place, state: 'pending' };
          const { version, reason, partly } = about;
          return {
            ...place,
            version,
            ...(reason === undefined
              ? { state: 'known', ...(partly === undefined ? {} : { partly }) }
              : { state: 'skipped', reason }),
          };
        });
      }),
    );
    return { documents: lists.flat() };
  }

  /** Paths of what stands here for everybody and is called so, whole or by its end; never of anybody's files. */
  async standing(name: string): Promise<string[]> {
    const lists = await Promise.all(
      this.#parts.common.map(async (shelf) =>
        (await this.#parts.index.documents(shelf.owner))
          .filter(({ path }) => isWithin(shelf, path, name))
          .map(({ path }) => `${shelf.prefix}${path}`),
      ),
    );
    return lists.flat();
  }

  /** Looks through the shelves; once more where something on them had just changed. */
  async #look<Looked extends Pick<Searched, 'stale'>>(
    principal: Principal,
    within: string | undefined,
    signal: AbortSignal,
    look: (shelves: readonly Shelf[]) => Promise<Looked>,
  ): Promise<Looked & Standing> {
    const { shelves, ...standing } = await this.#open(principal, signal);
    const unread = await this.#notRead(shelves, within, standing.pending);
    const looked = await look(shelves);
    if (looked.stale.size === 0) return { ...looked, ...standing, ...unread };
    for (const owner of looked.stale) this.#parts.fresh.touch(owner);
    const { shelves: now, ...then } = await this.#open(principal, signal);
    return { ...(await look(now)), ...then, ...unread };
  }

  /**
   * How many of the documents that are meant cannot be read, or only in part.
   * @throws OracleError `not_found` when there is none of that name: that it says nothing would be a wrong answer
   */
  async #notRead(
    shelves: readonly Shelf[],
    within: string | undefined,
    pending: number,
  ): Promise<Pick<Found, 'unread' | 'partly'>> {
    const names: string[] = [];
    let meant = 0;
    const left = { unread: 0, partly: 0 };
    for (const shelf of shelves) {
      for (const { path, reason, partly } of await this.#parts.index.documents(shelf.owner)) {
        names.push(path.slice(path.lastIndexOf('/') + 1));
        if (!isWithin(shelf, path, within)) continue;
        meant += 1;
        if (reason !== undefined) left.unread += 1;
        if (partly !== undefined) left.partly += 1;
      }
    }
    if (within === undefined || meant > 0) return left;
    const nearest = nearestName(within, names) ?? onlyAlike(within, names);
    throw new OracleError('not_found', {
      detail: `No document or folder is called '${told(within, 100)}'.`,
      hint:
        pending > 0
          ? `${pending} documents are still being read; ask again soon.`
          : `${nearest === undefined ? '' : `Is ${told(nearest, 100)} meant? `}list_knowledge names what there is.`,
    });
  }

  /** The shelves that the asker may read, each known as far as the time allowed. */
  async #open(
    principal: Principal,
    signal: AbortSignal,
  ): Promise<{ readonly shelves: readonly Shelf[] } & Pick<Found, 'pending' | 'filesRefused'>> {
    const { common, own, fresh } = this.#parts;
    const files = own === undefined ? undefined : filesShelf(own.files, principal);
    if (own !== undefined && files !== undefined) own.watch.begin(principal, files);
    const shelves = files === undefined ? common : [files, ...common];
    const standings = await Promise.all(shelves.map((shelf) => fresh.fresh(shelf, signal)));
    const isOpen = (at: number) => standings[at]?.isRefused !== true;
    return {
      shelves: shelves.filter((_, at) => isOpen(at)),
      pending: standings.reduce((sum, standing) => sum + standing.pending, 0),
      filesRefused: files !== undefined && !isOpen(0),
    };
  }
}

/** The one name that has a word of another: `policy.md` for `the water policy`. */
function onlyAlike(wanted: string, names: readonly string[]): string | undefined {
  const wordsOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/\.[a-z]+$/u, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 3);
  const words = new Set(wordsOf(wanted));
  const [only, another] = new Set(names.filter((name) => wordsOf(name).some((word) => words.has(word))));
  return another === undefined ? only : undefined;
}

async function listed(shelf: Shelf, signal: AbortSignal): ReturnType<Shelf['list']> {
  try {
    return await shelf.list(signal);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}
