import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type HttpAddress, openHttp } from './http-transport.js';
import type { ProcessAddress } from './process-transport.js';

/**
 * Where a server is: at a URL (streamable HTTP), or a program that is started and spoken to over its standard streams.
 * A program gets its `env` beside the few variables that every program gets, such as PATH; nothing else of this
 * process's own.
 */
export type McpAddress = HttpAddress | ProcessAddress;

/** The way to a server, how a program ended once it has, and the last of what it wrote to its standard error. */
export interface OpenedTransport {
  readonly transport: Transport;
  ended(): string | undefined;
  lastWords(): string;
}

/**
 * The way to a server. `onOverflow` is told when one answer has more than `maxBytes`.
 * @throws OracleError `config_invalid` for an address that cannot be
 */
export async function openTransport(
  address: McpAddress,
  maxBytes: number,
  onOverflow: () => void,
): Promise<OpenedTransport> {
  if ('url' in address)
    return {
      transport: await openHttp(address, maxBytes, onOverflow),
      ended: () => undefined,
      lastWords: () => '',
    };
  const { ProcessTransport } = await import('./process-transport.js');
  const transport = new ProcessTransport(address, maxBytes);
  return { transport, ended: () => transport.reason, lastWords: () => transport.lastWords };
}
