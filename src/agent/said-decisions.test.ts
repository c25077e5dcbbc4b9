import { expect, it } from 'vitest';
import { OWNER, type TestAgent, textOf, toolEvents } from './testing/test-agent.js';
import { call, OTHER, terminals, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();

const office = (ran: unknown[]) =>
  pluginWith(
    'office',
    [
      toolThat('submit', () => ran.push('submit'), {
        approval: 'always',
        describe: () => 'submit the report',
      }),
      toolThat('burn', () => ran.push('burn'), { approval: 'always', describe: () => 'burn the draft' }),
    ],
    { loading: 'always' },
  );

const noticesOf = (events: Awaited<ReturnType<TestAgent['chat']>>) =>
  events.filter((event) => event.type === 'notice').map(({ code, text }) => ({ code, text }));
const decided = async (agent: TestAgent) =>
  (await agent.store.audit.entries({ limit: 20 })).map(({ action, actor }) => ({ action, actor }));

it.each(['yes', 'Yes, please.', 'go ahead', 'ja', 'sí', 'ndiyo'])(
  'a message that is nothing but %s allows what waits, and is written down like any decision',
  async (message) => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [office(ran)],
      script: [call('submit', {}, 's'), { text: 'Submitted.' }],
    });
    const session = await agent.session();
    await agent.chat(session, 'submit it');
    const events = await agent.chat(session, message);
    expect(ran).toEqual(['submit']);
    expect(textOf(events)).toBe('Submitted.');
    expect(noticesOf(events)).toEqual([]);
    expect(await decided(agent)).toEqual([{ action: 'call.allow', actor: OWNER.did }]);
    const thread = await agent.store.threads.messages(session);
    expect(thread.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    // Whoever reads it later is told what was said, and whoever follows it before anything comes of it.
    expect(thread[2]).toMatchObject({ decidedBy: { approved: true, said: message } });
    const told = events.filter(({ type }) => type === 'decided' || type === 'tool_call');
    expect(told).toMatchObject([
      { type: 'tool_call', status: 'running' },
      { type: 'decided', id: 's', approved: true, said: message },
      { type: 'tool_call', status: 'done' },
    ]);
  },
);

it.each(['no', 'cancel', 'Nein, danke'])('a message that is nothing but %s declines it', async (message) => {
  const ran: unknown[] = [];
  const agent = await start({ plugins: [office(ran)], script: [call('submit', {}, 's'), { text: 'Left.' }] });
  const session = await agent.session();
  await agent.chat(session, 'submit it');
  const events = await agent.chat(session, message);
  expect(toolEvents(events).at(-1)).toMatchObject({ id: 's', status: 'error' });
  expect(terminals(events)).toMatchObject([{ type: 'done' }]);
  expect(ran).toEqual([]);
  expect(events).toContainEqual({ type: 'decided', id: 's', approved: false, said: message });
  expect((await agent.store.threads.messages(session))[2]).toMatchObject({
    decidedBy: { approved: false, said: message },
  });
  expect(await decided(agent)).toEqual([{ action: 'call.decline', actor: OWNER.did }]);
});

it('decides all that waits, since all of it was named', async () => {
  const ran: unknown[] = [];
  const both = { toolCalls: [...call('submit', {}, 's').toolCalls, ...call('burn', {}, 'b').toolCalls] };
  const agent = await start({ plugins: [office(ran)], script: [both, { text: 'Both.' }] });
  const session = await agent.session();
  await agent.chat(session, 'submit it and burn the draft');
  await agent.chat(session, 'yes');
  expect(ran).toEqual(['submit', 'burn']);
});

it.each([
  'yes?',
  'yes, but not the draft',
  'yes and what is the time',
  'what would it do',
  'no, the other',
  '> yes',
  '"yes"',
  "'yes'.",
  '„Ja“',
  '« oui »',
  '`yes`',
])('%s is no decision: it is answered, and the person told what was left undone', async (message) => {
  const ran: unknown[] = [];
  const agent = await start({
    plugins: [office(ran)],
    script: [call('submit', {}, 's'), { text: 'Hm.' }, { text: 'Later.' }],
  });
  const session = await agent.session();
  await agent.chat(session, 'submit it');
  const events = await agent.chat(session, message);
  expect(textOf(events)).toBe('Hm.');
  expect(noticesOf(events)).toEqual([
    {
      code: 'left_undone',
      text: 'Not done, since neither yes nor no was said to it: office: submit the report. Ask for it again if it is still wanted.',
    },
  ]);
  expect(noticesOf(await agent.chat(session, 'yes'))).toEqual([]);
  expect(ran).toEqual([]);
  expect(await decided(agent)).toEqual([]);
});

it('with a file in hand a yes is a message about the file', async () => {
  const ran: unknown[] = [];
  const agent = await start({ plugins: [office(ran)], script: [call('submit', {}, 's'), { text: 'Hm.' }] });
  const session = await agent.session();
  await agent.chat(session, 'submit it');
  const attachments = [{ name: 'a.txt', mimeType: 'text/plain', url: 'data:text/plain;base64,YQ==' }];
  expect(noticesOf(await agent.chat(session, 'yes', { attachments }))).toHaveLength(1);
  expect(ran).toEqual([]);
});

it('decides nothing for somebody who may not write there, and nothing twice', async () => {
  const ran: unknown[] = [];
  const agent = await start({
    plugins: [office(ran)],
    script: [call('submit', {}, 's'), { text: 'Submitted.' }, { text: 'Good.' }],
  });
  const session = await agent.session();
  await agent.chat(session, 'submit it');
  await expect(
    agent.runs.start({ principal: OTHER, sessionId: session, message: 'yes' }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await decided(agent)).toEqual([]);
  await agent.chat(session, 'yes');
  expect(textOf(await agent.chat(session, 'yes'))).toBe('Good.');
  expect(ran).toEqual(['submit']);
});
