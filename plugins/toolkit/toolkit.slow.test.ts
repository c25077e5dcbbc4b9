import {
  startTestOracle,
  type TestClient,
  type TestOracle,
  type TestTurn,
  withUtterances,
} from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import toolkit from './index.js';
import { RouterStandIn } from './testing/router-stand-in.js';

/** What is away is looked at after one second, two, four. */
const PATIENT = { timeout: 8_000 };

let router: RouterStandIn;
let oracle: TestOracle;
beforeEach(async () => {
  router = new RouterStandIn();
  await router.listen();
});
afterEach(async () => {
  await oracle?.close();
  await router.close();
  expect(JSON.stringify(oracle?.logs ?? [])).not.toContain(router.key);
});

async function start(env: Record<string, string> = {}, more: { readonly script?: [] } = {}) {
  oracle = await startTestOracle({
    plugins: [withUtterances(toolkit, import.meta.dirname)],
    env: { TOOLKIT_API_KEY: router.key, TOOLKIT_BASE_URL: router.url, ...env },
    ...more,
  });
}

const person = (): TestClient => oracle.as(['chat', 'toolkit'], {});
const report = async () => {
  const { json } = await oracle.owner.get('/health/plugins');
  return (json['plugins'] as unknown as { name: string }[]).find(({ name }) => name === 'toolkit');
};
const userOf = async (who: TestClient) => {
  await who.get('/v1/toolkit/connections');
  return router.calls.at(-1)?.user ?? '';
};
const active = (email: string) => ({ toolkit: 'gmail', status: 'ACTIVE', current_user_info: { email } });

/** Somebody with a mailbox of that name. */
async function withMail(email: string): Promise<TestClient> {
  const who = person();
  router.accounts.set(await userOf(who), [active(email)]);
  return who;
}

describe('the four steps', () => {
  it('find a tool, tell what it needs, connect an account and use it', async () => {
    await start();
    const who = person();
    expect((await who.get('/v1/toolkit/tools?query=send+an+email&limit=1')).json).toEqual({
      tools: [{ tool: 'GMAIL_SEND_EMAIL', app: 'gmail', description: 'Sends an email' }],
    });
    expect((await who.get('/v1/toolkit/tools/GMAIL_SEND_EMAIL')).json).toMatchObject({
      reads: false,
      input: { properties: { to: { type: 'string' } } },
    });
    const call = { tool: 'GMAIL_SEND_EMAIL', arguments: { to: 'ben@example.org' } };
    const refused = await who.post('/v1/toolkit/calls', call);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain('No account of gmail is connected');

    expect(await who.post('/v1/toolkit/connections', { app: 'gmail' })).toMatchObject({
      status: 201,
      json: {
        app: 'gmail',
        state: 'initiated',
        link: 'https://connect.example/0',
        expiresAt: '2030-01-01T00:10:00Z',
      },
    });
    expect((await who.post('/v1/toolkit/calls', call)).text).toContain('the connection is initiated');
    router.accounts.set(await userOf(who), [active('ada@example.org')]);
    expect((await who.post('/v1/toolkit/calls', call)).json).toMatchObject({
      account: 'ada@example.org',
      data: { did: { to: 'ben@example.org' } },
    });
    const other = await who.post('/v1/toolkit/calls', { ...call, account: 'eve@example.org' });
    expect(other.text).toContain('connected as ada@example.org, not as eve@example.org');
    expect(router.calls.filter(({ tool }) => tool === 'MULTI_EXECUTE_TOOL')).toHaveLength(1);
    expect(await who.get('/v1/toolkit/tools/NO_SUCH_TOOL')).toMatchObject({ status: 404 });
    expect(await who.post('/v1/toolkit/connections', { app: 'nothing' })).toMatchObject({ status: 404 });
  });

  it.each(['expired', 'failed'])('say that a connection is %s, and use it for nothing', async (status) => {
    await start();
    const who = person();
    router.accounts.set(await userOf(who), [{ ...active('ada@example.org'), status }]);
    expect((await who.get('/v1/toolkit/connections?app=gmail')).json).toEqual({
      connections: [{ app: 'gmail', state: status, account: 'ada@example.org' }],
    });
    const call = await who.post('/v1/toolkit/calls', { tool: 'GMAIL_LIST_EMAILS' });
    expect(call).toMatchObject({ status: 409 });
    expect(call.text).toContain(`the connection is ${status}`);
  });

  it('are done by a session of each person’s own, under a name that tells nobody who it is', async () => {
    await start();
    const [ada, ben] = [await withMail('ada@example.org'), await withMail('ben@example.org')];
    const call = { tool: 'GMAIL_LIST_EMAILS' };
    const [one, two] = await Promise.all([ada, ben].map((who) => who.post('/v1/toolkit/calls', call)));
    expect(one?.json).toMatchObject({ account: 'ada@example.org' });
    expect(two?.json).toMatchObject({ account: 'ben@example.org' });
    for (const { user } of router.calls) expect(user).toMatch(/^[0-9a-f]{64}$/);
    expect(await oracle.as(['chat']).get('/v1/toolkit/connections')).toMatchObject({ status: 403 });
    expect(await oracle.anyone.get('/v1/toolkit/connections')).toMatchObject({ status: 401 });
  });
});

