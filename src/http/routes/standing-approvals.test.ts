import { createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readKeyDid } from '../../auth/keys/principal-bytes.js';
import { canonicalHash } from '../../kit/index.js';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { createChat } from '../testing/chat.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

const done: unknown[] = [];
const board = { text: 'one', isFull: false };
const keep = (args: unknown) => {
  done.push(args);
  return 'done';
};
const office = definePlugin({
  name: 'office',
  version: '1.0.0',
  manifest: { title: 'Office', summary: 'Files.', whenToUse: ['Papers'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'publish',
        description: 'Publishes.',
        approval: 'always',
        input: z.object({ path: z.string(), note: z.string().max(20).optional() }),
        describe: ({ path }) => `Publish ${path}`,
        run: keep,
      }),
      defineTool({
        name: 'shred',
        description: 'Shreds.',
        effect: 'destructive',
        approval: 'always',
        input: z.object({ path: z.string() }),
        run: keep,
      }),
      defineTool({
        name: 'post',
        description: 'Posts what the board says.',
        approval: 'always',
        input: z.object({}),
        foresee: () => ({ words: 'Post it', state: board.text }),
        run() {
          if (board.isFull) throw new Error('full');
          return keep(board.text);
        },
      }),
      defineTool({
        name: 'file',
        description: 'Files a paper, over another one if need be.',
        approval: ({ over }) => over,
        input: z.object({ path: z.string(), over: z.boolean() }),
        run: keep,
      }),
    ],
  }),
});

interface Decision {
  readonly decision: string;
  readonly record: string;
  readonly signature: string;
}

let app: TestApp;
let mine: string;
let admin: string;
const { newSession, say } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [office] });
  mine = await app.key('chat');
  admin = await app.key('admin');
});
afterAll(() => app.close());
afterEach(() => {
  app.model.assertComplete();
  done.length = 0;
});

const json = async (response: Promise<Response>) => (await response).json() as Promise<Record<string, never>>;
const read = <T>(path: string, key = mine) => json(app.get(path, key)) as Promise<T>;
const FRIDAY = new Date(Date.now() + 3 * 86_400_000).toISOString();

/** Lets the model call a tool; says what waits. */
async function call(name: string, args: object, sessionId?: string) {
  app.model.push({ toolCalls: [{ name, args: args as Record<string, unknown> }] });
  const session = sessionId ?? (await newSession());
  const answer = await json(say(session, 'Go on', false));
  const [held] = (answer['approvals'] ?? []) as readonly { readonly id: string }[];
  return { session, held: held?.id, answer };
}

async function decide(session: string, decision: object): Promise<Response> {
  app.model.push({ text: 'Done.' });
  return app.post(`/messages/${session}/approvals`, mine, { decisions: [decision] });
}

/** Checks a signature as anybody can who knows the DID. */
function isSigned({ record, signature }: Decision): boolean {
  const { signer } = JSON.parse(record) as { signer: string };
  const x = Buffer.from(readKeyDid(signer)?.bytes ?? []).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(record), key, Buffer.from(signature, 'base64url'));
}

describe('a decision', () => {
  it('is kept with the hashes of both versions of the arguments, signed by the oracle, for whom it concerns', async () => {
    const { session, held } = await call('publish', { path: '/a' });
    await (await decide(session, { id: held, approved: true, args: { path: '/b' }, reason: 'typo' })).json();
    const { session: other, held: second } = await call('shred', { path: '/c' });
    await (await decide(other, { id: second, approved: false })).json();
    expect(done).toEqual([{ path: '/b' }]);

    const { decisions } = await read<{ decisions: Decision[] }>('/approvals/decisions');
    expect(decisions.map(({ decision }) => decision)).toEqual(['declined', 'approved']);
    expect(decisions.every(isSigned)).toBe(true);
    const record = JSON.parse(decisions[1]?.record ?? '');
    expect(record).toMatchObject({
      approvalId: held,
      tool: 'publish',
      argsSha256: canonicalHash({ path: '/b' }),
      askedArgsSha256: canonicalHash({ path: '/a' }),
      decision: 'approved',
      reason: 'typo',
      session,
    });
    const forged = { ...(decisions[1] as Decision), record: JSON.stringify({ ...record, tool: 'shred' }) };
    expect(isSigned(forged)).toBe(false);

    const { messages } = await read<{ messages: { decidedBy?: object }[] }>(`/sessions/${session}/messages`);
    expect(messages.find(({ decidedBy }) => decidedBy !== undefined)?.decidedBy).toMatchObject({
      reason: 'typo',
      args: { path: '/b' },
    });
    const one = await read<{ decisions: Decision[]; cursor: string }>('/approvals/decisions?limit=1');
    const rest = await read<{ decisions: Decision[] }>(`/approvals/decisions?cursor=${one.cursor}`);
    expect([...one.decisions, ...rest.decisions]).toEqual(decisions);
    expect(await read(`/approvals/decisions?session=${other}`)).toMatchObject({
      decisions: [{ decision: 'declined' }],
    });
    expect(await read('/approvals/decisions', await app.key('chat'))).toEqual({ decisions: [] });
  });
});

