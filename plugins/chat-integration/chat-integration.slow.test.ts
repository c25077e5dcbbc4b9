import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import {
  startTestOracle,
  type TestChat,
  type TestOracle,
  type TestOracleOptions,
  type TestTurn,
  withUtterances,
} from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALLOW, REFUSE } from './conversation/buttons.js';
import chatIntegration from './index.js';
import { BOT, SIGNING_SECRET, SlackStandIn, type StandingMessage, signed } from './testing/slack-stand-in.js';

const office = definePlugin({
  name: 'office',
  version: '1.0.0',
  manifest: { title: 'Office', summary: 'Sends reports.', whenToUse: ['A report'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'send_report',
        description: 'Sends a report.',
        input: z.object({ to: z.string() }),
        approval: 'always',
        describe: ({ to }) => `Send the report to ${to}`,
        run: ({ to }, { principal }) => ({ sentBy: principal.id, to }),
      }),
      defineTool({
        name: 'draw_picture',
        description: 'Draws.',
        input: z.object({}),
        run: (_input, rt) => {
          rt.artifact({
            title: 'A square',
            mimeType: 'image/png',
            alt: 'A square',
            bytes: Buffer.from('png'),
          });
          return { drawn: true };
        },
      }),
    ],
  }),
});

const TOKENS = { CHAT_BOT_TOKEN: 'xoxb-test-token', CHAT_APP_TOKEN: 'xapp-test-token' };

let slack: SlackStandIn;
let oracle: TestOracle;
beforeEach(async () => {
  slack = await new SlackStandIn().listen();
});
afterEach(async () => {
  await oracle?.close();
  await slack.close();
});

async function start(options: TestOracleOptions = {}) {
  oracle = await startTestOracle({
    plugins: [chatIntegration, office],
    script: [],
    ...options,
    env: { CHAT_API_URL: slack.apiUrl, ...TOKENS, ...options.env },
  });
  await expect.poll(() => stateOf(oracle), { timeout: 5_000 }).toBe('ok');
}

async function stateOf({ owner }: TestOracle): Promise<unknown> {
  const { json } = await owner.get('/health/plugins');
  const plugins = json['plugins'] as unknown as { name: string; health?: { status: string } }[];
  return plugins.find(({ name }) => name === 'chat-integration')?.health?.status;
}

const direct = (text: string, more: object = {}) =>
  slack.message({ channel: 'D1', channel_type: 'im', text, ...more });
const mention = (text: string, more: object = {}) =>
  slack.message({ type: 'app_mention', channel: 'C1', text: `<@${BOT}> ${text}`, ...more });
const said = (...where: [string, string?]) => expect.poll(() => slack.said(...where), { timeout: 8_000 });
const buttons = () =>
  slack.messages.find(({ blocks }) => JSON.stringify(blocks).includes(ALLOW)) as StandingMessage;

