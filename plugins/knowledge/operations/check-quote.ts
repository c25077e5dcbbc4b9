import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ReadingRoom } from '../reading-room.js';
import { documentField, placeSchema } from './fields.js';
import { isInert, notLooked, placeInWords } from './search-knowledge.js';

export function checkQuoteOperation(room: ReadingRoom): AnyOperation {
  return defineOperation({
    name: 'check_quote',
    title: 'Check a quote',
    description:
      'Whether a text stands byte for byte in a document as it is now, and where: version, lines or pages, with the whole ' +
      'sentences that a piece is cut from. Check what you are about to quote from memory.',
    effect: 'read',
    scope: 'knowledge',
    input: z.object({
      quote: withWords(z.string().min(3).max(4_000).describe('The text, exactly'), {
        aliases: ['quote', 'text'],
      }),
      document: documentField.optional(),
    }),
    answer: {
      description: 'Whether it stands there, and where',
      schema: z.object({
        stands: z.boolean(),
        places: z.array(placeSchema),
        looked: z.int().describe('Documents that were read for it'),
        left: z.int().describe('Documents that have its words and were not read: a no is not known then'),
        pending: z.int(),
        filesRefused: z.boolean(),
        partly: z.int().describe('Documents that are read only in part'),
        unread: z.int().describe('Documents that cannot be read, or are too many'),
        alike: z
          .array(placeSchema)
          .describe(
            'Where it stands with other blanks, line ends, hyphens, quotation marks, dashes or forms of the same letters',
          ),
      }),
    },
    route: { method: 'post', path: '/knowledge/quotes', auth: 'any' },
    run: ({ quote, document }, { principal, signal }) => room.check(principal, quote, document, signal),
    tool: { timeoutMs: 60_000 },
    forModel: (checked) => {
      const { stands, places, alike, looked, left } = checked;
      const pieces = [...places, ...alike].flatMap((place) =>
        place.sentences === undefined
          ? []
          : [{ quote: place.sentences.map(({ quote }) => quote).join('\n'), where: placeInWords(place) }],
      );
      return {
        summary: [inWords(stands, places, alike, looked, left), ...notLooked(checked, !stands)].join(' '),
        ...(pieces.length === 0 ? {} : { cutFrom: pieces }),
      };
    },
  });
}

type Places = readonly (Parameters<typeof placeInWords>[0] & {
  readonly sentences?: readonly { readonly quote: string }[] | undefined;
})[];

function inWords(stands: boolean, places: Places, alike: Places, looked: number, left: number): string {
  if (stands) return `Yes: it stands in ${where(places)}.`;
  if (alike.length > 0)
    return `Word for word, yes, but with other blanks, line ends, hyphens, quotation marks, dashes or forms of the same letters: in ${where(alike)}.`;
  if (left > 0)
    return `Not known: in the ${looked} documents that were read for it it does not stand, letter for letter; ${left} more have all of its words and were not read. Name the document.`;
  const documents = looked === 1 ? 'the 1 document that was' : `any of the ${looked} documents that were`;
  return looked === 0
    ? 'No: no document has all of its words.'
    : `No: it does not stand, letter for letter, in ${documents} read for it.`;
}

/** Where, and in which sentence: a piece of one may say the opposite of it. */
function where(all: Places): string {
  return all
    .map((place) => {
      const [sentence, more] = place.sentences ?? [];
      if (sentence === undefined) return placeInWords(place);
      return more === undefined && isInert(sentence.quote)
        ? `${placeInWords(place)}, as a piece of “${sentence.quote}”`
        : `${placeInWords(place)}, as a piece of what is quoted below`;
    })
    .join('; ');
}
