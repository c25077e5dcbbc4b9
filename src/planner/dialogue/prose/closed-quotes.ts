import { isRecord } from '../../../kit/index.js';
import { blockIndex, isTable, type PreparedText, prepareText } from '../../reading/prepare-text.js';
import { findQuotes } from '../../reading/quotes.js';
import { readOnce } from '../../reading/read-once.js';
import type { TextMention } from '../../reading/reading.js';

/** What stands before a quotation and behind it: no inch sign, no mark within a word or a program. */
const [BEFORE, BEHIND] = [/(?:^|[\s(:,=])$/u, /^(?:$|[\s).,;:!?])/u];
/** How many blocks a message may hold. */
const MOST = 64;
const FIRST_MARK = 0xe000;

/** What stands before a program: its language, or with a colon what one is called, in six languages. */
const PROGRAM_WORD = 'code|script|program|programm|programme|programa|codigo|código|skripti';
const LEADS = String.raw`(?:python|javascript|js|node)\d?(?:\s(?:${PROGRAM_WORD}))?\s?[:?]?\s+|(?:${PROGRAM_WORD})\s?:\s+`;
/** How one begins. */
const BEGINNINGS = [
  String.raw`import\s`,
  String.raw`from\s+[\w.]+\s+import\s`,
  String.raw`def\s+\w+\(`,
  String.raw`(?:const|let|var)\s+\w+\s*=`,
  String.raw`function[\s*(]`,
  String.raw`(?:for|while|if)\s[^\n]*[:{]\s*\n`,
  String.raw`[\p{L}_][\w.]*\s*=[^=]`,
  String.raw`[\p{L}_][\w.]*\(`,
];
const PROGRAM = new RegExp(
  String.raw`(?<=(?<![\p{L}])(?:${LEADS}))(?=${BEGINNINGS.join('|')})[\s\S]+$`,
  'iu',
);
/** A fence that names its language, and no other value of the message may be meant by that. */
const NAMED_FENCE = /```(py|python|js|javascript|node)\d?[^\S\n]*\n[\s\S]*?```/iu;

/**
 * A message in which each quotation of more than one value, each fence that holds no table and a program behind its name
 * is one value: what is quoted is no argument beside it, and no wish.
 */
export function closeQuotes(message: string): PreparedText {
  const prepared = prepareText(withLanguage(message));
  const blocks = [...prepared.blocks];
  const closed = (value: string): string | undefined => {
    if (blocks.length >= MOST) return undefined;
    blocks.push(value);
    return `"${String.fromCharCode(FIRST_MARK + blocks.length - 1)}"`;
  };
  // A fence stands on a line of its own.
  let text = prepared.text.replace(/\s*(?<![“"])([\uE000-\uE03F])(?![”"])\s*/gu, (whole, mark: string) => {
    const block = prepared.blocks[blockIndex(mark)];
    return block === undefined || isTable(block) ? whole : ` "${mark}" `;
  });
  text = text.trim();
  const program = /["“]?[\uE000-\uE03F]/u.test(text) ? null : PROGRAM.exec(text);
  if (program !== null) {
    const value = closed(program[0].trimEnd());
    return value === undefined
      ? { ...prepared, text }
      : { ...prepared, text: text.slice(0, program.index) + value, blocks };
  }
  const { mentions } = readOnce(text, { blocks });
  const holdsValues = ({ start, end, value }: TextMention) =>
    mentions.some(
      (one) =>
        one.type !== 'quote' &&
        start <= one.start &&
        one.end <= end &&
        // Words that end in a path are no path as a whole.
        (one.end - one.start < value.trim().length || /\s[~/]/u.test(value)),
    );
  let next = '';
  let at = 0;
  for (const quote of findQuotes(text)) {
    const open = quote.start - (text[quote.start - 1] === ' ' ? 2 : 1);
    const close = quote.end + (text[quote.end] === ' ' ? 2 : 1);
    if (open < at || !BEFORE.test(text.slice(0, open)) || !BEHIND.test(text.slice(close))) continue;
    // A message that is quoted whole is the wish itself.
    if (open === 0 && text.slice(close).trim() === '') continue;
    const mark = holdsValues(quote) ? closed(quote.value) : undefined;
    if (mark === undefined) continue;
    next += text.slice(at, open) + mark;
    at = close;
  }
  return { ...prepared, text: next + text.slice(at), blocks };
}

const MARKS = /[\uE000-\uE03F]/gu;

/** Values with what the private characters in them stand for; what begins with one is that block, and nothing behind it. */
export function opened<T>(value: T, blocks: readonly string[]): T;
export function opened(value: unknown, blocks: readonly string[]): unknown {
  if (typeof value === 'string') {
    const whole = blocks[blockIndex(value)];
    return whole ?? value.replace(MARKS, (mark) => blocks[blockIndex(mark)] ?? mark);
  }
  if (Array.isArray(value)) return value.map((one: unknown) => opened(one, blocks));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, opened(one, blocks)]));
}

/** `run this: ```js …` ``, with the language in words, where the message beside the fence names none and no file. */
function withLanguage(message: string): string {
  const fence = NAMED_FENCE.exec(message);
  if (fence === null) return message;
  const beside = message.replace(fence[0], ' ');
  if (/python|javascript|\bjs\b|\bnode\b|\S\/|\/\S|\.\p{L}{2,4}\b/iu.test(beside)) return message;
  const language = /^py/iu.test(fence[1] ?? '') ? 'Python' : 'JavaScript';
  return message.replace(fence[0], `${fence[0]} in ${language}`);
}

/** What a person says themselves: without programs, fences and tables. */
export function proseOf(message: string): string {
  return prepareText(message).text.replace(MARKS, ' ').replace(PROGRAM, ' ');
}
