import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ReadingRoom } from '../reading-room.js';
import { documentField, placeSchema } from './fields.js';
import { FILES_REFUSED, placeInWords } from './search-knowledge.js';

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
      }),
    },
    route: { method: 'post', path: '/knowledge/quotes', auth: 'any' },
    run: ({ quote, document }, { principal, signal }) => room.check(principal, quote, document, signal),
    forModel: ({ stands, places, looked, filesRefused }) => ({
      summary: stands
        ? `Yes: it stands in ${places.map(placeInWords).join('; ')}.`
        : `No: it does not stand, letter for letter, in any of the ${looked} documents that were read for it.`,
      ...(filesRefused ? { note: FILES_REFUSED } : {}),
    }),
  });
}
