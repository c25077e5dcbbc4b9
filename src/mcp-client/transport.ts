import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { OracleError } from '../plugin/index.js';

/** Where a server is: at a URL (streamable HTTP), or a program that is started and spoken to over its standard streams. */
export type McpAddress =
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Beside the few variables that every program gets, such as PATH; nothing else of this process's own. */
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    };

/**
 * The way to a server. `onOverflow` is told when one answer has more than `maxBytes`.
 * @throws OracleError `config_invalid` for an address that cannot be
 */
export async function openTransport(
  address: McpAddress,
  maxBytes: number,
  onOverflow: () => void,
): Promise<Transport> {
  if ('command' in address) {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { command, args = [], env, cwd } = address;
    return new StdioClientTransport({
      command,
      args: [...args],
      stderr: 'ignore',
      maxBufferSize: maxBytes,
      ...(env === undefined ? {} : { env: { ...env } }),
      ...(cwd === undefined ? {} : { cwd }),
    });
  }
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  const transport = new StreamableHTTPClientTransport(urlOf(address.url), {
    requestInit: { headers: { ...address.headers } },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      // The stream of a GET lives as long as the connection; each answer to a POST is one answer.
      return init?.method === 'POST' ? capped(response, maxBytes, onOverflow) : response;
    },
  });
  // Its own type says less than `Transport` under exactOptionalPropertyTypes.
  return transport as Transport;
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new OracleError('config_invalid', {
    detail: 'The address of an MCP server is no http or https URL.',
    hint: 'Give one such as https://mcp.example.org/mcp.',
  });
}

function capped(response: Response, maxBytes: number, onOverflow: () => void): Response {
  let bytes = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) return controller.enqueue(chunk);
        onOverflow();
        controller.error(new Error('the answer is too large'));
      },
    }),
  );
  // The body was decoded by fetch: its length and encoding on the wire are no longer true.
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  const { status, statusText } = response;
  return new Response(body ?? null, { status, statusText, headers });
}
