import {
  defineTool,
  type Middleware,
  type ModelCall,
  type RouteContext,
  type ToolInvocation,
} from 'oracle-runtime/plugin';
import { type TestContext, testContext } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import observability from './index.js';

const opened: TestContext[] = [];
afterEach(async () => {
  for (const unit of opened.splice(0)) await unit.close();
});

async function setUp(isPublic = false) {
  const unit = await testContext(observability, {
    env: { OBSERVABILITY_METRICS_PUBLIC: String(isPublic) },
    clock: { now: () => 1_000 },
  });
  opened.push(unit);
  const { contribution, advance } = unit;
  const [middleware] = contribution.middleware ?? [];
  if (middleware?.wrapModelCall === undefined || middleware.wrapToolCall === undefined)
    throw new Error('no middleware');
  const { wrapModelCall, wrapToolCall }: Middleware = middleware;
  const [route] = contribution.routes ?? [];
  const scrape = async () => {
    const answer = await route?.handler({} as RouteContext);
    return z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).parse(answer);
  };
  /** What the plugin itself logged. */
  const lines = () => unit.logs.filter(({ message }) => message.endsWith('measured'));
  const { version } = unit.context.oracle;
  return { lines, advance, wrapModelCall, wrapToolCall, route, scrape, version };
}

const secret = 'my household income is 12,345';

function modelCall(step: number, signal = new AbortController().signal): ModelCall {
  return {
    runId: 'run-1',
    sessionId: 'session-1',
    principal: { id: 'p', kind: 'owner', did: 'did:key:z', scopes: new Set(['*']), name: 'owner' },
    metadata: {},
    role: 'main',
    model: { id: 'openai:small', stream: async function* () {} },
    messages: [{ role: 'user', id: 'm', content: secret }],
    tools: [],
    signal,
    step,
  };
}

function toolCall(name: string, signal = new AbortController().signal): ToolInvocation {
  const tool = defineTool({ name, description: secret, input: z.object({}), run: () => ({}) });
  const { runId, sessionId, principal } = modelCall(1);
  const call = { id: 'c', name, args: { secret } };
  return { runId, sessionId, principal, metadata: {}, call, plugin: 'weather', tool, signal };
}

const turn = (reason: 'stop' | 'tool_calls') => ({
  message: { role: 'assistant' as const, id: 'a', content: secret },
  usage: { inputTokens: 100, outputTokens: 7 },
  reason,
});

describe('model calls', () => {
  it('are counted, timed and their tokens summed, and a run is counted by its first', async () => {
    const { wrapModelCall, advance, scrape, lines } = await setUp();
    for (const [step, reason] of [
      [1, 'tool_calls'],
      [2, 'stop'],
    ] as const) {
      await wrapModelCall(modelCall(step), async () => {
        advance(300);
        return turn(reason);
      });
    }
    const { body } = await scrape();
    expect(body).toContain('oracle_runs_total 1\n');
    expect(body).toContain('oracle_model_calls_total{model="openai:small",outcome="tool_calls"} 1\n');
    expect(body).toContain('oracle_model_calls_total{model="openai:small",outcome="stop"} 1\n');
    expect(body).toContain('oracle_model_tokens_total{model="openai:small",direction="input"} 200\n');
    expect(body).toContain('oracle_model_tokens_total{model="openai:small",direction="output"} 14\n');
    expect(body).toContain('oracle_model_call_duration_seconds_bucket{model="openai:small",le="0.25"} 0\n');
    expect(body).toContain('oracle_model_call_duration_seconds_bucket{model="openai:small",le="0.5"} 2\n');
    expect(body).toContain('oracle_model_call_duration_seconds_sum{model="openai:small"} 0.6\n');
    expect(lines()[1]?.fields).toEqual({
      plugin: 'observability',
      runId: 'run-1',
      sessionId: 'session-1',
      model: 'openai:small',
      step: 2,
      outcome: 'stop',
      ms: 300,
      inputTokens: 100,
      outputTokens: 7,
    });
  });

  it('that fail or are cancelled are told apart, and the error goes on its way', async () => {
    const { wrapModelCall, scrape } = await setUp();
    const fail = async () => Promise.reject(new Error('boom'));
    await expect(wrapModelCall(modelCall(1), fail)).rejects.toThrow('boom');
    await expect(wrapModelCall(modelCall(1, AbortSignal.abort()), fail)).rejects.toThrow('boom');
    const { body } = await scrape();
    expect(body).toContain('oracle_model_calls_total{model="openai:small",outcome="error"} 1\n');
    expect(body).toContain('oracle_model_calls_total{model="openai:small",outcome="cancelled"} 1\n');
  });
});