describe('a message', () => {
  it('is acknowledged before the work, answered in its thread by a stream, once', async () => {
    await start();
    oracle.model.push({ text: 'Good day. '.repeat(60), delayMs: 400 });
    const event = mention('hello');
    const envelope = slack.deliver(event);
    await expect.poll(() => slack.acked).toContain(envelope);
    expect(slack.messages).toEqual([]);
    // Again, as a retry, and as the other event that Slack sends of a mention.
    slack.deliver(event, { retry: 1 });
    slack.deliver({ ...event, event_id: 'EvOther', event: { ...event.event, type: 'message' } });
    await said('C1', event.event.ts).toEqual([`${'Good day. '.repeat(60)}`]);
    await expect.poll(() => slack.acked.length).toBe(3);
    await expect.poll(() => slack.messages.every(({ streaming }) => !streaming)).toBe(true);
    expect(slack.callsOf('chat.startStream')).toMatchObject([{ recipient_user_id: 'U1ADA' }]);
    expect(slack.messages).toHaveLength(1);
  });

  it('that only a retry brings is answered', async () => {
    await start();
    oracle.model.push({ text: 'Here I am.' });
    slack.deliver(direct('hello?'), { retry: 2 });
    await said('D1').toEqual(['Here I am.']);
  });

  it('is read where the person talks with the bot already, and nowhere else', async () => {
    await start();
    oracle.model.push({ text: 'First.' }, { text: 'Second.' });
    const first = mention('hello');
    slack.deliver(first);
    const thread = { channel: 'C1', thread_ts: first.event.ts };
    await said('C1', first.event.ts).toEqual(['First.']);
    slack.deliver(slack.message({ channel: 'C1', text: 'just talking' }));
    slack.deliver(slack.message({ ...thread, text: 'what does <@U2BEN> think?' }));
    slack.deliver(slack.message({ ...thread, text: 'and what of mine?', user: 'U2BEN' }));
    slack.deliver(slack.message({ ...thread, text: 'mine', user: BOT }));
    slack.deliver(slack.message({ ...thread, text: 'mine', bot_id: 'B1' }));
    slack.deliver(slack.message({ ...thread, text: 'and now?' }));
    await said('C1', first.event.ts).toEqual(['First.', 'Second.']);
    const asked = JSON.stringify(oracle.model.requests.at(-1)?.body['messages']);
    expect(asked).toContain('and now?');
    expect(asked).toContain('First.');
    expect(asked).not.toContain('what of mine');
  });

  it('of another person is another conversation, also in the same thread', async () => {
    await start();
    oracle.model.push(
      { text: 'For Ada.' },
      {
        expect: ({ body }) => expect(JSON.stringify(body.messages)).not.toContain('secret of Ada'),
        text: 'For Ben.',
      },
    );
    const first = mention('the secret of Ada');
    slack.deliver(first);
    await said('C1', first.event.ts).toEqual(['For Ada.']);
    slack.deliver(mention('what did she say?', { user: 'U2BEN', thread_ts: first.event.ts }));
    await said('C1', first.event.ts).toEqual(['For Ada.', 'For Ben.']);
    const { items } = await oracle.app.store.sessions.list('slack:T0TEAM/U2BEN', 10);
    expect(items).toHaveLength(1);
  });

  it('of somebody of another organisation, in a shared channel, is nobody of this one', async () => {
    await start();
    oracle.model.push(
      { text: 'For Ada.' },
      {
        expect: ({ body }) => expect(JSON.stringify(body.messages)).not.toContain('secret of Ada'),
        text: 'For a guest.',
      },
    );
    slack.deliver(direct('the secret of Ada', { team: 'T0TEAM', user_team: 'T0TEAM' }));
    await said('D1').toEqual(['For Ada.']);
    slack.deliver(direct('what did I say?', { team: 'T9AWAY', user_team: 'T9AWAY', source_team: 'T9AWAY' }));
    await said('D1').toEqual(['For Ada.', 'For a guest.']);
    for (const person of ['slack:T0TEAM/U1ADA', 'slack:T9AWAY/U1ADA'])
      expect((await oracle.app.store.sessions.list(person, 10)).items, person).toHaveLength(1);
  });

  it('that comes while another is worked on has its turn after it, and stop ends that', async () => {
    await start();
    oracle.model.push(
      { text: ['One and two. ', 'Three and four. ', 'Five'], hang: 'after-deltas', chunkDelayMs: 20 },
      { text: 'Now you.' },
    );
    slack.deliver(direct('count'));
    await said('D1').toEqual([expect.stringMatching(/^One and two\./)]);
    slack.deliver(direct('and then?'));
    slack.deliver(direct('stop'));
    await said('D1').toEqual([expect.stringMatching(/^One and two\..+_Stopped\._$/s), 'Now you.']);
    slack.deliver(direct('stop'));
    await said('D1').toEqual([
      expect.stringMatching(/^One and two\..+_Stopped\._$/s),
      'Now you.',
      'There is nothing to stop.',
    ]);
  });

  it('longer than Slack takes becomes several', async () => {
    await start();
    const paragraph = `${'word '.repeat(400)}\n\n`;
    oracle.model.push({ text: paragraph.repeat(12) });
    slack.deliver(direct('tell me all'));
    await expect
      .poll(() => slack.said('D1').join('').replace(/\s/g, '').length, { timeout: 8_000 })
      .toBe(400 * 4 * 12);
    expect(slack.said('D1').length).toBeGreaterThan(1);
    expect(Math.max(...slack.said('D1').map(({ length }) => length))).toBeLessThan(12_000);
  });
});

