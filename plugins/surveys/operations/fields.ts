import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

export const designId = withWords(
  z
    .string()
    .regex(/^design-[A-Za-z0-9-]{1,60}$/, 'must be an id such as design-0b9f…')
    .describe('Such as design-0b9f…'),
  { aliases: ['design', 'design id', 'the sample', 'the phones', 'field team'] },
);

export const selectionId = withWords(
  z
    .string()
    .regex(/^selection-[A-Za-z0-9-]{1,60}$/, 'must be an id such as selection-9a55…')
    .describe('Such as selection-9a55…'),
  { aliases: ['selection', 'selection id'] },
);

export const formId = withWords(
  z
    .string()
    .regex(/^(?:form-[A-Za-z0-9-]{1,60}|[a-z][a-z0-9_]{1,60})$/, 'must be an id such as form-3c41…')
    .describe('Such as form-3c41…'),
  { aliases: ['form', 'form id', 'survey form'] },
);

/** Which part of a list is asked for. */
export const page = {
  limit: z.int().min(1).max(100).default(20).describe('At most this many'),
  cursor: z.string().max(500).optional().describe('Where the page before ended'),
};