describe('in the chat', () => {
  const load = { toolCalls: [{ name: 'load_capability', args: { names: ['toolkit'] } }] };

  it('a tool that writes asks first, and says whose account acts and with what', async () => {
    await start({}, { script: [] });
    const who = await withMail('ada@example.org');
    const args = { body: 'x'.repeat(2_000), to: 'ben@example.org' };
    oracle.model.push(
      load,
      { toolCalls: [{ name: 'use_app_tool', args: { tool: 'GMAIL_SEND_EMAIL', arguments: args } }] },
      { text: 'Sent.' },
    );
    const chat = await who.chat();
    const [asked] = (await chat.say('Write to Ben.')).approvals;
    expect(asked?.summary).toContain('As ada@example.org in gmail: use GMAIL_SEND_EMAIL');
    expect(asked?.summary).toContain('to "ben@example.org"');
    expect(router.calls.some(({ tool }) => tool === 'MULTI_EXECUTE_TOOL')).toBe(false);
    await chat.decide(true);
    expect(router.calls.at(-1)?.args).toEqual({
      tools: [{ tool_slug: 'GMAIL_SEND_EMAIL', arguments: args }],
    });
  });

  /** What a person is asked about a mail, and what the model is told. */
  async function asked(accounts: Record<string, unknown>[], args: object) {
    await start({}, { script: [] });
    const who = person();
    const user = await userOf(who);
    router.accounts.set(user, accounts);
    const call = { tool: 'GMAIL_SEND_EMAIL', arguments: args };
    oracle.model.push(load, { toolCalls: [{ name: 'use_app_tool', args: call }] }, { text: 'So.' });
    const chat = await who.chat();
    const { approvals, toolCalls } = await chat.say('Write.');
    return { chat, user, summary: approvals[0]?.summary, told: JSON.stringify(toolCalls) };
  }
  const executed = () => router.calls.some(({ tool }) => tool === 'MULTI_EXECUTE_TOOL');

  it('the question says every argument, whole: what stands at the end is sent as well', async () => {
    const body = `${'The stoves are counted, and all is well. '.repeat(20)}Pay 9999 USD to Eve.`;
    const { chat, summary } = await asked([active('ada@example.org')], {
      body,
      'to whom': 'ben@example.org',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, at])),
    });
    expect(summary).toContain(`body ${JSON.stringify(body)}, \`to whom\` "ben@example.org", field0 0`);
    expect(summary).toMatch(/field29 29$/);
    await chat.decide(false);
  });

  it('what takes too long to say asks nobody', async () => {
    const { summary, told } = await asked([active('ada@example.org')], { body: 'x'.repeat(2_500) });
    expect(summary).toBeUndefined();
    expect(told).toContain('Nothing was done and nobody was asked');
    expect(executed()).toBe(false);
  });

  it('no other account than the question named acts', async () => {
    const { chat, user, summary } = await asked([active('ben@example.org')], {});
    expect(summary).toContain('As ben@example.org');
    router.accounts.set(user, [active('eve@example.org')]);
    const { toolCalls } = await chat.decide(true);
    expect(JSON.stringify(toolCalls)).toContain('Nothing was done');
    expect(executed()).toBe(false);
  });

  it('nor one of the same name', async () => {
    const named = (id: string) => ({
      ...active('ben@example.org'),
      current_user_info: { email: null, name: 'Ben', id },
    });
    const { chat, user, summary } = await asked([named('1')], {});
    expect(summary).toContain('As Ben');
    router.accounts.set(user, [named('2')]);
    expect(JSON.stringify((await chat.decide(true)).toolCalls)).toContain('Nothing was done');
    expect(executed()).toBe(false);
  });

  it.each([
    ['No account of gmail', []],
    ['Several accounts of gmail', [active('ben@example.org'), active('eve@example.org')]],
  ])('nobody is asked about what would fail: %s', async (why, accounts) => {
    const { summary, told } = await asked(accounts, {});
    expect(summary).toBeUndefined();
    expect(told).toContain(why);
    expect(executed()).toBe(false);
  });

  it.each([
    ['GMAIL_LIST_EMAILS', 0],
    ['GMAIL_PURGE', 1],
  ])('%s leads to %i questions', async (tool, questions) => {
    await start({}, { script: [] });
    const who = await withMail('ada@example.org');
    oracle.model.push(load, { toolCalls: [{ name: 'use_app_tool', args: { tool } }] });
    if (questions === 0) oracle.model.push({ text: 'So.' });
    expect((await (await who.chat()).say('Do it.')).approvals).toHaveLength(questions);
  });
});

