import { sha256Hex } from 'oracle-runtime/kit';
import { cutBlocks } from '../blocks/cut-blocks.js';
import type { Span } from '../blocks/paragraphs.js';
import { drawnOver, placeOf } from '../blocks/place-of.js';
import type { DocumentText } from '../readers/document-text.js';
import type { KnowledgeQuery, NearWord, Passage, QuotedLead } from '../service.js';
import type { Shelf } from '../sources/shelf.js';
import type { DocumentIndex, KnownDocument } from '../text-index/document-index.js';
import type { FoundBlock } from '../text-index/full-text.js';
import { askedWords, asWritten } from '../text-index/words.js';
import { BY_TITLE, bestPassages, type Candidate } from './best-passages.js';
import { chooseQuote } from './choose-quote.js';
import { isWithin } from './is-within.js';
import type { ReadCache } from './read-cache.js';
import { isOfWordItself, presence } from './weigh-words.js';

/** Blocks of a shelf that are read to be weighed; of a part of it, those that come to be left. */
const CANDIDATES = 40;
const CANDIDATES_WITHIN = 1_000;
/** Words that are looked for by themselves, and blocks that are weighed for each. */
const MOST_ALONE = 12;
const CANDIDATES_ALONE = 10;
/** Documents that are opened for one question. */
const MOST_OPENED = 16;

/** A document as it is read for this question. */
interface Opened {
  readonly content: DocumentText;
  /** By where their blocks begin. */
  readonly headings: ReadonlyMap<number, readonly string[]>;
}

export interface Searched {
  readonly passages: readonly Passage[];
  /** Words of the question that stand nowhere, as they are written there. */
  readonly missing: readonly string[];
  /** What such a word may be meant for. */
  readonly near: readonly NearWord[];
  /** Owners of documents that are not any more what the index knows. */
  readonly stale: ReadonlySet<string>;
}

/**
 * The passages of the shelves that say something about the question, the best first. Each is read from the document
 * itself, in the version that is named, at this moment: what is not there any more is not quoted.
 */
export async function searchShelves(
  { index, texts }: { readonly index: DocumentIndex; readonly texts: ReadCache },
  shelves: readonly Shelf[],
  { text, within, limit }: KnowledgeQuery,
  signal: AbortSignal,
): Promise<Searched> {
  const words = askedWords(text);
  const candidates: Candidate[] = [];
  const stale = new Set<string>();
  const most = within === undefined ? CANDIDATES : CANDIDATES_WITHIN;
  const looks = await Promise.all(
    shelves.map(async (shelf) => {
      const documents = await index.documents(shelf.owner);
      const known = new Map(documents.map((document) => [document.id, document]));
      return { shelf, known, weighed: new Set<number>() };
    }),
  );
  /** Weighs the blocks of a shelf that have any of the words, the likeliest first. */
  const look = async ({ shelf, known, weighed }: (typeof looks)[number], asked: string, enough: number) => {
    if (known.size === 0) return;
    const opened = new Map<string, Promise<Opened | undefined>>();
    const end = weighed.size + enough;
    for (const [rank, block] of (await index.find(shelf.owner, asked, most)).entries()) {
      signal.throwIfAborted();
      const document = known.get(block.documentId);
      if (document === undefined || weighed.has(block.id) || !isWithin(shelf, document.path, within))
        continue;
      if (!opened.has(document.id) && opened.size >= MOST_OPENED) continue;
      const reading = opened.get(document.id) ?? read(texts, shelf, document);
      opened.set(document.id, reading);
      const open = await reading;
      if (open === undefined) {
        stale.add(shelf.owner);
        continue;
      }
      candidates.push(weigh(shelf, document, open, block, words, rank));
      weighed.add(block.id);
      if (weighed.size >= end) break;
    }
  };
  for (const each of looks) await look(each, text, CANDIDATES);
  const isMissing = (at: number) => candidates.every(({ stands }) => stands[at] !== true);
  // What the others crowded out is looked for by itself, before it is said to stand nowhere.
  for (const [at, word] of words.entries())
    if (at < MOST_ALONE && isMissing(at)) for (const each of looks) await look(each, word, CANDIDATES_ALONE);
  const { passages, missing, near } = bestPassages(candidates, words, limit);
  return {
    passages,
    missing: missing.map((word) => asWritten(text, word)),
    near: near.map(({ word, stands }) => ({ word: asWritten(text, word), stands })),
    stale,
  };
}

/** The text of a document as it is now; undefined when it is no longer what the index knows. */
async function read(texts: ReadCache, shelf: Shelf, document: KnownDocument): Promise<Opened | undefined> {
  const { path, version, contentHash } = document;
  const bytes = await shelf.read(path, version, contentHash);
  if (bytes === undefined) return undefined;
  const content = await texts.text(path, contentHash, bytes, shelf.owner);
  return { content, headings: new Map(cutBlocks(content).map(({ start, headings }) => [start, headings])) };
}

function weigh(
  shelf: Shelf,
  { path, version }: KnownDocument,
  { content, headings: titles }: Opened,
  block: FoundBlock,
  words: readonly string[],
  rank: number,
): Candidate {
  const text = content.text.slice(block.start, block.end);
  const headings = titles.get(block.start) ?? [];
  const quote = (asked: readonly string[]): Omit<Passage, 'score'> => {
    const { start, end, isCut, below } = chooseQuote(content, block, asked);
    return {
      ...quoted(content, { start, end }),
      ...drawnOver(content, { start, end }),
      source: shelf.kind,
      path: `${shelf.prefix}${path}`,
      version,
      ...(headings.length === 0 ? {} : { heading: headings.join(' > ') }),
      ...(below.length === 0 ? {} : { below: below.map((span) => quoted(content, span)) }),
      ...(isCut ? { isCut } : {}),
    };
  };
  const passage = quote(words);
  const inText = presence(words, [text, ...(passage.below ?? []).map((lead) => lead.quote)].join('\n'));
  const inTitles = presence(words, [path, ...headings].join('\n'));
  return {
    passage,
    quote,
    told: inText.map((value, at) => Math.max(value, BY_TITLE * (inTitles[at] ?? 0))),
    stands: words.map((word, at) => [inText, inTitles].some((said) => isOfWordItself(word, said[at] ?? 0))),
    rank,
  };
}

/** A stretch of a document as a quote. */
export function quoted(content: DocumentText, { start, end }: Span): QuotedLead {
  const quote = content.text.slice(start, end);
  return { quote, ...placeOf(content, start, end), sha256: sha256Hex(quote) };
}
