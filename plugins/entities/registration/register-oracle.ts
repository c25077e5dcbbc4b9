import { OracleError } from 'oracle-runtime/plugin';
import type { ChainAccount, Ledger, Sender } from '../../gateway/library.js';
import { type CreatedEntity, didsIn, findCreated } from './created-entity.js';
import { createDocument, createEntity } from './messages.js';

export interface Registration {
  readonly name: string;
  readonly apiUrl: string;
  /** Default: the DID of the account itself, made where it is not on the chain yet. */
  readonly ownerDid?: string | undefined;
  readonly relayer: string;
  readonly protocol: string;
}

export interface RegistrationParts {
  readonly ledger: Ledger;
  readonly account: Pick<ChainAccount, 'address' | 'publicKey'>;
  /** For the document of the owner. */
  readonly documents: Sender;
  /** For the entity. */
  readonly entities: Sender;
  readonly now: () => Date;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Registered extends CreatedEntity {
  /** Whether it was there before. */
  readonly known: boolean;
}

/**
 * Makes the oracle's entity, once: what was sent before is asked for first, then whether the account has an entity of
 * that name, and only then a transaction is signed. Stopped anywhere and run again it gives the same.
 * @throws OracleError what {@link Sender} throws
 */
export async function registerOracle(oracle: Registration, parts: RegistrationParts): Promise<Registered> {
  const { ledger, account, documents, entities, say, signal } = parts;
  const before = await entities.settle();
  if (before !== undefined) return { ...createdIn(before), known: true };
  const ownerDid = oracle.ownerDid ?? `did:ixo:${account.address}`;
  if (oracle.ownerDid === undefined) await ensureDocument(ownerDid, parts);
  const place = await entities.place();
  const there = await findCreated(ledger, account.address, oracle.name, signal);
  if (there !== undefined) return { ...there, known: true };
  say(`Registering ${oracle.name} as an entity of ${ownerDid}`);
  const message = createEntity({
    ...oracle,
    ownerDid,
    ownerAddress: account.address,
    publicKey: account.publicKey,
    from: parts.now(),
  });
  const sent = await entities.send([message], place);
  // The document is on the chain since the entity is; the entity stays in its sender until its DID is noted.
  await documents.clear();
  return { ...createdIn(sent), known: false };
}

/** The chain takes a message of a DID only after the DID's document, so the document has a transaction of its own. */
async function ensureDocument(did: string, parts: RegistrationParts): Promise<void> {
  const { ledger, account, documents, say, signal } = parts;
  if ((await documents.settle()) !== undefined) return;
  const place = await documents.place();
  if ((await ledger.document(did, signal)) !== undefined) return;
  say(`Registering ${did}`);
  const signer = { ownerAddress: account.address, publicKey: account.publicKey };
  await documents.send([createDocument(did, signer)], place);
}

function createdIn(transaction: Parameters<typeof didsIn>[0] & { readonly hash: string }): CreatedEntity {
  const [did] = didsIn(transaction);
  if (did !== undefined) return { did, transaction: transaction.hash };
  throw new OracleError('upstream_failed', {
    detail: `The transaction ${transaction.hash} succeeded, and its events name no entity.`,
    hint: 'Look it up in an explorer, and write `entityDid` to oracle.config.json yourself.',
  });
}
