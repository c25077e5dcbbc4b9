import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { type ReadEvent, readEvents, textOf } from '../testing/read-events.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

/** Tools whose pace a test decides: `wait` runs until it is let go, or cancelled. */
const gate: { entered: () => void; open: () => void } = { entered: () => {}, open: () => {} };

const tools = [
  defineTool({
    name: 'wait',
    description: 'Waits.',
    input: z.object({}),
    run: (_args, { signal }) =>
      new Promise<string>((resolve, reject) => {
        gate.open = () => resolve('waited');
        signal.addEventListener('abort', () => reject(signal.reason));
        gate.entered();
      }),
  }),
  defineTool({
    name: 'double',
    description: 'Doubles a number.',
    input: z.object({ n: z.number() }),
    run: ({ n }) => ({ doubled: n * 2, note: 'line\r\nevent: done\n\n' }),
  }),
  defineTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ amount: z.number() }),
    approval: 'always',
    run: ({ amount }) => ({ paid: amount }),
  }),
];

const plugin = definePlugin({
  name: 'probe',
  version: '1.0.0',
  manifest: { title: 'Probe', summary: 'Tools for tests.', whenToUse: ['testing'], loading: 'always' },
  setup: () => ({ tools }),
});

let app: TestApp;
let mine: string;
let theirs: string;
let leaked: unknown;
const onRejection = (reason: unknown) => {
  leaked = reason;
};

beforeAll(async () => {
  process.on('unhandledRejection', onRejection);
  app = await startTestApp({ plugins: [plugin], config: { heartbeatMs: 30 } });
  mine = await app.key('chat');
  theirs = await app.key('chat');
});
afterAll(async () => {
  process.off('unhandledRejection', onRejection);
  await app.close();
});
afterEach(() => {
  expect(leaked).toBeUndefined();
  app.model.assertComplete();
});

async function newSession(key = mine): Promise<string> {
  const response = await app.post('/sessions', key, {});
  return ((await response.json()) as { sessionId: string }).sessionId;
}

const say = (sessionId: string, message: string, stream = true, key = mine) =>
  app.post(`/messages/${sessionId}`, key, { message, stream });

const rejoin = (sessionId: string, runId: string, lastEventId?: string, key = mine) =>
  app.get(
    `/messages/${sessionId}/runs/${runId}`,
    key,
    lastEventId === undefined ? {} : { headers: { 'Last-Event-ID': lastEventId } },
  );

const runIdOf = (events: readonly ReadEvent[]) => String(events[0]?.data['runId']);
const sequenceOf = (events: readonly ReadEvent[]) => events.map(({ id }) => Number(id?.split(':')[1]));
const TERMINAL = new Set(['done', 'error', 'cancelled', 'interrupted']);
const terminalsOf = (events: readonly ReadEvent[]) =>
  events.filter(({ event }) => TERMINAL.has(event ?? '')).length;
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

/** Starts a run that stands in the tool `wait`; resolves once it is there. */
async function waitingRun(sessionId: string, after: { text: string } = { text: 'Waited.' }) {
  app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, after);
  const entered = new Promise<void>((resolve) => {
    gate.entered = resolve;
  });
  const response = await say(sessionId, 'wait');
  await entered;
  return response;
}

