import type { Span } from '../blocks/paragraphs.js';
import { drawnOver, placeOf } from '../blocks/place-of.js';
import type { DocumentText } from '../readers/document-text.js';
import type { Passage, QuotedLead } from '../service.js';
import type { Shelf } from '../sources/shelf.js';
import type { DocumentIndex, KnownDocument } from '../text-index/document-index.js';
import { wholeAround } from './choose-quote.js';
import { inOtherSigns } from './in-other-signs.js';
import { isWithin } from './is-within.js';
import type { ReadCache } from './read-cache.js';
import { quoted, type Searched } from './search.js';

type QuotePlace = Omit<Passage, 'quote' | 'score' | 'sha256' | 'heading' | 'isCut' | 'below'> & {
  /** The whole sentences that the text is cut from, below what leads them in; absent where it is these. */
  readonly sentences?: readonly QuotedLead[];
};

/** Where a text stands, or that it does not. */
export interface QuoteCheck {
  readonly stands: boolean;
  readonly places: readonly QuotePlace[];
  /** Where it stands with other blanks, line ends, marks or forms of the same letters, when it stands nowhere as it is. */
  readonly alike: readonly QuotePlace[];
  /** Documents that were read for it. */
  readonly looked: number;
  /** Documents that may hold it and were not read: were there any, that it stands nowhere is not known. */
  readonly left: number;
}

/** Documents that have every word of a text, and likely ones where it may stand in other signs. */
const MOST_READ = 1_000;
const MOST_LIKELY = 50;
const MOST_PLACES = 10;
/** Of one document. */
const MOST_HERE = 3;

/**
 * Whether a text stands byte for byte in a document, as it is now; in any that the asker may read, if none is named.
 * @param most documents that are read for it
 */
export async function findQuote(
  { index, texts }: { readonly index: DocumentIndex; readonly texts: ReadCache },
  shelves: readonly Shelf[],
  quote: string,
  within: string | undefined,
  signal: AbortSignal,
  most = MOST_READ,
): Promise<QuoteCheck & Pick<Searched, 'stale'>> {
  const places: QuotePlace[] = [];
  const alike: QuotePlace[] = [];
  const stale = new Set<string>();
  let looked = 0;
  let left = 0;
  for (const shelf of shelves) {
    const { certain, likely } = await candidates(index, shelf, quote, within);
    for (const [at, document] of [...certain, ...likely].entries()) {
      if (places.length >= MOST_PLACES) break;
      if (looked >= most) {
        left += Math.max(0, certain.length - at);
        break;
      }
      signal.throwIfAborted();
      const { path, version, contentHash } = document;
      const bytes = await shelf.read(path, version, contentHash);
      if (bytes === undefined) {
        stale.add(shelf.owner);
        continue;
      }
      looked += 1;
      const content = await texts.text(path, contentHash, bytes, shelf.owner);
      const here = placesOf(content.text, quote);
      const other = here.length > 0 ? undefined : inOtherSigns(content.text, quote);
      const placed = (span: Span): QuotePlace => ({
        source: shelf.kind,
        path: `${shelf.prefix}${path}`,
        version,
        ...placeOf(content, span.start, span.end),
        ...drawnOver(content, span),
        ...around(content, span),
      });
      places.push(...here.map(placed));
      if (other !== undefined) alike.push(placed(other));
    }
  }
  return {
    stands: places.length > 0,
    places: places.slice(0, MOST_PLACES),
    alike: places.length > 0 ? [] : alike.slice(0, MOST_PLACES),
    looked,
    left,
    stale,
  };
}

function placesOf(text: string, quote: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(quote); at !== -1 && spans.length < MOST_HERE; ) {
    spans.push({ start: at, end: at + quote.length });
    at = text.indexOf(quote, at + quote.length);
  }
  return spans;
}

/** What a piece is cut from: alone it may say the opposite. */
function around(content: DocumentText, piece: Span): Pick<QuotePlace, 'sentences'> {
  const { start, end, below } = wholeAround(content, piece);
  const isWhole = start >= piece.start && end <= piece.end && below.length === 0;
  return isWhole ? {} : { sentences: [...below, { start, end }].map((span) => quoted(content, span)) };
}

/** Documents that may hold a text letter for letter, the likeliest first, and others that may hold it in other signs. */
async function candidates(
  index: DocumentIndex,
  shelf: Shelf,
  quote: string,
  within: string | undefined,
): Promise<Record<'certain' | 'likely', readonly KnownDocument[]>> {
  const known = (await index.documents(shelf.owner)).filter(
    ({ path, reason }) => reason === undefined && isWithin(shelf, path, within),
  );
  const byId = new Map(known.map((document) => [document.id, document]));
  const found = new Set((await index.find(shelf.owner, quote, 200)).map(({ documentId }) => documentId));
  const ranked = [...found].flatMap((id) => byId.get(id) ?? []);
  const may = new Set(await index.mayHold(shelf.owner, known, quote));
  // Few that are named are all looked at.
  const others = within !== undefined && known.length <= MOST_LIKELY ? [...ranked, ...known] : ranked;
  return {
    certain: [...new Set([...ranked.filter((document) => may.has(document)), ...may])],
    likely: [...new Set(others)].filter((document) => !may.has(document)).slice(0, MOST_LIKELY),
  };
}
