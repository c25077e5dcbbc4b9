import type { ChainQueries } from 'oracle-runtime/plugin';
import type { ChainGateway, GatewayOptions } from './chain-gateway.js';

/** The protobuf and gRPC libraries load with the first use, or right after the boot; never during it. */
export function lazyQueries(options: GatewayOptions & { readonly prefix: string }) {
  let gateway: ChainGateway | undefined;
  let opening: Promise<ChainGateway> | undefined;
  let service: Promise<ChainQueries> | undefined;
  const configured = options.address !== undefined;

  function open(): Promise<ChainGateway> {
    opening ??= import('./chain-gateway.js').then((loaded) => {
      gateway = new loaded.ChainGateway(options);
      return gateway;
    });
    return opening;
  }
  function loaded(): Promise<ChainQueries> {
    service ??= import('./chain-queries.js').then((module) =>
      module.chainQueries(open, { configured, prefix: options.prefix }),
    );
    return service;
  }
  const queries: ChainQueries = {
    configured,
    query: async (method, params, signal) => (await loaded()).query(method, params, signal),
    list: async (search) => (await loaded()).list(search),
    ready: async (signal) => (await loaded()).ready(signal),
  };
  return { open, opened: () => gateway, queries };
}
