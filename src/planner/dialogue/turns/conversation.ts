import type { Attachment, Habits, PromptMessage, ToolCall, ToolMessage } from '../../../plugin/index.js';
import { todayOf } from '../../reading/dates.js';
import { findQuotes } from '../../reading/quotes.js';

export interface Executed {
  readonly call: ToolCall;
  readonly result: ToolMessage | undefined;
}

/** One message of the person and all that followed it. */
export interface Turn {
  /** Their own words. */
  readonly text: string;
  /** Names of the files that came with them. */
  readonly attached: readonly string[];
  /** The same with what is in them, where that came along. */
  readonly files: readonly Attachment[];
  readonly executed: readonly Executed[];
  /** What the assistant said in this turn. */
  readonly said: string;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  /** `YYYY-MM-DD` by the system prompt. */
  readonly today: string | undefined;
  /** What the person writes before decimals, where they have said so. */
  readonly decimal: '.' | ',' | undefined;
}

/** Groups messages by the person's turns. Messages before the first of them belong to none. */
export function readConversation(
  messages: readonly PromptMessage[],
  { decimalSeparator: decimal }: Habits = {},
): Conversation {
  const turns: {
    text: string;
    attached: readonly string[];
    files: readonly Attachment[];
    executed: { call: ToolCall; result: ToolMessage | undefined }[];
    said: string;
  }[] = [];
  let today: string | undefined;
  for (const message of messages) {
    const turn = turns.at(-1);
    if (message.role === 'system') today ??= todayOf(message.content);
    else if (message.role === 'user') {
      const { attachments: files = [] } = message;
      const own = ownWords(message.content);
      const text = turn?.said.includes('?') === true ? own.text : withoutMarks(own.text);
      turns.push({ ...own, text, files, executed: [], said: '' });
    } else if (message.role === 'assistant' && turn !== undefined) {
      turn.said += message.content;
      for (const call of message.toolCalls ?? []) turn.executed.push({ call, result: undefined });
    } else if (message.role === 'tool' && turn !== undefined) {
      const open = turn.executed.find(
        (one) => one.call.id === message.toolCallId && one.result === undefined,
      );
      if (open !== undefined) open.result = message;
    }
  }
  return { turns, today, decimal };
}

/** Shorter ones are values. */
const WISH_WORDS = 4;

/** What is quoted from its first word to its last, as people copy it from a page, is said all the same; an answer may be a quotation. */
function withoutMarks(text: string): string {
  const [quote, another] = findQuotes(text);
  if (quote === undefined || another !== undefined || quote.value.trim().split(/\s+/u).length < WISH_WORDS)
    return text;
  const around = text.slice(0, quote.start) + text.slice(quote.end);
  return /[\p{L}\p{N}]/u.test(around) ? text : quote.value.trim();
}

/** The runtime lists the files of a message behind it: `- a.csv (text/csv): inline`. */
const ATTACHED = /(?:^|\n)[^\S\n]*Attached files:\n/u;

function ownWords(content: string): Pick<Turn, 'text' | 'attached'> {
  const at = ATTACHED.exec(content);
  if (at === null) return { text: content.trim(), attached: [] };
  const lines = content.slice(at.index + at[0].length).split('\n');
  return {
    text: content.slice(0, at.index).trim(),
    attached: lines.flatMap((line) => /^- (.+?) \([^()]*\): /u.exec(line)?.[1] ?? []),
  };
}