describe('tool calls', () => {
  it('are counted by tool and status, timed and logged, with no word of what was said', async () => {
    const { wrapToolCall, wrapModelCall, advance, scrape, lines } = await setUp();
    await wrapToolCall(toolCall('get_current_weather'), async () => {
      advance(20);
      return { status: 'ok', output: { secret }, content: secret };
    });
    await wrapToolCall(toolCall('get_current_weather'), async () => ({ status: 'error', content: secret }));
    await expect(
      wrapToolCall(toolCall('get_current_weather', AbortSignal.abort()), async () =>
        Promise.reject(new Error(secret)),
      ),
    ).rejects.toThrow(secret);
    await wrapModelCall(modelCall(1), async () => turn('stop'));
    const { body } = await scrape();
    const series = (status: string) =>
      `oracle_tool_calls_total{plugin="weather",tool="get_current_weather",status="${status}"} 1\n`;
    for (const status of ['ok', 'error', 'cancelled']) expect(body).toContain(series(status));
    expect(body).toContain(
      'oracle_tool_call_duration_seconds_bucket{plugin="weather",tool="get_current_weather",le="0.025"} 3\n',
    );
    expect(lines().filter(({ message }) => message === 'tool call measured')).toHaveLength(3);
    expect(JSON.stringify(lines()) + body).not.toContain('income');
  });

  it('of names that no plugin could register are one series', async () => {
    const { wrapToolCall, scrape } = await setUp();
    for (const name of ['Ask Bob about salaries', 'DROP TABLE']) {
      await wrapToolCall(toolCall(name), async () => ({ status: 'ok', output: {}, content: '' }));
    }
    expect((await scrape()).body).toContain('{plugin="weather",tool="other",status="ok"} 2\n');
  });
});

describe('GET /metrics', () => {
  it('needs the scope `metrics` unless it was made public', async () => {
    expect((await setUp()).route).toMatchObject({ path: '/metrics', auth: 'any', scope: 'metrics' });
    expect((await setUp(true)).route).toMatchObject({ auth: 'public' });
    expect((await setUp(true)).route).not.toHaveProperty('scope');
    expect(observability.scopes).toHaveProperty('metrics');
  });

  it('is the text format, line by line, with the process and the version in it', async () => {
    const { scrape, version } = await setUp();
    const { headers, body } = await scrape();
    expect(headers['Content-Type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const text of body.trimEnd().split('\n')) {
      expect(text).toMatch(
        /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+)$/,
      );
    }
    expect(body).toContain(`oracle_info{version="${version}"} 1\n`);
    expect(body).toContain('oracle_runs_active 0\n');
    expect(
      [...body.matchAll(/^oracle_run_limits_reached_total\{limit="(\w+)"\} 0$/gm)].map((m) => m[1]),
    ).toEqual(['seconds', 'output', 'arguments', 'storage', 'memory', 'runs']);
    expect(Number(/^process_resident_memory_bytes (.*)$/m.exec(body)?.[1])).toBeGreaterThan(10_000_000);
    expect(Number(/^process_cpu_seconds_total (.*)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  });

  it('shows an event loop that was held up, and forgets it with the next scrape', async () => {
    const { scrape } = await setUp();
    const tick = () => new Promise((resolve) => setTimeout(resolve, 60));
    const worst = async () => Number(/delay_seconds\{quantile="1"\} (.*)/.exec((await scrape()).body)?.[1]);
    await scrape();
    await tick();
    const until = Date.now() + 200;
    while (Date.now() < until);
    await tick();
    const heldUp = await worst();
    expect(heldUp).toBeGreaterThan(0.1);
    expect(heldUp).toBeLessThan(5);
    await expect.poll(worst, { interval: 60, timeout: 10_000 }).toBeLessThan(heldUp);
  });
});

describe('the plugin', () => {
  it('is silent: the agent never lists it', () => {
    expect(observability.manifest?.loading).toBe('silent');
  });
});
