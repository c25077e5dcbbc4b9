import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import mailbox from './index.js';

const office = definePlugin({
  name: 'office',
  version: '1.0.0',
  manifest: { title: 'Office', summary: 'Sends reports.', whenToUse: ['A report'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'send_report',
        description: 'Sends the report.',
        input: z.object({}),
        approval: 'always',
        run: (_input, { principal }) => ({ sentBy: principal.id }),
      }),
    ],
  }),
});

let oracle: TestOracle;
let carrier: TestClient;
beforeEach(async () => {
  oracle = await startTestOracle({ plugins: [mailbox, office], script: [] });
  carrier = oracle.as(['mailbox/deliver']);
});
afterEach(() => oracle.close());

let letters = 0;
const letter = (text: string, more: object = {}) => ({
  id: `letter-${++letters}`,
  from: 'ada@example.org',
  thread: 'reports',
  text,
  ...more,
});
const deliver = async (body: object) => carrier.post('/v1/mailbox', body);
const reply = async (text: string, more: object = {}) => (await deliver(letter(text, more))).at('reply');

describe('a letter', () => {
  it('is answered in the conversation of its thread and its writer', async () => {
    oracle.model.push(
      { text: 'Good day.' },
      {
        expect: ({ body }) => expect(JSON.stringify(body.messages)).toContain('Good day.'),
        text: 'As I said.',
      },
      {
        expect: ({ body }) => expect(JSON.stringify(body.messages)).not.toContain('Good day.'),
        text: 'And you are?',
      },
    );
    expect(await reply('Hello')).toBe('Good day.');
    expect(await reply('What did you say?')).toBe('As I said.');
    expect(await reply('Hello', { from: 'ben@example.org' })).toBe('And you are?');
    const { items } = await oracle.app.store.sessions.list('mailbox:ada@example.org', 10);
    expect(items).toMatchObject([{ title: 'Hello' }]);
  });

  it('that is delivered again has the same reply, and is read once', async () => {
    const once = letter('Hello');
    oracle.model.push({ text: 'Good day.', delayMs: 200 });
    const replies = await Promise.all([deliver(once), deliver(once)]);
    replies.push(await deliver(once));
    expect(replies.map((answer) => answer.at('reply'))).toEqual(Array(3).fill('Good day.'));
  });

  it('says yes to what waits', async () => {
    oracle.model.push({ toolCalls: [{ name: 'send_report', args: {} }] }, { text: 'It is sent.' });
    expect(await reply('Send it.')).toBe('May I? office: Sends the report. (yes or no)');
    expect(await reply('yes')).toBe('It is sent.');
  });

  it('stops what runs', async () => {
    oracle.model.push({ text: 'Let me', hang: 'after-deltas' });
    const first = reply('Count to a million.');
    await expect.poll(() => oracle.app.runs.size).toBe(1);
    expect(await reply('stop')).toBe('Stopped.');
    expect(await first).toMatch(/\(stopped\)$/);
    expect(await reply('stop')).toBe('There is nothing to stop.');
  });
});

describe('the writer of letters', () => {
  it('becomes who gave it the code, until it is unlinked', async () => {
    const { json, status } = await oracle.owner.post('/links');
    expect(status).toBe(201);
    expect(await reply(`link ${json['code']}`)).toBe(`You are ${oracle.app.identity?.did} from now on.`);
    oracle.model.push({ text: 'Welcome.' });
    await reply('Hello');
    expect((await oracle.owner.get('/sessions')).json['sessions']).toMatchObject([{ title: 'Hello' }]);
    expect((await oracle.owner.get('/links')).json).toMatchObject({
      links: [{ account: 'mailbox:ada@example.org', name: 'ada@example.org' }],
    });

    const path = `/links/${encodeURIComponent('mailbox:ada@example.org')}`;
    expect((await oracle.owner.delete(path)).status).toBe(204);
    expect((await oracle.owner.delete(path)).status).toBe(404);
    expect(await reply('unlink')).toBe('You were not linked.');
    const entries = (await oracle.owner.get('/audit')).at('entries') as { readonly action: string }[];
    expect(entries.filter(({ action }) => action.startsWith('account.'))).toMatchObject([
      { action: 'account.unlink', actor: oracle.app.identity?.did, subject: 'mailbox:ada@example.org' },
      { action: 'account.link', invoker: 'mailbox:ada@example.org' },
    ]);
  });

  it('is nobody else by a code that does not hold', async () => {
    expect(await deliver(letter('link AAAAA-AAAAA'))).toMatchObject({ status: 403 });
  });

  it('is linked and unlinked by who holds the DID, not by a key that acts for it', async () => {
    const key = oracle.as(['chat', 'admin']);
    expect((await key.post('/links')).status).toBe(403);
    expect((await key.get('/links')).status).toBe(403);
    expect((await key.delete('/links/mailbox:ada@example.org')).status).toBe(403);
    expect((await oracle.as(['mailbox/deliver']).post('/links')).status).toBe(403);
  });
});
