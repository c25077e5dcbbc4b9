import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ThreadMessage } from '../plugin/index.js';
import { closeAsInterrupted, runIdOf, toolMessageId, unansweredCalls } from '../runs/thread-calls.js';
import { titleOf } from '../runs/title.js';
import { repairHistory, trimHistory } from './history.js';

const user = (id: string, content = 'u'): ThreadMessage => ({ role: 'user', id, content });
const says = (id: string, content: string, ...calls: string[]): ThreadMessage => ({
  role: 'assistant',
  id,
  content,
  ...(calls.length === 0 ? {} : { toolCalls: calls.map((call) => ({ id: call, name: 'f', args: {} })) }),
});
const result = (call: string, content = 'r'): ThreadMessage => ({
  role: 'tool',
  id: `t-${call}`,
  toolCallId: call,
  name: 'f',
  content,
  status: 'ok',
});

/** Any thread at all, also ones that no run would leave behind. Tool call ids are few, so that they meet. */
const callId = fc.constantFrom('a', 'b', 'c', 'd');
const anyMessage: fc.Arbitrary<ThreadMessage> = fc.oneof(
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
  .map((thread) => thread.map((message, i) => ({ ...message, id: `m${i}` }) as ThreadMessage));

function isAcceptable(messages: readonly ThreadMessage[]): boolean {
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

describe('trimHistory', () => {
  const size = (messages: readonly ThreadMessage[]) => messages.reduce((sum, m) => sum + m.content.length, 0);

  it('keeps whole turns from the end, within the budget wherever turns can be left out', () => {
    fc.assert(
      fc.property(anyThread, fc.integer({ min: 10, max: 600 }), (thread, budget) => {
        const sound = repairHistory(thread);
        const { messages, trimmed } = trimHistory(sound, budget);
        expect(trimmed).toBe(messages !== sound);
        expect(isAcceptable(messages)).toBe(true);
        expect(messages.at(-1)?.id).toBe(sound.at(-1)?.id);
        expect(messages.map((m) => m.id)).toEqual(
          sound.slice(sound.length - messages.length).map((m) => m.id),
        );
        if (trimmed && messages.length < sound.length) expect(messages[0]?.role).toBe('user');
        if (messages.filter((m) => m.role === 'user').length > 1)
          expect(size(messages)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('moves its cut rarely, so that the prompt prefix rests in between', () => {
    const turn = (i: number) => [user(`u${i}`, 'q'.repeat(50)), says(`a${i}`, 'w'.repeat(50))];
    const starts: (string | undefined)[] = [];
    for (let turns = 1; turns <= 60; turns += 1) {
      const thread = Array.from({ length: turns }, (_, i) => turn(i)).flat();
      starts.push(trimHistory(thread, 2_000).messages[0]?.id);
    }
    const moves = starts.filter((start, i) => i > 0 && start !== starts[i - 1]).length;
    expect(moves).toBeGreaterThan(3);
    expect(moves).toBeLessThan(10);
  });

  it('shortens the older results of a turn that is too long by itself, and leaves the newest whole', () => {
    const thread = [
      user('1'),
      says('2', '', 'a'),
      result('a', 'x'.repeat(5_000)),
      says('3', '', 'b'),
      result('b', 'y'.repeat(900)),
    ];
    const { messages, trimmed } = trimHistory(thread, 2_000);
    expect(trimmed).toBe(true);
    expect(messages.map((m) => m.content)).toEqual([
      'u',
      '',
      '[5000 characters of this result are left out here to save room.]',
      '',
      'y'.repeat(900),
    ]);
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
