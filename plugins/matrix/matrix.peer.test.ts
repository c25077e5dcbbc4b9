import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from 'matrix-js-sdk';
import { definePlugin, defineTool, type PendingApproval, type PluginContext } from 'oracle-runtime/plugin';
import { type ScriptedStep, scratchDatabase, startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { homeserverAt } from './account/homeserver.js';
import { readRecoveryKey } from './account/recovery-key.js';
import { logIn } from './account/sign-in.js';
import matrix from './index.js';
import { type Bot, provisionBot } from './library.js';
import { type RoomService, Rooms } from './service.js';
import { type Person, person, until } from './testing/person.js';
import { type Synapse, startSynapse } from './testing/synapse.js';

/** A destructive thing to be asked about, and a file to be handed over. */
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
      defineTool({
        name: 'draw_dot',
        description: 'Draws a dot.',
        input: z.object({}),
        run: (_input, rt) => {
          rt.artifact({ title: 'Dot', mimeType: 'text/plain', alt: 'A dot', bytes: Buffer.from('a dot') });
          return {};
        },
      }),
      defineTool({
        name: 'read_attached',
        description: 'Reads what is attached.',
        input: z.object({}),
        run: (_input, { attachments }) => ({
          files: attachments.map(({ name, url }) => [
            name,
            Buffer.from(url.split(',')[1] ?? '', 'base64').toString(),
          ]),
        }),
      }),
    ],
  }),
});

let synapse: Synapse;
let ada: Person;
let ben: Person;
let oracleId: string;
let dataDir: string;
let oracle: TestOracle | undefined;

