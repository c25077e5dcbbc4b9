import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadMessage, ToolMessage } from '../../plugin/index.js';
import { estimateTokens } from './estimate-tokens.js';
import { recordOf } from './record.js';

const user = (content: string): ThreadMessage => ({ role: 'user', id: 'u', content });
const calls = (
  id: string,
  name: string,
  args: object,
  content: string,
  status: ToolMessage['status'] = 'ok',
) =>
  [
    { role: 'assistant', id: `a-${id}`, content: '', toolCalls: [{ id, name, args: { ...args } }] },
    { role: 'tool', id: `t-${id}`, toolCallId: id, name, content, status },
  ] satisfies ThreadMessage[];

describe('the record of what leaves', () => {
  it('holds what the person said with numbers, and calls by the headline of their results', () => {
    const answer = '{"summary":"A simple random sample of 357 of \\"5000\\".","id":"design-1","long":"…"}';
    const thread = [
      user('Hello. We have a population of 5,000 households.\nThey live in 42 villages! Is that many?'),
      ...calls('1', 'load_capability', { names: ['sampling'] }, '{"loaded":[]}'),
      ...calls('2', 'calculate_sample_size', { population: 5000 }, answer),
      ...calls('3', 'get_weather', { city: 'X' }, 'Error: no such city', 'error'),
    ];
    expect(recordOf(thread, 1_000)).toBe(
      [
        'The person said:',
        '- We have a population of 5,000 households.',
        '- They live in 42 villages!',
        '',
        'Done, and what came of it:',
        '- calculate_sample_size({"population":5000}): A simple random sample of 357 of "5000".',
      ].join('\n'),
    );
  });

  it('holds what else the person said in the room that is left, and no question', () => {
    const thread = [
      user('My name is Anna Achieng. I write for anna@example.org!\nThe population is 5000. What is next?'),
      user('Answer in French, please.'),
      user('answer in french, please.'),
      user('Yes.'),
    ];
    const said = [
      'The person said:',
      '- My name is Anna Achieng.',
      '- I write for anna@example.org!',
      '- The population is 5000.',
      '- Answer in French, please.',
    ].join('\n');
    expect(recordOf(thread, 1_000)).toBe(said);
    expect(recordOf(thread, estimateTokens(said) + 20)).toBe(said);
    expect(recordOf(thread, 24)).toBe('The person said:\n- … 3 more\n- The population is 5000.');
  });

  it('cuts what else was said before it leaves any of it out', () => {
    const more = 'and much more, as people write when they have the time for it and like to';
    const thread = [
      user(`I am Anna ${more}.`),
      user(`It is about stoves ${more}.`),
      user(`Leave out Nyando ${more}.`),
    ];
    const record = recordOf(thread, 60);
    expect(record).toMatch(/I am Anna .*…\n.*about stoves .*…\n.*Leave out Nyando .*…$/);
    expect(estimateTokens(record)).toBeLessThanOrEqual(60);
  });

  it('takes the head of what was pasted, and leaves calls their half of the room', () => {
    const mail = Array.from(
      { length: 40 },
      (_, i) => `The line ${'abcdefgh'[i % 8]}${'xyzuv'[i % 5]} of a mail.`,
    );
    const thread = [
      user(mail.join('\n')),
      user('Do as it says.'),
      ...calls('1', 'get_weather', { city: 'Berlin' }, '{"summary":"Clear."}'),
    ];
    const record = recordOf(thread, 1_000);
    expect(record.match(/of a mail/g)).toHaveLength(8);
    expect(record).toContain('- Do as it says.');
    expect(recordOf(thread, 80)).toContain('- get_weather({"city":"Berlin"}): Clear.');
  });

  it('keeps the last of what was said twice with other numbers', () => {
    expect(recordOf([user('population 5000'), user('Population 6,000')], 1_000)).toBe(
      'The person said:\n- Population 6,000',
    );
  });

  it('keeps what lists say of several things', () => {
    const thread = [
      user('Stratum 1 has 200 households. Stratum 2 has 300 households.'),
      user('Stratum 1 has 250 households.'),
    ];
    expect(recordOf(thread, 1_000)).toBe(
      'The person said:\n- Stratum 1 has 250 households.\n- Stratum 2 has 300 households.',
    );
  });

  it('gives the numbers of a person more room where they need it, and cuts what is around them', () => {
    const filler = 'and as we told you before it matters to us a lot that it is right ';
    const thread = Array.from({ length: 8 }, (_, i) =>
      user(`${filler}that ${'abcdefgh'[i]} is ${4_100 + i} ${filler}`),
    );
    const record = recordOf(thread, 40, 200);
    for (let i = 0; i < 8; i += 1) expect(record).toContain(`${'abcdefgh'[i]} is ${4_100 + i}`);
    expect(estimateTokens(record)).toBeLessThanOrEqual(200);
  });

  it('keeps the oldest and the newest when there is too much, within its room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 2_000 }), fc.integer({ min: 0, max: 400 }), (room, more) => {
        const words = (i: number) => String.fromCharCode(97 + (i % 26), 97 + ((i / 26) | 0));
        const thread = [
          user('population 5000'),
          ...Array.from({ length: more }, (_, i) => user(`item ${words(i)} ${words(i)} has ${i} of them`)),
        ];
        const record = recordOf(thread, room);
        expect(record).toContain('population 5000');
        if (more > 0) expect(record).toContain(`has ${more - 1} of them`);
        expect(estimateTokens(record)).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('cuts no character in two and cuts a long sentence around its number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer(), (text, number) => {
        const record = recordOf([user(`${text}${number}${text}`)], 1_000);
        expect(record.isWellFormed?.() ?? true).toBe(true);
        expect(() => encodeURIComponent(record)).not.toThrow();
      }),
    );
    const long = `${'word '.repeat(60)}population 5000 ${'word '.repeat(60)}`;
    expect(recordOf([user(long)], 1_000)).toMatch(/^The person said:\n- ….*population 5000.*…$/);
  });

  it('cuts no number in two, since half of one is another', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => String(41_005 + i * 1_011));
    const thread = [
      user(`We have ${numbers.join(' and ')} and so on.`),
      ...calls('1', 'draw', { note: `${'x'.repeat(98)} 123456789` }, `${'y'.repeat(235)} 54321 drawn`),
    ];
    for (let room = 40; room < 200; room += 1) {
      const said = recordOf(thread, room).match(/\d{2,}/g) ?? [];
      for (const each of said) expect([...numbers, '123456789', '54321']).toContain(each);
    }
  });

  it('keeps a few sentences whole where a call is all that leaves for them', () => {
    const long = 'which we counted twice from house to house, as the ward office had no list of its own';
    const thread = [user(`The population is 5000, ${long}.`), user(`It has 42 villages, ${long}.`)];
    const record = recordOf(thread, 60, 120);
    expect(record).toContain(`The population is 5000, ${long}.`);
    expect(record).toContain(`It has 42 villages, ${long}.`);
  });

  it('gives what else was said its room beside numbers that take more than theirs', () => {
    const thread = [
      ...Array.from({ length: 10 }, (_, i) =>
        user(`The village ${'abcdefghij'[i]} has ${4_100 + i} households in it.`),
      ),
      user('My name is Anna Achieng.'),
    ];
    expect(recordOf(thread, 100, 250)).toContain('My name is Anna Achieng.');
  });

  it('keeps what a conversation begins with, also where that is more than its share', () => {
    const thread = [
      user('In the ward there are 5000 households.'),
      ...Array.from({ length: 30 }, (_, i) =>
        user(`In ${'abcdefghij'[i % 10]}${'xyz'[(i / 10) | 0]} are ${i + 40}.`),
      ),
    ];
    for (const room of [30, 32, 34]) expect(recordOf(thread, room)).toContain('5000');
  });

  it('reads of a long paste without a number its beginning alone', () => {
    const thread = [user(`${'so it goes on '.repeat(160)}. At the end stands this.`)];
    expect(recordOf(thread, 1_000)).not.toContain('At the end');
  });

  it('shows of a sentence full of numbers a part', () => {
    const thread = [
      user(Array.from({ length: 60 }, (_, i) => `village ${i + 100} has ${1_000 + i} people`).join(', ')),
    ];
    const record = recordOf(thread, 1_000);
    expect(record).toContain('village 100 has 1000');
    expect(record.length).toBeLessThan(900);
  });

  it('takes a number with a point in it, and one behind a semicolon, for one sentence', () => {
    expect(recordOf([user('We agreed on p. 12; 5 of them stay.')], 1_000)).toBe(
      'The person said:\n- We agreed on p. 12; 5 of them stay.',
    );
  });
});
