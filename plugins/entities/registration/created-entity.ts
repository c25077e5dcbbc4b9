import type { Ledger, LedgerTransaction } from '../../gateway/library.js';
import { CREATE_ENTITY, createdBy } from './messages.js';

/** An entity, and the transaction that made it. */
export interface CreatedEntity {
  readonly did: string;
  readonly transaction: string;
}

/**
 * The entity of a name that an account made before, by the node's index. A scan of the chain's entities would not do:
 * there are many, and their names stand in their documents.
 */
export async function findCreated(
  ledger: Ledger,
  address: string,
  name: string,
  signal: AbortSignal,
): Promise<CreatedEntity | undefined> {
  for await (const transaction of ledger.sent(address, CREATE_ENTITY, signal)) {
    const made = transaction.messages.flatMap((message) => createdBy(message) ?? []);
    const did = didsIn(transaction)[made.findIndex((each) => each.name === name)];
    if (did !== undefined) return { did, transaction: transaction.hash };
  }
  return undefined;
}

/** DIDs of the entities that a transaction made, in the order of its messages: each is the id of the token that it is. */
export function didsIn({ events }: Pick<LedgerTransaction, 'events'>): readonly string[] {
  const dids = events
    .filter(({ type }) => type === 'wasm')
    .map(({ attributes }) => attributes['token_id'] ?? '')
    .filter((id) => id.startsWith('did:'));
  return [...new Set(dids)];
}
