import {
  type RecordedModelRequest,
  type ScriptedStep,
  startTestOracle,
  type TestOracle,
  type TestTurn,
} from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledPlugins, partsOfEveryOracle } from '../plugins/index.js';

/**
 * Secrets in every place where an operator puts one, with nothing behind any address: what all bundled plugins log, tell
 * people and models, and refuse with, holds none of them.
 */
const NOWHERE = '127.0.0.1:9';
const secret = (name: string) => `pl4nted-${name}-${'7f3a9c'.repeat(4)}`;
const PLANTED = ['llm', 'mcp', 'child', 'otlp', 'geocode', 'chain'].map(secret);
const env = {
  LLM_API_KEY: secret('llm'),
  MCP_SECRET: secret('mcp'),
  CHILD_SECRET: secret('child'),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOWHERE}`,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${secret('otlp')}`,
  WEATHER_GEOCODE_URL: `http://user:${secret('geocode')}@${NOWHERE}`,
  PUBLIC_URL: 'https://oracle.example',
  ALLOWED_HOSTS: '127.0.0.1',
};
const config = {
  mcpServers: {
    away: {
      url: `http://${NOWHERE}/mcp?key=\${MCP_SECRET}`,
      headers: { Authorization: `Bearer \${MCP_SECRET}` },
    },
    child: { command: process.execPath, args: ['-e', 'process.exit(3)'], env: { TOKEN: `\${CHILD_SECRET}` } },
  },
};

const plugins = [...partsOfEveryOracle, ...bundledPlugins];
const capabilities = plugins.flatMap(({ name, manifest, capabilities: own = [] }) => [
  ...(manifest === undefined ? [] : [{ name, manifest }]),
  ...own,
]);
const examples = capabilities.flatMap(({ manifest }) => manifest.examples ?? []);

let oracle: TestOracle;
const prompts: string[] = [];
/** Examples whose calls are still to come. */
const left = [...examples];
const ALL = 'That was all.';
beforeAll(async () => {
  /** Loads all there is, then makes the call of every example, some at once, and says what came of it. */
  const answer = (body: RecordedModelRequest['body']): ScriptedStep => {
    const isFirst = prompts.length === 0;
    prompts.push(JSON.stringify(body));
    if (isFirst)
      return {
        toolCalls: [{ name: 'load_capability', args: { names: capabilities.map(({ name }) => name) } }],
      };
    const next = left.shift();
    return next === undefined ? { text: ALL } : { toolCalls: [{ name: next.tool, args: next.args }] };
  };
  oracle = await startTestOracle({ plugins, config, env, script: { answer } });
});
afterAll(() => oracle?.close());

function expectNone(where: string, text: string) {
  for (const planted of PLANTED) {
    const at = text.indexOf(planted);
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 20), `${planted} in ${where}`).toBe('');
  }
}

it('are not told by a boot that refuses them', async () => {
  const chain = { CHAIN_GRPC_URL: `http://user:${secret('chain')}@${NOWHERE}` };
  const refused = await startTestOracle({ plugins, env: chain }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expectNone('boot', `${refused} ${JSON.stringify(refused)}`);
});

it('stand in no log, event, prompt, answer or error of any bundled plugin', async () => {
  expect(examples.length).toBeGreaterThan(80);
  const chat = await oracle.chat();
  const turns: TestTurn[] = [await chat.say('Do all that you can.')];
  // An answer has a bound on its steps, and what asks is declined.
  for (let last = turns[0]; left.length > 0 || last?.end === 'interrupted'; last = turns.at(-1))
    turns.push(last?.end === 'interrupted' ? await chat.decide(false) : await chat.say('Go on.'));
  const calls = turns.flatMap(({ toolCalls }) => toolCalls);
  expect(calls.length).toBeGreaterThan(examples.length * 0.9);

  const document = await oracle.anyone.get('/openapi.json');
  const paths = Object.entries(document.at('paths') as Record<string, Record<string, unknown>>);
  for (const [path, methods] of paths) {
    if (!('get' in methods) || path.includes('runs')) continue;
    const filled = path.replace(/\{[^}]+\}/g, 'x');
    const response = await oracle.owner.fetch(filled, { signal: AbortSignal.timeout(10_000) });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) await response.body?.cancel();
    else expectNone(`GET ${filled}`, `${await response.text()} ${JSON.stringify([...response.headers])}`);
  }
  expectNone('events', JSON.stringify(turns.map(({ events }) => events)));
  expectNone('prompts', prompts.join('\n'));
  expectNone('logs', JSON.stringify(oracle.logs));
  const thread = await oracle.owner.get(`/sessions/${chat.sessionId}/messages?limit=100`);
  expectNone('messages', thread.text);
  expect(prompts.length).toBeGreaterThan(examples.length);
}, 150_000);
