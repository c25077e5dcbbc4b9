// An MCP server for tests that answers what JavaScript cannot write, numbers of 20 digits, and says which it was sent. As a
// program it speaks over its standard streams.
import { argv } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const DATA = '{"id":12345678901234567890,"shares":[0.1234567890123456789,0.25]}';
const LEDGER = {
  name: 'ledger',
  description: 'Says an entry.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
};
const REMOVE = {
  name: 'remove',
  description: 'Removes entries.',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      after: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      more: { type: 'array', items: { $ref: '#/$defs/share' } },
      note: { type: 'string' },
    },
    $defs: { share: { type: 'number' } },
  },
};
const RESULTS = {
  initialize: JSON.stringify({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'long', version: '1' },
  }),
  'tools/list': JSON.stringify({ tools: [LEDGER, REMOVE] }),
  'tools/call': `{"content":[{"type":"text","text":"see the data"}],"structuredContent":${DATA}}`,
};

/** The answer to a message, a line of JSON; none to a notification. */
export function answerTo(line) {
  const { id, method, params } = JSON.parse(line);
  // As it stands on the wire.
  const sent = /"arguments":(\{.*?\})/.exec(line)?.[1] ?? '';
  if (params?.name === 'remove')
    return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${JSON.stringify(sent)}}]}}`;
  return id === undefined
    ? undefined
    : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${RESULTS[method] ?? '{}'}}`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = answerTo(line);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  }
}
