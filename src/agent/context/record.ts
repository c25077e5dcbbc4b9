import { RESERVED_TOOL_NAMES } from '../../boot/reserved-names.js';
import type { ThreadMessage, ToolCall } from '../../plugin/index.js';
import { estimateTokens } from './estimate-tokens.js';

/** Characters of a sentence that holds a number, around the number. */
const LONGEST_SAYING = 160;
const LONGEST_ARGS = 120;
const LONGEST_HEADLINE = 240;
/** Of entries that are too many, this share stays from the beginning, where a conversation says what it is about. */
const OLDEST_SHARE = 0.4;

/**
 * What must not be lost of messages that leave a prompt, read off them without a model: what the person said with a
 * number in it, and the calls that succeeded, each with the headline of its result. Of what was said twice with other
 * numbers the last holds.
 * @param room estimated tokens that it may have
 */
export function recordOf(messages: readonly ThreadMessage[], room: number): string {
  const said = bounded(sayings(messages), room / 2);
  const done = bounded(calls(messages), room - estimateTokens(said.join('\n')));
  return [
    ...(said.length === 0 ? [] : [`The person said:\n${said.join('\n')}`]),
    ...(done.length === 0 ? [] : [`Done, and what came of it:\n${done.join('\n')}`]),
  ].join('\n\n');
}

function sayings(messages: readonly ThreadMessage[]): string[] {
  const found = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'user' || !/\p{N}/u.test(message.content)) continue;
    for (const sentence of message.content.split(/(?<=[.!?;。！？])\s*(?=\D)|\n+/u)) {
      const at = sentence.search(/\p{N}/u);
      if (at === -1) continue;
      const saying = around(sentence.replace(/\s+/gu, ' ').trim(), LONGEST_SAYING);
      found.set(saying.toLowerCase().replace(/\p{N}+(?:[.,]\p{N}+)*/gu, '#'), `- ${saying}`);
    }
  }
  return [...found.values()];
}

/** A long sentence, as far as it surrounds its first number. */
function around(sentence: string, length: number): string {
  if (sentence.length <= length) return sentence;
  const at = sentence.search(/\p{N}/u);
  const start = Math.max(0, Math.min(at - length / 2, sentence.length - length));
  return wellFormed(
    `${start > 0 ? '…' : ''}${sentence.slice(start, start + length)}${start + length < sentence.length ? '…' : ''}`,
  );
}

function calls(messages: readonly ThreadMessage[]): string[] {
  const made = new Map<string, ToolCall>();
  const found = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) made.set(call.id, call);
    if (message.role !== 'tool' || message.status !== 'ok' || RESERVED_TOOL_NAMES.has(message.name)) continue;
    const args = short(JSON.stringify(made.get(message.toolCallId)?.args ?? {}), LONGEST_ARGS);
    const call = `${message.name}(${args})`;
    found.set(call, `- ${call}: ${headline(message.content)}`);
  }
  return [...found.values()];
}

/** The sentence that heads an operation's answer, else how the result begins. */
function headline(content: string): string {
  const summary = /^\{"summary":("(?:[^"\\]|\\.)*")/.exec(content)?.[1];
  const text = summary === undefined ? content : (JSON.parse(summary) as string);
  return short(text.replace(/\s+/gu, ' ').trim(), LONGEST_HEADLINE);
}

/** As many entries as there is room for, the oldest and the newest of them. */
function bounded(entries: readonly string[], room: number): readonly string[] {
  const costs = entries.map((entry) => estimateTokens(entry) + 1);
  if (costs.reduce((sum, cost) => sum + cost, 0) <= room) return entries;
  let head = 0;
  let tail = entries.length;
  // The first entry says what it is all about: it stays if it fits at all.
  const oldest = Math.max(room * OLDEST_SHARE, Math.min(costs[0] ?? 0, room - 10));
  let left = oldest;
  while (head < tail && (costs[head] ?? 0) <= left) left -= costs[head++] ?? 0;
  left += room - oldest - 10;
  while (tail > head && (costs[tail - 1] ?? 0) <= left) left -= costs[--tail] ?? 0;
  return [...entries.slice(0, head), `- … ${tail - head} more`, ...entries.slice(tail)];
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${wellFormed(text.slice(0, length))}…`;
}

/** Without halves of characters at its ends. */
function wellFormed(text: string): string {
  return text.replace(/^(…?)[\uDC00-\uDFFF]/, '$1').replace(/[\uD800-\uDBFF](…?)$/, '$1');
}
