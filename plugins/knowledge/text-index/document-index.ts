import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sha256Hex } from 'oracle-runtime/kit';
import type { Clock, Keys } from 'oracle-runtime/plugin';
import { cutBlocks } from '../blocks/cut-blocks.js';
import type { ReadDocument } from '../readers/document-reader.js';
import { type DocumentText, UnreadableDocument } from '../readers/document-text.js';
import { MOST_BYTES, type Shelf, type ShelvedDocument } from '../sources/shelf.js';
import type { KnowledgeTables } from '../store/tables.js';
import { createFullText, type FoundBlock, type FullText } from './full-text.js';
import { partlyInWords } from './partly-in-words.js';
import { Tokenizer } from './tokens.js';
import { askedWords, certainWords } from './words.js';

/** What the index knows of a document. */
export interface KnownDocument {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly contentHash: string;
  /** It was taken in by an older way of reading. */
  readonly isStale: boolean;
  /** Why it is not known, in words that follow its name. */
  readonly reason: string | undefined;
  /** What of it is not read, in words that follow its name. */
  readonly partly: string | undefined;
  readonly blocks: number;
}

/** A change of how texts are read, cut or told apart makes every document one that is not known yet. */
const FORMAT = 7;
const MOST_BLOCKS = 20_000;

/** Which blocks of whose documents have which words. */
export class DocumentIndex {
  readonly #db: Kysely<KnowledgeTables>;
  readonly #text: FullText;
  readonly #keys: Keys;
  readonly #clock: Clock;
  readonly #readText: ReadDocument;

  constructor(db: Kysely<KnowledgeTables>, keys: Keys, clock: Clock, readText: ReadDocument) {
    this.#db = db;
    this.#text = createFullText(db);
    this.#keys = keys;
    this.#clock = clock;
    this.#readText = readText;
  }

  /** In the order of their paths. */
  async documents(owner: string): Promise<KnownDocument[]> {
    const rows = await this.#db
      .selectFrom('knowledge_documents')
      .selectAll()
      .where('owner', '=', owner)
      .orderBy('path')
      .execute();
    return rows.map(({ id, path, version, content_hash, format, reason, partly, blocks }) => ({
      id,
      path,
      version,
      contentHash: content_hash,
      isStale: format !== FORMAT,
      reason: reason ?? undefined,
      partly: partly ?? undefined,
      blocks,
    }));
  }

  /** Whether what is known of the document is of this content. */
  static isCurrent(known: KnownDocument | undefined, { contentHash, version }: ShelvedDocument): boolean {
    return (
      known !== undefined &&
      !known.isStale &&
      known.contentHash === contentHash &&
      (version === undefined || known.version === version)
    );
  }

