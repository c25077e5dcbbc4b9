import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import clientTools from '../../plugins/client-tools/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

const MOST = 8_000;

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [clientTools], script: [] });
});
afterAll(() => oracle.close());

const user = { role: 'user', content: 'Hi' };
const thread = (more: object) => ({ threadId: 't', runId: 'r', tools: [], context: [], state: {}, ...more });
const inParts = (role: string, text: string) => ({ id: role, role, parts: [{ type: 'text', text }] });

/** What each door's client sends, and the field that a refusal names. */
const DOORS: readonly (readonly [
  door: string,
  path: string,
  body: (words: string) => object,
  field: string,
])[] = [
  [
    'chat completions',
    '/v1/chat/completions',
    (content) => ({ messages: [{ role: 'system', content }, user] }),
    'messages',
  ],
  [
    'chat completions, metadata',
    '/v1/chat/completions',
    (instructions) => ({ messages: [user], metadata: { instructions } }),
    'metadata.instructions',
  ],
  ['responses', '/v1/responses', (instructions) => ({ input: 'Hi', instructions }), 'instructions'],
  [
    'responses, in an item',
    '/v1/responses',
    (content) => ({ input: [{ role: 'developer', content }, user] }),
    'instructions',
  ],
  [
    'AG-UI, system',
    '/ag-ui',
    (content) =>
      thread({
        messages: [
          { role: 'system', id: 's', content },
          { ...user, id: 'u' },
        ],
      }),
    'messages',
  ],
  [
    'AG-UI, context',
    '/ag-ui',
    (value) =>
      thread({ messages: [{ ...user, id: 'u' }], context: [{ description: 'Page', value: value.slice(6) }] }),
    'context',
  ],
  [
    'AI SDK',
    '/ai/chat',
    (words) => ({ id: 'c', messages: [inParts('system', words), inParts('user', 'Hi')] }),
    'messages',
  ],
  [
    'AI SDK, metadata',
    '/ai/chat',
    (instructions) => ({ id: 'c', messages: [inParts('user', 'Hi')], metadata: { instructions } }),
    'metadata.instructions',
  ],
  [
    'native',
    '/messages/:session',
    (instructions) => ({ message: 'Hi', metadata: { instructions } }),
    'metadata.instructions',
  ],
];

describe("a client's instructions", () => {
  it.each(DOORS)(
    'reach the model whole over %s, or are refused by name',
    async (_door, path, body, field) => {
      const client = oracle.as(['chat']);
      const session = String((await client.post('/sessions', {})).at('sessionId'));
      const words = (length: number) => `${'y '.repeat(length).slice(0, length - 3)}END`;
      const send = (length: number) => client.post(path.replace(':session', session), body(words(length)));
      const before = oracle.model.requests.length;
      const refused = await send(MOST + 2);
      expect([400, 413]).toContain(refused.status);
      expect(refused.text).toContain(`"${field}"`);
      expect(refused.text).toContain(String(MOST));
      expect(oracle.model.requests.length).toBe(before);
      oracle.model.push({ text: 'Hello.' });
      expect((await send(MOST)).status).toBe(200);
      expect(String(oracle.model.requests.at(-1)?.body.messages[0]?.content)).toContain('END');
    },
  );

  it('are refused in JSON-RPC over A2A', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };
    const params = { message, metadata: { instructions: 'y'.repeat(MOST + 1) } };
    const { json } = await oracle
      .as(['chat'])
      .post('/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
    expect(json).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('metadata.instructions') },
    });
    expect(JSON.stringify(json)).toContain(String(MOST));
  });
});
