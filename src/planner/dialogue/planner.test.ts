import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent, PromptMessage, ToolMessage, ToolSchema } from '../../plugin/index.js';
import { createOfflinePlanner } from '../index.js';
import { FIXTURE_CAPABILITIES } from '../testing/fixture-capabilities.js';
import { META_TOOLS } from '../testing/meta-tools.js';
import { talk, talkAndAgree } from '../testing/talk.js';
import { decide } from './planning/decide.js';

const ALL: readonly ToolSchema[] = [...META_TOOLS, ...FIXTURE_CAPABILITIES.flatMap((one) => one.tools)];
const toolsOf = (...names: string[]) =>
  FIXTURE_CAPABILITIES.filter((one) => names.includes(one.name)).flatMap((one) => one.tools);
const user = (content: string, id = 'u'): PromptMessage => ({ role: 'user', id, content });
const calls = (...made: { id: string; name: string; args: Record<string, unknown> }[]): PromptMessage => ({
  role: 'assistant',
  id: 'a',
  content: '',
  toolCalls: made,
});
const result = (
  toolCallId: string,
  name: string,
  content: string,
  status: ToolMessage['status'] = 'ok',
): PromptMessage => ({ role: 'tool', id: `r${toolCallId}`, toolCallId, name, content, status });

async function run(
  messages: readonly PromptMessage[],
  tools: readonly ToolSchema[],
  signal = new AbortController().signal,
) {
  const events: ModelEvent[] = [];
  for await (const event of createOfflinePlanner(() => FIXTURE_CAPABILITIES).stream(messages, tools, signal))
    events.push(event);
  return events;
}

const ASK = user('Design a sample for 5000 households, mean 0.8, sd 0.2');
const LOAD = { id: 'call_1', name: 'load_capability', args: { names: ['survey-design'] } };
const DESIGN = {
  id: 'call_2',
  name: 'design_sample',
  args: { population: 5000, expectedMean: 0.8, expectedSD: 0.2 },
};
const LOADED = JSON.stringify({ capabilities: [{ name: 'survey-design', status: 'loaded' }] });

