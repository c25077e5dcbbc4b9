import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type SummaryMessage } from '../../plugin/index.js';
import type { RecordedModelRequest, ScriptedStep } from '../../testing/index.js';
import { type TestAgent, textOf } from '../testing/test-agent.js';
import { terminals, useTestAgents } from '../testing/test-hooks.js';
import { pluginWith } from '../testing/test-plugins.js';

const start = useTestAgents();

type Body = RecordedModelRequest['body'];

/** What the model itself counts, which is not what we estimate: three characters a token. */
const count = (body: Body) => Math.ceil(JSON.stringify([body.tools ?? [], body.messages]).length / 3);

/** How providers refuse a request that is too long; some say by how much. */
const REFUSALS: Readonly<Record<string, (asked: number, window: number) => ScriptedStep['error']>> = {
  OpenAI: (asked, window) => ({
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${asked} tokens. Please reduce the length of the messages.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  }),
  'llama.cpp': (asked, window) => ({
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: asked,
        n_ctx: window,
      },
    },
  }),
  'a proxy that names no numbers': () => ({ status: 413, body: 'Request Entity Too Large' }),
};

/** A model with a window: refuses what is longer, and answers the rest with some words. */
function modelWith(
  window: number,
  refuse: (typeof REFUSALS)[string],
  answer = (_: Body): ScriptedStep => ({}),
) {
  const accepted: Body[] = [];
  const refused: Body[] = [];
  const script = {
    answer: (body: Body): ScriptedStep => {
      const inputTokens = count(body);
      const error = refuse(inputTokens, window);
      if (inputTokens > window && error !== undefined) {
        refused.push(body);
        return { error };
      }
      accepted.push(body);
      return {
        text: `Answer ${accepted.length}. ${'It goes on for a while. '.repeat(8)}`,
        usage: { inputTokens, outputTokens: 60 },
        ...answer(body),
      };
    },
  };
  return { script, accepted, refused };
}

async function summaries(agent: TestAgent, session: string): Promise<SummaryMessage[]> {
  return (await agent.store.threads.messages(session)).filter((message) => message.role === 'summary');
}

/** The system prompts say when a summary was made; between two of them each request begins with the one before. */
function changesOfPrefix(requests: readonly Body[]): number {
  let changes = 0;
  for (const [i, { messages }] of requests.entries()) {
    const before = requests[i - 1]?.messages ?? [];
    const grows = before.every((message, n) => JSON.stringify(message) === JSON.stringify(messages[n]));
    if (!grows) changes += 1;
  }
  return changes;
}

