import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { LIMITS, type Limits, whyNoJail } from './jail.js';
import { OneTime } from './one-time.js';
import { type SandboxParts, sandboxTools } from './tools.js';
import { Turns } from './turns.js';
import { Workspaces } from './workspaces.js';

/** How long one end of a file's way may stand still. */
const STILL_MS = 30_000;

export interface SandboxServerOptions {
  readonly port: number;
  /** What `Authorization: Bearer …` must say. */
  readonly token: string;
  readonly limits?: Partial<Limits>;
  /** Runs at once. */
  readonly atOnce?: number;
}

export interface SandboxServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A server of the sandbox plugin's protocol on loopback: `/mcp`, and `/once/<token>` for files.
 * @throws Error when this machine cannot jail code: it never runs outside of a jail
 */
export async function sandboxServer({
  port,
  token,
  limits: given,
  atOnce = 2,
}: SandboxServerOptions): Promise<SandboxServer> {
  const why = await whyNoJail();
  if (why !== undefined) throw new Error(`The sandbox does not start: ${why}.`);
  if (token.length < 16) throw new Error('SANDBOX_TOKEN has fewer than 16 characters.');
  const limits = { ...LIMITS, ...given };
  const workspaces = await Workspaces.open(limits);
  const ending = new AbortController();
  const parts = {
    workspaces,
    oneTime: new OneTime(),
    turns: new Turns(atOnce, 20),
    limits,
    signal: ending.signal,
  };
  let url = '';
  const server = createServer((request, response) => {
    serve(request, response, token, { ...parts, url }).catch(() => {
      if (response.headersSent) response.destroy();
      else end(response, 400);
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      ending.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await workspaces.close();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  parts: SandboxParts,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
  const [, once] = /^\/once\/([\w-]{43})$/.exec(pathname) ?? [];
  if (once !== undefined) return move(once, request, response, parts);
  if (!isBearer(request.headers.authorization, token)) return end(response, 401);
  if (pathname !== '/mcp') return end(response, 404);
  if (request.method !== 'POST') return end(response, 405);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const tools = sandboxTools(parts);
  response.once('close', () => void tools.close());
  await tools.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

/** A file in or out, by a token that is spent with it. */
async function move(
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
  { oneTime, workspaces }: SandboxParts,
): Promise<void> {
  const errand = oneTime.take(token, request.method === 'PUT' ? 'upload' : 'download');
  if (errand === undefined || !['PUT', 'GET'].includes(request.method ?? '')) return end(response, 404);
  // Who stops in the middle holds neither the file nor the workspace for long.
  response.setTimeout(STILL_MS, () => response.destroy());
  if (errand.kind === 'upload') {
    await workspaces.put(errand.workspace, errand.path, request, errand.size);
    return end(response, 204);
  }
  // Opened in its turn and sent after it: what is open stays as it is read, and the workspace is for others.
  const { file, size } = await workspaces.with(errand.workspace, (folder) =>
    workspaces.read(folder, errand.path),
  );
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': size,
    'cache-control': 'no-store',
  });
  await pipeline(file.createReadStream({ end: Math.max(0, size - 1) }), response);
}

function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'cache-control': 'no-store' }).end();
}
