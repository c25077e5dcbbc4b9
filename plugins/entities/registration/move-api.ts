import { OracleError } from 'oracle-runtime/plugin';
import type { ChainAccount, Ledger, Sender } from '../../gateway/library.js';
import { addService, deleteService, servicesOf } from './messages.js';

export interface MoveParts {
  readonly ledger: Ledger;
  readonly account: Pick<ChainAccount, 'address' | 'publicKey'>;
  readonly sender: Sender;
  readonly signal: AbortSignal;
}

/**
 * Says at another URL where an oracle's API is: its two services are deleted and added in one transaction, so that it is
 * never without.
 * @returns the hash of the transaction; undefined where the chain says so already
 * @throws OracleError `not_found` for an entity that is not on the chain, and what {@link Sender} throws
 */
export async function moveApi(did: string, url: string, parts: MoveParts): Promise<string | undefined> {
  const { ledger, account, sender, signal } = parts;
  // What an earlier one said may be another URL, so what the chain says now is asked afterwards.
  const before = await sender.settle();
  await sender.clear();
  const place = await sender.place();
  const document = await ledger.document(did, signal);
  if (document === undefined)
    throw new OracleError('not_found', {
      detail: `There is no entity ${did} on the chain.`,
      hint: 'See `entityDid` and `network` in oracle.config.json.',
    });
  // `service` is field 5 of a document.
  const there = new Map(document.messages(5).map((service) => [service.text(1), service.text(3)]));
  const wanted = servicesOf(did, url);
  if (wanted.every(({ id }) => there.get(id) === url)) return before?.hash;
  const old = wanted.filter(({ id }) => there.has(id));
  const sent = await sender.send(
    [
      ...old.map(({ id }) => deleteService(did, id, account.address)),
      ...wanted.map((service) => addService(did, service, account.address)),
    ],
    place,
  );
  await sender.clear();
  return sent.hash;
}