beforeAll(async () => {
  synapse = await startSynapse();
  dataDir = await mkdtemp(join(tmpdir(), 'matrix-oracle-'));
  oracleId = await synapse.register('oracle');
  ada = await person(synapse, 'ada');
  ben = await person(synapse, 'ben');
}, 120_000);
afterEach(() => stop());
afterAll(async () => {
  ada?.close();
  ben?.close();
  await synapse?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(script: readonly ScriptedStep[], config: object = {}): Promise<TestOracle> {
  oracle = await startTestOracle({
    plugins: [matrix, office],
    script,
    config: { plugins: { matrix: config } },
    env: {
      DATA_DIR: dataDir,
      MATRIX_BASE_URL: synapse.url,
      MATRIX_ORACLE_ADMIN_USER_ID: oracleId,
      MATRIX_ORACLE_ADMIN_PASSWORD: 'secret of oracle',
    },
  });
  const { logs } = oracle;
  const line = '[plugin] matrix pending -> loaded';
  await until(
    () => logs.some(({ message }) => message === line),
    () => JSON.stringify(logs),
  );
  return oracle;
}
async function stop(): Promise<void> {
  const running = oracle;
  oracle = undefined;
  await running?.close();
}
const named = { 'm.mentions': { user_ids: ['@oracle:localhost'] } };
const bySelf = ({ sender }: { readonly sender: string }) => sender === oracleId;
const says = (text: string) => (message: { readonly sender: string; readonly text: string }) =>
  bySelf(message) && message.text.includes(text);

describe('a direct message', () => {
  it('is answered in the room, growing by edits, and its account becomes whose code it types', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i} `);
    const running = await start([{ text: words, chunkDelayMs: 120 }, { text: 'As **I** said.' }]);
    const room = await ada.room([oracleId]);
    await ada.say(room, 'Hello');
    const answer = await ada.sees(room, says('word29'));
    expect(answer.edits).toBeGreaterThan(0);
    expect(answer.threadId).toBeUndefined();
    await ada.say(room, 'What did you say?');
    const second = await ada.sees(room, says('As **I** said.'));
    expect(second.content['formatted_body']).toContain('<strong>I</strong>');
    expect(second.edits).toBe(0);

    const { json } = await running.owner.post('/links');
    await ada.say(room, `link ${json['code']}`);
    await ada.sees(room, says('from now on'));
    await ada.say(room, 'unlink');
    await ada.sees(room, says('Unlinked.'));
  }, 60_000);
});

describe('a code that links accounts', () => {
  it('holds no more once it was said where others read it, to the oracle or not, and no model reads it', async () => {
    const running = await start([{ text: 'Welcome.' }]);
    const alone = await ada.room([oracleId]);
    await ada.say(alone, 'Hello');
    await ada.sees(alone, says('Welcome.'));
    const group = await ada.room([oracleId, ben.userId]);
    const bens = await ben.room([oracleId]);
    const asked = running.model.requests.length;
    const sayings: [string, object][] = [
      ['oracle: link CODE', named],
      ['is CODE any good?', {}],
    ];
    const times = (who: typeof ada, room: string, words: string) => who.seen(room).filter(says(words)).length;
    for (const [i, [words, more]] of sayings.entries()) {
      const code = String((await running.owner.post('/links')).json['code']);
      await ada.say(group, words.replace('CODE', code), more);
      await until(() => times(ada, alone, 'holds no more') === i + 1);
      await ben.say(bens, `link ${code}`);
      await until(() => times(ben, bens, 'does not hold') === i + 1);
    }
    expect(running.model.requests).toHaveLength(asked);
  }, 60_000);
});

describe('a message', () => {
  it('that its writer corrects or takes back is read as it stands from then on', async () => {
    let heard = '';
    await start([
      { text: 'Ten.' },
      { text: 'Noted.' },
      {
        expect: ({ text }) => {
          heard = text;
        },
        text: 'As it stands.',
      },
    ]);
    const room = await ada.room([oracleId]);
    const price = await ada.say(room, 'my pin is 7731 and the price is 10');
    await ada.sees(room, says('Ten.'));
    const card = await ada.say(room, 'my card is 4444');
    await ada.sees(room, says('Noted.'));
    const correct = (body: string) =>
      ada.say(room, `* ${body}`, {
        'm.new_content': { msgtype: 'm.text', body },
        'm.relates_to': { rel_type: 'm.replace', event_id: price },
      });
    await correct('the price is 20');
    await ada.sees(room, says('as you changed it from now on'));
    // A correction that is taken back gives way to the one before it.
    const wrong = await correct('the price is 20 and my pin is 9955');
    await until(() => ada.seen(room).filter(says('as you changed it')).length === 2);
    await ada.takeBack(room, wrong);
    await ada.takeBack(room, card);
    await ada.say(room, 'What is the price?');
    await ada.sees(room, says('As it stands.'));
    expect(heard).toContain('the price is 20');
    expect(heard).toContain('taken back');
    expect(heard).not.toMatch(/7731|4444|9955/);
  }, 60_000);

  it('that others correct stays; an answer that is taken away is read no more, and what waits goes with who asked for it', async () => {
    let heard = '';
    const send = { toolCalls: [{ name: 'send_report', args: {} }] };
    await start([
      { text: 'Your pin is 7731.' },
      send,
      {
        expect: ({ text }) => {
          heard = text;
        },
        text: 'Nothing.',
      },
    ]);
    // The room is Ada's: she may take away what others said.
    const room = await ada.room([oracleId, ben.userId]);
    const asked = await ben.say(room, 'oracle: what is my pin, of card one?', named);
    const thread = { 'm.relates_to': { rel_type: 'm.thread', event_id: asked } };
    const answer = await ada.sees(room, says('Your pin is 7731.'));
    await ada.say(room, '* card of 9955', {
      'm.new_content': { msgtype: 'm.text', body: 'card of 9955' },
      'm.relates_to': { rel_type: 'm.replace', event_id: asked },
    });
    await ada.takeBack(room, answer.id);
    const wish = await ben.say(room, 'oracle: send it to 4444', { ...named, ...thread });
    const question = await ben.sees(room, says('May I?'));
    await ben.takeBack(room, wish);
    await until(() =>
      ben.seen(room).some(({ id, text }) => id === question.id && text.includes('no longer waits')),
    );
    await ben.say(room, 'oracle: what waits?', { ...named, ...thread });
    await ben.sees(room, says('Nothing.'));
    expect(heard).toContain('of card one?');
    expect(heard).toContain('This answer was taken away');
    expect(heard).not.toMatch(/7731|9955|4444/);
  }, 60_000);
});

describe('a room that is replaced by another', () => {
  it('is followed: its memory, its quorum and what waits in it are those of the other', async () => {
    await start([]);
    const room = await ada.room([oracleId, ben.userId]);
    await stop();
    const running = await start(
      [
        { toolCalls: [{ name: 'load_capability', args: { names: ['matrix'] } }] },
        { toolCalls: [{ name: 'room_memory_save', args: { text: 'Bread on Fridays' } }] },
        { text: 'Kept.' },
        { toolCalls: [{ name: 'send_report', args: {} }] },
        { text: 'Both have it.' },
        {
          expect: ({ text }) => expect(text).toContain('The room wants remembered'),
          text: 'On Fridays.',
        },
      ],
      { quorum: { [room]: 2 } },
    );
    await ada.say(room, 'Bread on Fridays', named);
    await ada.sees(room, says('Kept.'));
    await ada.say(room, 'Send it', named);
    await ada.sees(room, says('2 members must agree'));
    const { replacement_room: next } = await ada.client.upgradeRoom(room, '11');
    for (const userId of [oracleId, ben.userId]) await ada.client.invite(next, userId);
    const anew = await ada.sees(next, says('2 members must agree'));
    await ada.react(next, anew.id, '✅');
    await ada.sees(next, says(`Agreed: ${ada.userId}`));
    await ben.react(next, anew.id, '✅');
    await ada.sees(next, says('Both have it.'));
    await ada.say(next, 'When is bread?', named);
    await ada.sees(next, says('On Fridays.'));
    expect(running.logs.filter(({ level }) => level === 'error')).toEqual([]);
  }, 90_000);
});

describe('an encrypted room', () => {
  it('into which an answer grows lets the process end in order', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${i} `);
    const running = await start([{ text: words, chunkDelayMs: 20 }]);
    const room = await ada.room([oracleId], { encrypted: true });
    await ada.say(room, 'Tell me slowly');
    await ada.sees(room, says('word30'));
    oracle = undefined;
    // Nobody waits for the run: its edits are on their way when the client is closed.
    await running.app.close(0);
    await running.close();
    expect(running.logs.filter(({ level }) => level === 'error')).toEqual([]);
  }, 60_000);

  it('is answered encrypted, with files both ways, and the device is signed by its account', async () => {
    await start([
      { text: 'It is secret.' },
      { toolCalls: [{ name: 'read_attached', args: {} }] },
      {
        expect: ({ text }) => expect(text).toContain('two eggs'),
        toolCalls: [{ name: 'draw_dot', args: {} }],
      },
      { text: 'There.' },
    ]);
    const room = await ada.room([oracleId], { encrypted: true });
    await ada.say(room, 'Is it secret?');
    const answer = await ada.sees(room, says('It is secret.'));
    expect(answer.encrypted).toBe(true);
    const [device] = await devicesOf(oracleId);
    const status = await ada.client.getCrypto()?.getDeviceVerificationStatus(oracleId, device ?? '');
    expect(status?.signedByOwner).toBe(true);

    await ada.send(room, 'eggs.txt', 'text/plain', Buffer.from('two eggs'));
    await ada.sees(room, says('There.'));
    const dot = await ada.sees(
      room,
      ({ content }) => content['msgtype'] === 'm.file' && content['filename'] !== 'eggs.txt',
    );
    expect(dot).toMatchObject({ encrypted: true, text: 'A dot' });
    expect((await ada.open(dot)).toString()).toBe('a dot');
  }, 60_000);

  it('hears nothing that a homeserver could say by itself: plain text, and what was said before as a new event', async () => {
    const running = await start([{ text: 'First.' }, { text: 'Third.' }]);
    const room = await ada.room([oracleId], { encrypted: true });
    const eventId = await ada.say(room, 'one');
    await ada.sees(room, says('First.'));
    const token = ada.client.getAccessToken() ?? '';
    const server = homeserverAt(synapse.url);
    const at = `/rooms/${encodeURIComponent(room)}`;
    const sent = await server.call('GET', `${at}/event/${encodeURIComponent(eventId)}`, { token });
    await server.call('PUT', `${at}/send/m.room.encrypted/again`, {
      token,
      body: (sent as { content: object }).content,
    });
    await server.call('PUT', `${at}/send/m.room.message/plain`, {
      token,
      body: { msgtype: 'm.text', body: 'two' },
    });
    await ada.sees(room, says('was not encrypted'));
    await ada.say(room, 'three');
    await ada.sees(room, says('Third.'));
    const warned = running.logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warned).toContain('matrix: an encrypted message is not what it says, and is not heard');
    expect(warned).toContain('matrix: a message that is not encrypted came into an encrypted room');
  }, 60_000);

  it('is read after a restart as before: the same device, its keys, and a message of meanwhile once', async () => {
    await start([{ text: 'Before.' }]);
    const room = await ada.room([oracleId], { encrypted: true });
    await ada.say(room, 'one');
    await ada.sees(room, says('Before.'));
    const before = await devicesOf(oracleId);
    await stop();
    await ada.say(room, 'two');
    const running = await start([{ text: 'After.' }]);
    await ada.sees(room, says('After.'));
    expect(await devicesOf(oracleId)).toEqual(before);
    await stop();
    // Nothing of it again: the script would have no turn for it.
    await start([]);
    await ada.sees(room, says('After.'));
    expect(ada.seen(room).filter(bySelf)).toHaveLength(2);
    expect(running.logs.filter(({ level }) => level === 'error')).toEqual([]);
    const all = JSON.stringify(running.logs);
    expect(all).not.toContain('secret of oracle');
    expect(all).not.toContain('syt_');
  }, 90_000);
});

