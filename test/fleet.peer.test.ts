import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchDatabase } from '../src/testing/scratch-database.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../src/testing/scripted-model-server.js';
import { OracleProject } from './support/oracle-process.js';
import { type RoundRobin, startRoundRobin } from './support/round-robin.js';
import { Client, readEvents, type SseEvent, textOf } from './support/sse.js';

const TERMINAL = new Set(['done', 'error', 'cancelled', 'interrupted']);
const WORDS = Array.from({ length: 60 }, (_, index) => `word${index} `);

const database = scratchDatabase('fleet');
let model: ScriptedModelServer | undefined;
let project: OracleProject | undefined;
let balancer: RoundRobin | undefined;

// A database belongs to the data directory that holds its master keys.
beforeEach(() => database.create());
afterEach(async () => {
  await project?.remove();
  balancer?.close();
  // Scripts here are cut short on purpose; what they hold back is not a fault.
  await model?.close().catch(() => undefined);
  await database.drop();
});

async function startProject(script: Parameters<typeof startScriptedModelServer>[0]) {
  model = await startScriptedModelServer(script);
  project = new OracleProject({
    env: {
      DATABASE_URL: database.url(),
      LLM_BASE_URL: model.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      RATE_LIMIT_PER_MINUTE: '100000',
      SHUTDOWN_GRACE_MS: '5000',
    },
  });
  return { model, project };
}

function expectWhole(events: readonly SseEvent[], terminal: string): void {
  expect(events.filter(({ event }) => TERMINAL.has(event)).map(({ event }) => event)).toEqual([terminal]);
  expect(events.at(-1)?.event).toBe(terminal);
  const seqs = events.map(({ id }) => Number(id?.split(':')[1]));
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
}