describe('a router that is away or lies', () => {
  it('is degraded with its reason, and used again by itself', async () => {
    await start();
    const who = person();
    expect(await who.get('/v1/toolkit/connections')).toMatchObject({ status: 200 });
    await router.close();
    expect(await who.get('/v1/toolkit/connections')).toMatchObject({ status: 503 });
    await expect.poll(report, PATIENT).toMatchObject({
      health: { status: 'degraded', detail: expect.stringContaining('cannot be reached') },
    });
    await router.listen();
    expect(await who.get('/v1/toolkit/connections')).toMatchObject({ status: 200 });
    await expect.poll(report, PATIENT).toMatchObject({ health: { status: 'ok' } });
  });

  it('is slow: whoever asks waits five seconds, and is told', async () => {
    router.slow = 60_000;
    await start();
    const answer = await person().get('/v1/toolkit/connections');
    expect(answer).toMatchObject({ status: 504 });
    expect(answer.text).toContain('does not answer in time');
    router.slow = 0;
    await expect.poll(report, PATIENT).toMatchObject({ health: { status: 'ok' } });
  });

  it('has forgotten a session, and gets another one', async () => {
    await start();
    const who = await withMail('ada@example.org');
    const before = router.sessions;
    router.forget();
    expect(await who.post('/v1/toolkit/calls', { tool: 'GMAIL_SEND_EMAIL' })).toMatchObject({ status: 200 });
    expect(router.sessions).toBeGreaterThan(before);
    expect(router.calls.filter(({ tool }) => tool === 'MULTI_EXECUTE_TOOL')).toHaveLength(1);
  });

  it('refuses the key: operator and agent are told so', async () => {
    await start({ TOOLKIT_API_KEY: 'another-key-than-that' }, { script: [] });
    await expect.poll(report, PATIENT).toMatchObject({
      health: { status: 'degraded', detail: expect.stringMatching(/TOOLKIT_API_KEY.*401/) },
    });
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['toolkit'] } }] },
      { text: 'No.' },
    );
    await (await oracle.chat()).say('Send a mail.');
    expect(JSON.stringify(oracle.model.requests.at(-1)?.body.messages)).toContain(
      'No tool of an app can be used',
    );
  });

  it('lacks a step until it has it', async () => {
    router.steps = ['SEARCH_TOOLS'];
    await start();
    await expect.poll(report, PATIENT).toMatchObject({
      health: { status: 'degraded', detail: expect.stringContaining('MANAGE_CONNECTIONS') },
    });
    router.steps = ['SEARCH_TOOLS', 'GET_TOOL_SCHEMAS', 'MANAGE_CONNECTIONS', 'MULTI_EXECUTE_TOOL'];
    await expect.poll(report, PATIENT).toMatchObject({ health: { status: 'ok' } });
  });

  it.each(['http://127.0.0.1:9/mcp', 'file:///etc/passwd', 'nowhere'])(
    'names %s for a session: the key does not go there',
    async (elsewhere) => {
      router.elsewhere = elsewhere;
      await start();
      const answer = await person().get('/v1/toolkit/connections');
      expect(answer).toMatchObject({ status: 502 });
      expect(answer.text).toContain('not its own');
    },
  );

  it.each([
    ['MANAGE_CONNECTIONS', { connections: [{ toolkit: 'gmail', status: 'splendid' }] }],
    ['MANAGE_CONNECTIONS', { connections: 'many' }],
    ['GET_TOOL_SCHEMAS', { tools: [{ tool_slug: 'GMAIL_SEND_EMAIL' }] }],
    ['MULTI_EXECUTE_TOOL', { results: [] }],
  ])('answers %s with %j', async (step, lie) => {
    await start();
    const who = await withMail('ada@example.org');
    router.lies[step] = lie;
    const answer = await who.post('/v1/toolkit/calls', { tool: 'GMAIL_SEND_EMAIL' });
    expect(answer).toMatchObject({ status: 502 });
    expect(answer.text).toContain(step);
    expect(answer.text.includes('is not known')).toBe(step === 'MULTI_EXECUTE_TOOL');
  });

  it('answers with the result of another tool: whether this one was used is not known', async () => {
    await start();
    const who = await withMail('ada@example.org');
    router.lies['MULTI_EXECUTE_TOOL'] = { results: [{ tool_slug: 'OTHER_TOOL', successful: true }] };
    const answer = await who.post('/v1/toolkit/calls', { tool: 'GMAIL_SEND_EMAIL' });
    expect(answer).toMatchObject({ status: 502 });
    expect(answer.text).toContain('is not known');
  });

  it('says the key again, or what is no page to open, or too much', async () => {
    await start();
    const who = await withMail('ada@example.org');
    const result = { tool_slug: 'GMAIL_LIST_EMAILS', successful: true };
    const call = { tool: 'GMAIL_LIST_EMAILS' };
    router.lies['MULTI_EXECUTE_TOOL'] = { results: [{ ...result, data: { key: router.key } }] };
    expect((await who.post('/v1/toolkit/calls', call)).json).toMatchObject({ data: { key: '<secret>' } });
    router.lies['MULTI_EXECUTE_TOOL'] = { results: [{ ...result, data: 'x'.repeat(300_000) }] };
    const large = await who.post('/v1/toolkit/calls', call);
    expect(large).toMatchObject({ status: 502 });
    // What was done once is not to be asked for again because its answer was large.
    expect(large.text).toContain('is not known');
    const begun = { toolkit: 'gmail', status: 'initiated' };
    for (const redirect_url of ['javascript:alert(1)', 'http://plain.example', 'https://a:b@example.org']) {
      router.lies['MANAGE_CONNECTIONS'] = { connections: [{ ...begun, redirect_url }] };
      expect(await who.post('/v1/toolkit/connections', { app: 'gmail' })).toMatchObject({ status: 502 });
    }
    const connect = async (more: object) => {
      const connections = [{ ...begun, redirect_url: 'https://\u0430pple.com/', ...more }];
      router.lies['MANAGE_CONNECTIONS'] = { connections };
      return who.post('/v1/toolkit/connections', { app: 'gmail' });
    };
    expect(await connect({ expires_at: '2020-01-01T00:00:00Z' })).toMatchObject({ status: 502 });
    expect(await connect({ status: 'failed' })).toMatchObject({ status: 502 });
    const link = 'https://xn--pple-43d.com/';
    expect(await connect({ current_user_info: null, expires_at: null })).toMatchObject({ json: { link } });
  });
});