describe('a message that its writer', () => {
  const change = (ts: string, event: object) =>
    slack.deliver(
      slack.message({ channel: 'D1', channel_type: 'im', ts: slack.nextTs(), event_ts: ts, ...event }),
    );
  const lastAsked = () => JSON.stringify(oracle.model.requests.at(-1)?.body['messages']);

  it('edits or deletes is read as it stands now, and no more', async () => {
    await start();
    oracle.model.push({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' });
    const [pin, price] = [direct('my pin is PIN-4411'), direct('the price is 10')];
    slack.deliver(pin);
    await said('D1').toEqual(['One.']);
    slack.deliver(price);
    await said('D1').toEqual(['One.', 'Two.']);
    change(pin.event.ts, { subtype: 'message_deleted', deleted_ts: pin.event.ts, user: undefined });
    const message = { ts: price.event.ts, user: 'U1ADA', text: 'the price is 20' };
    const before = { ...message, text: 'the price is 10' };
    change(price.event.ts, { subtype: 'message_changed', message, previous_message: before });
    // Of others' words nothing is kept.
    const foreign = { ts: slack.nextTs(), user: 'U2BEN', text: 'changed by Ben' };
    change(foreign.ts, { subtype: 'message_changed', message: foreign });
    await expect.poll(() => slack.acked.length).toBe(5);
    slack.deliver(direct('what is the price?'));
    await said('D1').toEqual(['One.', 'Two.', 'Three.']);
    expect(lastAsked()).toContain('the price is 20');
    expect(lastAsked()).toContain('This message was taken back');
    expect(lastAsked()).not.toMatch(/PIN-4411|price is 10|changed by Ben/);
    // What is gone stays gone.
    const again = { ts: pin.event.ts, user: 'U1ADA', text: 'my pin is PIN-4411!' };
    change(pin.event.ts, { subtype: 'message_changed', message: again });
    await expect.poll(() => slack.acked.length).toBe(7);
    slack.deliver(direct('and now?'));
    await said('D1').toEqual(['One.', 'Two.', 'Three.', 'Four.']);
    expect(lastAsked()).not.toContain('PIN-4411');
  });

  it('deletes while it waits for a button waits no more; an answer that is deleted is read no more', async () => {
    await start();
    oracle.model.push(
      { text: 'Your pin is PIN-4411.' },
      { toolCalls: [{ name: 'send_report', args: { to: 'Ben' } }] },
      { text: 'Nothing.' },
    );
    const [pin, wish] = [direct('what is my pin?'), direct('send it to Ben')];
    slack.deliver(pin);
    await said('D1').toEqual(['Your pin is PIN-4411.']);
    slack.deliver(wish);
    await expect.poll(() => buttons(), { timeout: 8_000 }).toBeDefined();
    const asked = buttons();
    const { ts } = slack.messages.find(({ text }) => text.includes('PIN-4411')) as StandingMessage;
    // Slack tells the bot of its own edits too.
    const edit = { ts, user: BOT, text: 'Your pin is PIN-4411!' };
    change(ts, { subtype: 'message_changed', message: edit });
    change(ts, { subtype: 'message_deleted', deleted_ts: ts, user: undefined });
    change(wish.event.ts, { subtype: 'message_deleted', deleted_ts: wish.event.ts, user: undefined });
    await expect.poll(() => asked.text, { timeout: 8_000 }).toBe('_Taken back._');
    await expect.poll(() => slack.acked.length).toBe(5);
    slack.deliver(direct('and now?'));
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('Nothing.');
    expect(lastAsked()).toContain('This answer was taken away');
    expect(lastAsked()).not.toMatch(/PIN-4411|send it to Ben/);
    expect(slack.said('D1')).not.toContainEqual(expect.stringContaining('went wrong'));
  });

  it('says of themselves with /me is answered', async () => {
    await start();
    oracle.model.push({ text: 'Hello.' });
    slack.deliver(direct('waves', { subtype: 'me_message' }));
    await said('D1').toEqual(['Hello.']);
  });
});

describe('when Slack is not at its best', () => {
  it('an answer is edited in where streams are refused, at most once a second', async () => {
    await start();
    slack.failNext('chat.startStream', { error: 'missing_scope' });
    oracle.model.push({ text: Array(20).fill('word '.repeat(10)), chunkDelayMs: 120 });
    const event = mention('hello');
    slack.deliver(event);
    await said('C1', event.event.ts).toEqual(['word '.repeat(200)]);
    const edits = [...slack.times('chat.postMessage'), ...slack.times('chat.update')];
    for (const [index, at] of edits.slice(1).entries()) expect(at - (edits[index] ?? 0)).toBeGreaterThan(950);
  });

  it('health says that it takes no answers, until it does', async () => {
    await start();
    oracle.model.push({ text: 'Not now.' }, { text: 'Here.' });
    slack.failNext('chat.postMessage', { status: 500 });
    slack.deliver(direct('hello'));
    await expect.poll(() => stateOf(oracle), { timeout: 8_000 }).toBe('degraded');
    expect((await oracle.owner.get('/health/plugins')).text).toContain('HTTP 500: answers wait');
    // Another conversation has its turn at once.
    slack.deliver(mention('are you there?'));
    await expect.poll(() => stateOf(oracle), { timeout: 8_000 }).toBe('ok');
  });

  it('it waits as long as it is told, and says all once', async () => {
    await start();
    slack.failNext('chat.startStream', { retryAfter: 1 });
    slack.failNext('chat.stopStream', { retryAfter: 1 });
    oracle.model.push({ text: 'word '.repeat(100) });
    const event = mention('hello');
    slack.deliver(event);
    await said('C1', event.event.ts).toEqual(['word '.repeat(100)]);
    const [first = 0, second = 0] = slack.times('chat.startStream');
    expect(second - first).toBeGreaterThan(950);
  });

  it('a stream that does not end is no second answer', async () => {
    await start();
    slack.failNext('chat.stopStream', { error: 'internal_error' });
    oracle.model.push({ text: 'word '.repeat(100) });
    const event = mention('hello');
    slack.deliver(event);
    await said('C1', event.event.ts).toEqual(['word '.repeat(100)]);
    expect(slack.messages).toHaveLength(1);
  });

  it('a socket that Slack renews or loses is opened again, and what was not acknowledged is answered', async () => {
    await start();
    slack.renew();
    await expect.poll(() => slack.socketsOpened, { timeout: 5_000 }).toBe(2);
    slack.tear();
    await expect.poll(() => slack.socketsOpened, { timeout: 8_000 }).toBe(3);
    oracle.model.push({ text: 'Still here.' });
    slack.deliver(direct('hello'), { retry: 1 });
    await said('D1').toEqual(['Still here.']);
  });

  it('an oracle that is started again finishes what it had begun, in the same message', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'oracle-slack-'));
    try {
      await start({ env: { DATA_DIR } });
      oracle.model.push({
        text: ['One and two. ', 'Three and four. ', 'Five'],
        hang: 'after-deltas',
        chunkDelayMs: 20,
      });
      const event = direct('count');
      slack.deliver(event);
      await said('D1').toEqual([expect.stringMatching(/^One and two\./)]);
      await oracle.close();
      await start({ env: { DATA_DIR } });
      await said('D1').toEqual([expect.stringMatching(/^One and two\..+Sorry/s)]);
      slack.deliver(event, { retry: 1 });
      oracle.model.push({ text: 'And now?' });
      slack.deliver(direct('hello'));
      await said('D1').toEqual([expect.stringMatching(/^One and two\..+Sorry/s), 'And now?']);
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  });

  it('the oracle boots without it, says why, and finds it when it is back', async () => {
    await slack.close();
    oracle = await startTestOracle({
      plugins: [chatIntegration, office],
      script: [],
      env: { CHAT_API_URL: slack.apiUrl, ...TOKENS },
    });
    await expect.poll(() => stateOf(oracle)).toBe('degraded');
    expect((await oracle.owner.get('/health/plugins')).text).toMatch(/Slack cannot be reached/);
    expect(await oracle.owner.get('/v1/slack/channels')).toMatchObject({ status: 503 });
    await slack.listen();
    await expect.poll(() => stateOf(oracle), { timeout: 10_000 }).toBe('ok');
  });
});