describe('two processes on one PostgreSQL', () => {
  it('the second starts while the first streams, follows it live, and refuses a second message', async () => {
    const { project } = await startProject([{ text: WORDS, chunkDelayMs: 200 }]);
    const a = await project.start();
    const key = await project.createKey('chat');
    const atA = new Client(a.url, key);
    const sessionId = await atA.createSession();
    const reading = readEvents(await atA.send(sessionId, 'Count'));
    const atB = new Client((await project.start()).url, key);

    const busy = await atB.send(sessionId, 'Me too');
    expect(busy.status).toBe(409);
    const [{ message: runId }] = ((await busy.json()) as { errors: [{ message: string }] }).errors;
    const { activeRunId } = (await (await atB.request('GET', `/sessions/${sessionId}`)).json()) as {
      activeRunId: string;
    };
    expect(activeRunId).toBe(runId);

    const whole = readEvents(await atB.rejoin(sessionId, runId));
    const first = await readEvents(await atB.rejoin(sessionId, runId), (_, { length }) => length === 3);
    const rest = await readEvents(await atB.rejoin(sessionId, runId, first.at(-1)?.id));
    const seen = await reading;
    expectWhole(seen, 'done');
    expect(textOf(seen)).toBe(WORDS.join(''));
    expect(await whole).toEqual(seen);
    expect([...first, ...rest]).toEqual(seen);
    // Not only at its end: it came while the run went on.
    expect(rest.length).toBeGreaterThan(10);
  }, 90_000);

  it('the second cancels what the first works on, within a second, and deletes it', async () => {
    const { project, model } = await startProject([
      { text: WORDS, hang: 'after-deltas' },
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Next.' },
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Next.' },
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Still here.' },
    ]);
    const [a, b] = [await project.start(), await project.start()];
    const key = await project.createKey('chat');
    const [atA, atB] = [new Client(a.url, key), new Client(b.url, key)];
    const sessionId = await atA.createSession();
    const reading = readEvents(await atA.send(sessionId, 'Count'));
    const upstream = await model.request(1);

    const asked = performance.now();
    const aborted = await atB.request('POST', `/messages/${sessionId}/abort`);
    expect(await aborted.json()).toMatchObject({ cancelled: true });
    // Long before a lease would lapse.
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(await upstream.closed).toBe(true);
    expectWhole(await reading, 'cancelled');

    // What is said right after a stop, to either, waits for the end of what was stopped.
    for (const [stops, says, asked] of [
      [atB, atA, 2],
      [atA, atB, 4],
    ] as const) {
      const told = readEvents(await atA.send(sessionId, 'Count'));
      await model.request(asked);
      const stopped = stops.request('POST', `/messages/${sessionId}/abort`);
      // The stop has arrived: a message that overtakes it finds a run that goes on.
      await expect
        .poll(() => database.rows("select 1 from core_runs where status = 'running' and cancel_at is null"))
        .toEqual([]);
      expect(textOf(await readEvents(await says.send(sessionId, 'And now?')))).toBe('Next.');
      expect((await stopped).status).toBe(200);
      expectWhole(await told, 'cancelled');
    }

    const deleted = readEvents(await atA.send(sessionId, 'Count again'));
    await model.request(6);
    expect((await atB.request('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect((await deleted).filter(({ event }) => TERMINAL.has(event))).toHaveLength(1);
    expect((await atA.request('GET', `/sessions/${sessionId}`)).status).toBe(404);

    const after = await atA.createSession();
    expect(textOf(await readEvents(await atB.send(after, 'Are you there?')))).toBe('Still here.');
  }, 90_000);

  it('what a client says at the second shows that it stopped the answer of the first by going away', async () => {
    const { project, model } = await startProject([
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Stopped.' },
    ]);
    const [a, b] = [await project.start(), await project.start()];
    const key = await project.createKey('chat');
    const chat = (url: string, texts: readonly string[], signal: AbortSignal) =>
      fetch(`${url}/ai/chat`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          id: 'chat',
          trigger: 'submit-message',
          messages: texts.map((text, at) => ({
            id: `m${at}`,
            role: 'user',
            parts: [{ type: 'text', text }],
          })),
        }),
        signal,
      });
    const client = new AbortController();
    expect((await chat(a.url, ['Count'], client.signal)).status).toBe(200);
    await model.request(1);
    client.abort();
    const next = await chat(b.url, ['Count', 'Stop that'], AbortSignal.timeout(10_000));
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('Stopped.')]);
  }, 90_000);

  it('a run whose process is killed has its end from the other once the lease has lapsed', async () => {
    const { project } = await startProject([
      { text: WORDS, chunkDelayMs: 20, hang: 'after-deltas' },
      { text: 'Back again.' },
    ]);
    const [a, b] = [await project.start(), await project.start()];
    const key = await project.createKey('chat');
    const [atA, atB] = [new Client(a.url, key), new Client(b.url, key)];
    const sessionId = await atA.createSession();
    const seen = await readEvents(await atA.send(sessionId, 'Count'), (_, { length }) => length === 5);
    const runId = String(seen[0]?.data['runId']);
    const following = readEvents(await atB.rejoin(sessionId, runId));
    await a.stop('SIGKILL');
    // Its lease still holds: it might only be slow.
    expect((await atB.send(sessionId, 'Go on')).status).toBe(409);

    const events = await following;
    expectWhole(events, 'error');
    expect(events.slice(0, seen.length)).toEqual(seen);
    expect(await readEvents(await atB.rejoin(sessionId, runId))).toEqual(events);
    expect(textOf(await readEvents(await atB.send(sessionId, 'Go on')))).toBe('Back again.');
  }, 150_000);
});

