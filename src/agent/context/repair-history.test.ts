import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnMessage } from '../../plugin/index.js';
import { closeAsInterrupted, runIdOf, toolMessageId, unansweredCalls } from '../../runs/thread-calls.js';
import { titleOf } from '../../runs/title.js';
import { closeUnanswered, INCOMPLETE_TEXT, UNANSWERED_TEXT } from './close-unanswered.js';
import { cutAt, fits } from './cut-turns.js';
import { messageTokens } from './prompt-tokens.js';
import { repairHistory } from './repair-history.js';
import { shortenResults } from './shorten-results.js';

const user = (id: string, content = 'u'): TurnMessage => ({ role: 'user', id, content });
const says = (id: string, content: string, ...calls: string[]): TurnMessage => ({
  role: 'assistant',
  id,
  content,
  ...(calls.length === 0 ? {} : { toolCalls: calls.map((call) => ({ id: call, name: 'f', args: {} })) }),
});
const result = (call: string, content = 'r'): TurnMessage => ({
  role: 'tool',
  id: `t-${call}`,
  toolCallId: call,
  name: 'f',
  content,
  status: 'ok',
});

/** Any thread at all, also ones that no run would leave behind. Tool call ids are few, so that they meet. */
const callId = fc.constantFrom('a', 'b', 'c', 'd');
const anyMessage: fc.Arbitrary<TurnMessage> = fc.oneof(
  fc.string({ maxLength: 50 }).map((content) => user('', content)),
  fc
    .record({ content: fc.string({ maxLength: 50 }), calls: fc.uniqueArray(callId, { maxLength: 3 }) })
    .map(({ content, calls }) => says('', content, ...calls)),
  fc
    .record({ call: callId, content: fc.string({ maxLength: 200 }) })
    .map(({ call, content }) => result(call, content)),
);
const anyThread = fc
  .array(anyMessage, { maxLength: 30 })
  .map((thread) => thread.map((message, i) => ({ ...message, id: `m${i}` }) as TurnMessage));

function isAcceptable(messages: readonly TurnMessage[]): boolean {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId)) return false;
      continue;
    }
    if (open.size > 0) return false;
    if (message.role === 'assistant') {
      if (message.content === '' && (message.toolCalls ?? []).length === 0) return false;
      open = new Set((message.toolCalls ?? []).map((call) => call.id));
    }
  }
  return open.size === 0;
}

describe('repairHistory', () => {
  it('makes any thread acceptable, loses no words, and is done after one pass', () => {
    fc.assert(
      fc.property(anyThread, (thread) => {
        const mended = repairHistory(thread);
        expect(isAcceptable(mended)).toBe(true);
        expect(mended.filter((m) => m.role === 'user')).toEqual(thread.filter((m) => m.role === 'user'));
        expect(repairHistory(mended)).toBe(mended);
      }),
    );
  });

  it('gives a sound thread back as it is', () => {
    const thread = [user('1'), says('2', '', 'a'), result('a'), says('3', 'done')];
    expect(repairHistory(thread)).toBe(thread);
  });

  it('answers a call that has no result as interrupted, in its place', () => {
    const thread = [user('1'), says('2', '', 'a', 'b'), result('b'), user('3')];
    expect(
      repairHistory(thread).map((m) => (m.role === 'tool' ? `${m.toolCallId} ${m.status}` : m.role)),
    ).toEqual(['user', 'assistant', 'b ok', 'a interrupted', 'user']);
  });
});

describe('closeUnanswered', () => {
  it('lets the sides take turns in any thread, and is done after one pass', () => {
    fc.assert(
      fc.property(anyThread, (thread) => {
        const closed = closeUnanswered(repairHistory(thread));
        expect(isAcceptable(closed)).toBe(true);
        expect(closed.filter((m) => m.role === 'user')).toEqual(thread.filter((m) => m.role === 'user'));
        for (const [i, message] of closed.entries()) {
          const before = closed[i - 1];
          if (message.role === 'user' && before?.role !== 'tool') expect(before?.role).not.toBe('user');
          if (message.role === 'user' && before?.role === 'tool') expect(before.status).toBe('interrupted');
          if (message.role === 'assistant') expect(before?.role).not.toBe('assistant');
        }
        expect(closeUnanswered(closed)).toBe(closed);
      }),
    );
  });

  it('marks what was not answered, and what was broken off', () => {
    const cut: TurnMessage = { role: 'assistant', id: '4', content: 'Install 420', interrupted: true };
    const thread = [user('1'), user('2'), says('3', '', 'a'), result('a'), user('3'), cut, user('5')];
    expect(closeUnanswered(thread).map((m) => m.content)).toEqual([
      'u',
      UNANSWERED_TEXT,
      'u',
      '',
      'r',
      UNANSWERED_TEXT,
      'u',
      `Install 420\n\n${INCOMPLETE_TEXT}`,
      'u',
    ]);
  });

  it('gives a sound thread back as it is', () => {
    const thread = [user('1'), says('2', '', 'a'), result('a'), says('3', 'done'), user('4')];
    expect(closeUnanswered(thread)).toBe(thread);
  });
});

