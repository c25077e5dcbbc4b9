import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEvents, textOf } from '../../testing/index.js';
import { withoutTimers } from '../../testing/without-timers.js';
import { createChat } from '../testing/chat.js';
import { nextEntry, paceTools } from '../testing/pace-tools.js';
import { runIdOf, terminalsOf } from '../testing/run-events.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let mine: string;

const { newSession, say, rejoin } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools], env: { SSE_HEARTBEAT_MS: '30' } });
  mine = await app.key('chat');
});
afterAll(() => app.close());
afterEach(() => app.model.assertComplete());

describe('cancelling', () => {
  it('ends a run in its tool with one cancelled, and the thread goes on', async () => {
    const sessionId = await newSession();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const entered = nextEntry();
    const response = await say(sessionId, 'wait');
    await entered;
    const abort = await withoutTimers(() => app.post(`/messages/${sessionId}/abort`, mine, undefined));
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
  ])('closes the socket to the model at once, %s', async (_when, step) => {
    const sessionId = await newSession();
    const nth = app.model.requests.length + 1;
    app.model.push(step);
    const response = await say(sessionId, 'hello');
    const request = await app.model.request(nth);
    if ('text' in step) {
      const runId = app.app.runs.active(sessionId) ?? '';
      await readEvents(await rejoin(sessionId, runId), ({ event }) => event === 'message');
    }
    await withoutTimers(async () => {
      await app.post(`/messages/${sessionId}/abort`, mine, undefined);
      expect(await request.closed).toBe(true);
    });
    expect((await readEvents(response)).at(-1)?.event).toBe('cancelled');
  });

  it('answers a waiting JSON client, and is no error when nothing runs', async () => {
    const sessionId = await newSession();
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const entered = nextEntry();
    const response = say(sessionId, 'wait', false);
    await entered;
    await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect(await (await response).json()).toMatchObject({ finishReason: 'cancelled' });
    const again = await app.post(`/messages/${sessionId}/abort`, mine, undefined);
    expect([again.status, await again.json()]).toEqual([200, { cancelled: false }]);
  });
});

describe('draining', () => {
  it('gives every open stream its terminal event, and new messages 503', async () => {
    const closing = await startTestApp({ plugins: [paceTools] });
    try {
      const key = await closing.key('chat');
      const created = await closing.post('/sessions', key, {});
      const { sessionId } = (await created.json()) as { sessionId: string };
      closing.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
      const entered = nextEntry();
      const stream = await closing.post(`/messages/${sessionId}`, key, { message: 'wait', stream: true });
      await entered;
      const other = (await (await closing.post('/sessions', key, {})).json()) as { sessionId: string };
      const drained = closing.app.close(1000);
      const ready = await closing.get('/health/ready');
      expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
      // Being alive does not depend on being ready.
      expect((await closing.get('/health')).status).toBe(200);
      const again = await closing.post(`/messages/${other.sessionId}`, key, { message: 'hello' });
      expect([again.status, await again.json()]).toMatchObject([503, { code: 'shutting_down' }]);
      const events = await readEvents(stream);
      await drained;
      expect(terminalsOf(events)).toBe(1);
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'shutting_down' } });
    } finally {
      await closing.close();
    }
  });
});
