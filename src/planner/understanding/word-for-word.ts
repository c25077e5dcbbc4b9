import type { Template, TemplateSlot, Utterance } from '../../plugin/index.js';
import { fold, foldInPlace } from '../language/fold.js';
import { plainSentence } from '../language/plain-sentence.js';

/** What is longer is no sentence that somebody taught. */
const LONGEST = 200;
/** The same where the text at its end may go on. */
const LONGEST_WITH_TEXT = 600;
/** A value: a few words. */
const VALUE = '\\S+(?: \\S+){0,4}?';
/** The same in a message as it stands. */
const VALUE_AS_SAID = '\\S+?(?:\\s+\\S+?){0,4}?';
/** White space between words; none behind other white space and at the end. */
const SPACE = '(?:\\s+|(?<=^|\\s)|(?=[\\s.?!]*$))';

/** Whether a message says one of some sentences word for word, with whatever values in their places. */
export function wordForWord(utterances: readonly Utterance[]): (message: string) => boolean {
  const patterns = utterances.flatMap(({ say }) => {
    const [only, another] = say;
    return only === undefined || another !== undefined ? [] : [patternOf(only)];
  });
  return (message) => {
    const text = message.length > LONGEST ? '' : plainSentence(message);
    return text !== '' && patterns.some((pattern) => pattern.test(text));
  };
}

function patternOf(template: Template): RegExp {
  // A message is compared without the mark at its end.
  return new RegExp(`^ *${source(template).replace(/(?:\\[.?]|!)+$/u, '')} *$`, 'u');
}

function source(template: Template): string {
  const pieces = template.map((piece) => {
    if (piece.type === 'slot') return VALUE;
    if (piece.type === 'choice') return `(?:${piece.options.map(source).join('|')})`;
    return escaped(fold(piece.text)).replace(/\s+/gu, ' *');
  });
  return pieces.join('');
}

/** A value in a message, where a sentence has a slot. */
export interface SaidSlot {
  readonly slot: TemplateSlot;
  /** Where it stands in the message. */
  readonly start: number;
  readonly end: number;
}

/** A sentence of an operation, said word for word but for its values. */
export interface SaidSentence {
  readonly operation: string;
  readonly slots: readonly SaidSlot[];
}

/** Finds the taught sentence of an operation that a message says word for word, and where its values stand. */
export function taughtSentences(
  utterances: readonly Utterance[],
): (message: string) => SaidSentence | undefined {
  const sentences = utterances.flatMap(({ wants, say: [only, another] }) =>
    wants.kind !== 'do' || only === undefined || another !== undefined
      ? []
      : [{ operation: wants.operation, ...placing(only) }],
  );
  return (message) => {
    if (message.length > LONGEST_WITH_TEXT) return undefined;
    const text = foldInPlace(message);
    for (const { operation, pattern, slots } of sentences) {
      const places = pattern.exec(text)?.indices;
      if (places === undefined) continue;
      const found = slots.flatMap((slot, at) => {
        const [start, end] = places[at + 1] ?? [];
        return start === undefined || end === undefined ? [] : [{ slot, start, end }];
      });
      return { operation, slots: found };
    }
    return undefined;
  };
}

/** A pattern whose groups are the slots of a sentence, in order. Only the text at its very end may be of any length. */
function placing(template: Template): { readonly pattern: RegExp; readonly slots: readonly TemplateSlot[] } {
  const slots: TemplateSlot[] = [];
  const last = template.at(-1);
  const write = (pieces: Template): string =>
    pieces
      .map((piece) => {
        if (piece.type === 'choice') return `(?:${piece.options.map(write).join('|')})`;
        if (piece.type === 'words') return escaped(foldInPlace(piece.text)).replace(/\s+/gu, SPACE);
        slots.push(piece.slot);
        return piece === last && isText(piece.slot) ? '(\\S[^]*?)' : `(${VALUE_AS_SAID})`;
      })
      .join('');
  const written = write(template).replace(/(?:\\[.?]|!)+$/u, '');
  return { pattern: new RegExp(`^\\s*${written}[\\s.?!]*$`, 'du'), slots };
}

/** Whether a slot takes any words. */
export function isText({ draws }: TemplateSlot): boolean {
  return 'kind' in draws && draws.kind === 'text';
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}
