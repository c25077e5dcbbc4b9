import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import type { ScriptedStep } from '../src/testing/scripted-step.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';
import { Client, readEvents, textOf } from './support/sse.js';

let model: ScriptedModelServer | undefined;
let project: OracleProject | undefined;

afterEach(async () => {
  await project?.remove();
  // Scripts here are cut short on purpose; what they hold back is not a fault.
  await model?.close().catch(() => undefined);
});

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index} `);

async function boot(
  steps: readonly ScriptedStep[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ project: OracleProject; oracle: OracleProcess; client: Client; model: ScriptedModelServer }> {
  model = await startScriptedModelServer(steps);
  project = new OracleProject({
    env: { LLM_BASE_URL: model.url, LLM_API_KEY: 'test', LLM_MODEL: 'scripted', ...env },
  });
  const oracle = await project.start();
  return { project, oracle, client: new Client(oracle.url, await project.createKey('chat')), model };
}

describe('a run outlives what happens to its connection and its process', () => {
  it('keeps what the client saw after kill -9, and the thread goes on', async () => {
    const setup = await boot([
      { text: WORDS, chunkDelayMs: 30, hang: 'after-deltas' },
      { text: 'Back again.' },
    ]);
    const sessionId = await setup.client.createSession();
    const response = await setup.client.send(sessionId, 'Count for me');
    const seen = await readEvents(response, (_, { length: count }) => count === 12);
    const key = await setup.project.createKey('chat');
    await setup.oracle.stop('SIGKILL');

    const again = await setup.project.start();
    // The first key owns the session; the second proves that keys made while it ran survive as well.
    expect((await new Client(again.url, key).request('GET', `/sessions/${sessionId}`)).status).toBe(404);
    const client = new Client(again.url, setup.client.key);
    const events = await readEvents(await client.send(sessionId, 'Go on'));
    expect(textOf(events)).toBe('Back again.');

    const { messages } = (await (await client.request('GET', `/sessions/${sessionId}/messages`)).json()) as {
      messages: { role: string; content: string; interrupted?: boolean }[];
    };
    const partial = messages.find(({ interrupted }) => interrupted === true);
    expect(partial?.content.startsWith(textOf(seen))).toBe(true);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);

    const [first] = seen;
    const replay = await readEvents(await client.rejoin(sessionId, String(first?.data['runId'])));
    expect(replay.slice(0, seen.length)).toEqual(seen);
    expect(replay.at(-1)?.event).toBe('error');
  });

  it('rejoins after event k with k+1, twice in a row, without a gap or a duplicate', async () => {
    const { client } = await boot([{ text: WORDS, chunkDelayMs: 15 }]);
    const sessionId = await client.createSession();
    const first = await readEvents(
      await client.send(sessionId, 'Count'),
      (_, { length: count }) => count === 5,
    );
    const runId = String(first[0]?.data['runId']);
    const second = await readEvents(
      await client.rejoin(sessionId, runId, first.at(-1)?.id),
      (_, { length: count }) => count === 7,
    );
    const third = await readEvents(await client.rejoin(sessionId, runId, second.at(-1)?.id));
    const all = [...first, ...second, ...third];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => `${runId}:${index + 1}`));
    expect(textOf(all)).toBe(WORDS.join(''));
    expect(all.at(-1)?.event).toBe('done');
  });

  it.each([
    ['before the first token', { hang: 'before-first-byte' } satisfies ScriptedStep, 1],
    ['in the middle of the text', { text: WORDS, hang: 'after-deltas' } satisfies ScriptedStep, 5],
  ])(
    'cancels %s: one terminal event, the upstream socket closes, the process lives',
    async (_, step, seen) => {
      const { client, model: server, oracle } = await boot([step, { text: 'Still here.' }]);
      const sessionId = await client.createSession();
      const response = await client.send(sessionId, 'Count');
      const upstream = await server.request(1);
      const reading = readEvents(response);
      await new Promise((resolve) => setTimeout(resolve, 50 * seen));
      const started = performance.now();
      const aborted = await client.request('POST', `/messages/${sessionId}/abort`);
      expect(aborted.status).toBeLessThan(300);
      expect(await upstream.closed).toBe(true);
      const events = await reading;
      expect(performance.now() - started).toBeLessThan(1000);
      expect(events.filter(({ event }) => event === 'cancelled')).toHaveLength(1);
      expect(events.at(-1)?.event).toBe('cancelled');
      expect(textOf(await readEvents(await client.send(sessionId, 'Are you there?')))).toBe('Still here.');
      expect(oracle.output).not.toContain('unhandled');
    },
  );

  it('refuses a second message while a run is active and names the run', async () => {
    const { client } = await boot([{ hang: 'before-first-byte' }]);
    const sessionId = await client.createSession();
    const [run] = await readEvents(
      await client.send(sessionId, 'one'),
      (_, { length: count }) => count === 1,
    );
    const response = await client.send(sessionId, 'two');
    expect(response.status).toBe(409);
    const problem = (await response.json()) as { code: string };
    expect(problem.code).toBe('run_active');
    expect(JSON.stringify(problem)).toContain(String(run?.data['runId']));
  });
});

describe('SIGTERM', () => {
  it('drains: readiness 503, the open stream ends with a terminal event, exit code 0', async () => {
    const {
      client,
      oracle,
      model: server,
    } = await boot([{ text: WORDS, chunkDelayMs: 20, hang: 'after-deltas' }], {
      SHUTDOWN_GRACE_MS: '700',
    });
    const sessionId = await client.createSession();
    const reading = readEvents(await client.send(sessionId, 'Count'));
    await server.request(1);
    const exit = oracle.stop('SIGTERM');
    await oracle.waitFor(/draining/);
    expect((await fetch(`${oracle.url}/health/ready`)).status).toBe(503);
    expect((await client.send(sessionId, 'more')).status).toBeGreaterThanOrEqual(409);
    const events = await reading;
    expect(['error', 'cancelled']).toContain(events.at(-1)?.event);
    expect(await exit).toBe(0);
  });

  it('lets a run that ends within the grace period finish', async () => {
    const { client, oracle, model: server } = await boot([{ text: WORDS, chunkDelayMs: 10 }]);
    const reading = readEvents(await client.send(await client.createSession(), 'Count'));
    await server.request(1);
    const exit = oracle.stop('SIGTERM');
    expect((await reading).at(-1)?.event).toBe('done');
    expect(await exit).toBe(0);
  });

  it('of a hang-up, and a reader of its log who goes, change nothing of a service', async () => {
    const { client, oracle } = await boot([{ text: 'Still here.' }]);
    oracle.signal('SIGHUP');
    await oracle.waitFor(/going on; settings are read at the start/);
    oracle.closeOutput();
    for (let at = 0; at < 20; at += 1) expect((await fetch(`${oracle.url}/health/plugins`)).status).toBe(200);
    const sessionId = await client.createSession();
    expect(textOf(await readEvents(await client.send(sessionId, 'Are you there?')))).toBe('Still here.');
    expect(await oracle.stop('SIGTERM')).toBe(0);
  });

  it('exits at once on a second signal', async () => {
    const { client, oracle, model: server } = await boot([{ hang: 'before-first-byte' }]);
    void readEvents(await client.send(await client.createSession(), 'Count')).catch(() => undefined);
    await server.request(1);
    const exit = oracle.stop('SIGINT');
    await oracle.waitFor(/draining/);
    const started = performance.now();
    oracle.signal('SIGINT');
    expect(await exit).toBe(130);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
