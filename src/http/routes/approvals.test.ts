import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createChat } from '../testing/chat.js';
import { paceTools } from '../testing/pace-tools.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

interface Waiting {
  readonly waiting: readonly {
    readonly sessionId: string;
    readonly approvals: readonly { readonly id: string; readonly args: unknown }[];
    readonly calls: readonly unknown[];
  }[];
  readonly cursor?: string;
}

let app: TestApp;
let mine: string;
let theirs: string;
const { newSession, say } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools] });
  mine = await app.key('chat');
  theirs = await app.key('chat');
});
afterAll(() => app.close());
afterEach(() => app.model.assertComplete());

const waiting = async (query = '', key = mine) =>
  (await (await app.get(`/approvals${query}`, key)).json()) as Waiting;

/** A session whose answer stopped before a payment of so much. */
async function askToPay(amount: number): Promise<string> {
  app.model.push({ toolCalls: [{ name: 'pay', args: { amount } }] });
  const sessionId = await newSession();
  await (await say(sessionId, `Pay ${amount}`, false)).json();
  return sessionId;
}

describe('GET /approvals', () => {
  it('lists what waits in all sessions, page by page, until it is answered, taken back or left', async () => {
    const [first, second, third] = [await askToPay(1), await askToPay(2), await askToPay(3)];
    const all = await waiting();
    expect(all.waiting).toMatchObject(
      [first, second, third].map((sessionId, at) => ({
        sessionId,
        title: `Pay ${at + 1}`,
        approvals: [{ tool: 'pay', args: { amount: at + 1 }, summary: expect.stringContaining('Pays') }],
        calls: [],
      })),
    );
    const page = await waiting('?limit=2');
    expect(page.waiting.map(({ sessionId }) => sessionId)).toEqual([first, second]);
    const rest = await waiting(`?limit=2&cursor=${page.cursor}`);
    expect([rest.waiting.map(({ sessionId }) => sessionId), rest.cursor]).toEqual([[third], undefined]);

    app.model.push({ text: 'Paid.' });
    const decisions = [{ id: all.waiting[0]?.approvals[0]?.id, approved: true }];
    await (await app.post(`/messages/${first}/approvals`, mine, { decisions })).json();
    await app.post(`/messages/${second}/abort`, mine, {});
    app.model.push({ text: 'Left.' });
    await (await say(third, 'Something else', false)).json();
    expect(await waiting()).toEqual({ waiting: [] });
  });

  it('lists calls of a client too, and nothing of anybody else', async () => {
    app.model.push({ toolCalls: [{ name: 'look', args: { at: 'sky' } }] });
    const sessionId = await newSession();
    await (await say(sessionId, 'Look', false)).json();
    expect((await waiting()).waiting).toMatchObject([
      { sessionId, approvals: [], calls: [{ name: 'look', args: { at: 'sky' } }] },
    ]);
    expect(await waiting('', theirs)).toEqual({ waiting: [] });
    await app.post(`/messages/${sessionId}/abort`, mine, {});
  });

  it('refuses what is no cursor', async () => {
    expect((await app.get('/approvals?cursor=nonsense', mine)).status).toBe(400);
  });
});
