import { z } from 'zod';

const didDocument = z.looseObject({ id: z.string() });
const text = z.string();
const controller = z.looseObject({
  did: text,
  state: z.enum(['active', 'deactivated', 'no-document', 'unresolved']),
});

/** For the API document: what `readEntity` gives. */
export const entitySchema = z.object({
  id: text,
  type: text,
  status: z.int(),
  verified: z.boolean(),
  deactivated: z.boolean(),
  controllers: z.array(controller).meta({ description: 'Each may have `controllers` of its own' }),
  relayerNode: text,
  credentials: z.array(text),
  accounts: z.array(z.object({ name: text, address: text })),
  metadata: z.object({
    versionId: text.optional(),
    created: text.optional(),
    updated: text.optional(),
    startDate: text.optional(),
    endDate: text.optional(),
  }),
  document: didDocument.nullable(),
});

/** For the API document: a DID resolution result. */
export const resolutionSchema = z.object({
  '@context': text,
  didDocument: didDocument.nullable(),
  didResolutionMetadata: z.looseObject({ error: text.optional() }),
  didDocumentMetadata: z.object({
    created: text.optional(),
    updated: text.optional(),
    versionId: text.optional(),
    deactivated: z.literal(true).optional(),
  }),
});
