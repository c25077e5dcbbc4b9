import { describe, expect, it } from 'vitest';
import { mayAsk } from './may-ask.js';
import { readMessage, readVote } from './message.js';

const self = { userId: '@oracle:example.org', names: ['Cookstove Oracle', 'oracle'] };
const text = (body: string, more: object = {}) => ({ msgtype: 'm.text', body, ...more });

describe('a message', () => {
  it.each([
    ['How many?', text('How many?'), { text: 'How many?', mentioned: false }],
    ['a name in front', text('Cookstove Oracle: how many?'), { text: 'how many?', mentioned: true }],
    ['a user id', text('@oracle:example.org how many?'), { text: 'how many?', mentioned: true }],
    [
      'a mention',
      text('oracle how many?', { 'm.mentions': { user_ids: [self.userId] } }),
      { text: 'how many?', mentioned: true },
    ],
    ['a name without a sign', text('oracle what is due?'), { text: 'what is due?', mentioned: true }],
    ['a greeting', text('Hey Oracle, what is due?'), { text: 'what is due?', mentioned: true }],
    ['a name at the end', text('What is due, oracle?'), { text: 'What is due?', mentioned: true }],
    [
      'a name in the middle',
      text('and what does oracle say?', { 'm.mentions': {} }),
      { text: 'and what does oracle say?', mentioned: true },
    ],
    [
      'a name in an address',
      text('see https://example.org/oracle or @oracle:other.org or oracle.example.org'),
      {
        text: 'see https://example.org/oracle or @oracle:other.org or oracle.example.org',
        mentioned: false,
      },
    ],
    [
      'a name in what is quoted',
      text('> oracle was right\nreally'),
      { text: '> oracle was right\nreally', mentioned: false },
    ],
    [
      'a mention of another',
      text('oracle: how many?', { 'm.mentions': { user_ids: ['@b:c'] } }),
      { text: 'how many?', mentioned: false },
    ],
    [
      'a word that begins like the name',
      text('oracles are many'),
      { text: 'oracles are many', mentioned: false },
    ],
    [
      'an answer with a quotation',
      text('> <@a:b> old\n> words\n\nnew words', { 'm.relates_to': { 'm.in_reply_to': { event_id: '$1' } } }),
      { text: 'new words', mentioned: false, replyTo: '$1' },
    ],
    [
      'a thread whose answer is for old clients',
      text('on', {
        'm.relates_to': {
          rel_type: 'm.thread',
          event_id: '$r',
          is_falling_back: true,
          'm.in_reply_to': { event_id: '$1' },
        },
      }),
      { text: 'on', mentioned: false, threadId: '$r' },
    ],
  ])('%s', (_what, content, expected) => {
    expect(readMessage(content, self)).toEqual(expected);
  });

  it('brings a file, with words or without', () => {
    const file = { msgtype: 'm.file', url: 'mxc://b/1', info: { mimetype: 'text/csv', size: 3 } };
    const sent = { name: 'a.csv', mimeType: 'text/csv', url: 'mxc://b/1' };
    expect(readMessage({ ...file, body: 'a.csv' }, self)).toEqual({ text: '', mentioned: false, file: sent });
    expect(readMessage({ ...file, body: 'Read it', filename: 'a.csv' }, self)).toEqual({
      text: 'Read it',
      mentioned: false,
      file: sent,
    });
  });

  it.each([
    ['an edit', text('* x', { 'm.relates_to': { rel_type: 'm.replace', event_id: '$1' } })],
    ['a notice', { msgtype: 'm.notice', body: 'x' }],
    ['a file without an address', { msgtype: 'm.file', body: 'x' }],
    ['no text', { msgtype: 'm.text', body: 7 }],
    ['nothing', null],
  ])('is none: %s', (_what, content) => {
    expect(readMessage(content, self)).toBeUndefined();
  });
});

it('reads a reaction as a vote, whatever its tone of skin', () => {
  const vote = (key: string) =>
    readVote({ 'm.relates_to': { rel_type: 'm.annotation', event_id: '$1', key } });
  expect(['✅', '👍', '👍🏿', '✔️'].map((key) => vote(key)?.yes)).toEqual([true, true, true, true]);
  expect(['❌', '👎🏻', '✖️'].map((key) => vote(key)?.yes)).toEqual([false, false, false]);
  expect(['🎉', 'yes', ''].map(vote)).toEqual([undefined, undefined, undefined]);
});

it('knows who may ask', () => {
  expect(mayAsk('@a:example.org', ['@*:example.org'])).toBe(true);
  expect(mayAsk('@a:example.org.evil', ['@*:example.org'])).toBe(false);
  expect(mayAsk('@a:exampleXorg', ['@*:example.org'])).toBe(false);
  expect(mayAsk('@a:b', [])).toBe(false);
});
