import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** A document or a folder of such. */
export const documentField = withWords(
  z
    .string()
    .min(1)
    .max(1_024)
    .meta({
      description: 'Only in this document or folder',
      examples: ['knowledge/handbook.md', '/reports', 'handbook.pdf'],
    }),
  { aliases: ['document', 'in'] },
);

const range = z.array(z.int()).length(2).describe('First and last, from 1');

/** Where something stands. */
const place = {
  source: z.enum(['files', 'documents', 'notes']),
  path: z.string(),
  version: z.int(),
  pages: range.optional(),
  lines: range.optional(),
  isDrawnOver: z
    .boolean()
    .optional()
    .describe('Drawings or comments on that page are not read: they may change what it says'),
};

const sha256 = z.string().describe('Of the quote in UTF-8, hex');

const quoted = z.object({ quote: z.string(), pages: range.optional(), lines: range.optional(), sha256 });

export const placeSchema = z.object({
  ...place,
  sentences: z
    .array(quoted)
    .optional()
    .describe(
      'Where the text is only a piece: the whole sentences that it is cut from, below what leads them in. They may say the opposite',
    ),
});

export const passageSchema = z.object({
  quote: z.string().describe('Byte for byte as it stands there'),
  ...place,
  heading: z.string().optional(),
  sha256,
  below: z
    .array(quoted)
    .optional()
    .describe('Quotes of what it stands below: what leads its list in, the first row of its table'),
  isCut: z.boolean().optional().describe('The sentence is too long for a quote and goes on there'),
  isNear: z
    .boolean()
    .optional()
    .describe('It has no word of the question, only one near to it: offer it, never answer by it'),
  score: z.number(),
});