describe('a call that asks', () => {
  it('waits for the button of the asker alone, and goes on in the thread', async () => {
    await start();
    oracle.model.push(
      { toolCalls: [{ name: 'send_report', args: { to: '<!channel>' } }] },
      { text: 'It is sent.' },
    );
    const event = mention('send it');
    slack.deliver(event);
    await expect.poll(buttons).toBeDefined();
    // In rich text it calls nobody, and stands as it is.
    expect(buttons().blocks[0]).toMatchObject({
      type: 'rich_text',
      elements: [{ elements: [{ text: 'May I? ' }, { text: 'office: Send the report to <!channel>' }] }],
    });
    slack.deliver(slack.pressOf(buttons(), ALLOW, 'U2BEN'), { type: 'interactive' });
    await expect
      .poll(() => slack.whispers)
      .toMatchObject([{ user: 'U2BEN', text: expect.stringContaining('Only <@U1ADA>') }]);
    const forged = slack.pressOf(buttons(), ALLOW, 'U2BEN');
    const [action] = forged.actions;
    if (action !== undefined)
      action.value = `${Buffer.from('{"user":"U2BEN"}').toString('base64url')}.${action.value.split('.')[1]}`;
    slack.deliver(forged, { type: 'interactive' });
    const mine = slack.pressOf(buttons(), ALLOW, 'U1ADA');
    slack.deliver(mine, { type: 'interactive' });
    slack.deliver(mine, { type: 'interactive' });
    await expect.poll(() => slack.said('C1', event.event.ts).at(-1), { timeout: 8_000 }).toBe('It is sent.');
    expect(slack.messages[0]).toMatchObject({ text: expect.stringMatching(/\*Allowed\* by <@U1ADA>/) });
    expect(slack.messages).toHaveLength(2);
    expect(slack.whispers).toHaveLength(1);
  });

  it('tells a plain yes that decides nothing, of another or elsewhere, who decides and that it waits', async () => {
    await start();
    const wish = { toolCalls: [{ name: 'send_report', args: { to: 'Ben <!here>' } }] };
    oracle.model.push(wish, { text: 'Sent.' });
    const event = mention('send it');
    slack.deliver(event);
    await expect.poll(buttons).toBeDefined();
    expect(slack.callsOf('chat.postMessage').at(-1)?.['text']).toContain('Ben &lt;!here&gt;');
    const thread = { channel: 'C1', thread_ts: event.event.ts };
    slack.deliver(mention('yes', { ...thread, user: 'U2BEN' }));
    await expect
      .poll(() => slack.said('C1', event.event.ts).at(-1))
      .toMatch(
        /decided nothing: <@U1ADA> alone decides this\. It still waits: .*Send the report to Ben \\<\u200b!here>/,
      );
    slack.deliver(direct('yes'));
    await said('D1').toEqual([
      expect.stringMatching(/decided nothing: press a button .* where it was asked/),
    ]);
    // A second one is told the same, and reaches no model.
    slack.deliver(direct('yes please'));
    await said('D1').toEqual([
      expect.stringMatching(/decided nothing/),
      expect.stringMatching(/decided nothing: press a button .* where it was asked/),
    ]);
    slack.deliver(mention('ok', { ...thread, user: 'U2BEN' }));
    await expect
      .poll(() => slack.said('C1', event.event.ts).filter((text) => text.includes('alone decides')).length)
      .toBe(2);
    expect(oracle.model.requests).toHaveLength(1);
    slack.deliver(slack.message({ ...thread, text: 'yes' }));
    await expect.poll(() => slack.said('C1', event.event.ts).at(-1), { timeout: 8_000 }).toBe('Sent.');
    // Later a yes is one of their own conversation.
    oracle.model.push({ text: 'Yes to what?' });
    slack.deliver(direct('yes'));
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('Yes to what?');
  });

  it('is decided by no word while Slack does not take the question, and shown whole whatever stands in it', async () => {
    await start();
    const to = '<b>& '.repeat(400);
    oracle.model.push({ toolCalls: [{ name: 'send_report', args: { to } }] }, { text: 'It is sent.' });
    slack.failNext('chat.postMessage', { status: 500 }, { status: 500 }, { status: 500 });
    slack.deliver(direct('send it'));
    await expect.poll(() => slack.callsOf('chat.postMessage').length, { timeout: 8_000 }).toBeGreaterThan(0);
    slack.deliver(direct('yes'));
    // It is told so once Slack takes anything.
    await expect
      .poll(
        () => slack.said('D1').some((text) => /decided nothing: what waits had not been shown/.test(text)),
        {
          timeout: 30_000,
        },
      )
      .toBe(true);
    await expect.poll(buttons, { timeout: 30_000 }).toBeDefined();
    expect(JSON.stringify(buttons().blocks[0])).toContain(to.trim());
    expect(oracle.model.requests).toHaveLength(1);
    slack.deliver(direct('yes'));
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('It is sent.');
  });

  it('is refused by the other button, and answered in words takes the buttons away', async () => {
    await start();
    const wish = { toolCalls: [{ name: 'send_report', args: { to: 'Ben' } }] };
    oracle.model.push(wish, { text: 'Then not.' }, wish, { text: 'Sent after all.' });
    slack.deliver(direct('send it'));
    await expect.poll(buttons).toBeDefined();
    slack.deliver(slack.pressOf(buttons(), REFUSE, 'U1ADA'), { type: 'interactive' });
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('Then not.');
    slack.deliver(direct('send it now'));
    await expect.poll(buttons).toBeDefined();
    slack.deliver(direct('yes'));
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('Sent after all.');
    expect(buttons()).toBeUndefined();
  });
});

