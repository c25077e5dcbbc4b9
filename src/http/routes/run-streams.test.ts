import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEvents, textOf } from '../../testing/index.js';
import { createChat } from '../testing/chat.js';
import { letGo, nextEntry, paceTools } from '../testing/pace-tools.js';
import { runIdOf, sequenceOf, terminalsOf, upTo } from '../testing/run-events.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let mine: string;

const { newSession, say, rejoin, waitingRun } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools], env: { SSE_HEARTBEAT_MS: '30' } });
  mine = await app.key('chat');
});
afterAll(() => app.close());
afterEach(() => app.model.assertComplete());

describe('a run and its connections', () => {
  it('outlives a client that is killed in mid-stream', async () => {
    const sessionId = await newSession();
    const controller = new AbortController();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Nobody heard, yet it is said.' });
    const entered = nextEntry();
    const response = await app.post(
      `/messages/${sessionId}`,
      mine,
      { message: 'wait', stream: true },
      { signal: controller.signal },
    );
    const [first] = await readEvents(response, ({ event }) => event === 'run');
    await entered;
    controller.abort();
    letGo();
    await expect.poll(() => app.app.runs.active(sessionId)).toBeUndefined();
    const events = await readEvents(await rejoin(sessionId, String(first?.data['runId'])));
    expect(textOf(events)).toBe('Nobody heard, yet it is said.');
    expect(events.at(-1)?.event).toBe('done');
  });

  it('outlives a client that waited for JSON, without a word in the error log', async () => {
    const sessionId = await newSession();
    const controller = new AbortController();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Done anyway.' });
    const entered = nextEntry();
    const response = app.post(
      `/messages/${sessionId}`,
      mine,
      { message: 'wait' },
      { signal: controller.signal },
    );
    await entered;
    controller.abort();
    await expect(response).rejects.toThrow();
    letGo();
    await expect.poll(() => app.app.runs.active(sessionId)).toBeUndefined();
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
    const runId = app.app.runs.active(sessionId) ?? '';
    const head = await app.get(`/messages/${sessionId}/runs/${runId}`, mine, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    letGo();
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
      if (text.split(': ping\n\n').length > 3) letGo();
    }
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
    expect(text.split(': ping\n\n').length).toBeGreaterThan(3);
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
      `POST /messages/${sessionId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mine}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    await app.model.request(app.model.requests.length + 1);
    await expect.poll(() => app.app.runs.active(sessionId), { timeout: 10_000 }).toBeUndefined();
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