describe('a run', () => {
  it('loads, calls and answers, in three model calls', async () => {
    const messages: PromptMessage[] = [ASK];
    expect(await run(messages, META_TOOLS)).toEqual([
      { type: 'tool_call', call: LOAD },
      { type: 'usage', usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) } },
      { type: 'end', reason: 'tool_calls' },
    ]);
    messages.push(calls(LOAD), result('call_1', 'load_capability', LOADED));
    const bound = [...META_TOOLS, ...toolsOf('survey-design')];
    expect((await run(messages, bound))[0]).toEqual({ type: 'tool_call', call: DESIGN });
    messages.push(
      calls(DESIGN),
      result('call_2', 'design_sample', JSON.stringify({ calculatedSize: 95, adjustedSize: 95 })),
    );
    const events = await run(messages, bound);
    const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
    expect(text).toContain('**Calculated size:** 95');
    expect(text).toContain('offline');
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(1);
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });

  it('loads several capabilities in one call', () => {
    const asked = user("Convert 100 USD to EUR. What's the weather in Berlin?");
    expect(decide([asked], META_TOOLS, FIXTURE_CAPABILITIES)).toEqual({
      kind: 'calls',
      calls: [{ name: 'load_capability', args: { names: ['money', 'sky'] } }],
    });
  });

  it('asks after loading, so that the answer needs no second load', () => {
    const messages = [user('Design a sample for 5000 households')];
    expect(decide(messages, META_TOOLS, FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'calls',
      calls: [{ name: 'load_capability' }],
    });
    messages.push(calls(LOAD), result('call_1', 'load_capability', LOADED));
    expect(
      decide(messages, [...META_TOOLS, ...toolsOf('survey-design')], FIXTURE_CAPABILITIES),
    ).toMatchObject({ kind: 'text', text: expect.stringContaining('I still need') });
  });

  it('loads what the gate asks for and calls again, once', () => {
    const messages = [
      ASK,
      calls(DESIGN),
      result(
        'call_2',
        'design_sample',
        "Error: 'design_sample' belongs to 'survey-design'. Call load_capability first.",
        'error',
      ),
    ];
    expect(decide(messages, ALL, FIXTURE_CAPABILITIES)).toEqual({
      kind: 'calls',
      calls: [{ name: 'load_capability', args: { names: ['survey-design'] } }],
    });
    messages.push(calls({ ...LOAD, id: 'call_3' }), result('call_3', 'load_capability', LOADED));
    expect(decide(messages, ALL, FIXTURE_CAPABILITIES)).toEqual({
      kind: 'calls',
      calls: [{ name: DESIGN.name, args: DESIGN.args }],
    });
    messages.push(
      calls({ ...DESIGN, id: 'call_4' }),
      result('call_4', 'design_sample', '{"calculatedSize":95}'),
    );
    expect(decide(messages, ALL, FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('95'),
    });
  });

  it('says so when a capability cannot be loaded', () => {
    const report = JSON.stringify({
      capabilities: [{ name: 'survey-design', status: 'error', error: 'There is no such capability.' }],
    });
    const messages = [ASK, calls(LOAD), result('call_1', 'load_capability', report)];
    expect(decide(messages, META_TOOLS, FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('There is no such capability.'),
    });
  });

  it('lists capabilities readably', () => {
    const listed = JSON.stringify({
      capabilities: [
        {
          name: 'sky',
          title: 'Weather',
          summary: 'Weather of cities.',
          loading: 'on-demand',
          loaded: true,
          tags: [],
        },
      ],
    });
    const messages = [
      user('what can you do?'),
      calls({ id: 'c', name: 'list_capabilities', args: {} }),
      result('c', 'list_capabilities', listed),
    ];
    const decision = decide(messages, META_TOOLS, FIXTURE_CAPABILITIES);
    expect(decision).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('**Weather** (`sky`): Weather of cities. *(loaded)*'),
    });
  });

  it('uses tools that only this run has', () => {
    const own: ToolSchema = {
      name: 'open_map',
      effect: 'read',
      description: 'Opens the map at a place.',
      parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
    };
    expect(decide([user('open the map at Lausanne')], [...META_TOOLS, own], FIXTURE_CAPABILITIES)).toEqual({
      kind: 'calls',
      calls: [{ name: 'open_map', args: { place: 'Lausanne' } }],
    });
  });

  it('never offers silent capabilities', () => {
    const silent = FIXTURE_CAPABILITIES.map((one) => ({
      ...one,
      manifest: { ...one.manifest, loading: 'silent' as const },
    }));
    expect(decide([ASK], META_TOOLS, silent)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('offline'),
    });
  });

  it('answers from what there is when no tool is bound any more', () => {
    const messages = [
      ASK,
      calls(LOAD),
      result('call_1', 'load_capability', LOADED),
      calls(DESIGN),
      result('call_2', 'design_sample', '{"calculatedSize":95}'),
    ];
    expect(decide(messages, [], FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('95'),
    });
  });

  it('greets an empty conversation', () => {
    expect(decide([], META_TOOLS, FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('offline'),
    });
    expect(decide([user('  ')], META_TOOLS, [])).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('offline'),
    });
  });
});

