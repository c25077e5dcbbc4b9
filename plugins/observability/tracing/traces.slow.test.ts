import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineOperation, definePlugin } from 'oracle-runtime/plugin';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import observability from '../index.js';

/** An OTLP span as it stands on the wire. */
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.unknown()) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
type WireSpan = z.output<typeof spanSchema>;

const SECRET = 'sk-planted-secret';

const kitchen = definePlugin({
  name: 'kitchen',
  version: '1.0.0',
  manifest: { title: 'Kitchen', summary: 'Boils water.', whenToUse: ['tea'], loading: 'always' },
  setup: () => ({
    operations: [
      defineOperation({
        name: 'boil_water',
        title: 'Boil water',
        description: 'Boils water.',
        effect: 'read',
        input: z.object({ litres: z.number() }),
        answer: { description: 'Hot water' },
        run: ({ litres }) => ({ litres, note: SECRET }),
      }),
    ],
  }),
});

let oracle: TestOracle | undefined;
let collector: Server | undefined;
afterEach(async () => {
  await oracle?.close();
  collector?.closeAllConnections();
  collector?.close();
});

/** The collector: 20 lines that take OTLP over HTTP. */
async function startCollector(status = 200) {
  const spans: WireSpan[] = [];
  const seen: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    seen.push({ path: request.url, headers: request.headers, body });
    const { resourceSpans } = requestSchema.parse(JSON.parse(body));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  collector = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, seen };
}

const turns = [
  { toolCalls: [{ name: 'boil_water', args: { litres: 2 } }], usage: { inputTokens: 50, outputTokens: 7 } },
  { text: 'It boils.', usage: { inputTokens: 80, outputTokens: 9 } },
];

async function start(endpoint: string, env: Readonly<Record<string, string>> = {}) {
  oracle = await startTestOracle({
    plugins: [kitchen, observability],
    script: turns,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env },
  });
  return oracle;
}

const attributeOf = ({ attributes }: WireSpan, key: string) =>
  Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

describe('traces', () => {
  it('tell a run, its model calls and its tool calls by the conventions, and nothing that was said', async () => {
    const { url, spans, seen } = await startCollector();
    const running = await start(`${url}/`, { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=open%20sesame' });
    const chat = await running.chat();
    const { runId } = await chat.say('Make tea, my income is 12,345');
    await running.close();

    const run = spans.find(({ name }) => name === 'invoke_agent tester');
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'chat scripted',
      'chat scripted',
      'execute_tool boil_water',
      'invoke_agent tester',
    ]);
    for (const span of spans) {
      expect(span.traceId).toBe(run?.traceId);
      expect(span.parentSpanId).toBe(span === run ? undefined : run?.spanId);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
      expect(span.status).toEqual({});
    }
    if (run === undefined) throw new Error('no span of the run');
    expect(attributeOf(run, 'oracle.run.id')).toBe(runId);
    expect(attributeOf(run, 'gen_ai.usage.input_tokens')).toBe('130');
    const [call] = spans.filter(({ name }) => name === 'chat scripted');
    if (call === undefined) throw new Error('no span of a model call');
    expect(call.kind).toBe(3);
    expect(attributeOf(call, 'gen_ai.operation.name')).toBe('chat');
    expect(attributeOf(call, 'gen_ai.provider.name')).toBe('openai');
    expect(attributeOf(call, 'gen_ai.response.finish_reasons')).toEqual({
      values: [{ stringValue: 'tool_calls' }],
    });
    const [request] = seen;
    expect([request?.path, request?.headers['api-key']]).toEqual(['/v1/traces', 'open sesame']);
    const wire = seen.map(({ body }) => body).join('');
    expect(wire).not.toContain('12,345');
    expect(wire).not.toContain(SECRET);
    expect(wire).not.toContain('It boils');
  });

  it('hold what was said only where the operator asks for it', async () => {
    const { url, spans } = await startCollector();
    const running = await start(url, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' });
    await (await running.chat()).say('Make tea');
    await running.close();
    const tool = spans.find(({ name }) => name === 'execute_tool boil_water');
    expect(tool && attributeOf(tool, 'gen_ai.tool.call.arguments')).toBe('{"litres":2}');
  });

  it('go on with the trace of the client, and take no other text for one', async () => {
    const { url, spans } = await startCollector();
    const running = await start(url);
    const chat = await running.chat();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await chat.say('Make tea', { metadata: { traceparent } });
    running.model.push(...turns);
    await chat.say('Again', { metadata: { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` } });
    await running.close();
    const [first, second] = spans.filter(({ name }) => name === 'invoke_agent tester');
    expect([first?.traceId, first?.parentSpanId]).toEqual([
      '0af7651916cd43dd8448eb211c80319c',
      'b7ad6b7169203331',
    ]);
    expect(second?.parentSpanId).toBeUndefined();
    expect(second?.traceId).toMatch(/[1-9a-f]/);
  });

  it('name the error of a run that failed', async () => {
    const { url, spans } = await startCollector();
    oracle = await startTestOracle({
      plugins: [observability],
      script: [{ error: { status: 400, body: { error: { message: 'no such model' } } } }],
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
    });
    await (await oracle.chat()).say('Hello');
    await oracle.close();
    const run = spans.find(({ name }) => name === 'invoke_agent tester');
    expect(run?.status.code).toBe(2);
    expect(run && attributeOf(run, 'error.type')).toBe('model_failed');
  });

  it.each([
    ['is away', async () => 'http://127.0.0.1:1'],
    ['refuses', async () => (await startCollector(401)).url],
  ])('are dropped and counted when the collector %s, and the chat does not notice', async (_, place) => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET}` };
    const running = await start(await place(), headers);
    expect((await (await running.chat()).say('Make tea')).text).toBe('It boils.');
    await running.close();
    const [warning] = running.logs.filter(({ message }) => message.includes('collector of traces'));
    expect(warning?.fields).toMatchObject({ dropped: 4 });
    expect(JSON.stringify(running.logs)).not.toContain(SECRET);
  });

  it('refuse headers that cannot be, without repeating their values', async () => {
    const starting = start('http://127.0.0.1:1', { OTEL_EXPORTER_OTLP_HEADERS: `key=%zz${SECRET}` });
    await expect(starting).rejects.toThrow(/OTEL_EXPORTER_OTLP_HEADERS/);
    await expect(starting).rejects.not.toThrow(SECRET);
    oracle = undefined;
  });
});
