// A real MCP server for tests, made with the SDK; as a program it speaks over its standard streams.
import { argv } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

/** @param {(name: string) => void} onCall told of every call */
export function everythingServer(onCall = () => {}) {
  const server = new McpServer({ name: 'everything', version: '1.0.0' });
  const text = (words) => ({ content: [{ type: 'text', text: words }] });
  server.registerTool(
    'get-Sum',
    {
      title: 'Sum',
      description: 'Adds two numbers.',
      inputSchema: { a: z.number(), b: z.number() },
      outputSchema: { sum: z.number() },
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => {
      onCall('get-Sum');
      return { ...text(`${a + b}`), structuredContent: { sum: a + b } };
    },
  );
  server.registerTool('fail', { description: 'Fails.' }, () => ({
    ...text('There is no such stove.'),
    isError: true,
  }));
  server.registerTool(
    'env',
    { description: 'Says a variable.', inputSchema: { name: z.string() } },
    ({ name }) => text(process.env[name] ?? 'unset'),
  );
  server.registerTool('exit', { description: 'Ends the program.' }, () => process.exit(1));
  server.registerTool('large', { inputSchema: { bytes: z.number() } }, ({ bytes }) =>
    text('x'.repeat(bytes)),
  );
  server.registerTool(
    'slow',
    { description: 'Takes its time.' },
    async ({ _meta, signal, sendNotification }) => {
      for (let progress = 1; progress <= 2; progress += 1) {
        const params = {
          progressToken: _meta.progressToken,
          progress,
          total: 2,
          message: `part ${progress}`,
        };
        await sendNotification({ method: 'notifications/progress', params });
      }
      await sleep(60_000, undefined, { signal }).catch(() => onCall('slow cancelled'));
      return text('late');
    },
  );
  server.registerTool('grow', { description: 'Brings a tool.' }, () => {
    server.registerTool('grown', { description: 'Is new.' }, () => text('new'));
    return text('grown');
  });
  return server;
}

if (argv[1] === fileURLToPath(import.meta.url)) await everythingServer().connect(new StdioServerTransport());