describe('what leaves', () => {
  const size = (messages: readonly TurnMessage[]) => messages.reduce((sum, m) => sum + messageTokens(m), 0);

  it('are whole turns from the beginning, until the rest is half of the room or the newest turn alone', () => {
    fc.assert(
      fc.property(anyThread, fc.integer({ min: 10, max: 300 }), (thread, room) => {
        const sound = repairHistory(thread);
        expect(fits(sound, room)).toBe(size(sound) <= room);
        const kept = sound.slice(cutAt(sound, room));
        expect(isAcceptable(kept)).toBe(true);
        expect(kept.at(-1)).toBe(sound.at(-1));
        if (kept.length < sound.length) expect(kept[0]?.role).toBe('user');
        if (kept.filter((m) => m.role === 'user').length > 1)
          expect(size(kept)).toBeLessThanOrEqual(room / 2);
      }),
    );
  });

  it('shortens the older results of a turn that is too long by itself, and leaves the newest whole', () => {
    const thread = [
      user('1'),
      says('2', '', 'a'),
      result('a', 'x'.repeat(5_000)),
      says('3', '', 'b'),
      result('b', 'y'.repeat(900)),
    ];
    expect(shortenResults(thread, 2_000)).toBe(thread);
    expect(shortenResults(thread, 500).map((m) => m.content)).toEqual([
      'u',
      '',
      '[5000 characters of this result are left out here to save room.]',
      '',
      'y'.repeat(900),
    ]);
  });

  it('keeps the beginning of the newest results when they alone have no room', () => {
    const thread = [user('1'), says('2', '', 'a', 'b'), result('a', 'ok'), result('b', 'yes '.repeat(4_000))];
    const shorter = shortenResults(thread, 600);
    expect(size(shorter)).toBeLessThanOrEqual(600);
    expect(shorter[2]).toBe(thread[2]);
    expect(shorter[3]?.content).toMatch(
      /^(yes ){100}[\s\S]*\n\n\[Cut: the first \d+ of 16000 characters; the model has no room for more\. Ask for less, or for a part\.\]$/,
    );
  });

  it('rests between two steps while a turn grows, so that the prompt prefix does', () => {
    const thread: TurnMessage[] = [user('1')];
    let moves = 0;
    let before: readonly TurnMessage[] = [];
    for (let i = 0; i < 40; i += 1) {
      thread.push(says(`s${i}`, '', `c${i}`), result(`c${i}`, `r${i} `.repeat(150)));
      const now = shortenResults(thread, 3_000);
      if (!before.every((message, n) => message.content === now[n]?.content)) moves += 1;
      before = now;
    }
    expect(moves).toBeGreaterThan(2);
    expect(moves).toBeLessThan(20);
  });
});

it('unanswered calls are those of the last assistant message alone, and can be closed', () => {
  const thread = [user('1'), says('2', '', 'x'), user('3'), says('4', '', 'a', 'b'), result('a')];
  expect(unansweredCalls(thread).map((c) => c.id)).toEqual(['b']);
  expect(unansweredCalls([...thread, user('5')])).toEqual([]);
  expect(unansweredCalls([...thread, ...closeAsInterrupted(unansweredCalls(thread), 'run')])).toEqual([]);
});

it('the id of a tool message names its run', () => {
  expect(runIdOf(toolMessageId('r-1', 'call:with:colons'))).toBe('r-1');
  expect(runIdOf('no-colon')).toBe('');
});

it('a title is one short line that cuts no character in two', () => {
  expect(titleOf('hello\nworld')).toBe('hello');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (message) => {
      const title = titleOf(message);
      expect(title.length).toBeLessThanOrEqual(61);
      expect(title).not.toMatch(/\n/);
      expect(() => encodeURIComponent(title)).not.toThrow();
    }),
  );
});
