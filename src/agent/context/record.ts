import { RESERVED_TOOL_NAMES } from '../../boot/reserved-names.js';
import type { ThreadMessage, ToolCall } from '../../plugin/index.js';
import { short } from '../head-of.js';
import { estimateTokens } from './estimate-tokens.js';
import {
  type Entry,
  type Sentence,
  sayingsWithNumbers,
  sayingsWithoutNumbers,
  sentencesOf,
} from './sayings.js';

/** Characters of a sentence, around its numbers where it has any: as many as there is room for. */
const SAYINGS = [160, 60, 24] as const;
const LONGEST_ARGS = 120;
const LONGEST_HEADLINE = 240;
/** Of entries that are too many, this share stays from the beginning, where a conversation says what it is about. */
const OLDEST_SHARE = 0.4;
/** With less than this nothing can be said of a call. */
const LEAST_ROOM = 15;
/** So few sayings stay whole where that is possible at all. */
const FEW = 12;

const SAID = 'The person said:';
const DONE = 'Done, and what came of it:';

/**
 * What must not be lost of messages that leave a prompt, read off them without a model: what the person said with a
 * number in it, and the calls that succeeded, each with the headline of its result; then, in what room is left, what
 * else the person said. Of what was said twice with another last number the last holds. Where there is little room,
 * sentences are cut to their numbers and the words around them.
 * @param room estimated tokens that it may have
 * @param most the same for the person's numbers, where they need more
 */
export function recordOf(messages: readonly ThreadMessage[], room: number, most = room): string {
  const sentences = sentencesOf(messages);
  const numbers = withNumbers(sentences, room / 2, most - estimateTokens(SAID));
  let left = Math.max(room, Math.min(most, costOf(numbers) + room / 2)) - costOf(numbers);
  const made = calls(messages);
  if (made.length > 0) left -= estimateTokens(DONE);
  if (numbers.length === 0) left -= estimateTokens(SAID);
  const further = withoutNumbers(sentences, Math.max(left / 2, left - costOf(made)));
  const done = within(made, left - costOf(further));
  const said = [...numbers, ...further].toSorted((a, b) => a.at - b.at);
  return [part(SAID, said), part(DONE, done)].filter((each) => each !== '').join('\n\n');
}

function part(title: string, entries: readonly Entry[]): string {
  return entries.length === 0 ? '' : [title, ...entries.map(({ text }) => text)].join('\n');
}

function withNumbers(sentences: readonly Sentence[], room: number, most: number): readonly Entry[] {
  const [whole, ...shorter] = SAYINGS.map((length) => () => sayingsWithNumbers(sentences, length));
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

function withoutNumbers(sentences: readonly Sentence[], room: number): readonly Entry[] {
  const [whole, shorter] = SAYINGS.map((length) => () => sayingsWithoutNumbers(sentences, length));
  const said = whole?.() ?? [];
  return costOf(said) <= room ? said : within(shorter?.() ?? [], room);
}

function calls(messages: readonly ThreadMessage[]): readonly Entry[] {
  const made = new Map<string, ToolCall>();
  const found = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) made.set(call.id, call);
    if (message.role !== 'tool' || message.status !== 'ok' || RESERVED_TOOL_NAMES.has(message.name)) continue;
    const args = short(JSON.stringify(made.get(message.toolCallId)?.args ?? {}), LONGEST_ARGS);
    const call = `${message.name}(${args})`;
    found.set(call, `- ${call}: ${headline(message.content)}`);
  }
  return [...found.values()].map((text, at) => ({ at, text }));
}

/** The sentence that heads an operation's answer, else how the result begins. */
function headline(content: string): string {
  const summary = /^\{"summary":("(?:[^"\\]|\\.)*")/.exec(content)?.[1];
  const text = summary === undefined ? content : (JSON.parse(summary) as string);
  return short(text.replace(/\s+/gu, ' ').trim(), LONGEST_HEADLINE);
}

function within(entries: readonly Entry[], room: number): readonly Entry[] {
  return room < LEAST_ROOM ? [] : bounded(entries, room);
}

/** As many entries as there is room for, the oldest and the newest of them. */
function bounded(entries: readonly Entry[], room: number): readonly Entry[] {
  if (costOf(entries) <= room) return entries;
  const costs = entries.map(({ text }) => estimateTokens(text) + 1);
  let head = 0;
  let tail = entries.length;
  // The first entry says what it is all about: it stays if it fits at all.
  const oldest = Math.max(room * OLDEST_SHARE, Math.min(costs[0] ?? 0, room - 10));
  let left = oldest;
  while (head < tail && (costs[head] ?? 0) <= left) left -= costs[head++] ?? 0;
  left += room - oldest - 10;
  while (tail > head && (costs[tail - 1] ?? 0) <= left) left -= costs[--tail] ?? 0;
  const at = entries[head]?.at ?? 0;
  return [...entries.slice(0, head), { at, text: `- … ${tail - head} more` }, ...entries.slice(tail)];
}

function costOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { text }) => sum + estimateTokens(text) + 1, 0);
}
