import { z } from 'zod';

const text = z.string();

/** For the API document: a DID resolution result. */
export const resolutionSchema = z.object({
  '@context': text,
  didDocument: z.looseObject({ id: text }).nullable(),
  didResolutionMetadata: z.looseObject({ error: text.optional(), warning: text.optional() }),
  didDocumentMetadata: z.object({
    created: text.optional(),
    updated: text.optional(),
    versionId: text.optional(),
    deactivated: z.literal(true).optional(),
  }),
});
