import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OfferedTools } from './offered-tools.js';
import { ReasoningHabit } from './reasoning-habit.js';
import { WrittenAnswer } from './written-answer.js';

const TOOLS = new OfferedTools([
  { name: 'get_weather', parameters: { properties: { city: { type: 'string' } } } },
]);
const BERLIN = { name: 'get_weather', args: { city: 'Berlin' } };

/** What comes of an answer that arrives in these pieces, all that is taken back taken back. */
function read(parts: readonly string[], { habit = new ReasoningHabit('m'), cutOff = false } = {}) {
  const answer = new WrittenAnswer(TOOLS, habit);
  const said = { text: '', reasoning: '' };
  let tookBack = false;
  const take = ({ text, reasoning, takesBack }: ReturnType<WrittenAnswer['add']>) => {
    if (takesBack) Object.assign(said, { text: '', reasoning: said.reasoning + said.text });
    tookBack ||= takesBack && parts.length > 1;
    said.reasoning += reasoning;
    said.text += text;
  };
  for (const part of parts) take(answer.add(part));
  const { calls, ...last } = answer.end(cutOff);
  take(last);
  return { ...said, calls: calls.map(({ id: _, ...call }) => call), tookBack };
}

const whole = (text: string) => {
  const { tookBack: _, ...said } = read([text]);
  return said;
};