it.each([
  ['TOOLKIT_API_KEY', { TOOLKIT_API_KEY: '' }],
  ['TOOLKIT_BASE_URL', { TOOLKIT_BASE_URL: ' ' }],
  ['TOOLKIT_API_KEY, TOOLKIT_BASE_URL', { TOOLKIT_API_KEY: '', TOOLKIT_BASE_URL: '' }],
])('is off while %s is blank, and asks nobody', async (blank, env) => {
  await start(env);
  expect(await report()).toMatchObject({ state: 'excluded', reason: blank });
  expect(router.sessions).toBe(0);
});

it.each([
  [{ TOOLKIT_BASE_URL: 'tools.example' }, /TOOLKIT_BASE_URL/],
  [{ TOOLKIT_API_KEY: 'a key' }, /TOOLKIT_API_KEY/],
])('does not boot with %j', async (env, why) => {
  await expect(start(env)).rejects.toThrow(why);
});

/** The calls that a sentence leads to, at once or once they are agreed to. */
async function understood(said: string) {
  const chat = await oracle.chat();
  const turn = await chat.say(said);
  const calls = callsOf(turn);
  return calls.length > 0 ? calls : callsOf(await chat.say('yes'));
}

function callsOf({ toolCalls, approvals }: TestTurn) {
  if (approvals.length > 0) return approvals.map(({ tool, args }) => ({ name: tool, args }));
  return toolCalls.filter(({ name }) => !['load_capability', 'list_capabilities'].includes(name));
}

