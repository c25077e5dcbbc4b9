import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letGo, nextEntry, paceTools } from '../http/testing/pace-tools.js';
import { startTestApp, type TestApp } from '../http/testing/test-app.js';
import { type ClientEvent, createOracleClient, type OracleClient } from './index.js';

let app: TestApp;
let oracle: OracleClient;
beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools] });
  oracle = createOracleClient({ url: `${app.url}/`, token: await app.key('chat') });
});
afterAll(() => app.close());

async function all(events: AsyncGenerator<ClientEvent>): Promise<ClientEvent[]> {
  const collected: ClientEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

const said = (events: readonly ClientEvent[]) =>
  events.map((event) => (event.type === 'message' ? event.content : '')).join('');

describe('the client', () => {
  it('says something and gives the events of the answer, each at its place', async () => {
    app.model.push({ toolCalls: [{ name: 'double', args: { n: 4 } }] }, { text: 'Eight.' });
    const events = await all(oracle.send(await oracle.sessions.create(), 'twice four'));
    expect(said(events)).toBe('Eight.');
    expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({ name: 'double', args: { n: 4 } });
    expect(events.at(-1)).toMatchObject({ type: 'done', finishReason: 'stop' });
    const runId = events[0]?.type === 'run' ? events[0].runId : '';
    expect(events.map(({ eventId }) => eventId)).toEqual(events.map((_, at) => `${runId}:${at + 1}`));
  });

  it('follows a run after the last event that came, and has nothing of one that was seen whole', async () => {
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] }, { text: 'Here again.' });
    const sessionId = await oracle.sessions.create();
    const entered = nextEntry();
    const leaving = new AbortController();
    let seen: ClientEvent | undefined;
    for await (const event of oracle.send(sessionId, 'wait', { signal: leaving.signal })) {
      seen = event;
      if (event.type === 'tool_call') break;
    }
    leaving.abort();
    await entered;
    letGo();
    const runId = seen?.eventId?.split(':')[0] ?? '';
    const rest = await all(oracle.follow(sessionId, runId, { lastEventId: seen?.eventId ?? '' }));
    expect(rest.some(({ eventId }) => eventId === seen?.eventId)).toBe(false);
    expect(said(rest)).toBe('Here again.');
    expect(await all(oracle.follow(sessionId, runId, { lastEventId: rest.at(-1)?.eventId ?? '' }))).toEqual(
      [],
    );
  });

  it('goes on after decisions with changed arguments, and after results of its own calls', async () => {
    app.model.push({ toolCalls: [{ name: 'pay', args: { amount: 5 } }] }, { text: 'Paid.' });
    const sessionId = await oracle.sessions.create();
    const end = (await all(oracle.send(sessionId, 'pay'))).at(-1);
    const [approval] = end?.type === 'interrupted' ? end.approvals : [];
    const decisions = [{ id: approval?.id ?? '', approved: true, args: { amount: 3 } }];
    const paid = await all(oracle.resume(sessionId, { decisions }));
    expect(paid.find((event) => event.type === 'tool_call' && event.status === 'done')).toMatchObject({
      output: { paid: 3 },
    });
    app.model.push({ toolCalls: [{ name: 'look', args: {} }] }, { text: 'I see it.' });
    const waiting = (await all(oracle.send(sessionId, 'look'))).at(-1);
    const [call] = waiting?.type === 'interrupted' ? (waiting.calls ?? []) : [];
    const results = [{ id: call?.id ?? '', output: 'a map' }];
    expect(said(await all(oracle.resume(sessionId, { results })))).toBe('I see it.');
  });

  it('cancels, and throws what the oracle refuses with its code and words', async () => {
    app.model.push({ toolCalls: [{ name: 'wait', args: {} }] });
    const sessionId = await oracle.sessions.create();
    const entered = nextEntry();
    const run = all(oracle.send(sessionId, 'wait'));
    await entered;
    await expect(all(oracle.send(sessionId, 'and now?'))).rejects.toMatchObject({
      code: 'run_active',
      status: 409,
    });
    await oracle.abort(sessionId);
    expect((await run).at(-1)?.type).toBe('cancelled');
    const nobody = createOracleClient({ url: app.url });
    await expect(nobody.sessions.list()).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
