import type { CommandProject } from 'oracle-runtime/plugin';
import { Ledger } from '../../gateway/library.js';
import { servicesOf } from './messages.js';

/** What the chain says of an oracle's entity. */
interface Registered {
  /** URLs of its services `#api` and `#ws`. */
  readonly api: string | undefined;
  readonly ws: string | undefined;
  /** Addresses that may sign for it. */
  readonly accounts: readonly string[];
}

/**
 * Undefined for an entity that is not there.
 * @throws OracleError `conflict` for a node of another network, and what fails on the way
 */
export async function lookUp(
  did: string,
  address: string,
  { env, network }: Pick<CommandProject, 'env' | 'network'>,
  signal: AbortSignal,
): Promise<Registered | undefined> {
  const ledger = new Ledger({ address, authority: env['CHAIN_GRPC_CA'], network });
  try {
    await ledger.holdNetwork(signal);
    const document = await ledger.document(did, signal);
    if (document === undefined) return undefined;
    // Of a document `verificationMethod` is field 4 and `service` field 5; of a method `blockchainAccountID` is field 4.
    const services = new Map(document.messages(5).map((service) => [service.text(1), service.text(3)]));
    const [api, ws] = servicesOf(did, '').map(({ id }) => services.get(id));
    const accounts = document.messages(4).map((method) => method.text(4));
    return { api, ws, accounts: [...new Set(accounts.filter((account) => account !== ''))] };
  } finally {
    ledger.close();
  }
}