describe('a device', () => {
  it('that is logged out elsewhere comes back by the password, as a new one with keys of its own', async () => {
    const running = await start([{ text: 'Here again.' }]);
    const [before] = await devicesOf(oracleId);
    const server = homeserverAt(synapse.url);
    const password = 'secret of oracle';
    const device = await logIn(server, { userId: oracleId, password, deviceId: before });
    await server.call('POST', '/logout', { token: device.accessToken, body: {} });
    await until(() => running.logs.filter(({ message }) => message === 'matrix: connected').length > 1);
    const room = await ada.room([oracleId], { encrypted: true });
    await ada.say(room, 'Are you there?');
    expect((await ada.sees(room, says('Here again.'))).encrypted).toBe(true);
    expect(await devicesOf(oracleId)).not.toContain(before);
  }, 60_000);

  it('whose keys a message was not sent with says so once, and answers when they come', async () => {
    await start([{ text: 'Now I can.' }]);
    const room = await ada.room([oracleId], { encrypted: true });
    const crypto = ada.client.getCrypto();
    if (crypto !== undefined) crypto.globalBlacklistUnverifiedDevices = true;
    await ada.say(room, 'Secret one');
    await ada.say(room, 'Secret two');
    await ada.sees(room, says('could not read'));
    if (crypto !== undefined) crypto.globalBlacklistUnverifiedDevices = false;
    await crypto?.forceDiscardSession(room);
    await ada.say(room, 'Can you read?');
    await ada.sees(room, says('Now I can.'));
    expect(ada.seen(room).filter(says('could not read'))).toHaveLength(1);
  }, 60_000);
});

