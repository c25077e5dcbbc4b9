import { z } from 'zod';

/** Records as the chain's REST server prints them; what a newer chain adds passes through. */

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((all) => all ?? []);
const word = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
/** An enum by its name, or by its number when the schema does not know it. */
const choice = z.union([z.string(), z.number()]).transform(String);

/** `ixo.iid.v1beta1.IidDocument`: a DID document and what the chain keeps beside it. */
export const iidDocumentSchema = z.looseObject({
  id: word,
  context: list(z.looseObject({ key: word, val: word })),
  controller: list(z.string()),
  verificationMethod: list(z.looseObject({ id: word, type: word, controller: word })),
  service: list(z.looseObject({ id: word, type: word, serviceEndpoint: word })),
  authentication: list(z.string()),
  assertionMethod: list(z.string()),
  keyAgreement: list(z.string()),
  capabilityInvocation: list(z.string()),
  capabilityDelegation: list(z.string()),
  linkedResource: list(z.looseObject({ id: word, type: word, description: word })),
  linkedClaim: list(z.looseObject({ id: word, type: word, description: word })),
  accordedRight: list(z.looseObject({ id: word, type: word })),
  linkedEntity: list(z.looseObject({ id: word, type: word, relationship: word })),
  alsoKnownAs: word,
  metadata: z
    .looseObject({
      versionId: word,
      created: word,
      updated: word,
      deactivated: z
        .boolean()
        .nullish()
        .transform((value) => value === true),
    })
    .nullish(),
});
export type IidDocument = z.output<typeof iidDocumentSchema>;

/** `ixo.entity.v1beta1.Entity`. */
export const entitySchema = z.looseObject({
  id: word,
  type: word,
  status: z.number().catch(0),
  start_date: word,
  end_date: word,
  relayer_node: word,
  credentials: list(z.string()),
  entity_verified: z.boolean().catch(false),
  metadata: z.looseObject({ version_id: word, created: word, updated: word }).nullish(),
  accounts: list(z.object({ name: word, address: word })),
});
export type Entity = z.output<typeof entitySchema>;

/** `ixo.claims.v1beta1.Claim`. */
export const claimSchema = z.looseObject({
  claim_id: word,
  collection_id: word,
  agent_did: word,
  agent_address: word,
  submission_date: word,
  evaluation: z
    .looseObject({
      status: choice,
      agent_did: word,
      oracle: word,
      evaluation_date: word,
      reason: z.number().catch(0),
      verification_proof: word,
      amount: list(z.looseObject({ denom: word, amount: word })),
    })
    .nullish(),
  payments_status: z.record(z.string(), z.unknown()).nullish(),
});
export type Claim = z.output<typeof claimSchema>;

/** `ixo.claims.v1beta1.Collection`; its counts are strings of whole numbers. */
export const collectionSchema = z.looseObject({
  id: word,
  entity: word,
  protocol: word,
  admin: word,
  escrow_account: word,
  start_date: word,
  end_date: word,
  state: choice,
  quota: word,
  count: word,
  evaluated: word,
  approved: word,
  rejected: word,
  disputed: word,
});
export type Collection = z.output<typeof collectionSchema>;

/** `ixo.claims.v1beta1.Dispute`. */
export const disputeSchema = z.looseObject({
  subject_id: word,
  type: z.number().catch(0),
  data: z.looseObject({ uri: word, type: word, proof: word }).nullish(),
});
export type Dispute = z.output<typeof disputeSchema>;

export const pageSchema = z.looseObject({ next_key: word }).nullish();