describe('a thread that outgrows its model', () => {
  it.each(Object.entries(REFUSALS))('never fails, as %s refuses it', async (_, refuse) => {
    const { script, accepted, refused } = modelWith(3_000, refuse);
    const agent = await start({ script });
    const session = await agent.session();
    const notices: string[] = [];
    for (let turn = 1; turn <= 40; turn += 1) {
      const message =
        turn === 1 ? 'We have a population 5000.' : `Turn ${turn}: ${'tell me more '.repeat(10)}`;
      const events = await agent.chat(session, message);
      expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
      for (const event of events) if (event.type === 'notice') notices.push(event.code);
    }
    const made = await summaries(agent, session);
    expect(made.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    // Whenever more has to leave, it is said.
    expect(notices).toEqual(made.map(() => 'context_trimmed'));
    expect(String(accepted.at(-1)?.messages[0]?.['content'])).toContain('population 5000');
    expect(changesOfPrefix(accepted)).toBe(made.length);
  });

  it('is tried once shorter when it is long and refused in unknown words', async () => {
    const { script, accepted, refused } = modelWith(9_000, () => ({
      status: 400,
      body: { error: { message: 'Something about your request is wrong.' } },
    }));
    const agent = await start({ script });
    const session = await agent.session();
    for (let turn = 1; turn <= 12; turn += 1) {
      const events = await agent.chat(session, `Turn ${turn}: ${'tell me more '.repeat(200)}`);
      expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(accepted).toHaveLength(12);
  });

  it.each([
    [
      'when a word of the refusal may be about length',
      400,
      { error: { message: 'You are over the limit.' } },
    ],
    ['when the model has answered before: no words', 400, {}],
    ['when the model has answered before: of a field', 422, { detail: [{ msg: 'value is not valid' }] }],
    ['when the model has answered before: in Japanese', 400, { error: { message: '入力が不正です' } }],
  ])('is tried once shorter in a small window %s', async (_, status, body) => {
    const { script, accepted, refused } = modelWith(4_000, () => ({ status, body }));
    const agent = await start({ script });
    const session = await agent.session();
    for (let turn = 1; turn <= 20; turn += 1) {
      const events = await agent.chat(session, `Turn ${turn}: ${'tell me more '.repeat(20)}`);
      expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(accepted).toHaveLength(20);
  });

  it('that is short is not tried again when it is refused in unknown words', async () => {
    const refusal = { status: 400, body: { error: { message: 'Something is wrong.' } } };
    const agent = await start({ script: [{ error: refusal }] });
    const events = await agent.chat(await agent.session(), 'hi');
    expect(terminals(events)).toMatchObject([{ type: 'error', code: 'model_failed' }]);
    expect(agent.server.requests).toHaveLength(1);
  });

  it('is never refused where the window is known', async () => {
    const { script, accepted, refused } = modelWith(3_000, REFUSALS['OpenAI'] as (typeof REFUSALS)[string]);
    const agent = await start({ script, models: { contextTokens: 3_000 } });
    const session = await agent.session();
    for (let turn = 1; turn <= 40; turn += 1)
      await agent.chat(session, turn === 1 ? 'population 5000' : `Turn ${turn}: ${'more '.repeat(20)}`);
    expect(refused).toEqual([]);
    expect(accepted).toHaveLength(40);
    expect((await summaries(agent, session)).length).toBeGreaterThan(0);
  });

  it('goes on after the provider has refused even the newest message', async () => {
    const { script } = modelWith(3_000, REFUSALS['OpenAI'] as (typeof REFUSALS)[string]);
    const agent = await start({ script });
    const session = await agent.session();
    const events = await agent.chat(session, 'very long '.repeat(2_000));
    expect(terminals(events)).toMatchObject([
      {
        type: 'error',
        code: 'context_overflow',
        message: expect.stringMatching(/^This message alone, .* is too long for the language model: /),
      },
    ]);
    expect(textOf(await agent.chat(session, 'hi'))).toContain('Answer 1.');
  });

  it('keeps each number that a person gave in a window of 2,000 tokens, and says whenever more leaves', async () => {
    const { script, accepted } = modelWith(2_000, REFUSALS['llama.cpp'] as (typeof REFUSALS)[string]);
    const agent = await start({ script, models: { contextTokens: 2_000 } });
    const session = await agent.session();
    const facts = [
      'We plan a survey of clean stoves in the north of the country, with a population of 5230 households.',
      'Stratum 1 has 1210 households. Stratum 2 has 2475 households.',
      'The budget is 18400 dollars, and the enumerators visit 37 households a day.',
      'We expect a mean of 0.83 and a standard deviation of 0.21; the dropout is 14 %.',
    ];
    const notices: string[] = [];
    for (const message of [
      ...facts,
      ...Array.from({ length: 30 }, (_, i) => `Tell me more of ${'it '.repeat(i)}`),
    ]) {
      const events = await agent.chat(session, message);
      expect(terminals(events)).toMatchObject([{ type: 'done' }]);
      for (const event of events) if (event.type === 'notice') notices.push(event.text);
    }
    const system = String(accepted.at(-1)?.messages[0]?.['content']);
    for (const number of ['5230', '1210', '2475', '18400', '37', '0.83', '0.21', '14'])
      expect(system).toContain(number);
    expect(notices).toHaveLength((await summaries(agent, session)).length);
    expect(notices[0]).toMatch(/^This conversation is longer .* in place of its first \d+ messages\./);
    expect(notices.at(-1)).toMatch(/^The model now reads a summary .* in place of its first \d+ messages\./);
  });

  it('makes room within one turn of many long results, and keeps calls with their results', async () => {
    let calls = 0;
    const { script, accepted } = modelWith(4_000, REFUSALS['llama.cpp'] as (typeof REFUSALS)[string], () =>
      ++calls <= 12 ? { text: '', toolCalls: [{ name: 'look', args: { at: calls } }] } : {},
    );
    const look = defineTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({ at: z.number() }),
      run: ({ at }) => `${at} ${'finding '.repeat(400)}`,
    });
    const agent = await start({ script, plugins: [pluginWith('eyes', [look], { loading: 'always' })] });
    const events = await agent.chat(await agent.session(), 'look at all of it');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    expect(JSON.stringify(accepted.at(-1)?.messages)).toContain('12 finding');
    for (const { messages } of accepted) {
      const asked = messages.flatMap(
        (message) => (message['tool_calls'] as { id: string }[] | undefined)?.map(({ id }) => id) ?? [],
      );
      const answered = messages.flatMap((message) =>
        message['role'] === 'tool' ? [message['tool_call_id']] : [],
      );
      expect(answered).toEqual(asked);
    }
  });
});

describe('a summary', () => {
  const LONG = 'words that fill the thread '.repeat(120);

  it('is made in words by the utility model when there is one, with the numbers as they were said', async () => {
    const agent = await start({
      models: { maxHistoryChars: 5_000, utilityModel: 'small' },
      script: [
        { text: LONG },
        { text: LONG },
        {
          expect: ({ body }) => {
            expect(body.model).toBe('small');
            expect(body.tools).toBeUndefined();
            expect(JSON.stringify(body.messages)).toContain('Person: population 5000');
          },
          text: 'They plan a survey of villages.',
        },
        { text: 'ok' },
        { text: 'still here' },
      ],
    });
    const session = await agent.session();
    for (const message of ['population 5000', 'two', 'three']) await agent.chat(session, message);
    const [summary] = await summaries(agent, session);
    expect(summary?.content).toBe('They plan a survey of villages.\n\nThe person said:\n- population 5000');
    await agent.chat(session, 'four');
    expect(String(agent.server.requests.at(-1)?.body.messages[0]?.['content'])).toContain(
      'They plan a survey of villages.',
    );
    expect(await summaries(agent, session)).toHaveLength(1);
  });

  it.each<[string, readonly ScriptedStep[]]>([
    ['failed', [{ error: { status: 400, body: { error: { message: 'bad things' } } } }]],
    ['was cut', [{ text: 'Half a summ', finishReason: 'length' }]],
    ['was far too long', [{ text: 'on and on '.repeat(2_000) }]],
  ])('is never made from a call that %s', async (_, steps) => {
    const agent = await start({
      models: { maxHistoryChars: 5_000, utilityModel: 'small' },
      script: [{ text: LONG }, { text: LONG }, ...steps, { text: 'ok' }],
    });
    const session = await agent.session();
    for (const message of ['population 5000', 'two', 'three']) await agent.chat(session, message);
    expect((await summaries(agent, session)).map(({ content }) => content)).toEqual([
      'The person said:\n- population 5000',
    ]);
  });
});