describe('a room of several', () => {
  it('is answered in a thread by name, by answer and while the thread is active; each member for themselves', async () => {
    await start([{ text: 'Yes, Ada?' }, { text: 'Still here.' }, { text: 'Yes, Ben?' }]);
    const room = await ada.room([oracleId, ben.userId]);
    await ada.say(room, 'Good morning, Ben');
    const asked = await ada.say(room, 'oracle: are you there?', named);
    const answer = await ada.sees(room, says('Yes, Ada?'));
    expect(answer.threadId).toBe(asked);
    const inThread = { 'm.relates_to': { rel_type: 'm.thread', event_id: asked } };
    await ada.say(room, 'And now?', inThread);
    expect((await ada.sees(room, says('Still here.'))).threadId).toBe(asked);
    await ben.say(room, 'Me too', { 'm.relates_to': { 'm.in_reply_to': { event_id: answer.id } } });
    await Promise.all([ada, ben].map((each) => each.sees(room, says('Yes, Ben?'))));
    expect(ada.seen(room).filter(bySelf)).toHaveLength(3);
    const owners = await Promise.all(
      [ada, ben].map(({ userId }) => oracle?.app.store.sessions.list(`matrix:${userId}`, 100)),
    );
    const titles = owners.map((list) => list?.items.map(({ title }) => title));
    expect(titles[1]).toContain('Me too');
    expect(titles[0]).not.toContain('Me too');
  }, 60_000);

  it('lets the asker alone allow what waits, and several where they must agree', async () => {
    const send = { toolCalls: [{ name: 'send_report', args: {} }] };
    await start([send, { text: 'Ada has it.' }]);
    const room = await ada.room([oracleId, ben.userId]);
    await ada.say(room, 'Send it', named);
    const asked = await ada.sees(room, says('May I?'));
    await ben.react(room, asked.id, '✅');
    await ada.sees(room, says('May I?'));
    await ada.react(room, asked.id, '👍');
    await ada.sees(room, says('Ada has it.'));
    expect((await ada.sees(room, says('Allowed by'))).text).toContain(`Allowed by ${ada.userId}.`);
    await stop();

    await start([send, { text: 'All have it.' }], { quorum: { [room]: 2 } });
    await ada.say(room, 'Send it again', named);
    const second = await ada.sees(room, says('2 members must agree'));
    const agreed = await ada.react(room, second.id, '✅');
    await ada.sees(room, says(`Agreed: ${ada.userId}`));
    // Taken back, it counts no more.
    await ada.takeBack(room, agreed);
    const stands = () => ada.seen(room).filter(says('2 members must agree: react')).at(-1)?.text ?? '';
    await until(() => stands().includes('Agreed: nobody yet'));
    await ada.react(room, second.id, '✅');
    await until(() => stands().includes(`Agreed: ${ada.userId}`));
    await ada.say(room, 'yes', { 'm.relates_to': { rel_type: 'm.thread', event_id: second.threadId } });
    await ada.sees(room, says('must agree first'));
    // Named, so that it is heard, in a thread of its own.
    await ben.say(room, 'hey oracle, ok', named);
    await ben.sees(room, says('Your words have decided nothing: 2 members must agree first'));
    await ben.react(room, second.id, '✅');
    await ada.sees(room, says('All have it.'));
  }, 90_000);
});