describe('a process that stands still', () => {
  it('for longer than its lease calls no tool and says nothing more in a thread that goes on', async () => {
    const { project, model } = await startProject([
      { toolCalls: [{ name: 'load_capability', args: { names: ['vfs'] } }] },
      {
        toolCalls: [{ name: 'vfs_write', args: { path: '/late.txt', content: 'late' } }],
        delayMs: 2_000,
      },
      { text: 'Still here.' },
      { text: 'Still here.' },
    ]);
    const [a, b] = [await project.start(), await project.start()];
    const key = await project.createKey('chat', 'fs/read', 'fs/write');
    const [atA, atB] = [new Client(a.url, key), new Client(b.url, key)];
    const sessionId = await atA.createSession();
    const told = await readEvents(
      await atA.send(sessionId, 'Write it down'),
      ({ event }) => event === 'capability',
    );
    await model.request(2);
    // What the model answers now waits at the first until it goes on.
    a.signal('SIGSTOP');
    const runId = String(told[0]?.data['runId']);
    const events = await readEvents(await atB.rejoin(sessionId, runId));
    expectWhole(events, 'error');
    expect(events.at(-1)?.data).toMatchObject({ code: 'run_interrupted' });
    expect(textOf(await readEvents(await atB.send(sessionId, 'Go on')))).toBe('Still here.');
    const thread = async () => (await atB.request('GET', `/sessions/${sessionId}/messages`)).json();
    const before = await thread();

    a.signal('SIGCONT');
    await a.waitFor(/Another process took this run over/);
    expect(textOf(await readEvents(await atA.send(sessionId, 'And on')))).toBe('Still here.');
    const { messages } = (await thread()) as { messages: unknown[] };
    expect(messages.slice(0, -2)).toEqual((before as { messages: unknown[] }).messages);
    const files = await atB.request('GET', '/api/fs/files?limit=50');
    expect(await files.json()).toMatchObject({ files: [] });
    expect(await readEvents(await atA.rejoin(sessionId, runId))).toEqual(events);
  }, 150_000);

  it('is stopped by another at once, and its session goes on', async () => {
    const { project, model } = await startProject([
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Next.' },
      { text: WORDS, hang: 'after-deltas' },
      { text: 'Still here.' },
    ]);
    const [a, b] = [await project.start(), await project.start()];
    const key = await project.createKey('chat');
    const [atA, atB] = [new Client(a.url, key), new Client(b.url, key)];
    const sessionId = await atA.createSession();
    const told = readEvents(await atA.send(sessionId, 'Count'));
    await model.request(1);
    a.signal('SIGSTOP');
    const asked = performance.now();
    const stopped = await atB.request('POST', `/messages/${sessionId}/abort`);
    expect(await stopped.json()).toMatchObject({ cancelled: true });
    // Its lease has not lapsed by far.
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(textOf(await readEvents(await atB.send(sessionId, 'And now?')))).toBe('Next.');
    a.signal('SIGCONT');
    expectWhole(await told, 'cancelled');

    const deleted = readEvents(await atA.send(sessionId, 'Count again'));
    await model.request(3);
    a.signal('SIGSTOP');
    const deleting = performance.now();
    expect((await atB.request('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect(performance.now() - deleting).toBeLessThan(10_000);
    a.signal('SIGCONT');
    expect((await deleted).filter(({ event }) => TERMINAL.has(event)).length).toBeLessThan(2);
    const after = await atA.createSession();
    expect(textOf(await readEvents(await atA.send(after, 'Are you there?')))).toBe('Still here.');
  }, 90_000);
});

describe('four processes behind a load balancer', () => {
  it('are restarted one after the other under load, and every run ends once', async () => {
    const { project } = await startProject({ answer: { text: WORDS.slice(0, 20), chunkDelayMs: 40 } });
    const { url, use } = await startBalancer();
    let oracles = [await project.start()];
    const key = await project.createKey('chat');
    while (oracles.length < 4) oracles.push(await project.start());
    use(oracles.map((oracle) => oracle.url));
    const client = new Client(url, key);
    let loaded = true;
    const ends: string[] = [];

    async function talk(): Promise<void> {
      const sessionId = await client.createSession();
      while (loaded) {
        const begun = await client.send(sessionId, 'Count');
        if (begun.status !== 200) throw new Error(`${begun.status}: ${await begun.text()}`);
        let events = await readEvents(begun);
        const runId = String(events[0]?.data['runId']);
        // As a client does: a stream that broke off is taken up where it was.
        while (!TERMINAL.has(events.at(-1)?.event ?? '')) {
          const rejoined = await client.rejoin(sessionId, runId, events.at(-1)?.id);
          events = [...events, ...(await readEvents(rejoined))];
        }
        const terminal = events.at(-1)?.event ?? '';
        expectWhole(events, terminal);
        expect(await readEvents(await client.rejoin(sessionId, runId))).toEqual(events);
        ends.push(terminal);
      }
    }

    const talks = Array.from({ length: 6 }, talk);
    for (const old of oracles) {
      const fresh = await project.start();
      oracles = [...oracles.filter((oracle) => oracle !== old), fresh];
      use(oracles.map((oracle) => oracle.url));
      expect(await old.stop('SIGTERM')).toBe(0);
    }
    loaded = false;
    await Promise.all(talks);
    expect(ends.length).toBeGreaterThan(12);
    expect(new Set(ends)).toEqual(new Set(['done']));
  }, 180_000);
});

async function startBalancer(): Promise<RoundRobin> {
  balancer = await startRoundRobin();
  return balancer;
}
