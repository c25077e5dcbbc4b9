import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OWNER, textOf, toolEvents } from './testing/test-agent.js';
import { call, terminals, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();

describe('approvals', () => {
  const submit = (ran: unknown[]) =>
    pluginWith(
      'office',
      [
        toolThat(
          'submit',
          (args) => {
            ran.push(args);
            return 'submitted';
          },
          { approval: 'always' },
        ),
        toolThat('look', () => 'seen'),
        toolThat('maybe', () => 'small', { approval: () => false }),
      ],
      { loading: 'always' },
    );

  it('hold only the calls that need them; a declined call is an error with the reason, and the run goes on', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [
        {
          text: 'Two things.',
          toolCalls: [
            { name: 'submit', args: {}, id: 's1' },
            { name: 'look', args: {}, id: 'l1' },
            { name: 'maybe', args: {}, id: 'm1' },
            { name: 'submit', args: {}, id: 's2' },
          ],
        },
        { text: 'Understood.' },
      ],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    expect(
      toolEvents(events)
        .filter((e) => e.status === 'done')
        .map((e) => e.id),
    ).toEqual(['l1', 'm1']);
    expect(terminals(events)).toMatchObject([
      { type: 'interrupted', approvals: [{ id: 's1' }, { id: 's2' }] },
    ]);
    expect(agent.runs.active(session)).toBeUndefined();
    const { runId } = await agent.runs.decide(OWNER, session, [
      { id: 's2', approved: true },
      { id: 's1', approved: false, reason: 'wrong period' },
    ]);
    const after = await agent.read(session, runId);
    expect(ran).toEqual([{}]);
    expect(toolEvents(after).filter((e) => e.status !== 'running')).toMatchObject([
      { id: 's1', status: 'error', error: expect.stringContaining('wrong period') },
      { id: 's2', status: 'done', output: 'submitted' },
    ]);
    expect(terminals(after)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    const roles = (await agent.store.threads.messages(session)).map((m) => m.role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'tool', 'assistant']);
  });

  it('make the call with the arguments of the person, once they fit the tool', async () => {
    const ran: unknown[] = [];
    const pay = toolThat(
      'pay',
      (args) => {
        ran.push(args);
        return 'paid';
      },
      { approval: 'always', input: z.object({ amount: z.number().max(10) }) },
    );
    const agent = await start({
      plugins: [pluginWith('bank', [pay], { loading: 'always' })],
      script: [
        {
          text: '',
          toolCalls: [
            { name: 'pay', args: { amount: 9 }, id: 'p1' },
            { name: 'pay', args: { amount: 8 }, id: 'p2' },
          ],
        },
        { text: 'Paid.' },
      ],
    });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const decide = (args: Readonly<Record<string, unknown>>) =>
      agent.runs.decide(OWNER, session, [
        { id: 'p1', approved: true, args: { amount: 5 } },
        { id: 'p2', approved: true, args },
      ]);
    for (const args of [{ amount: 50 }, { amount: '7' }, {}])
      await expect(decide(args)).rejects.toMatchObject({
        code: 'invalid_request',
        errors: [{ field: 'decisions.1.args.amount', message: expect.any(String) }],
      });
    await expect(decide({ amount: 7, evil: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'decisions.1.args.evil', message: 'is no field; there are: amount' }],
    });
    expect(ran).toEqual([]);
    const { runId } = await decide({ amount: 7 });
    expect(toolEvents(await agent.read(session, runId)).filter((e) => e.status !== 'running')).toMatchObject([
      { id: 'p1', status: 'done', args: { amount: 5 }, output: 'paid' },
      { id: 'p2', status: 'done', args: { amount: 7 }, output: 'paid' },
    ]);
    expect(ran).toEqual([{ amount: 5 }, { amount: 7 }]);
    const thread = await agent.store.threads.messages(session);
    expect(thread.find((m) => m.role === 'assistant')).toMatchObject({
      toolCalls: [{ args: { amount: 9 } }, { args: { amount: 8 } }],
    });
    expect(thread.find((m) => m.role === 'tool')?.content).toBe(
      'The person changed the arguments of this call to {"amount":5} and allowed it so.\npaid',
    );
  });

  it('are asked for in one clean line, whatever the arguments hold', async () => {
    const send = toolThat('send', () => 'sent', {
      approval: 'always',
      describe: () => `send to \u001b[1A\rnobody\n\u202e${'x'.repeat(2_000)}  y`,
    });
    const agent = await start({
      plugins: [pluginWith('office', [send], { loading: 'always' })],
      script: [call('send', {}, 's')],
    });
    const events = await agent.chat(await agent.session(), 'x');
    const summary = `office: send to \\u{1b}[1A\\rnobody\\n\\u{202e}${'x'.repeat(2_000)} \\u{20}y`;
    expect(events).toContainEqual(expect.objectContaining({ type: 'approval', summary }));
    expect(terminals(events)).toMatchObject([{ type: 'interrupted', approvals: [{ id: 's', summary }] }]);
  });

  it('are not asked for in words that no door shows whole; the model is told to do less at once', async () => {
    const send = toolThat('send', () => 'sent', { approval: 'always', describe: () => 'x'.repeat(5_000) });
    const agent = await start({
      plugins: [pluginWith('office', [send], { loading: 'always' })],
      script: [call('send', {}, 's'), { text: 'Too much.' }],
    });
    const events = await agent.chat(await agent.session(), 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done' }]);
    expect(toolEvents(events)).toContainEqual(
      expect.objectContaining({ status: 'error', error: expect.stringContaining('in several calls') }),
    );
  });

  it('need one decision for each held call, and can be answered once', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [{ toolCalls: [{ name: 'submit', args: {}, id: 'a' }] }, { text: 'ok' }],
    });
    const session = await agent.session();
    await expect(agent.runs.decide(OWNER, session, [])).rejects.toMatchObject({ code: 'conflict' });
    await agent.chat(session, 'x');
    await expect(agent.runs.decide(OWNER, session, [])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ message: "needs exactly one decision for 'a'" }],
    });
    await expect(
      agent.runs.decide(OWNER, session, [
        { id: 'a', approved: true },
        { id: 'b', approved: true },
      ]),
    ).rejects.toMatchObject({ errors: [{ message: "'b' does not wait for an approval" }] });
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }]);
    await agent.read(session, runId);
    // The same once more is asked by who lost the reply; another decision comes too late.
    expect(await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).toEqual({ runId });
    await expect(agent.runs.decide(OWNER, session, [{ id: 'a', approved: false }])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(ran).toHaveLength(1);
  });

  it('can follow one another in a thread', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [call('submit', {}, 'a'), call('submit', {}, 'b'), { text: 'both' }],
    });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const second = await agent.read(
      session,
      (await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).runId,
    );
    expect(terminals(second)).toMatchObject([{ type: 'interrupted', approvals: [{ id: 'b' }] }]);
    const third = await agent.read(
      session,
      (await agent.runs.decide(OWNER, session, [{ id: 'b', approved: true }])).runId,
    );
    expect(textOf(third)).toBe('both');
    expect(ran).toHaveLength(2);
  });

  it('that nobody answers are closed by the next message, and can no longer be given', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [call('submit', {}, 'a'), { text: 'never mind' }],
    });
    const session = await agent.session();
    await agent.chat(session, 'x');
    await agent.chat(session, 'something else');
    expect(agent.server.requests[1]?.body.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'a', content: expect.stringContaining('Interrupted') },
      { role: 'user', content: 'something else' },
    ]);
    await expect(agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(ran).toEqual([]);
  });

  it('are taken back by an abort, which nothing can follow but a message', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [call('submit', {}, 'a'), { text: 'never mind' }],
    });
    const session = await agent.session();
    const approve = () => agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }]);
    const [opened] = await agent.chat(session, 'x');
    expect(opened).toMatchObject({ type: 'run' });
    const aborted = await agent.runs.abort(OWNER, session);
    expect(opened).toMatchObject(aborted ?? {});
    expect(aborted).toBeDefined();
    await expect(approve()).rejects.toMatchObject({ code: 'conflict' });
    expect(await agent.runs.abort(OWNER, session)).toBeUndefined();
    expect(await agent.store.runs.last(session)).toMatchObject({ status: 'cancelled' });
    expect(await agent.store.db.selectFrom('core_checkpoints').select('checkpoint_id').execute()).toEqual([]);
    expect((await agent.store.threads.messages(session)).at(-1)).toMatchObject({
      toolCallId: 'a',
      status: 'interrupted',
    });
    await agent.chat(session, 'and now?');
    await expect(approve()).rejects.toMatchObject({ code: 'conflict' });
    expect(ran).toEqual([]);
  });

  it('that come at the same time as an abort are given or taken back, never both', async () => {
    const ran: unknown[] = [];
    const agent = await start({ plugins: [submit(ran)], script: [call('submit', {}, 'a')] });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const [aborted, decided] = await Promise.allSettled([
      agent.runs.abort(OWNER, session),
      agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }]),
    ]);
    expect(aborted).toMatchObject({ status: 'fulfilled', value: { runId: expect.any(String) } });
    if (decided.status === 'fulfilled')
      expect(terminals(await agent.read(session, decided.value.runId))).toEqual([{ type: 'cancelled' }]);
    expect(agent.runs.active(session)).toBeUndefined();
    await expect(agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('wait for at most 64 calls of a turn; the others are errors that tell the model so', async () => {
    const send = toolThat('send', () => 'sent', { approval: 'always', input: z.object({ to: z.number() }) });
    const toolCalls = Array.from({ length: 70 }, (_, i) => ({ name: 'send', args: { to: i }, id: `s${i}` }));
    const agent = await start({
      plugins: [pluginWith('office', [send], { loading: 'always' })],
      script: [{ toolCalls }, { text: 'ok' }],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    const [end] = terminals(events);
    expect(end?.type === 'interrupted' && end.approvals.length).toBe(64);
    const refused = toolEvents(events).filter(({ status }) => status === 'error');
    expect(refused.map(({ id }) => id)).toEqual(['s64', 's65', 's66', 's67', 's68', 's69']);
    expect(refused[0]?.error).toContain('Too many calls at once: at most 64');
    const decisions = toolCalls.slice(0, 64).map(({ id }) => ({ id, approved: true }));
    const { runId } = await agent.runs.decide(OWNER, session, decisions);
    expect(textOf(await agent.read(session, runId))).toBe('ok');
  });

  it('are what checkpoints are for: there is one exactly while a run waits', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [{ text: 'hello' }, call('submit', {}, 'a'), { text: 'done' }, { text: 'again' }],
    });
    const session = await agent.session();
    const checkpoints = () => agent.store.db.selectFrom('core_checkpoints').select('checkpoint_id').execute();
    await agent.chat(session, 'hi');
    expect(await checkpoints()).toEqual([]);
    await agent.chat(session, 'submit');
    expect(await checkpoints()).toHaveLength(1);
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }]);
    await agent.read(session, runId);
    expect(await checkpoints()).toEqual([]);
    expect(textOf(await agent.chat(session, 'and?'))).toBe('again');
    expect(ran).toHaveLength(1);
  });
});
