import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readEvents, textOf } from '../../testing/index.js';
import { createChat } from '../testing/chat.js';
import { letGo, nextEntry, paceTools } from '../testing/pace-tools.js';
import { runIdOf, sequenceOf, terminalsOf, upTo } from '../testing/run-events.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let mine: string;
let theirs: string;
const { newSession, say, rejoin, waitingRun } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools], env: { SSE_HEARTBEAT_MS: '30' } });
  mine = await app.key('chat');
  theirs = await app.key('chat');
});
afterAll(() => app.close());
afterEach(() => app.model.assertComplete());

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

  it('keeps the text before a call apart from the text after it, each by its message', async () => {
    app.model.push(
      { text: 'Let me see', toolCalls: [{ name: 'double', args: { n: 21 } }] },
      { reasoning: 'hm', text: ['It is ', '42.'] },
    );
    const sessionId = await newSession();
    const answer = (await (await say(sessionId, 'double 21', false)).json()) as {
      runId: string;
      content: string;
      messages: unknown;
    };
    expect(answer.content).toBe('Let me see\n\nIt is 42.');
    expect(answer.messages).toEqual([
      { messageId: `${answer.runId}:1`, content: 'Let me see' },
      { messageId: `${answer.runId}:2`, content: 'It is 42.' },
    ]);
    const stream = await readEvents(await rejoin(sessionId, answer.runId));
    expect(
      stream
        .filter(({ event }) => event === 'message' || event === 'reasoning')
        .map(({ event, data }) => [event, data['messageId']]),
    ).toEqual(expect.arrayContaining([['reasoning', `${answer.runId}:2`]]));
    const listed = await app.get(`/sessions/${sessionId}/messages`, mine);
    const { messages } = (await listed.json()) as { messages: { role: string; id: string }[] };
    expect(messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)).toEqual([
      `${answer.runId}:1`,
      `${answer.runId}:2`,
    ]);
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
    letGo();
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
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'only once' });
    const entered = nextEntry();
    let refused = 0;
    const tries = upTo(5).map(async () => {
      const answer = await say(sessionId, 'me first', false);
      if (answer.status === 409) refused += 1;
      return answer;
    });
    await entered;
    await expect.poll(() => refused, { timeout: 10_000 }).toBe(4);
    letGo();
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it.each([
    [{ message: '' }, 'message'],
    [{ message: ' \n\t' }, 'message'],
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

describe('calls that the client runs', () => {
  it('end the run, and go on with their results, each at most 256 KiB and none missing', async () => {
    app.model.push({ toolCalls: [{ name: 'look', args: {}, id: 'l1' }] });
    const sessionId = await newSession();
    const waiting = (await (await say(sessionId, 'look', false)).json()) as object;
    expect(waiting).toMatchObject({
      finishReason: 'interrupted',
      approvals: [],
      calls: [{ id: 'l1', name: 'look', args: {} }],
    });
    const send = (body: object) => app.post(`/messages/${sessionId}/approvals`, mine, body);
    for (const body of [{}, { results: [{ id: 'l1' }] }, { results: [{ id: 'l2', output: 1 }] }])
      expect((await send(body)).status).toBe(400);
    const missing = await send({ decisions: [{ id: 'l1', approved: true }] });
    expect(JSON.stringify(await missing.json())).toContain("needs exactly one result for 'l1'");
    const large = await send({ results: [{ id: 'l1', output: 'x'.repeat(256 * 1024) }] });
    expect([large.status, JSON.stringify(await large.json())]).toEqual([
      400,
      expect.stringContaining('larger than 262144 bytes'),
    ]);
    app.model.push({ text: 'A page.' });
    const answer = (await (
      await send({ results: [{ id: 'l1', output: { title: 'Home' } }] })
    ).json()) as object;
    expect(answer).toMatchObject({
      content: 'A page.',
      toolCalls: [{ id: 'l1', status: 'done', output: { title: 'Home' } }],
    });
  });
});

describe('what a client may answer with', () => {
  async function waiting(calls: number) {
    const ids = Array.from({ length: calls }, (_, i) => `l${i}`);
    app.model.push({ toolCalls: ids.map((id) => ({ name: 'look', args: { at: id }, id })) });
    const sessionId = await newSession();
    await (await say(sessionId, 'look', false)).json();
    const answer = (results: unknown) => app.post(`/messages/${sessionId}/approvals`, mine, { results });
    return { sessionId, ids, answer };
  }

  it.each([
    ['an output', { output: { deep: ['a\u0000b'] } }],
    ['a name in an output', { output: { 'a\u0000': 1 } }],
    ['an error', { error: 'no\u0000' }],
  ])('is no text with U+0000, in %s; a backslash before u0000 is just text', async (_what, bad) => {
    const { ids, answer } = await waiting(1);
    const refused = await answer([{ id: ids[0], ...bad }]);
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      400,
      expect.stringContaining("the result of 'l0' holds the character U+0000"),
    ]);
    app.model.push({ text: 'ok' });
    expect((await answer([{ id: ids[0], output: 'a\\u0000b' }])).status).toBe(200);
  });

  it('needs an output or an error, in plain words', async () => {
    const { answer } = await waiting(1);
    const text = await (await answer([{ id: 'l0' }])).text();
    expect(text).toContain('required');
    expect(text).not.toContain('nonoptional');
  });

  it('is nothing any more once the wait was aborted', async () => {
    const { sessionId, ids, answer } = await waiting(1);
    const abort = async () => (await app.post(`/messages/${sessionId}/abort`, mine, undefined)).json();
    expect(await abort()).toEqual({ cancelled: true, runId: expect.any(String) });
    expect((await answer([{ id: ids[0], output: 1 }])).status).toBe(409);
    expect(await abort()).toEqual({ cancelled: false });
    app.model.push({ text: 'going on' });
    expect(textOf(await readEvents(await say(sessionId, 'and now?')))).toBe('going on');
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