describe('POST /messages/:sessionId', () => {
  it('answers as one JSON document', async () => {
    app.model.push(
      { text: 'Let me see. ', toolCalls: [{ name: 'double', args: { n: 21 } }] },
      { text: ['It is ', '42.'] },
    );
    const sessionId = await newSession();
    const response = await say(sessionId, 'double 21', false);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as { runId: string };
    expect(answer).toMatchObject({
      sessionId,
      content: 'Let me see. It is 42.',
      toolCalls: [
        { name: 'double', plugin: 'probe', args: { n: 21 }, status: 'done', output: { doubled: 42 } },
      ],
      loaded: [],
      finishReason: 'stop',
      usage: { inputTokens: 20, outputTokens: 10 },
    });
    expect(response.headers.get('content-location')).toBe(`/messages/${sessionId}/runs/${answer.runId}`);
  });

  it('streams the same as named events with gapless ids and one terminal event', async () => {
    app.model.push(
      { reasoning: 'hm', toolCalls: [{ name: 'double', args: { n: 1 } }] },
      { text: ['two\r\n', 'lines'] },
    );
    const sessionId = await newSession();
    const response = await say(sessionId, 'double 1');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = await readEvents(response);
    const runId = runIdOf(events);
    expect(response.headers.get('content-location')).toBe(`/messages/${sessionId}/runs/${runId}`);
    expect(events[0]).toMatchObject({ event: 'run', data: { runId, sessionId } });
    expect(events.every(({ id }) => id?.startsWith(`${runId}:`))).toBe(true);
    expect(sequenceOf(events)).toEqual(upTo(events.length));
    expect(textOf(events)).toBe('two\r\nlines');
    expect(events.filter(({ event }) => event === 'tool_call').map(({ data }) => data['status'])).toEqual([
      'running',
      'done',
    ]);
    expect(terminalsOf(events)).toBe(1);
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { finishReason: 'stop' } });
  });

  it('streams also when Accept asks for it', async () => {
    app.model.push({ text: 'hi' });
    const response = await app.post(
      `/messages/${await newSession()}`,
      mine,
      { message: 'hello' },
      { headers: { Accept: 'text/event-stream' } },
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(textOf(await readEvents(response))).toBe('hi');
  });

  it('reports a failing model as a problem, or as the one terminal event of the stream', async () => {
    const failure = { error: { status: 401, body: { error: { message: 'bad key' } } } };
    app.model.push(failure, failure);
    const sessionId = await newSession();
    const response = await say(sessionId, 'hello', false);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'model_failed' }]);
    const events = await readEvents(await say(sessionId, 'hello'));
    expect(terminalsOf(events)).toBe(1);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'model_failed' } });
  });

  it('refuses a second message while a run is active, and names that run', async () => {
    const sessionId = await newSession();
    const first = await waitingRun(sessionId);
    const second = await say(sessionId, 'me too', false);
    expect(second.status).toBe(409);
    const problem = (await second.json()) as { code: string; errors: { field: string; message: string }[] };
    gate.open();
    const events = await readEvents(first);
    expect(problem).toMatchObject({
      code: 'run_active',
      errors: [{ field: 'runId', message: runIdOf(events) }],
    });
    expect(events.at(-1)?.event).toBe('done');
    app.model.push({ text: 'free again' });
    expect(textOf(await readEvents(await say(sessionId, 'now?')))).toBe('free again');
  });

  it('lets one of several simultaneous messages through', async () => {
    const sessionId = await newSession();
    app.model.push({ text: 'only once', delayMs: 100 });
    const answers = await Promise.all(upTo(5).map(() => say(sessionId, 'me first', false)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it.each([
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(100_001) }, 'message'],
    [{}, 'message'],
    [{ message: 'a', stream: 'yes' }, 'stream'],
    [{ message: 'a', attachments: [{ name: 'x' }] }, 'attachments.0.mimeType'],
    [{ message: 'a', tools: {} }, 'tools'],
  ])('refuses the body of case %#', async (body, field) => {
    const response = await app.post(`/messages/${await newSession()}`, mine, body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
  });
});

describe('a run and its connections', () => {
  it('outlives a client that is killed in mid-stream', async () => {
    const sessionId = await newSession();
    const controller = new AbortController();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Nobody heard, yet it is said.' });
    const entered = new Promise<void>((resolve) => {
      gate.entered = resolve;
    });
    const response = await app.post(
      `/messages/${sessionId}`,
      mine,
      { message: 'wait', stream: true },
      { signal: controller.signal },
    );
    const [first] = await readEvents(response, ({ event }) => event === 'run');
    await entered;
    controller.abort();
    gate.open();
    await expect.poll(() => app.runs.active(sessionId)).toBeUndefined();
    const events = await readEvents(await rejoin(sessionId, String(first?.data['runId'])));
    expect(textOf(events)).toBe('Nobody heard, yet it is said.');
    expect(events.at(-1)?.event).toBe('done');
  });

  it('outlives a client that waited for JSON, without a word in the error log', async () => {
    const sessionId = await newSession();
    const controller = new AbortController();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Done anyway.' });
    const entered = new Promise<void>((resolve) => {
      gate.entered = resolve;
    });
    const response = app.post(
      `/messages/${sessionId}`,
      mine,
      { message: 'wait' },
      { signal: controller.signal },
    );
    await entered;
    controller.abort();
    await expect(response).rejects.toThrow();
    gate.open();
    await expect.poll(() => app.runs.active(sessionId)).toBeUndefined();
    expect(await (await app.get(`/sessions/${sessionId}/messages`, mine)).text()).toContain('Done anyway.');
    expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('goes on after the last event that was seen, over two drops, without gap or duplicate', async () => {
    const words = Array.from({ length: 40 }, (_, at) => `w${at} `);
    app.model.push({ text: words, chunkDelayMs: 5 });
    const sessionId = await newSession();
    const first = await readEvents(await say(sessionId, 'count'), (_event, all) => all.length === 4);
    const runId = runIdOf(first);
    const second = await readEvents(
      await rejoin(sessionId, runId, first.at(-1)?.id),
      (_event, all) => all.length === 3,
    );
    const third = await readEvents(await rejoin(sessionId, runId, second.at(-1)?.id));
    const all = [...first, ...second, ...third];
    expect(sequenceOf(all)).toEqual(upTo(all.length));
    expect(textOf(all)).toBe(words.join(''));
    expect(terminalsOf(all)).toBe(1);
    // The whole of it again, from the log of the ended run.
    expect(await readEvents(await rejoin(sessionId, runId))).toEqual(all);
  });

  it('has nothing more for a client that saw the end: 204 stops an EventSource', async () => {
    app.model.push({ text: 'short' });
    const sessionId = await newSession();
    const events = await readEvents(await say(sessionId, 'hello'));
    const response = await rejoin(sessionId, runIdOf(events), events.at(-1)?.id);
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('refuses a Last-Event-ID of another run, or none at all', async () => {
    app.model.push({ text: 'one' });
    const sessionId = await newSession();
    const runId = runIdOf(await readEvents(await say(sessionId, 'hello')));
    for (const id of ['someone-else:3', '3', `${runId}:x`, `${runId}:-1`]) {
      const response = await rejoin(sessionId, runId, id);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'invalid_request', errors: [{ field: 'Last-Event-ID' }] },
      ]);
    }
  });

  it('answers HEAD at once, also while the run goes on', async () => {
    const sessionId = await newSession();
    const stream = await waitingRun(sessionId);
    const runId = app.runs.active(sessionId) ?? '';
    const head = await app.get(`/messages/${sessionId}/runs/${runId}`, mine, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    gate.open();
    expect((await readEvents(stream)).at(-1)?.event).toBe('done');
  });

  it('answers 410 when the log of an old run was dropped', async () => {
    const sessionId = await newSession();
    const runIds: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      app.model.push({ text: 'again' });
      runIds.push(runIdOf(await readEvents(await say(sessionId, 'hello'))));
    }
    const response = await rejoin(sessionId, runIds[0] ?? '');
    expect([response.status, await response.json()]).toMatchObject([410, { code: 'gone' }]);
  });

  it('keeps a quiet stream alive with comments', async () => {
    const sessionId = await newSession();
    const response = await waitingRun(sessionId);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split(': ping\n\n').length > 3) gate.open();
    }
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
    expect(text).toMatch(/(: ping\n\n){3}/);
    expect(text.match(/^event: (done|error|cancelled|interrupted)$/gm)).toEqual(['event: done']);
  });

  it('delivers everything to a reader that lags, while others go on', async () => {
    const words = Array.from({ length: 2000 }, (_, at) => `${at}${'·'.repeat(600)} `);
    app.model.push({ text: words }, { text: 'quick' });
    const sessionId = await newSession();
    const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const body = JSON.stringify({ message: 'long', stream: true });
    socket.pause();
    socket.write(
      `POST /messages/${sessionId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    await app.model.request(app.model.requests.length + 1);
    await expect.poll(() => app.runs.active(sessionId), { timeout: 10_000 }).toBeUndefined();
    const other = await newSession();
    expect(textOf(await readEvents(await say(other, 'quick?')))).toBe('quick');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.resume();
    await once(socket, 'close');
    const text = Buffer.concat(chunks).toString('utf8');
    const ids = [...text.matchAll(/^id: [^:]+:(\d+)$/gm)].map(([, seq]) => Number(seq));
    expect(ids).toEqual(upTo(ids.length));
    expect(text).toContain(`${words.length - 1}·`);
    expect(text).toContain('event: done');
  });
});

describe('cancelling', () => {
  it('ends a run in its tool with one cancelled, and the thread goes on', async () => {
    const sessionId = await newSession();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const entered = new Promise<void>((resolve) => {
      gate.entered = resolve;
    });
    const response = await say(sessionId, 'wait');
    await entered;
    const start = performance.now();
    const abort = await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect(performance.now() - start).toBeLessThan(1000);
    const events = await readEvents(response);
    expect(await abort.json()).toEqual({ cancelled: true, runId: runIdOf(events) });
    expect(terminalsOf(events)).toBe(1);
    expect(events.at(-1)?.event).toBe('cancelled');
    app.model.push({ text: 'going on' });
    expect(textOf(await readEvents(await say(sessionId, 'and now?')))).toBe('going on');
  });

  it.each([
    ['before the first token', { hang: 'before-first-byte' } as const],
    ['after it', { text: 'Once upon', hang: 'after-deltas' } as const],
  ])('closes the socket to the model within a second, %s', async (_when, step) => {
    const sessionId = await newSession();
    const nth = app.model.requests.length + 1;
    app.model.push(step);
    const response = await say(sessionId, 'hello');
    const request = await app.model.request(nth);
    if ('text' in step) {
      const runId = app.runs.active(sessionId) ?? '';
      await readEvents(await rejoin(sessionId, runId), ({ event }) => event === 'message');
    }
    const start = performance.now();
    await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect(await request.closed).toBe(true);
    expect(performance.now() - start).toBeLessThan(1000);
    expect((await readEvents(response)).at(-1)?.event).toBe('cancelled');
  });

  it('answers a waiting JSON client, and is no error when nothing runs', async () => {
    const sessionId = await newSession();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const entered = new Promise<void>((resolve) => {
      gate.entered = resolve;
    });
    const response = say(sessionId, 'wait', false);
    await entered;
    await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect(await (await response).json()).toMatchObject({ finishReason: 'cancelled' });
    const again = await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect([again.status, await again.json()]).toEqual([200, { cancelled: false }]);
  });
});

describe('approvals', () => {
  it('interrupts, tells what waits, and goes on as a new run once decided', async () => {
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 5 } }] });
    const sessionId = await newSession();
    const answer = (await (await say(sessionId, 'pay 5', false)).json()) as {
      finishReason: string;
      approvals: { id: string; tool: string }[];
      runId: string;
    };
    expect(answer).toMatchObject({
      finishReason: 'interrupted',
      approvals: [{ tool: 'pay', args: { amount: 5 } }],
    });
    const decide = (decisions: unknown) =>
      app.post(`/messages/${sessionId}/approvals`, mine, { decisions, stream: true });
    expect((await decide([])).status).toBe(400);
    expect((await decide([{ id: 'other', approved: true }])).status).toBe(400);
    app.model.push({ text: 'Paid.' });
    const events = await readEvents(await decide([{ id: answer.approvals[0]?.id, approved: true }]));
    expect(runIdOf(events)).not.toBe(answer.runId);
    expect(textOf(events)).toBe('Paid.');
    expect(events.find(({ data }) => data['status'] === 'done')?.data).toMatchObject({ output: { paid: 5 } });
  });
});

describe('draining', () => {
  it('gives every open stream its terminal event, and new messages 503', async () => {
    const closing = await startTestApp({ plugins: [plugin] });
    try {
      const key = await closing.key('chat');
      const created = await closing.post('/sessions', key, {});
      const { sessionId } = (await created.json()) as { sessionId: string };
      closing.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
      const entered = new Promise<void>((resolve) => {
        gate.entered = resolve;
      });
      const stream = await closing.post(`/messages/${sessionId}`, key, { message: 'wait', stream: true });
      await entered;
      closing.state = 'draining';
      const drained = closing.runs.drain(50);
      expect((await closing.get('/health/ready')).status).toBe(503);
      const events = await readEvents(stream);
      await drained;
      expect(terminalsOf(events)).toBe(1);
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'shutting_down' } });
      const again = await closing.post(`/messages/${sessionId}`, key, { message: 'hello' });
      expect([again.status, await again.json()]).toMatchObject([503, { code: 'shutting_down' }]);
    } finally {
      await closing.close();
    }
  });
});

describe('what belongs to someone else', () => {
  it('looks exactly like what never was', async () => {
    app.model.push({ text: 'mine' });
    const sessionId = await newSession();
    const runId = runIdOf(await readEvents(await say(sessionId, 'hello')));
    const calls: ((session: string, run: string) => Promise<Response>)[] = [
      (session) => app.get(`/sessions/${session}`, theirs),
      (session) => app.get(`/sessions/${session}/messages`, theirs),
      (session) => app.get(`/sessions/${session}`, theirs, { method: 'DELETE' }),
      (session) => say(session, 'hello', true, theirs),
      (session, run) => rejoin(session, run, undefined, theirs),
      (session, run) => rejoin(session, run, `${run}:1`, theirs),
      (session) => app.post(`/messages/${session}/abort`, theirs, undefined),
      (session) =>
        app.post(`/messages/${session}/approvals`, theirs, { decisions: [{ id: 'x', approved: true }] }),
    ];
    for (const call of calls) {
      const foreign = await call(sessionId, runId);
      const absent = await call(
        '00000000-0000-0000-0000-000000000000',
        '00000000-0000-0000-0000-000000000001',
      );
      expect([foreign.status, absent.status]).toEqual([404, 404]);
      const { requestId: _a, ...seen } = (await foreign.json()) as Record<string, unknown>;
      const { requestId: _b, ...unseen } = (await absent.json()) as Record<string, unknown>;
      expect(seen).toEqual(unseen);
    }
    expect((await app.get(`/sessions/${sessionId}`, mine)).status).toBe(200);
    expect(await (await app.get('/sessions', theirs)).text()).not.toContain(sessionId);
  });
});
