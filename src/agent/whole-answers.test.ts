import { describe, expect, it } from 'vitest';
import type { RunEvent, ThreadMessage } from '../plugin/index.js';
import type { ScriptedStep } from '../testing/index.js';
import { type TestAgent, textOf } from './testing/test-agent.js';
import { call, terminals, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();

const thread = (agent: TestAgent, session: string): Promise<ThreadMessage[]> =>
  agent.store.threads.messages(session);
const idsOf = (events: readonly RunEvent[], type: 'message' | 'reasoning') =>
  events.flatMap((event) => (event.type === type ? [event.messageId.split(':')[1]] : []));

/** A stream that says `deltas` and ends with this `finish_reason`. */
const ends = (finishReason: string, text: string): ScriptedStep => ({ text, finishReason });

describe('done means whole', () => {
  it.each<[string, string, ScriptedStep]>([
    ['withheld by a filter', 'content_filtered', ends('content_filter', 'Half a')],
    ['short of resources', 'provider_overloaded', ends('insufficient_system_resource', 'Half a')],
    ['aborted', 'provider_aborted', ends('abort', 'Half a')],
    ['damaged', 'stream_damaged', { raw: { chunks: [damaged('Half a')] } }],
  ])(
    'an answer that is %s ends as an error of its own, and what was said is kept as incomplete',
    async (_, code, step) => {
      const agent = await start({ script: [step, { text: 'next' }] });
      const session = await agent.session();
      const events = await agent.chat(session, 'x');
      expect(terminals(events)).toMatchObject([{ type: 'error', code }]);
      expect(textOf(events)).toBe('Half a');
      expect(await thread(agent, session)).toMatchObject([
        { role: 'user' },
        { role: 'assistant', content: 'Half a', interrupted: true },
      ]);
      await agent.chat(session, 'go on');
      expect(agent.server.requests[1]?.body.messages[2]).toMatchObject({
        role: 'assistant',
        content: 'Half a\n\n[This answer was broken off before it was whole.]',
      });
    },
  );

  it('a call that was cut at its length before its arguments began is not made', async () => {
    const cut = (name: string): ScriptedStep => ({ toolCalls: [{ name, args: '' }], finishReason: 'length' });
    const agent = await start({ script: [cut('list_capabilities'), cut('list_capa'), { text: 'next' }] });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const results = (await thread(agent, session)).filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([
      { status: 'error', content: expect.stringContaining("The call of 'list_capabilities' was cut off") },
      { status: 'error', content: expect.stringMatching(/There is no tool 'list_capa'\. Call/) },
    ]);
  });

  it('an answer that was cut at its length is kept as such, and its model is told so', async () => {
    const agent = await start({ script: [ends('length', 'Half a'), { text: 'next' }] });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'length' }]);
    expect(await thread(agent, session)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'Half a', cutOff: true },
    ]);
    await agent.chat(session, 'go on');
    expect(agent.server.requests[1]?.body.messages[2]).toEqual({
      role: 'assistant',
      content: 'Half a\n\n[This answer was broken off before it was whole.]',
    });
    expect((await thread(agent, session)).at(-1)).not.toHaveProperty('cutOff');
  });

  it('an answer that failed before a word was said is asked for once more', async () => {
    const agent = await start({ script: [{ text: '' }, { text: 'There you are.' }] });
    const events = await agent.chat(await agent.session(), 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    expect(textOf(events)).toBe('There you are.');
  });

  it('reasoning without an answer is followed by one more try, as a message of its own', async () => {
    const agent = await start({
      script: [
        { reasoning: 'hm', text: '' },
        { reasoning: 'ah', text: 'So it is.' },
      ],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done' }]);
    expect(idsOf(events, 'reasoning')).toEqual(['1', '2']);
    expect(idsOf(events, 'message')).toEqual(['2']);
    expect(await thread(agent, session)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'So it is.', reasoning: 'ah' },
    ]);
  });

  it('reasoning without an answer, again, is an error; the next message is answered as usual', async () => {
    const agent = await start({
      script: [{ reasoning: 'hm', text: '' }, { reasoning: 'hm', text: '' }, { text: 'ok' }],
    });
    const session = await agent.session();
    expect(terminals(await agent.chat(session, 'x'))).toMatchObject([
      { type: 'error', code: 'answer_empty' },
    ]);
    expect(terminals(await agent.chat(session, 'y'))).toMatchObject([{ type: 'done' }]);
  });

  it('turns that failed leave no messages of the person in a row', async () => {
    const refuse: ScriptedStep = { error: { status: 400, body: { error: { message: 'no' } } } };
    const agent = await start({ script: [...Array(4).fill(refuse), { text: 'ok' }] });
    const session = await agent.session();
    for (const message of ['1', '2', '3', '4', '5']) await agent.chat(session, message);
    const sent = agent.server.requests.at(-1)?.body.messages.slice(1) ?? [];
    expect(sent.map(({ role }) => role)).toEqual(
      Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? 'user' : 'assistant')),
    );
    expect(sent[1]?.['content']).toBe('[No answer was given here: the run ended before it.]');
  });
});

describe('a model that calls what does not exist', () => {
  it('ends after three turns with an answer that says so', async () => {
    const agent = await start({ script: [call('nope'), call('nope'), call('also\u001b[2Jnope')] });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'limit' }]);
    expect(textOf(events)).toMatch(
      /^\*I stopped here: 3 times in a row I called tools that this oracle does not have, last 'also.*nope'\. Ask again/,
    );
    expect(textOf(events)).not.toContain('\u001b');
    expect((await thread(agent, session)).at(-1)).toMatchObject({
      role: 'assistant',
      content: textOf(events),
    });
  });

  it('may go on as long as it finds back', async () => {
    const real = pluginWith('real', [toolThat('real', () => 'yes')], { loading: 'always' });
    const agent = await start({
      plugins: [real],
      script: [call('nope'), call('nope'), call('real'), call('nope'), call('nope'), { text: 'done' }],
    });
    const events = await agent.chat(await agent.session(), 'x');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
  });
});

function damaged(text: string): string {
  const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
  return `data: ${chunk}\n\ndata: {"choices":[{"index":0,"del\n\ndata: [DONE]\n\n`;
}