describe('a standing approval', () => {
  it('lets such calls through and no others, until it is taken back, and the audit shows all of it', async () => {
    const { session, held } = await call('publish', { path: '/reports/a', note: 'x' });
    const remember = { until: FRIDAY, args: { path: { under: '/reports' }, note: { anything: true } } };
    await (await decide(session, { id: held, approved: true, remember })).json();
    const { standing } = await read<{ standing: { id: string }[] }>('/approvals/standing');
    expect(standing).toMatchObject([{ tool: 'publish', args: remember.args, until: FRIDAY }]);

    app.model.push(
      { toolCalls: [{ name: 'publish', args: { path: '/reports/b' } }] },
      { text: 'Published.' },
    );
    const passed = await json(say(await newSession(), 'Publish', false));
    expect([passed['finishReason'], done.at(-1)]).toEqual(['stop', { path: '/reports/b' }]);
    expect((await call('publish', { path: '/private' })).held).toBeDefined();
    expect((await call('shred', { path: '/reports/b' })).held).toBeDefined();
    const theirs = await app.key('chat');
    app.model.push({ toolCalls: [{ name: 'publish', args: { path: '/reports/b' } }] });
    const foreign = await json(app.post('/sessions', theirs, {}));
    expect(await json(say(foreign['sessionId'] ?? '', 'Publish', false, theirs))).toMatchObject({
      finishReason: 'interrupted',
    });

    expect((await app.get('/approvals/standing', theirs)).status).toBe(200);
    const path = `/approvals/standing/${standing[0]?.id}`;
    const remove = (key: string) => app.get(path, key, { method: 'DELETE' });
    expect([(await remove(theirs)).status, (await remove(mine)).status, (await remove(mine)).status]).toEqual(
      [404, 204, 404],
    );
    expect((await call('publish', { path: '/reports/b' })).held).toBeDefined();

    const { entries } = await read<{ entries: { action: string; details: { standing?: string } }[] }>(
      '/audit?limit=50',
      admin,
    );
    const of = entries.filter(({ details }) => details?.standing === standing[0]?.id);
    expect(of.map(({ action }) => action)).toEqual(['approval.forget', 'call.allow', 'approval.remember']);
  });

  it.each([
    ['what was read has changed', () => (board.text = 'secret')],
    ['the call failed', () => (board.isFull = true)],
  ])('is none where nothing was done: %s', async (_why, change) => {
    Object.assign(board, { text: 'one', isFull: false });
    const { session, held } = await call('post', {});
    change();
    app.model.push({ toolCalls: [{ name: 'post', args: {} }] });
    const decision = { id: held, approved: true, remember: { until: FRIDAY } };
    const again = await json(app.post(`/messages/${session}/approvals`, mine, { decisions: [decision] }));
    expect(again).toMatchObject({ finishReason: 'interrupted', approvals: [{ tool: 'post' }] });
    const { standing } = await read<{ standing: { tool: string }[] }>('/approvals/standing');
    expect(standing.filter(({ tool }) => tool === 'post')).toEqual([]);
    expect(done).toEqual([]);

    board.isFull = false;
    const [anew] = again['approvals'] as unknown as readonly { readonly id: string }[];
    await (await decide(session, { ...decision, id: anew?.id })).json();
    app.model.push({ toolCalls: [{ name: 'post', args: {} }] }, { text: 'Posted.' });
    expect(await json(say(await newSession(), 'Post', false))).toMatchObject({ finishReason: 'stop' });
    expect(done).toEqual([board.text, board.text]);
    const made = await read<{ standing: { id: string; tool: string }[] }>('/approvals/standing');
    for (const { id } of made.standing)
      await app.get(`/approvals/standing/${id}`, mine, { method: 'DELETE' });
  });

  it('is not believed when its row was changed', async () => {
    const { session, held } = await call('publish', { path: '/a' });
    await (await decide(session, { id: held, approved: true, remember: { until: FRIDAY } })).json();
    const { store } = app.app;
    const [row] = await store.db
      .selectFrom('core_standing_approvals')
      .selectAll()
      .where('ended_at', 'is', null)
      .execute();
    await store.db
      .updateTable('core_standing_approvals')
      .set({ record: (row?.record ?? '').replace('"/a"', '"/b"') })
      .where('id', '=', row?.id ?? '')
      .execute();
    expect((await call('publish', { path: '/b' })).held).toBeDefined();
    expect(await read('/approvals/standing')).toEqual({ standing: [] });
  });

  it('is refused with what is wrong, and the approval stays open', async () => {
    const { session, held } = await call('shred', { path: '/a' });
    const refused = async (decision: object) => {
      const response = await app.post(`/messages/${session}/approvals`, mine, {
        decisions: [{ id: held, ...decision }],
      });
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      return [response.status, errors.map(({ field }) => field)];
    };
    const long = new Date(Date.now() + 100 * 86_400_000).toISOString();
    expect(await refused({ approved: true, remember: { until: long } })).toEqual([
      400,
      ['decisions.0.remember.until'],
    ]);
    expect(await refused({ approved: false, remember: { until: FRIDAY } })).toEqual([
      400,
      ['decisions.0.remember'],
    ]);
    const anything = { until: FRIDAY, args: { path: { anything: true } } };
    expect(await refused({ approved: true, remember: anything })).toEqual([
      400,
      ['decisions.0.remember.args.path'],
    ]);
    const filed = await call('file', { path: '/a', over: true });
    const over = await app.post(`/messages/${filed.session}/approvals`, mine, {
      decisions: [{ id: filed.held, approved: true, remember: anything }],
    });
    expect(over.status).toBe(400);
    await app.post(`/messages/${filed.session}/abort`, mine, undefined);
    const other = { until: FRIDAY, args: { path: { under: '/b' } } };
    expect(await refused({ approved: true, remember: other })).toEqual([
      400,
      ['decisions.0.remember.args.path'],
    ]);
    expect(done).toEqual([]);
    await (await decide(session, { id: held, approved: true })).json();
    expect(done).toEqual([{ path: '/a' }]);
  });
});