describe('files', () => {
  it('come with the message, from Slack alone, and go into the thread', async () => {
    await start();
    slack.downloads.set('/files/list.csv', { mimeType: 'text/csv', content: Buffer.from('id\n1\n') });
    const file = (name: string, url: string) => ({
      name,
      mimetype: 'text/csv',
      size: 5,
      url_private_download: url,
    });
    oracle.model.push({ toolCalls: [{ name: 'draw_picture', args: {} }] }, { text: 'A square.' });
    const event = mention('draw', {
      subtype: 'file_share',
      files: [
        file('list.csv', `${slack.origin}/files/list.csv`),
        file('evil.csv', 'https://slack.com.evil.example/x'),
      ],
    });
    slack.deliver(event);
    await expect.poll(() => slack.uploads, { timeout: 8_000 }).toHaveLength(1);
    expect(slack.uploads).toMatchObject([
      { name: 'A square.png', channel: 'C1', threadTs: event.event.ts, content: Buffer.from('png') },
    ]);
    expect(slack.said('C1', event.event.ts)).toEqual([expect.stringContaining('evil.csv'), 'A square.']);
    expect(JSON.stringify(oracle.model.requests[0]?.body['messages'])).toContain('list.csv');
  });
});

describe('who somebody is', () => {
  it('is said by a code, in private', async () => {
    await start();
    const { json } = await oracle.owner.post('/links');
    slack.deliver(direct(`link ${json['code']}`));
    await said('D1').toEqual([`You are ${oracle.app.identity?.did} from now on.`]);
    oracle.model.push({ text: 'Welcome.' });
    slack.deliver(direct('hello'));
    await said('D1').toContain('Welcome.');
    expect((await oracle.owner.get('/sessions')).json['sessions']).toMatchObject([{ title: 'hello' }]);
  });
});

