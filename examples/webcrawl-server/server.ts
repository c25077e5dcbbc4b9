import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { forkModule, type LookupAll, WorkProcess } from 'oracle-runtime/kit';
import { z } from 'zod';
import { PageBrowser } from './browser.js';
import { PageIndex } from './page-index.js';
import type { PageWork } from './read-process.js';
import { inWords } from './refusal.js';
import { Robots } from './robots.js';
import { type ScrapeOptions, scrape } from './scrape.js';
import { search } from './search.js';
import type { ReadableText } from './to-markdown.js';

const AGENT = 'oracle-webcrawl/1.0';
const READER = { memoryMb: 512, timeoutMs: 10_000, mostWaiting: 10 };

export interface WebcrawlServerOptions {
  readonly port: number;
  /** SQLite of the pages that were read. */
  readonly file: string;
  /** Bearer token that is asked for; '' for none. */
  readonly token: string;
  /** `host:port`s that may stand in a private network. */
  readonly trusted?: ReadonlySet<string>;
  /** Of a SearXNG instance. */
  readonly searchUrl?: string;
  readonly lookup?: LookupAll;
  /** Chromium for pages that need one; without it those are refused. */
  readonly chromium?: { readonly executable: string; readonly sandboxed: boolean } | undefined;
}

/** An MCP server with `web_search` and `web_scrape`, on this machine. */
export async function webcrawlServer(
  options: WebcrawlServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { trusted = new Set<string>(), lookup } = options;
  const guard = { trusted, ...(lookup && { lookup }) };
  const index = new PageIndex(options.file);
  const reader = new WorkProcess<PageWork, ReadableText>({
    ...READER,
    start: () => forkModule(import.meta.url, 'read-process', READER.memoryMb),
  });
  const robots = new Robots(AGENT, guard);
  const before = (url: URL) => robots.check(url);
  const { chromium } = options;
  const browser = chromium && new PageBrowser({ ...guard, ...chromium, agent: AGENT, before });
  const reading: ScrapeOptions = { ...guard, agent: AGENT, robots, reader, browser };
  const server = createServer((request, response) => {
    if (options.token === '' && !isOfThisMachine(request)) return void response.writeHead(403).end();
    if (!isAllowed(request, options.token)) return void response.writeHead(401).end();
    if (request.method !== 'POST' || request.url !== '/mcp') return void response.writeHead(405).end();
    serve(webTools(reading, index, options.searchUrl), request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await reader.dispose();
      index.close();
    },
  };
}

function webTools(reading: ScrapeOptions, index: PageIndex, searchUrl: string | undefined): McpServer {
  const server = new McpServer({ name: 'webcrawl', version: '1.0.0' });
  const answer = (data: object) => ({
    structuredContent: { ...data },
    content: [{ type: 'text' as const, text: JSON.stringify(data) }],
  });
  const failed = (words: string) => ({ isError: true, content: [{ type: 'text' as const, text: words }] });
  const result = z.object({ title: z.string(), url: z.string(), snippet: z.string() });
  server.registerTool(
    'web_search',
    {
      description: 'Finds pages of the web.',
      inputSchema: { query: z.string().min(1).max(300), limit: z.int().min(1).max(20).default(5) },
      outputSchema: { results: z.array(result) },
      annotations: { readOnlyHint: true },
    },
    async ({ query, limit }) => {
      try {
        return answer({ results: await search(query, limit, searchUrl, index) });
      } catch (error) {
        return failed(inWords(error, 'The search engine'));
      }
    },
  );
  server.registerTool(
    'web_scrape',
    {
      description: 'Reads the main part of a page as Markdown.',
      inputSchema: { url: z.url().max(2_000) },
      outputSchema: {
        url: z.string(),
        title: z.string(),
        markdown: z.string(),
        truncated: z.boolean(),
        mediaType: z.string(),
        fetchedAt: z.iso.datetime(),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ url }) => {
      try {
        const page = await scrape(new URL(url), reading);
        index.add(page);
        return answer(page);
      } catch (error) {
        return failed(inWords(error, new URL(url).host));
      }
    },
  );
  return server;
}

/** No session: a restart loses nothing. */
async function serve(tools: McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void tools.close());
  await tools.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

/** Where no token is asked for, a page that a browser shows could ask by a name of its own that leads here. */
function isOfThisMachine({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return origin === undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);
}

function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return token === '' || (given.length === wanted.length && timingSafeEqual(given, wanted));
}