describe('a question that the homeserver does not take', () => {
  it('is decided by no word, and said to be so once the oracle may speak', async () => {
    const running = await start([{ toolCalls: [{ name: 'send_report', args: {} }] }]);
    const room = await ada.room([oracleId]);
    const speaking = async (level: number) => {
      const levels = { users: {}, events_default: level };
      await ada.client.sendStateEvent(room, EventType.RoomPowerLevels, levels);
    };
    await speaking(50);
    const failures = () =>
      running.logs.filter(({ message }) => message === 'matrix: a message could not be answered').length;
    await ada.say(room, 'Send it');
    await until(() => failures() === 1);
    await ada.say(room, 'yes');
    await until(() => failures() === 2);
    await speaking(0);
    await ada.say(room, 'yes');
    await ada.sees(room, says('what waits had not been shown here'));
    expect(running.model.requests).toHaveLength(1);
    // What was asked stands in the room, and in no log.
    expect(JSON.stringify(running.logs)).not.toContain('still waits');
  }, 90_000);
});

describe('an account', () => {
  it('is made with device, recovery key and room, and made once', async () => {
    const kept: Partial<Bot> = {};
    const request = {
      baseUrl: synapse.url,
      name: 'cookstove',
      displayName: 'Cookstove',
      registration: { sharedSecret: synapse.secret },
      keep: async (made: Partial<Bot>) => void Object.assign(kept, made),
    };
    await expect(provisionBot({ ...request, registration: {}, before: {} })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const made = await provisionBot({ ...request, before: { ...kept } });
    expect(made).toMatchObject({ userId: '@cookstove:localhost', created: true, ...kept });
    expect(readRecoveryKey(made.recoveryKey)).toBeDefined();
    const again = await provisionBot({ ...request, before: { ...kept } });
    expect(again).toEqual({ ...made, created: false });
    await expect(provisionBot({ ...request, before: { password: 'another' } })).rejects.toMatchObject({
      code: 'conflict',
    });
  }, 60_000);
});

describe('a homeserver', () => {
  it('that is away keeps the oracle pending and not from its other work; it comes back by itself', async () => {
    await synapse.kill();
    const env = { MATRIX_BASE_URL: synapse.url, MATRIX_ORACLE_ADMIN_USER_ID: oracleId };
    const running = await startTestOracle({
      plugins: [matrix, office],
      script: [{ text: 'Back again.' }],
      env: { ...env, DATA_DIR: dataDir, MATRIX_ORACLE_ADMIN_PASSWORD: 'secret of oracle' },
    });
    oracle = running;
    expect((await running.anyone.get('/health')).status).toBe(200);
    const state = async () => JSON.stringify((await running.owner.get('/health/plugins')).json);
    await expect.poll(state, { timeout: 20_000 }).toContain('does not answer');
    await synapse.start();
    await until(() => running.logs.some(({ message }) => message === '[plugin] matrix pending -> loaded'));
    const room = await ada.room([oracleId]);
    await synapse.kill();
    await until(() => running.logs.some(({ message }) => message === 'matrix: connection lost'));
    await synapse.start();
    await ada.say(room, 'Are you back?');
    await ada.sees(room, says('Back again.'));
  }, 120_000);
});

describe('two processes of one oracle', () => {
  it('are one in the rooms: one is connected, says what the other has to say, and is followed by it', async () => {
    const database = scratchDatabase('matrix');
    await database.create();
    const shared = await mkdtemp(join(tmpdir(), 'matrix-two-'));
    let rooms: RoomService | undefined;
    let clerkOf: Pick<PluginContext, 'conversations' | 'principals'> | undefined;
    const clerk = definePlugin({
      name: 'clerk',
      version: '1.0.0',
      manifest: { title: 'Clerk', summary: 'Tells.', whenToUse: ['News'], loading: 'silent' },
      softDependsOn: ['matrix'],
      setup(ctx) {
        rooms = ctx.use(Rooms);
        clerkOf = ctx;
        return {};
      },
    });
    const process = async (script: readonly ScriptedStep[]) => {
      const running = await startTestOracle({
        plugins: [matrix, office, clerk],
        script,
        env: {
          DATA_DIR: shared,
          DATABASE_URL: database.url(),
          MATRIX_BASE_URL: synapse.url,
          MATRIX_ORACLE_ADMIN_USER_ID: oracleId,
          MATRIX_ORACLE_ADMIN_PASSWORD: 'secret of oracle',
        },
      });
      await until(() => running.logs.some(({ message }) => message === '[plugin] matrix pending -> loaded'));
      return running;
    };
    const one = await process([{ text: 'By the first.' }, { text: 'Sent.' }]);
    const two = await process([
      { toolCalls: [{ name: 'send_report', args: {} }] },
      { text: 'By the second.' },
    ]);
    try {
      expect(JSON.stringify((await two.owner.get('/health/plugins')).json)).toContain('Another process');
      expect(JSON.stringify((await one.owner.get('/health/plugins')).json)).not.toContain('Another process');
      const room = await ada.room([oracleId], { encrypted: true });
      await ada.say(room, 'Who is it?');
      await ada.sees(room, says('By the first.'));
      // The clerk of the second one has no connection of its own.
      const news = { text: 'News of the second', key: 'news' };
      const [posted, again] = await Promise.all([
        rooms?.post({ roomId: room }, news),
        rooms?.post({ roomId: room }, news),
      ]);
      expect(again).toEqual(posted);
      expect((await ada.sees(room, says('News of the second'))).id).toBe(posted?.eventId);
      await expect(rooms?.post({ roomId: '!none:localhost' }, { text: 'x' })).rejects.toMatchObject({
        code: 'upstream_failed',
      });
      // What waits in a session that the second one leads is asked by the first, where Ada is alone with it.
      const account = { provider: 'matrix', subject: ada.userId, name: 'Ada' };
      const principal = await clerkOf?.principals.external(account);
      const { conversations } = clerkOf ?? {};
      if (principal === undefined || conversations === undefined) throw new Error('There is no clerk.');
      const { sessionId } = await conversations.open(principal, 'clerk');
      const { runId } = await conversations.send(principal, sessionId, { message: 'Send it' });
      let approvals: readonly PendingApproval[] = [];
      const never = new AbortController().signal;
      for await (const batch of conversations.follow(principal, sessionId, runId, 0, never))
        for (const { event } of batch) if (event.type === 'interrupted') approvals = event.approvals;
      const question = { principal, sessionId, approvals, about: 'The clerk' };
      const elsewhere = await ben.room([oracleId]);
      await expect(rooms?.ask({ ...question, place: { roomId: elsewhere } })).rejects.toMatchObject({
        code: 'upstream_failed',
      });
      const stranger = { ...principal, id: 'did:key:stranger' };
      expect(await rooms?.ask({ ...question, principal: stranger })).toBe(false);
      expect(await Promise.all([rooms?.ask(question), rooms?.ask(question)])).toEqual([true, true]);
      const asked = await ada.sees(room, says('The clerk: '));
      expect(ada.seen(room).filter(says('May I?'))).toHaveLength(1);
      await ada.say(room, 'yes');
      await ada.sees(room, says('the question is answered by a reaction to it'));
      await ada.react(room, asked.id, '✅');
      await ada.sees(room, says('Allowed by'));
      await expect
        .poll(async () => JSON.stringify(await one.app.store.threads.messages(sessionId)), {
          timeout: 20_000,
        })
        .toContain('Sent.');

      await one.close();
      await ada.say(room, 'And now?');
      await ada.sees(room, says('By the second.'));
      // The session of the clerk is shown by the clerk: Matrix has the question alone.
      expect(ada.seen(room).filter(bySelf)).toHaveLength(5);
    } finally {
      await one.close();
      await two.close();
      await database.drop();
      await rm(shared, { recursive: true, force: true });
    }
  }, 120_000);
});

/** Ids of the devices that others know of somebody. */
async function devicesOf(userId: string): Promise<string[]> {
  const devices = await ada.client.getCrypto()?.getUserDeviceInfo([userId], true);
  return [...(devices?.get(userId)?.keys() ?? [])];
}