describe('a code that links accounts', () => {
  it.each<[string, (code: string) => ReturnType<typeof mention>]>([
    ['by name in a channel', (code) => mention(`link ${code}`)],
    ['in words', (code) => mention(`my code is ${code.toLowerCase()}, please link me`)],
    ['in a channel to nobody', (code) => slack.message({ channel: 'C1', text: `is it ${code}?` })],
    ['in words directly', (code) => direct(`my code is ${code}`)],
  ])('holds no more once it was said %s, and no model reads it', async (_where, saying) => {
    await start();
    const code = String((await oracle.owner.post('/links')).json['code']);
    const event = saying(code);
    slack.deliver(event);
    // The other event that Slack sends of a mention.
    slack.deliver({ ...event, event_id: 'EvOther', event: { ...event.event, type: 'message' } });
    await expect
      .poll(() => slack.messages.map(({ channel, text }) => ({ channel, text })), { timeout: 8_000 })
      .toEqual([{ channel: 'U1ADA', text: expect.stringContaining('holds no more') }]);
    slack.deliver(slack.message({ channel: 'D2', channel_type: 'im', user: 'U2BEN', text: `link ${code}` }));
    await said('D2').toEqual([expect.stringContaining('does not hold')]);
    expect(slack.said('U1ADA')).toHaveLength(1);
    expect(oracle.model.requests).toEqual([]);
  });
});

