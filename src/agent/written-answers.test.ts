import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../plugin/index.js';
import { textOf, toolEvents } from './testing/test-agent.js';
import { terminals, useTestAgents } from './testing/test-hooks.js';
import { getWeather, pluginWith } from './testing/test-plugins.js';

const start = useTestAgents();
const weather = pluginWith('weather', [getWeather], { loading: 'always' });

/** As a server streams it, in small pieces. */
const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/g) ?? [];
const reasoningOf = (events: readonly RunEvent[]) =>
  events.map((event) => (event.type === 'reasoning' ? event.content : '')).join('');

/** Calls as templates write them, for servers that leave them in the text. */
const CALLS: readonly (readonly [who: string, text: string])[] = [
  [
    'DeepSeek',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Berlin"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
  ],
  [
    'Kimi',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Berlin"}<|tool_call_end|><|tool_calls_section_end|><|im_end|>',
  ],
  ['Gemini', '```tool_code\nprint(default_api.get_weather(city="Berlin"))\n```'],
  [
    'Claude',
    '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>\n</function_calls>',
  ],
  ['Granite', '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Berlin"}}]<|end_of_text|>'],
  ['Llama 4', '[get_weather(city="Berlin")]<|eot|>'],
  ['GLM', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>\n</tool_call>'],
  ['Mistral', '[TOOL_CALLS]get_weather[ARGS]{"city": "Berlin"}</s>'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>Look.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Berlin"}<|call|>',
  ],
];

describe('a call that a server leaves in the text', () => {
  it.each(CALLS)('of %s is made, and nothing of it is shown or kept as words', async (_, text) => {
    const agent = await start({
      plugins: [weather],
      script: [{ text: pieces(text) }, { text: '20 degrees.' }],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'Weather in Berlin?');
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    expect(toolEvents(events).at(-1)).toMatchObject({
      name: 'get_weather',
      args: { city: 'Berlin' },
      status: 'done',
    });
    expect(textOf(events)).toBe('20 degrees.');
    expect((await agent.store.threads.messages(session))[1]).toMatchObject({
      role: 'assistant',
      content: '',
    });
  });

  it.each([
    ['DeepSeek', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": Berlin}'],
    ['Kimi', '<|tool_calls_section_begin|><|tool_call_begin|>get_weather Berlin'],
    ['Granite', '<|tool_call|>get_weather in Berlin'],
  ])('of %s that cannot be read is refused in words to the model', async (_, text) => {
    const agent = await start({ plugins: [weather], script: [{ text: pieces(text) }, { text: 'Sorry.' }] });
    const events = await agent.chat(await agent.session(), 'Weather in Berlin?');
    expect(toolEvents(events).at(-1)).toMatchObject({ status: 'error' });
    expect(textOf(events)).toBe('Sorry.');
    expect(agent.server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool' });
  });

  it('that has no name and cannot be read is named for that, also to the person when it goes on', async () => {
    const agent = await start({
      plugins: [weather],
      script: Array(3).fill({ text: '<tool_call>do it</tool_call>' }),
    });
    const events = await agent.chat(await agent.session(), 'Weather in Berlin?');
    expect(agent.server.requests[1]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/not a JSON object: do it\. Call a tool that you have, with valid JSON/),
    });
    expect(terminals(events)).toMatchObject([{ type: 'done', finishReason: 'limit' }]);
    expect(textOf(events)).toMatch(
      /^\*I stopped here: 3 times in a row I wrote a call of a tool that cannot be read/,
    );
  });

  it('is not made where the answer speaks of it', async () => {
    const text = 'DeepSeek writes this:\n```\n<｜tool▁calls▁begin｜>\n```\nand Mistral `[TOOL_CALLS]`.';
    const agent = await start({ plugins: [weather], script: [{ text: pieces(text) }] });
    const events = await agent.chat(await agent.session(), 'How do models call?');
    expect(textOf(events)).toBe(text);
    expect(toolEvents(events)).toEqual([]);
  });
});

describe('reasoning that only its end tells', () => {
  it('is taken back from what was said, and waited for in the next answer', async () => {
    const agent = await start({
      script: [
        { text: ['It is 2 ', '+ 2.\n', '</think>\n\n', 'Four.', '<|im_end|>'], chunkDelayMs: 20 },
        { text: ['It is 3 ', '+ 3.\n', '</think>\n\n', 'Six.'] },
      ],
    });
    const session = await agent.session();
    const events = await agent.chat(session, '2 + 2?');
    const back = events.findIndex((event) => event.type === 'reasoning' && event.replaces === true);
    expect(events[back]).toMatchObject({ content: textOf(events.slice(0, back)) });
    expect(textOf(events.slice(back))).toBe('Four.');
    const again = await agent.chat(session, '3 + 3?');
    expect(textOf(again)).toBe('Six.');
    expect(reasoningOf(again)).toBe('It is 3 + 3.\n');
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { role: 'user' },
      { content: 'Four.', reasoning: 'It is 2 + 2.\n' },
      { role: 'user' },
      { content: 'Six.', reasoning: 'It is 3 + 3.\n' },
    ]);
  });

  it('is never said where it begins as thoughts do', async () => {
    const agent = await start({ script: [{ text: ['Okay, ', 'the user adds.', '</think>', 'Four.'] }] });
    const events = await agent.chat(await agent.session(), '2 + 2?');
    expect(textOf(events)).toBe('Four.');
    expect(reasoningOf(events)).toBe('Okay, the user adds.');
  });
});