describe('reasoning in the text', () => {
  it.each([
    ['<think>', '<think>\nHm.\n</think>\n\nFour.'],
    ['no opening tag', 'Hm.\n</think>\n\nFour.'],
    ['no opening tag, as it is thought aloud', 'Okay, the user asks.\n</think>\n\nFour.'],
    ['[THINK]', '[THINK]Hm.[/THINK]Four.'],
    ['Command', '<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Four.<|END_RESPONSE|>'],
    ['Gemma 4', '<|channel>thought\nHm.\n<channel|>Four.'],
    ['MedGemma', '<unused94>thought\nHm.<unused95>Four.'],
    ['Seed', '<seed:think>Hm.</seed:think>Four.'],
    [
      'gpt-oss',
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>',
    ],
  ])('is told from it in the form of %s', (_, text) => {
    const { text: said, reasoning } = whole(text);
    expect(said.trim()).toMatch(/^Four\./);
    expect(said).not.toMatch(/[<[]/);
    expect(reasoning).toMatch(/^\s*(?:Hm\.|Okay, the user asks\.)\s*$/);
  });

  it('that nothing opens is waited for in the next answer of that model, and from then on shown as such at once', () => {
    const habit = new ReasoningHabit('m');
    expect(read(['It is 2 + 2.', '\n</think>', '\n\nFour.'], { habit })).toEqual({
      text: 'Four.',
      reasoning: 'It is 2 + 2.\n',
      calls: [],
      tookBack: true,
    });
    const second = new WrittenAnswer(TOOLS, habit);
    expect(second.add('It is 3 + 3.')).toEqual({ text: '', reasoning: '', takesBack: false });
    expect(second.add('\n</think>Six.')).toEqual({
      text: 'Six.',
      reasoning: 'It is 3 + 3.\n',
      takesBack: false,
    });
    const third = new WrittenAnswer(TOOLS, habit);
    expect(third.add('It is 4 + 4.')).toEqual({ text: '', reasoning: 'It is 4 + 4.', takesBack: false });
    expect(third.add('\n</think>Eight.')).toMatchObject({ text: 'Eight.', takesBack: false });
    expect(
      read(['<tool', '_call>', '{"name": "get_weather", "arguments": {"city": "Berlin"}}'], { habit }),
    ).toMatchObject({
      reasoning: '',
      calls: [BERLIN],
    });
  });

  it('of a model that is known for it and does not this time is its answer', () => {
    const habit = new ReasoningHabit('m');
    habit.reasoned();
    habit.reasoned();
    expect(read(['Six', ' it is.'], { habit })).toMatchObject({ text: 'Six it is.' });
    expect(read(['Six', ' it is.'], { habit })).toMatchObject({ text: 'Six it is.', reasoning: '' });
    habit.reasoned();
    habit.reasoned();
    expect(read(['Let me'], { habit, cutOff: true })).toMatchObject({ text: '', reasoning: 'Let me' });
  });

  it.each(['deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', 'qwq:32b', 'Qwen3-4B-Thinking-2507', 'phi4-reasoning'])(
    '%s says by its name that its first words may be reasoning',
    (model) => {
      const answer = new WrittenAnswer(TOOLS, new ReasoningHabit(model));
      expect(answer.add('It is 2 + 2.')).toMatchObject({ text: '', reasoning: '' });
      expect(answer.end(false)).toMatchObject({ text: 'It is 2 + 2.' });
    },
  );

  it('is found between words too, where a tag opens it on a line of its own and closes it', () => {
    expect(whole('Sure.\n<think>Hm.</think>\nFour.')).toEqual({
      text: 'Sure.\n\nFour.',
      reasoning: 'Hm.',
      calls: [],
    });
    expect(whole('<think>Hm.</think>Two.\n<think>Hm!</think>Four.')).toMatchObject({
      text: 'Two.\nFour.',
      reasoning: 'Hm.Hm!',
    });
    expect(read(['Sure.\n<think>Hm'], { cutOff: true })).toMatchObject({ text: 'Sure.\n', reasoning: 'Hm' });
    // Never closed, it was part of the answer.
    expect(whole('Sure.\n<think>\nstarts it.').text).toBe('Sure.\n<think>\nstarts it.');
  });

  it('goes on behind what was told as such, up to another closing tag that words follow', () => {
    for (const text of [
      '<think>Hm.</think>But is it?\n</think>\n\nFour.',
      '<think>Hm.</think>But is it?</think>Four.',
      '<think>Hm.</think>But is it?\n</think>\n\nFour.\n</think>',
    ]) {
      const { text: said, reasoning } = whole(text);
      expect([said.trim(), reasoning.trim()], text).toEqual(['Four.', 'Hm.But is it?']);
    }
    const told = new WrittenAnswer(TOOLS, new ReasoningHabit('m'));
    told.reasoned();
    expect(told.add('But is it?\n</th')).toEqual({ text: 'But is it?\n', reasoning: '', takesBack: false });
    expect(told.add('ink>\n\n')).toMatchObject({ text: '', takesBack: false });
    expect(told.add('Four.')).toMatchObject({ text: 'Four.', takesBack: true });
  });

  it('is not what a closing tag at the very end follows, where reasoning was told before', () => {
    expect(whole('<think>Hm.</think>Four.\n</think>\n')).toMatchObject({ text: 'Four.\n', reasoning: 'Hm.' });
    expect(whole('<think>Hm.</think>Use </think> to close.').text).toBe('Use </think> to close.');
    expect(whole('<think>Hm.</think>It closes with `</think>`.\n</think>').text).toBe(
      'It closes with `</think>`.\n</think>',
    );
  });

  it('is none where the text speaks of tags', () => {
    for (const text of [
      'R1 closes with `</think>` alone.',
      'It writes <think> and </think> around it.',
      '```\nhm\n</think>\n```\nIs how.',
      'It ends with "</think>", mostly.',
      'The tag is </think> and it closes the thoughts.',
      'It is </think>',
      'So:\n```\n<think>\nHm.\n</think>\n```\nIs how.',
    ])
      expect(whole(text), text).toEqual({ text, reasoning: '', calls: [] });
  });
});

describe('what a template leaves around an answer', () => {
  it.each([
    'Four.<|im_end|>',
    'Four.<|eot_id|>',
    'Four.</s>',
    'Four.<|end|><|endoftext|>\n',
    'Four.<end_of_turn>\n<eos>',
    'Four.<｜end▁of▁sentence｜>',
    'Four.<|im_end|>\n<|im_start|>user\nAnd five?<|im_end|>',
    '<|start_header_id|>assistant<|end_header_id|>\n\nFour.<|eot_id|>',
    '<|im_start|>assistant\nFour.<|im_end|>',
  ])('is taken off: %j', (text) => {
    expect(whole(text).text.trim()).toBe('Four.');
  });

  it.each([
    'It ends with `<|im_end|>`.',
    'Llama writes <|eot_id|> there, others </s> instead.',
    '```\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n```\nis ChatML.',
    'a < b',
    'a <',
  ])('stays where it is spoken of: %j', (text) => {
    expect(whole(text)).toEqual({ text, reasoning: '', calls: [] });
  });
});

describe('the channels of gpt-oss', () => {
  const CALL =
    '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Berlin"}<|call|>';

  it('hold calls and words before them', () => {
    const text = `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>I look.<|end|><|start|>assistant${CALL}`;
    expect(whole(text)).toEqual({ text: 'I look.', reasoning: 'Hm.', calls: [BERLIN] });
    expect(whole(CALL.replace('<|call|>', ''))).toMatchObject({ calls: [BERLIN] });
    expect(read([CALL.slice(0, -14)], { cutOff: true }).calls).toEqual([
      { name: 'get_weather', args: {}, malformed: '{"city": "Be', cutOff: true },
    ]);
    expect(
      whole(
        '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Berlin"}<|call|>',
      ),
    ).toMatchObject({ text: '', calls: [BERLIN] });
  });

  it('are read without their tokens too, where a server has left them out', () => {
    expect(whole('analysisThe user greets me.assistantfinalHello there.')).toEqual({
      text: 'Hello there.',
      reasoning: 'The user greets me.',
      calls: [],
    });
    expect(whole('analysisLook.assistantcommentary to=functions.get_weather json{"city": "Berlin"}')).toEqual(
      { text: '', reasoning: 'Look.', calls: [BERLIN] },
    );
    expect(read(['analysisI must'], { cutOff: true })).toMatchObject({ text: '', reasoning: 'I must' });
    expect(read(['analysis', 'Hm.', 'assistant', 'final', 'Four', '.'])).toMatchObject({
      text: 'Four.',
      reasoning: 'Hm.',
    });
    for (const text of ['analysis', 'analysis of it', 'analysisThis is one.'])
      expect(whole(text)).toEqual({ text, reasoning: '', calls: [] });
  });

  it('are none where they are spoken of', () => {
    const text = 'gpt-oss begins with <|channel|>analysis<|message|>.';
    expect(whole(text)).toEqual({ text, reasoning: '', calls: [] });
  });
});

const PIECES = [
  '<think>',
  '</think>',
  '<|channel|>analysis<|message|>',
  '<|end|>',
  '<|start|>assistant<|channel|>final<|message|>',
  '<|im_end|>',
  '<|im_start|>user',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Berlin"}<｜tool▁call▁end｜>',
  '```\n',
  '`',
  '"',
  'Okay, ',
  'So. ',
  '\n',
  ' ',
  '<',
  'a',
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });

describe('however a stream is cut', () => {
  it('the same words, reasoning and calls come of it', () => {
    fc.assert(
      fc.property(texts, cuts, (text, places) => {
        const at = [
          0,
          ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
          text.length,
        ];
        const { tookBack: _, ...said } = read(at.slice(1).map((end, i) => text.slice(at[i], end)));
        // Calls that were thought of only stand behind the other thoughts then.
        const letters = ({ reasoning, ...rest }: typeof said) => ({
          ...rest,
          reasoning: [...reasoning].sort(),
        });
        expect(letters(said)).toEqual(letters(whole(text)));
      }),
    );
  });
});
