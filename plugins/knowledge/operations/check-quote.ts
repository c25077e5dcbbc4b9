import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ReadingRoom } from '../reading-room.js';
import { documentField, placeSchema } from './fields.js';
import { notLooked, placeInWords } from './search-knowledge.js';

export function checkQuoteOperation(room: ReadingRoom): AnyOperation {
  return defineOperation({
    name: 'check_quote',
    title: 'Check a quote',
    description:
      'Whether a text stands byte for byte in a document as it is now, and where: version, lines or pages. Check what ' +
      'you are about to quote from memory.',
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
        pending: z.int(),
        filesRefused: z.boolean(),
        unread: z.int().describe('Documents that cannot be read, or are too many'),
        alike: z
          .array(placeSchema)
          .describe(
            'Where it stands with other blanks, quotation marks, dashes or forms of the same letters',
          ),
      }),
    },
    route: { method: 'post', path: '/knowledge/quotes', auth: 'any' },
    run: ({ quote, document }, { principal, signal }) => room.check(principal, quote, document, signal),
    forModel: (checked) => {
      const { stands, places, alike, looked } = checked;
      const left = notLooked(checked, !stands);
      return { summary: [inWords(stands, places, alike, looked), ...left].join(' ') };
    },
  });
}

type Places = readonly Parameters<typeof placeInWords>[0][];

function inWords(stands: boolean, places: Places, alike: Places, looked: number): string {
  const where = (all: Places) => all.map(placeInWords).join('; ');
  if (stands) return `Yes: it stands in ${where(places)}.`;
  if (alike.length > 0)
    return `Word for word, yes, but with other blanks, line ends, quotation marks, dashes or forms of the same letters: in ${where(alike)}.`;
  const documents = looked === 1 ? 'the 1 document that was' : `any of the ${looked} documents that were`;
  return `No: it does not stand, letter for letter, in ${documents} read for it.`;
}
