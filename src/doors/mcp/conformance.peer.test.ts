import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { startTestOracle, type TestOracle } from '../../testing/index.js';

const require = createRequire(import.meta.url);
const SUITE = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

const almanac = definePlugin({
  name: 'almanac',
  version: '1.0.0',
  manifest: { title: 'Almanac', summary: 'Says when to sow.', whenToUse: ['Sowing'] },
  setup: () => ({
    tools: [
      defineTool({ name: 'sow_when', description: 'Says when.', input: z.object({}), run: () => 'in May' }),
    ],
    textSources: [
      {
        template: { uri: 'almanac://{year}', name: 'year', title: 'A year', description: 'One year.' },
        list: async () => [
          { uri: 'almanac://2026', name: '2026', title: '2026', description: 'It.', mimeType: 'text/plain' },
        ],
        read: async () => ({ content: Buffer.from('May'), mimeType: 'text/plain' }),
      },
    ],
  }),
});

let oracle: TestOracle;
let proxy: Server;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [almanac], script: [] });
  const credential = await oracle.as(['chat']).credential();
  const target = new URL(oracle.url);
  // Hands everything on as it came, with a credential, which the suite knows nothing of.
  proxy = createServer((incoming, outgoing) => {
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method ?? 'GET', headers: { ...incoming.headers, ...credential } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await oracle.close();
});

describe.each(['/mcp', '/mcp/almanac'])('the MCP conformance suite, against %s', (path) => {
  // The others ask for tools, prompts and resources of given names, which only a server made for the suite has.
  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])(
    'passes: %s',
    async (scenario) => {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;
      const args = [SUITE, 'server', '--url', url, '--scenario', scenario];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    },
  );
});
