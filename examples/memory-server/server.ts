import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type EmbeddingsAddress, embedder } from './embeddings.js';
import { MemoryBox } from './memory-box.js';
import { Store } from './store.js';
import { memoryTools } from './tools.js';
import { type Subject, subjectOf, type Trust } from './verify.js';

export interface MemoryServerOptions extends Pick<Trust, 'issuers'> {
  /** Default: where it listens. */
  readonly audience?: string;
  /** Of SQLite. */
  readonly file: string;
  readonly port: number;
  /** Without it memories are found by their words alone. */
  readonly embeddings?: EmbeddingsAddress;
  readonly now?: () => number;
}

/** Both halves of the memory plugin's protocol on one port of this machine: `/mcp`, and `/context`. */
export async function memoryServer(
  options: MemoryServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { issuers, now = Date.now } = options;
  let audience = options.audience ?? '';
  if (!issuers.some((did) => did.startsWith('did:key:')))
    throw new Error('MEMORY_ISSUERS names no did:key: whose credentials shall be accepted?');
  const store = new Store(options.file);
  const embed = embedder(options.embeddings);
  const server = createServer((request, response) => {
    const who = subjectOf(request.headers.authorization, { issuers, audience, now });
    if (who === undefined) return void json(response, 401, { error: 'no valid credential' });
    const box = new MemoryBox(store, embed, who, now);
    serve(request, response, who, box).catch(() => {
      if (!response.headersSent) json(response, 500, { error: 'internal' });
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (audience === '') audience = url;
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { subject }: Subject,
  box: MemoryBox,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://memory');
  if (request.method === 'GET' && url.pathname === '/context') {
    const limit = Math.min(20, Math.max(1, Number(url.searchParams.get('limit')) || 5));
    const items = await box.search((url.searchParams.get('query') ?? '').slice(0, 1_000), limit);
    return json(response, 200, { subject, items });
  }
  if (url.pathname !== '/mcp') return json(response, 404, { error: 'not found' });
  if (request.method !== 'POST') return json(response, 405, { error: 'no sessions are kept: POST' });
  // No session: each request proves anew for whom it is, and a restart loses nothing.
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const tools = memoryTools(subject, box);
  response.once('close', () => void tools.close());
  await tools.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