describe('results and errors', () => {
  const options = { capabilities: FIXTURE_CAPABILITIES, bound: ALL };

  it('words an error, names the field and takes a correction', () => {
    const answer = (call: { args: Readonly<Record<string, unknown>> }) =>
      call.args['confidence'] === 0.9
        ? 'Error: confidence: must be 0.95 under this profile, was 0.9.'
        : '{"calculatedSize":95}';
    const failed = talk(['Design a sample for 5000 households, mean 0.8, sd 0.2, confidence 0.9'], {
      ...options,
      answer,
    });
    expect(failed.calls).toHaveLength(1);
    expect(failed.text).toContain('must be 0.95');
    expect(failed.text).toContain('Tell me **confidence**');
    const mended = talk(['Design a sample for 5000 households, mean 0.8, sd 0.2, confidence 0.9', '0.95'], {
      ...options,
      answer,
    });
    expect(mended.calls).toEqual([
      {
        name: 'design_sample',
        args: { population: 5000, expectedMean: 0.8, expectedSD: 0.2, confidence: 0.95 },
      },
    ]);
  });

  it('tells which numbers it did not use', () => {
    const spoken = talk(['Design a sample for 5000 households, mean 0.8, sd 0.2, in 17 villages'], options);
    expect(spoken.calls[0]?.args).toEqual({ population: 5000, expectedMean: 0.8, expectedSD: 0.2 });
    expect(spoken.text).toContain('“17”');
  });

  it('answers both parts, also when one of them lacks a value', () => {
    const spoken = talk(["Design a sample for 5000 households, and what's the weather in Berlin?"], {
      ...options,
      answer: () => '{"temp_c":21.5}',
    });
    expect(spoken.calls).toEqual([{ name: 'get_current_weather', args: { city: 'Berlin' } }]);
    expect(spoken.text).toContain('21.5');
    expect(spoken.text).toContain('I still need');
  });

  it('takes an identifier that the message refers to from an earlier result', () => {
    const answer = () => '{"design":{"designId":"dsn_42"},"calculatedSize":95}';
    const said = ['Design a sample for 5000 households, mean 0.8, sd 0.2', 'approve the design'];
    expect(talkAndAgree(said, { ...options, answer }).calls).toEqual([
      { name: 'approve_design', args: { designId: 'dsn_42' } },
    ]);
  });

  it('shows text that is no JSON as it is, and cuts what is very long', () => {
    const ask = ["what's the weather in Berlin?"];
    expect(talk(ask, { ...options, answer: () => 'Sunny, 21 degrees.' }).text).toContain(
      'Sunny, 21 degrees.',
    );
    expect(talk(ask, { ...options, answer: () => 'x'.repeat(50_000) }).text.length).toBeLessThan(13_000);
  });

  it('says that an interrupted call gave nothing', () => {
    const messages = [
      user("what's the weather in Berlin?"),
      calls({ id: 'c', name: 'get_current_weather', args: { city: 'Berlin' } }),
      result('c', 'get_current_weather', 'Interrupted.', 'interrupted'),
    ];
    expect(decide(messages, ALL, FIXTURE_CAPABILITIES)).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('interrupted'),
    });
  });
});

describe('what is never sent', () => {
  const options = { capabilities: FIXTURE_CAPABILITIES, bound: ALL };

  it('a value that the schema refuses, even when it is written as JSON', () => {
    const spoken = talk(
      ['design_sample {"population": -5, "expectedMean": 0.8, "expectedSD": 0.2}'],
      options,
    );
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain('**population**');
  });

  it('a change that nobody asked for by its verb', () => {
    for (const said of ['show design dsn_77', 'what about design dsn_77?', 'is the design dsn_77 good?']) {
      expect(talk([said], options).calls, said).toEqual([]);
    }
  });
});

describe('the stream', () => {
  it('is the same for the same conversation, and its pieces join to the whole', async () => {
    const messages = [user('hello')];
    const [a, b] = [await run(messages, ALL), await run(messages, ALL)];
    expect(a).toEqual(b);
    const text = a.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
    expect(decide(messages, ALL, FIXTURE_CAPABILITIES)).toEqual({ kind: 'text', text });
  });

  it('gives calls ids that the conversation does not have yet', async () => {
    const messages = [ASK, calls(LOAD), result('call_1', 'load_capability', LOADED)];
    const events = await run(messages, ALL);
    expect(events.flatMap((event) => (event.type === 'tool_call' ? [event.call.id] : []))).toEqual([
      'call_2',
    ]);
  });

  it('ends with the reason of an aborted signal, before and between events', async () => {
    const before = new AbortController();
    before.abort(new Error('stop'));
    await expect(run([user('hello')], ALL, before.signal)).rejects.toThrow('stop');
    const between = new AbortController();
    const seen: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of createOfflinePlanner(() => FIXTURE_CAPABILITIES).stream(
        [user('hello')],
        ALL,
        between.signal,
      )) {
        seen.push(event);
        between.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });

  it('ends exactly once, whatever is said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 120 }), async (said) => {
        const events = await run([user(said)], ALL);
        expect(events.filter((event) => event.type === 'end')).toHaveLength(1);
        expect(events.at(-1)?.type).toBe('end');
      }),
      { numRuns: 150 },
    );
  });
});