  /** Takes a document in, in the place of what was known of it. Nothing happens when it is gone meanwhile. */
  async put(shelf: Shelf, document: ShelvedDocument, before: KnownDocument | undefined): Promise<void> {
    const { path, contentHash } = document;
    const version = document.version ?? nextVersion(before, contentHash);
    const read = await this.#read(shelf, document, version);
    if (read === undefined) return;
    const tokenizer = await this.#tokenizer(shelf.owner);
    const blocks =
      'reason' in read
        ? []
        : cutBlocks(read)
            .slice(0, MOST_BLOCKS)
            .map(({ start, end, headings }) => ({
              start,
              end,
              tokens: tokenizer.blockTokens([path, ...headings, read.text.slice(start, end)].join('\n')),
            }));
    const row = {
      id: randomUUID(),
      owner: shelf.owner,
      path,
      version,
      content_hash: contentHash,
      format: FORMAT,
      reason: 'reason' in read ? read.reason : null,
      partly: 'reason' in read ? null : (partlyInWords(read.partly) ?? null),
      blocks: blocks.length,
      indexed_at: this.#clock.now(),
    };
    await this.#db.transaction().execute(async (trx) => {
      const old = await trx
        .deleteFrom('knowledge_documents')
        .where('owner', '=', shelf.owner)
        .where('path', '=', path)
        .returning('id')
        .execute();
      for (const { id } of old) await this.#text.remove(trx, id);
      await trx.insertInto('knowledge_documents').values(row).execute();
      await this.#text.add(trx, row.id, blocks);
    });
  }

  /** Forgets a document, and what lies below a folder of that path. */
  async remove(owner: string, path: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const gone = await trx
        .deleteFrom('knowledge_documents')
        .where('owner', '=', owner)
        .where((eb) =>
          eb.or([
            eb('path', '=', path),
            eb(eb.fn<string>('substr', ['path', eb.val(1), eb.val(path.length + 1)]), '=', `${path}/`),
          ]),
        )
        .returning('id')
        .execute();
      for (const { id } of gone) await this.#text.remove(trx, id);
    });
  }

  /** Blocks that have words of the question, or pieces of them, the best first. */
  async find(owner: string, question: string, limit: number): Promise<FoundBlock[]> {
    const tokenizer = await this.#tokenizer(owner);
    const words = askedWords(question).slice(0, MOST_ASKED);
    if (words.length === 0) return [];
    const [whole, parts] = await Promise.all([
      this.#text.find(owner, 'words', unique(words.map((word) => tokenizer.wordToken(word))), limit),
      this.#text.find(owner, 'grams', unique(words.flatMap((word) => tokenizer.gramTokens(word))), limit),
    ]);
    return joinRanks([whole, parts]).slice(0, limit);
  }

  /** Of these documents those that may hold a text letter for letter: every word of it stands in them. */
  async mayHold(owner: string, known: readonly KnownDocument[], text: string): Promise<KnownDocument[]> {
    const tokenizer = await this.#tokenizer(owner);
    const { whole, pieces } = certainWords(text);
    // The longest are the rarest, about.
    const longest = (words: readonly string[]) =>
      [...words].sort((one, other) => other.length - one.length).slice(0, MOST_ASKED);
    const tokens = [
      ...longest(whole).map((word) => ['words', tokenizer.wordToken(word)] as const),
      ...longest(pieces).flatMap((word) =>
        tokenizer.gramTokens(word).map((gram) => ['grams', gram] as const),
      ),
    ];
    // What has more blocks than are indexed may have any word.
    const isOpen = ({ blocks }: KnownDocument) => blocks >= MOST_BLOCKS;
    let left = [...known];
    for (const [field, token] of tokens) {
      if (left.every(isOpen)) break;
      const having = new Set(await this.#text.having(owner, field, token));
      left = left.filter((document) => isOpen(document) || having.has(document.id));
    }
    return left;
  }

  async #read(
    shelf: Shelf,
    { path, size, contentHash, reason }: ShelvedDocument,
    version: number,
  ): Promise<DocumentText | { readonly reason: string } | undefined> {
    if (reason !== undefined) return { reason };
    if (size > MOST_BYTES) return { reason: `is larger than ${MOST_BYTES / 1024 ** 2} MB` };
    const bytes = await shelf.read(path, version, contentHash);
    if (bytes === undefined) return undefined;
    try {
      return await this.#readText(path, bytes, shelf.owner);
    } catch (error) {
      if (error instanceof UnreadableDocument) return { reason: error.message };
      throw error;
    }
  }

  async #tokenizer(owner: string): Promise<Tokenizer> {
    const name = sha256Hex(owner);
    return new Tokenizer(await this.#keys.get(`words/${name}`));
  }
}

/** A document that is only read anew, in another way, is the same version. */
function nextVersion(before: KnownDocument | undefined, contentHash: string): number {
  if (before === undefined) return 1;
  return before.contentHash === contentHash ? before.version : before.version + 1;
}

/** Words of a question that are looked for. */
const MOST_ASKED = 24;
/** How little the first place counts over the second (Cormack and others, Reciprocal rank fusion, SIGIR 2009). */
const RANK_SMOOTHING = 60;

/** One list of several, by the sum of the reciprocal ranks. */
function joinRanks(lists: readonly (readonly FoundBlock[])[]): FoundBlock[] {
  const sums = new Map<number, { readonly block: FoundBlock; readonly sum: number }>();
  for (const list of lists)
    for (const [rank, block] of list.entries())
      sums.set(block.id, { block, sum: (sums.get(block.id)?.sum ?? 0) + 1 / (RANK_SMOOTHING + rank + 1) });
  return [...sums.values()].sort((one, other) => other.sum - one.sum).map(({ block }) => block);
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
