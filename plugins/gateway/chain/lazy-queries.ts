import type { ChainQueries } from '../service.js';
import { parseChainAddresses } from '../upstream/chain-address.js';
import type { ChainGateway, GatewayOptions } from './chain-gateway.js';

export interface LazyOptions
  extends Omit<GatewayOptions, 'addresses'>,
    Pick<ChainQueries, 'address' | 'auth'> {
  /** First path segment below which the paths of queries are told. */
  readonly prefix: string;
}

/** The protobuf and gRPC libraries load with the first use, or right after the boot; never during it. */
export function lazyQueries(options: LazyOptions) {
  const { address, auth, prefix } = options;
  let gateway: ChainGateway | undefined;
  let opening: Promise<ChainGateway> | undefined;
  let service: ReturnType<typeof load> | undefined;

  function open(): Promise<ChainGateway> {
    opening ??= import('./chain-gateway.js').then((loaded) => {
      gateway = new loaded.ChainGateway({
        ...options,
        addresses: address === undefined ? [] : parseChainAddresses(address),
      });
      return gateway;
    });
    return opening;
  }
  const load = async () => (await import('./chain-queries.js')).chainQueries(open, prefix);
  const loaded = () => {
    service ??= load();
    return service;
  };
  const queries: ChainQueries = {
    address,
    auth,
    behind: () => gateway?.behind,
    query: async (method, params, signal) => (await loaded()).query(method, params, signal),
    list: async (search) => (await loaded()).list(search),
    ready: async (signal) => (await loaded()).ready(signal),
  };
  return { open, opened: () => gateway, queries };
}
