import { RESERVED_TOOL_NAMES } from '../../boot/reserved-names.js';
import type { ThreadMessage, ToolCall } from '../../plugin/index.js';
import { estimateTokens } from './estimate-tokens.js';

/** Characters of a sentence that holds a number, around its numbers: as many as there is room for. */
const SAYINGS = [160, 60, 24] as const;
const LONGEST_ARGS = 120;
const LONGEST_HEADLINE = 240;
/** Of entries that are too many, this share stays from the beginning, where a conversation says what it is about. */
const OLDEST_SHARE = 0.4;
/** With less than this nothing can be said of a call. */
const LEAST_ROOM = 15;
/** A sentence full of numbers takes so many times the length of one. */
const MOST_LENGTHS = 4;
/** So few sayings stay whole where that is possible at all. */
const FEW = 12;

/**
 * What must not be lost of messages that leave a prompt, read off them without a model: what the person said with a
 * number in it, and the calls that succeeded, each with the headline of its result. Of what was said twice with another
 * last number the last holds. Where there is little room, sentences are cut to their numbers and the words around them.
 * @param room estimated tokens that it may have
 * @param most the same for the person's numbers, where they need more
 */
export function recordOf(messages: readonly ThreadMessage[], room: number, most = room): string {
  const said = saidIn(messages, room / 2, most - estimateTokens(SAID));
  const left = Math.max(room, Math.min(most, costOf(said) + room / 2)) - costOf(said);
  const done = left < LEAST_ROOM ? [] : bounded(calls(messages), left);
  return [
    ...(said.length === 0 ? [] : [`${SAID}\n${said.join('\n')}`]),
    ...(done.length === 0 ? [] : [`Done, and what came of it:\n${done.join('\n')}`]),
  ].join('\n\n');
}

const SAID = 'The person said:';

function saidIn(messages: readonly ThreadMessage[], room: number, most: number): readonly string[] {
  const [whole, ...shorter] = SAYINGS.map((length) => () => sayings(messages, length));
  const said = whole?.() ?? [];
  if (costOf(said) <= room) return said;
  if (costOf(said) <= most && said.length <= FEW) return said;
  let last = said;
  for (const sayingsOf of shorter) {
    last = sayingsOf();
    if (costOf(last) <= most) return last;
  }
  return bounded(last, most);
}

function sayings(messages: readonly ThreadMessage[], length: number): readonly string[] {
  const found = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'user' || !/\p{N}/u.test(message.content)) continue;
    for (const sentence of message.content.split(/(?<=[.!?;。！？])\s*(?=\D)|\n+/u)) {
      if (!/\p{N}/u.test(sentence)) continue;
      const saying = around(sentence.replace(/\s+/gu, ' ').trim(), length);
      found.set(subjectOf(saying), `- ${saying}`);
    }
  }
  return [...found.values()];
}

/** What a saying gives a number to: all of it but its last number, so that a list of places loses none. */
function subjectOf(saying: string): string {
  return saying.toLowerCase().replace(/\p{N}+(?:[.,]\p{N}+)*(?=\P{N}*$)/u, '#');
}

/** A long sentence, as far as it surrounds its numbers. */
function around(sentence: string, length: number): string {
  if (sentence.length <= length) return sentence;
  const parts: { start: number; end: number }[] = [];
  for (const { index, 0: number } of sentence.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)) {
    const start = Math.max(0, Math.min(index - Math.floor(length / 2), sentence.length - length));
    const end = Math.max(start + length, index + Math.min(number.length, length));
    const last = parts.at(-1);
    if (parts.reduce((sum, part) => sum + part.end - part.start, 0) >= length * MOST_LENGTHS) break;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  const words = parts.map(({ start, end }) => sentence.slice(start, end).trim()).map(wellFormed);
  const [first, last] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
  return `${first > 0 ? '…' : ''}${words.join('…')}${last < sentence.length ? '…' : ''}`;
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
  if (costOf(entries) <= room) return entries;
  const costs = entries.map((entry) => estimateTokens(entry) + 1);
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

function costOf(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + estimateTokens(entry) + 1, 0);
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${wellFormed(text.slice(0, length))}…`;
}

/** Without halves of characters at its ends. */
function wellFormed(text: string): string {
  return text.replace(/^(…?)[\uDC00-\uDFFF]/, '$1').replace(/[\uD800-\uDBFF](…?)$/, '$1');
}
