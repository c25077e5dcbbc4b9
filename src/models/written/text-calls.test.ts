import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OfferedTools } from './offered-tools.js';
import { TextCalls } from './text-calls.js';

const tool = (name: string, parameters: Readonly<Record<string, string>>) => ({
  name,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([key, type]) => [key, { type }])),
  },
});
const TOOLS = new OfferedTools([tool('get_weather', { city: 'string', days: 'number' }), tool('get', {})]);

/** What comes of a text that arrives in these pieces. */
function read(parts: readonly string[], offered = TOOLS, cutOff = false) {
  const reader = new TextCalls(offered);
  const shown = parts.map((part) => reader.add(part)).join('');
  const { text, calls } = reader.end(cutOff);
  return { text: shown + text, calls: calls.map(({ id: _, ...call }) => call) };
}

const BERLIN = { name: 'get_weather', args: { city: 'Berlin' } };
const JSON_CALL = '{"name": "get_weather", "arguments": {"city": "Berlin"}}';

describe('calls in the text', () => {
  it.each([
    ['Hermes', `<tool_call>\n${JSON_CALL}\n</tool_call>`],
    ['Hermes, never closed', `<tool_call>${JSON_CALL}`],
    ['Llama 3.1', '<function=get_weather>{"city": "Berlin"}</function>'],
    ['Llama 3', `<|python_tag|>{"name": "get_weather", "parameters": {"city": "Berlin"}}`],
    ['Mistral', `[TOOL_CALLS][${JSON_CALL}]`],
    ['Mistral, newer', '[TOOL_CALLS]get_weather[ARGS]{"city": "Berlin"}'],
    ['Mistral, inside a line', '[TOOL_CALLS]get_weather{"city": "Berlin"}'],
    ['GLM', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>\n</tool_call>'],
    [
      'Qwen Coder',
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nBerlin\n</parameter>\n</function>\n</tool_call>',
    ],
    [
      'Qwen Coder, half',
      '<function=get_weather>\n<parameter=city>\nBerlin\n</parameter>\n</function>\n</tool_call>',
    ],
    [
      'Claude',
      '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>\n</function_calls>',
    ],
    [
      'Claude, without a frame',
      '<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>',
    ],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      'Seed',
      '<seed:tool_call><function=get_weather><parameter=city>Berlin</parameter></function></seed:tool_call>',
    ],
    [
      'DeepSeek V3 and R1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Berlin"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'DeepSeek V3.1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Berlin"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'DeepSeek V3.2',
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Berlin</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ],
    [
      'Kimi K2',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Berlin"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      'Kimi K2, without a section',
      '<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Berlin"}<|tool_call_end|>',
    ],
    ['Granite', `<|tool_call|>[${JSON_CALL}]`],
    ['Phi', `<|tool_call|>[${JSON_CALL}]<|/tool_call|>`],
    ['older Phi', `functools[${JSON_CALL}]`],
    ['Llama 4', '[get_weather(city="Berlin")]'],
    ['Llama 4, in tokens', "<|python_start|>[get_weather(city='Berlin')]<|python_end|>"],
    ['LFM', '<|tool_call_start|>[get_weather(city="Berlin")]<|tool_call_end|>'],
    ['MiniCPM', '<|tool_call_start|>\n```python\nget_weather(city="Berlin")\n```\n<|tool_call_end|>'],
    ['Olmo', '<function_calls>\nget_weather(city="Berlin")\n</function_calls>'],
    ['Gemini', '```tool_code\nprint(default_api.get_weather(city="Berlin"))\n```'],
    ['Gemini, in Python', "```python\nprint(get_weather(city='Berlin'))\n```"],
    ['Gemini, in a tag', '<tool_code>\nprint(get_weather(city="Berlin"))\n</tool_code>'],
    ['Gemma 4', '<|tool_call>call:get_weather{city:<|"|>Berlin<|"|>}<tool_call|>'],
    [
      'Gemma, smaller',
      '<start_function_call>call:get_weather{city:<escape>Berlin<escape>}<end_function_call>',
    ],
    [
      'Command',
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Berlin"}}]<|END_ACTION|>',
    ],
    [
      'InternLM',
      '<|action_start|><|plugin|>\n{"name": "get_weather", "parameters": {"city": "Berlin"}}<|action_end|>',
    ],
    ['Apertus', '<|tools_prefix|>[{"get_weather": {"city": "Berlin"}}]<|tools_suffix|>'],
    ['Nemotron', `<TOOLCALL>[${JSON_CALL}]</TOOLCALL>`],
    ['Qwen 2.5 Coder', `<tools>\n${JSON_CALL}\n</tools>`],
    ['Jamba', `<tool_calls>[${JSON_CALL}]</tool_calls>`],
    ['an object', JSON_CALL],
    ['an object of OpenAI', `{"type": "function", "function": ${JSON_CALL}}`],
    [
      'an object with arguments as text',
      '{"name": "get_weather", "arguments": "{\\"city\\": \\"Berlin\\"}"}',
    ],
    [
      'the list of the wire',
      `{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Berlin\\"}"}}]}`,
    ],
    ['an object by tool', '{"tool": "get_weather", "args": {"city": "Berlin"}}'],
    ['a fence', `\`\`\`json\n${JSON_CALL}\n\`\`\``],
    ['a fence without a language', `\`\`\`\n${JSON_CALL}\n\`\`\`\n`],
    ['an indented object', `  ${JSON_CALL}\n`],
  ])('are run as %s writes them', (_, text) => {
    expect(read([text]).calls).toEqual([BERLIN]);
    expect(read([text]).text.trim()).toBe('');
    expect(read([`Let me look.\n\n${text}`])).toEqual({
      text: expect.stringMatching(/^Let me look\.\s*$/),
      calls: [BERLIN],
    });
  });

  it('may be several', () => {
    const two = [BERLIN, { name: 'get', args: {} }];
    const get = '{"name": "get", "arguments": {}}';
    for (const text of [
      `<tool_call>${JSON_CALL}</tool_call>\n<tool_call>${get}</tool_call>`,
      `<tool_call>${JSON_CALL}\n${get}</tool_call>`,
      `[${JSON_CALL}, ${get}]`,
      `${JSON_CALL}; ${get}`,
      `[TOOL_CALLS][${JSON_CALL}, ${get}]`,
    ])
      expect(read([text]).calls, text).toEqual(two);
  });

  it.each([
    [
      'DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Berlin"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Berlin"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    ['Mistral', `[TOOL_CALLS][${JSON_CALL}]`],
    ['Granite', `<|tool_call|>[${JSON_CALL}]`],
  ])('are run inside a line too where %s marks them by tokens', (_, text) => {
    expect(read([`Let me look. ${text}`])).toEqual({ text: 'Let me look. ', calls: [BERLIN] });
  });

  it.each([
    `<tool_call>${JSON_CALL}</tool_call>`,
    '<function=get_weather>{"city": "Berlin"}</function>',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>\n</tool_call>',
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nBerlin\n</parameter>\n</function>\n</tool_call>',
  ])('are run behind a whole sentence in its line: %s', (text) => {
    expect(read([`Let me look. ${text}`])).toEqual({ text: 'Let me look. ', calls: [BERLIN] });
    expect(read([...`Let me look. ${text}`])).toEqual({ text: 'Let me look. ', calls: [BERLIN] });
  });

  it.each([
    ['I look. <function=get_weather>{"city": "Ber', '{"city": "Ber'],
    ['I look. <tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Ber', /<arg_value>Ber$/],
    ['<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Ber', /<arg_value>Ber$/],
    ['<function=get_weather>\n<parameter=city>\nBer', /Ber$/],
    ['<invoke name="get_weather">\n<parameter name="city">Ber', /Ber$/],
  ])('are not made of half a value: %j', (text, malformed) => {
    const { calls } = read([text]);
    expect(calls).toEqual([{ name: 'get_weather', args: {}, malformed: expect.stringMatching(malformed) }]);
    expect(read([text], TOOLS, true).calls).toMatchObject([{ name: 'get_weather', cutOff: true }]);
  });

  it('have values of the kinds that the tool takes', () => {
    const berlin = (city: string) => ({ name: 'get_weather', args: { city, days: 3 } });
    const values = '<parameter name="city">10115</parameter><parameter name="days">3</parameter>';
    expect(read([`<invoke name="get_weather">${values}</invoke>`]).calls).toEqual([berlin('10115')]);
    expect(read(["[get_weather('10115', 3)]"]).calls).toEqual([berlin('10115')]);
    expect(
      read(['[get_weather(city="it\'s \\"x\\"", days=3, tags=[1, (2.5, None)], more={"a": True})]']).calls,
    ).toEqual([
      {
        name: 'get_weather',
        args: { city: 'it\'s "x"', days: 3, tags: [1, [2.5, null]], more: { a: true } },
      },
    ]);
  });

  it.each([
    ['words after it', `${JSON_CALL}\nThat is how.`],
    ['a name that nobody offered', '{"name": "get_time", "arguments": {}}'],
    ['no arguments', '{"name": "get_weather", "is": "a tool"}'],
    ['other content', '{"name": "Alice", "arguments": {"a": 1}}'],
    ['the middle of a line', `Write ${JSON_CALL}`],
    ['a tag in the middle of a line', `Write <tool_call>${JSON_CALL}</tool_call>`],
    [
      'a tag of another tool behind a sentence',
      `So. <tool_call>{"name": "other", "arguments": {}}</tool_call>`,
    ],
    [
      'a tag that is spoken of behind a sentence',
      'So. <tool_call> opens a call, and </tool_call> closes it.',
    ],
    ['a tag in a fence', `\`\`\`xml\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\``],
    ['another language', '```python\nprint({"name": "get_weather"})\n```'],
    ['XML that looks alike', '<function=other>x</function>'],
    ['a list', '[1, 2, 3]'],
    ['a link', '[get_weather](https://a.org)'],
    ['less than', '<toolbox>'],
    ['a token in code', 'Models write `<|tool_calls_section_begin|><|tool_call_begin|>` for it.'],
    ['a token in quotes', 'Mistral writes "[TOOL_CALLS][{" and a list.'],
    ['a token that is spoken of', 'The token <|python_tag|> marks a call, as [TOOL_CALLS] does.'],
    ['a token in a fence', `\`\`\`\n<|tool_call|>[${JSON_CALL}]\n\`\`\`\nThat is how.`],
    ['a list of Python that goes on', '[get_weather(city="Berlin")] is how it is called.'],
    ['a call in Python of another tool', '```python\nprint(get_time())\n```'],
    ['Python that does more', '```python\nx = get_weather(city="Berlin")\nprint(x)\n```'],
    ['XML that begins alike', '<invoke name="other">x</invoke>'],
    ['the end of a tag', '<tool_ca'],
  ])('are none with %s', (_, text) => {
    expect(read([text])).toEqual({ text, calls: [] });
  });

  it('are text where no tool was offered', () => {
    expect(read([JSON_CALL], new OfferedTools([]))).toEqual({ text: JSON_CALL, calls: [] });
  });

  it('that cannot be read are malformed, under the name that they seem to have', () => {
    const cut = '{"name": "get_weather", "arguments": {"city": "Ber';
    expect(read([cut], TOOLS, true)).toEqual({
      text: '',
      calls: [{ name: 'get_weather', args: {}, malformed: cut, cutOff: true }],
    });
    expect(read(['<tool_call>call it</tool_call>']).calls).toEqual([
      { name: 'tool_call', args: {}, malformed: 'call it' },
    ]);
  });

  it.each([
    '{"name": "get_weather", "arguments": {"city": "Berlin", "city": "Paris"}}',
    '<function=get_weather>{"city": "Berlin", "city": "Paris"}</function>',
    '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>',
  ])('that say a value twice are malformed: %j', (text) => {
    expect(read([text]).calls).toEqual([
      { name: 'get_weather', args: {}, malformed: expect.stringMatching(/Berlin.*Paris/) },
    ]);
  });

  it('hold back no word of any other answer', () => {
    const reader = new TextCalls(TOOLS);
    expect(reader.add('You need 138 households. ')).toBe('You need 138 households. ');
    expect(reader.add('{x} <b>\n')).toBe('{x} <b>\n');
    expect(reader.add('- one')).toBe('- one');
    expect(reader.add('\n{"a": 1')).toBe('\n{"a": 1');
  });
});

/** Texts full of what may begin or end a tag, and where they are cut. */
const PIECES = [
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
  JSON_CALL,
  '```json\n',
  '```',
  '[TOOL_CALLS]',
  '<|tool_call_begin|>',
  '[get_weather(city="Berlin")]',
  '`',
  '\n',
  ' ',
  '{',
  '[',
  '<',
  'a',
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });

function cutAt(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, i) => text.slice(at[i], end));
}

describe('however a stream is cut', () => {
  it('the same calls and the same text come of it', () => {
    fc.assert(
      fc.property(texts, cuts, (text, places) => {
        expect(read(cutAt(text, places))).toEqual(read([text]));
      }),
    );
  });
});