describe('over HTTP', () => {
  const http = {
    env: { CHAT_BOT_TOKEN: 'xoxb-test-token', CHAT_APP_TOKEN: '', CHAT_SIGNING_SECRET: SIGNING_SECRET },
  };
  const post = (body: string, headers: Record<string, string>) =>
    oracle.anyone.fetch('/slack/events', { method: 'POST', body, headers });

  it('takes what Slack has signed, events and buttons, and nothing else', async () => {
    await start(http);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'c1' });
    const json = { 'Content-Type': 'application/json' };
    expect(await (await post(challenge, { ...json, ...signed(challenge, Date.now()) })).json()).toEqual({
      challenge: 'c1',
    });
    const body = JSON.stringify(direct('hello'));
    const bad = [
      {},
      signed(`${body} `, Date.now()),
      signed(body, Date.now() - 400_000),
      signed(body, Date.now(), 'f'.repeat(32)),
    ];
    for (const headers of bad) expect((await post(body, { ...json, ...headers })).status).toBe(401);
    oracle.model.push({ toolCalls: [{ name: 'send_report', args: { to: 'Ben' } }] }, { text: 'Sent.' });
    expect((await post(body, { ...json, ...signed(body, Date.now()) })).status).toBe(200);
    expect(
      (await post(body, { ...json, ...signed(body, Date.now()), 'X-Slack-Retry-Num': '1' })).status,
    ).toBe(200);
    await expect.poll(buttons).toBeDefined();
    const form = `payload=${encodeURIComponent(JSON.stringify(slack.pressOf(buttons(), ALLOW, 'U1ADA')))}`;
    const sent = await post(form, {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...signed(form, Date.now()),
    });
    expect(sent.status).toBe(200);
    await expect.poll(() => slack.said('D1').at(-1), { timeout: 8_000 }).toBe('Sent.');
    expect(slack.socketsOpened).toBe(0);
  });
});

