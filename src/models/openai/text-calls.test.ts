import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextCalls } from './text-calls.js';
import { ThinkTags } from './think-tags.js';

const NAMES = ['get_weather', 'get'];

/** What comes of a text that arrives in these pieces. */
function read(parts: readonly string[], names: readonly string[] = NAMES, cutOff = false) {
  const reader = new TextCalls(names);
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
    ['an object', JSON_CALL],
    ['an object of OpenAI', `{"type": "function", "function": ${JSON_CALL}}`],
    [
      'an object with arguments as text',
      '{"name": "get_weather", "arguments": "{\\"city\\": \\"Berlin\\"}"}',
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
    ['words after it', `${JSON_CALL}\nThat is how.`],
    ['a name that nobody offered', '{"name": "get_time", "arguments": {}}'],
    ['no arguments', '{"name": "get_weather", "is": "a tool"}'],
    ['other content', '{"name": "Alice", "arguments": {"a": 1}}'],
    ['the middle of a line', `Write ${JSON_CALL}`],
    ['a tag in the middle of a line', `Write <tool_call>${JSON_CALL}</tool_call>`],
    ['a tag in a fence', `\`\`\`xml\n<tool_call>${JSON_CALL}</tool_call>\n\`\`\``],
    ['another language', '```python\nprint({"name": "get_weather"})\n```'],
    ['XML that looks alike', '<function=other>x</function>'],
    ['a list', '[1, 2, 3]'],
    ['a link', '[get_weather](https://a.org)'],
    ['less than', '<toolbox>'],
    ['the end of a tag', '<tool_ca'],
  ])('are none with %s', (_, text) => {
    expect(read([text])).toEqual({ text, calls: [] });
  });

  it('are text where no tool was offered', () => {
    expect(read([JSON_CALL], [])).toEqual({ text: JSON_CALL, calls: [] });
  });

  it('that cannot be read are malformed, under the name that they seem to have', () => {
    const cut = '{"name": "get_weather", "arguments": {"city": "Ber';
    expect(read([cut], NAMES, true)).toEqual({
      text: '',
      calls: [{ name: 'get_weather', args: {}, malformed: cut, cutOff: true }],
    });
    expect(read(['<tool_call>call it</tool_call>']).calls).toEqual([
      { name: 'tool_call', args: {}, malformed: 'call it' },
    ]);
  });

  it('hold back no word of any other answer', () => {
    const reader = new TextCalls(NAMES);
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

  it('the same reasoning and the same text come of it, and no letter is lost but the tags', () => {
    const split = (parts: readonly string[]) => {
      const tags = new ThinkTags();
      const all = [...parts.map((part) => tags.add(part)), tags.end()];
      return {
        text: all.map(({ text }) => text).join(''),
        reasoning: all.map(({ reasoning }) => reasoning).join(''),
      };
    };
    fc.assert(
      fc.property(texts, cuts, (text, places) => {
        const whole = split([text]);
        expect(split(cutAt(text, places))).toEqual(whole);
        const letters = (words: string) => words.replace(/<\/?think>|\s/g, '');
        expect(letters(whole.reasoning + whole.text)).toBe(letters(text));
      }),
    );
  });
});
