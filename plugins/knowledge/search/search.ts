import { sha256Hex } from 'oracle-runtime/kit';
import { cutBlocks } from '../blocks/cut-blocks.js';
import type { Span } from '../blocks/paragraphs.js';
import { placeOf } from '../blocks/place-of.js';
import type { DocumentText } from '../readers/document-text.js';
import type { KnowledgeQuery, Passage, QuotedLead } from '../service.js';
import type { Shelf } from '../sources/shelf.js';
import type { DocumentIndex, KnownDocument } from '../text-index/document-index.js';
import type { FoundBlock } from '../text-index/full-text.js';
import { askedWords } from '../text-index/words.js';
import { chooseQuote } from './choose-quote.js';
import { isWithin } from './is-within.js';
import type { ReadCache } from './read-cache.js';
import { presence } from './weigh-words.js';

/** Blocks of a shelf that are read to be weighed; of a part of it, those that come to be left. */
const CANDIDATES = 40;
const CANDIDATES_WITHIN = 1_000;
/** Documents that are opened for one question. */
const MOST_OPENED = 16;
/** The part of what is asked that a passage must say, and the part of what the best one says. */
const LEAST = 0.5;
const LEAST_OF_BEST = 0.75;
/** What only a heading or the name of the document says. */
const BY_TITLE = 0.5;

/** A document as it is read for this question. */
interface Opened {
  readonly content: DocumentText;
  /** By where their blocks begin. */
  readonly headings: ReadonlyMap<number, readonly string[]>;
}

interface Candidate {
  readonly passage: Omit<Passage, 'score'>;
  readonly told: readonly number[];
  readonly rank: number;
}

export interface Searched {
  readonly passages: readonly Passage[];
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
  for (const shelf of shelves) {
    const found = await index.find(shelf.owner, text, within === undefined ? CANDIDATES : CANDIDATES_WITHIN);
    if (found.length === 0) continue;
    const known = new Map((await index.documents(shelf.owner)).map((document) => [document.id, document]));
    const opened = new Map<string, Promise<Opened | undefined>>();
    let weighed = 0;
    for (const [rank, block] of found.entries()) {
      signal.throwIfAborted();
      const document = known.get(block.documentId);
      if (document === undefined || !isWithin(shelf, document.path, within)) continue;
      if (!opened.has(document.id) && opened.size >= MOST_OPENED) continue;
      const reading = opened.get(document.id) ?? read(texts, shelf, document);
      opened.set(document.id, reading);
      const open = await reading;
      if (open === undefined) {
        stale.add(shelf.owner);
        continue;
      }
      candidates.push(weigh(shelf, document, open, block, words, rank));
      weighed += 1;
      if (weighed === CANDIDATES) break;
    }
  }
  return { passages: best(candidates, words.length, limit), stale };
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
  const { start, end, isCut, below } = chooseQuote(content, block, words);
  const leads = below.map((span) => quoted(content, span));
  const headings = titles.get(block.start) ?? [];
  const inText = presence(words, [text, ...leads.map((lead) => lead.quote)].join('\n'));
  const inTitles = presence(words, [path, ...headings].join('\n'));
  return {
    passage: {
      ...quoted(content, { start, end }),
      source: shelf.kind,
      path: `${shelf.prefix}${path}`,
      version,
      ...(headings.length === 0 ? {} : { heading: headings.join(' > ') }),
      ...(leads.length === 0 ? {} : { below: leads }),
      ...(isCut ? { isCut } : {}),
    },
    told: inText.map((value, at) => Math.max(value, BY_TITLE * (inTitles[at] ?? 0))),
    rank,
  };
}

function quoted(content: DocumentText, { start, end }: Span): QuotedLead {
  const quote = content.text.slice(start, end);
  return { quote, ...placeOf(content, start, end), sha256: sha256Hex(quote) };
}

/** Words that few of the candidates have count more. */
function best(candidates: readonly Candidate[], words: number, limit: number): Passage[] {
  const weights = Array.from({ length: words }, (_, at) => {
    const having = candidates.filter(({ told }) => (told[at] ?? 0) > 0).length;
    return Math.log(1 + (candidates.length + 1) / (having + 0.5));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const seen = new Set<string>();
  const weighed = candidates.map(({ passage, told, rank }) => {
    const said = told.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / all;
    return { ...passage, score: Math.round((said + 0.1 / (1 + rank)) * 1_000) / 1_000, said };
  });
  const least = Math.max(LEAST, LEAST_OF_BEST * Math.max(0, ...weighed.map(({ said }) => said)));
  return weighed
    .filter(({ said }) => said >= least)
    .sort((one, other) => other.score - one.score)
    .filter(({ path, quote }) => !seen.has(`${path}\n${quote}`) && seen.add(`${path}\n${quote}`))
    .slice(0, limit)
    .map(({ said: _, ...passage }) => passage);
}