it('rings for nobody by what it posts', async () => {
  await start();
  const text = 'a <!channel> <!here> <!subteam^S1>';
  const { status } = await oracle.owner.post('/v1/slack/messages', { channel: '#field-team', text });
  expect(status).toBe(201);
  expect(slack.callsOf('chat.postMessage').at(-1)?.['markdown_text']).toBe(text.replaceAll('<!', '<\u200b!'));
});

it('writes no token, ticket or word of a person into its logs', async () => {
  await start();
  oracle.model.push({ text: 'A quiet answer.' });
  slack.deliver(direct('a quiet question'));
  await said('D1').toEqual(['A quiet answer.']);
  slack.tear();
  await expect.poll(() => slack.socketsOpened, { timeout: 8_000 }).toBe(2);
  expect(JSON.stringify(oracle.logs)).not.toMatch(/xoxb-|xapp-|secret-ticket|a quiet/);
});

it.each([
  [{ CHAT_BOT_TOKEN: 'xoxp-wrong' }, /CHAT_BOT_TOKEN': it does not begin with xoxb-/],
  [{ CHAT_BOT_TOKEN: 'xoxb-abc' }, /CHAT_BOT_TOKEN': it is too short/],
  [
    { CHAT_BOT_TOKEN: 'xoxb-test-token' },
    /CHAT_APP_TOKEN': it is not set\. Set CHAT_APP_TOKEN .*CHAT_SIGNING_SECRET/,
  ],
])('does not boot with %o', async (env, why) => {
  await expect(startTestOracle({ plugins: [chatIntegration], env })).rejects.toThrow(why);
});

/** The calls that a sentence leads to, at once or once they are agreed to. */
async function understood(chat: TestChat, said: string) {
  const turn = await chat.say(said);
  const calls = callsOf(turn);
  return calls.length > 0 ? calls : callsOf(await chat.say('yes'));
}

function callsOf({ toolCalls, approvals }: TestTurn) {
  if (approvals.length > 0) return approvals.map(({ tool, args }) => ({ name: tool, args }));
  return toolCalls.filter(({ name }) => !['load_capability', 'list_capabilities'].includes(name));
}

it('is understood without a model, in six languages', async () => {
  oracle = await startTestOracle({
    plugins: [withUtterances(chatIntegration, import.meta.dirname), office],
    env: { CHAT_API_URL: slack.apiUrl, ...TOKENS },
  });
  for (const [said, name, args] of [
    ['Which Slack channels is the bot in?', 'list_chat_channels', {}],
    ['zeig mir die Slack-Kanäle', 'list_chat_channels', {}],
    ['kuna chaneli gani za Slack?', 'list_chat_channels', {}],
    [
      'Post to Slack channel #field-team: "The draw is done."',
      'post_to_chat',
      { channel: '#field-team', text: 'The draw is done.' },
    ],
    [
      'Post to Slack channel #general: "The draw is done."',
      'post_to_chat',
      { channel: '#general', text: 'The draw is done.' },
    ],
    ['post to #general: "hello"', 'post_to_chat', { channel: '#general', text: 'hello' }],
    [
      'post "hello field crew" to #general in Slack',
      'post_to_chat',
      { channel: '#general', text: 'hello field crew' },
    ],
    [
      'Post the field list of selection-9a55 to the Slack channel #field-team',
      'post_field_list',
      { selectionId: 'selection-9a55', channel: '#field-team' },
    ],
  ] as const)
    expect.soft(await understood(await oracle.chat(), said), said).toMatchObject([{ name, args }]);
}, 60_000);
