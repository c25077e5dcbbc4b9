import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** A streamable HTTP server on loopback, with a session for each client. */
export interface ServedMcp {
  readonly url: string;
  /** Of every request. */
  readonly headers: readonly IncomingHttpHeaders[];
  /** Ends all sessions, as a restart does. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** @param answered answers a request in the server's place; false where it does not */
export async function serveMcp(
  make: () => McpServer,
  port = 0,
  answered: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<ServedMcp> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    if (answered(request, response)) return;
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return known.handleRequest(request, response);
    if (id !== undefined) return response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await make().connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const forget = async () => {
    const open = [...sessions.values()];
    sessions.clear();
    for (const transport of open) await transport.close();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    headers,
    forget,
    async close() {
      await forget();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