it('is understood without a model, in six languages', async () => {
  await start();
  for (const [said, name, args] of [
    ['Search the toolkit for "send an email"', 'search_app_tools', { query: 'send an email' }],
    ['What does the app tool GMAIL_SEND_EMAIL need?', 'describe_app_tool', { tool: 'GMAIL_SEND_EMAIL' }],
    ['Which apps are connected?', 'list_app_connections', {}],
    ['Connect my gmail account', 'connect_app', { app: 'gmail' }],
    ['Use the app tool GMAIL_LIST_EMAILS', 'use_app_tool', { tool: 'GMAIL_LIST_EMAILS' }],
    ['Welche Konten sind verbunden?', 'list_app_connections', {}],
    ['Verbinde mein gmail-Konto', 'connect_app', { app: 'gmail' }],
    ['Quelles applications sont connectées ?', 'list_app_connections', {}],
    ['connecte mon compte gmail', 'connect_app', { app: 'gmail' }],
    ['¿Qué aplicaciones están conectadas?', 'list_app_connections', {}],
    ['conecta mi cuenta de gmail', 'connect_app', { app: 'gmail' }],
    ['Que aplicações estão ligadas?', 'list_app_connections', {}],
    ['liga a minha conta gmail', 'connect_app', { app: 'gmail' }],
    ['Programu gani zimeunganishwa?', 'list_app_connections', {}],
    ['unganisha akaunti yangu ya gmail', 'connect_app', { app: 'gmail' }],
  ] as const)
    expect.soft(await understood(said), said).toMatchObject([{ name, args }]);
  for (const said of ['Do not connect any account', 'Verbinde kein Konto'])
    expect.soft(callsOf(await (await oracle.chat()).say(said)), said).toEqual([]);
});
