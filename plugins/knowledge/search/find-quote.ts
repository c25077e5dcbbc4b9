import { placeOf } from '../blocks/place-of.js';
import type { Passage } from '../service.js';
import type { Shelf } from '../sources/shelf.js';
import type { DocumentIndex, KnownDocument } from '../text-index/document-index.js';
import { inOtherSigns } from './in-other-signs.js';
import { isWithin } from './is-within.js';
import type { ReadCache } from './read-cache.js';
import type { Searched } from './search.js';

type QuotePlace = Omit<Passage, 'quote' | 'score' | 'sha256' | 'heading' | 'isCut'>;

/** Where a text stands, or that it does not. */
export interface QuoteCheck {
  readonly stands: boolean;
  readonly places: readonly QuotePlace[];
  /** Where it stands with other blanks, line ends, marks or forms of the same letters, when it stands nowhere as it is. */
  readonly alike: readonly QuotePlace[];
  /** Documents that were read for it. */
  readonly looked: number;
}

const MOST_READ = 50;
const MOST_PLACES = 10;

/** Whether a text stands byte for byte in a document, as it is now; in any that the asker may read, if none is named. */
export async function findQuote(
  { index, texts }: { readonly index: DocumentIndex; readonly texts: ReadCache },
  shelves: readonly Shelf[],
  quote: string,
  within: string | undefined,
  signal: AbortSignal,
): Promise<QuoteCheck & Pick<Searched, 'stale'>> {
  const places: QuotePlace[] = [];
  const alike: QuotePlace[] = [];
  const stale = new Set<string>();
  let looked = 0;
  for (const shelf of shelves) {
    for (const document of await likely(index, shelf, quote, within)) {
      if (looked === MOST_READ || places.length === MOST_PLACES) break;
      signal.throwIfAborted();
      const { path, version, contentHash } = document;
      const bytes = await shelf.read(path, version, contentHash);
      if (bytes === undefined) {
        stale.add(shelf.owner);
        continue;
      }
      looked += 1;
      const content = await texts.text(path, contentHash, bytes, shelf.owner);
      const at = content.text.indexOf(quote);
      const here = at === -1 ? inOtherSigns(content.text, quote) : { start: at, end: at + quote.length };
      if (here === undefined) continue;
      const place = placeOf(content, here.start, here.end);
      const found = at === -1 ? alike : places;
      found.push({ source: shelf.kind, path: `${shelf.prefix}${path}`, version, ...place });
    }
  }
  return {
    stands: places.length > 0,
    places,
    alike: places.length > 0 ? [] : alike.slice(0, MOST_PLACES),
    looked,
    stale,
  };
}

/** The named documents, else those that have words of the quote, the likeliest first. */
async function likely(
  index: DocumentIndex,
  shelf: Shelf,
  quote: string,
  within: string | undefined,
): Promise<readonly KnownDocument[]> {
  const known = (await index.documents(shelf.owner)).filter(({ reason }) => reason === undefined);
  if (within !== undefined) return known.filter(({ path }) => isWithin(shelf, path, within));
  const byId = new Map(known.map((document) => [document.id, document]));
  const ids = new Set((await index.find(shelf.owner, quote, 200)).map(({ documentId }) => documentId));
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}
