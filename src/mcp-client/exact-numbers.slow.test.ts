import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { testClock } from '../store/repository-suites/fixtures.js';
import { createMcpClient, type McpClientOptions } from './index.js';
import { answerTo } from './testing/long-numbers-server.mjs';

const script = fileURLToPath(new URL('./testing/long-numbers-server.mjs', import.meta.url));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server over HTTP that answers as JSON, or as a stream of events whose lines come in pieces. */
async function overHttp(isStream: boolean): Promise<string> {
  const server = createServer(async (request, response) => {
    const answer = request.method === 'POST' ? answerTo(await text(request)) : undefined;
    if (answer === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
    if (!isStream) return response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(`event: message\ndata: ${answer.slice(0, 90)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return response.end(`${answer.slice(90)}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

it.each(['JSON', 'events', 'a program'])('numbers of 20 digits keep them both ways: %s', async (way) => {
  const address: McpClientOptions['address'] =
    way === 'a program'
      ? { command: process.execPath, args: [script] }
      : { url: await overHttp(way === 'events') };
  const { signal } = new AbortController();
  const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
  const client = createMcpClient({ name: 'long', address, logger, clock: testClock(), signal });
  closing.push(() => client.close());
  // Its schema, which asks for an integer, is held to.
  const { tools } = await client.tools(signal);
  const { structured } = await client.call('ledger', {}, { signal });
  expect(structured).toEqual({ id: '12345678901234567890', shares: ['0.1234567890123456789', 0.25] });
  const given = {
    id: structured?.['id'],
    after: '-9007199254740993',
    more: structured?.['shares'],
    note: '9007199254740993',
  };
  const input = tools.find(({ name }) => name === 'long_remove')?.inputSchema;
  expect((await client.call('remove', given, { signal, ...(input && { input }) })).text).toBe(
    '{"id":12345678901234567890,"after":-9007199254740993,"more":[0.1234567890123456789,0.25],"note":"9007199254740993"}',
  );
});
