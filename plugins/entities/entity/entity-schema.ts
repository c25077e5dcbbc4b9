import { z } from 'zod';

const text = z.string();

const controller = z.looseObject({
  did: text,
  state: z.enum(['active', 'deactivated', 'no-document', 'unresolved']),
});

/** What `readEntity` gives. */
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
  document: z.looseObject({ id: text }).nullable(),
});
