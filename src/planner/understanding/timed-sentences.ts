import type { Template, TemplateSlot, Utterance } from '../../plugin/index.js';
import { foldInPlace } from '../language/fold.js';
import { isTimePhrase, type TimePhrase } from '../reading/time-phrase.js';
import type { SaidSentence } from './word-for-word.js';

/** A longer message is a letter. */
const LONGEST = 600;
/** Stands for a time within a sentence. */
const TIME = '\ue000';
/** White space between words; none behind other white space, behind a time and at the end. */
const SPACE = `(?:\\s+|(?<=^|[\\s${TIME}])(?=[^\\p{L}]|${TIME})|(?<=^|\\s)|(?=[\\s.?!]*$))`;
const COURTESY =
  "(?:[\\s,]+(?:please|pls|bitte|s'il (?:te|vous) plait|por favor|tafadhali|thanks|thank you))?";
/** Letters of the author's own words that a sentence needs to be told by: a time beside any text is said by everybody. */
const FEWEST = 6;
/** What hangs on the time before it, and is no text of its own: `every day at 9`, `until the rain stops`. */
const HANGS_ON =
  /^\s*(?:until|till?|except|unless|if|but|only|or|for (?:the|\d)|from|starting|bis|ausser|wenn|falls|oder|ab|jusqu|sauf|si|ou|hasta|excepto|salvo|ate|exceto|se|hadi|isipokuwa|kama|au)\b/u;

interface TimedPattern {
  readonly operation: string;
  readonly given: SaidSentence['given'];
  readonly pattern: RegExp;
  readonly slots: readonly TemplateSlot[];
  /** Letters of the author in it. */
  readonly own: number;
}

/**
 * Finds the taught sentence with a time that a message says: its own words as they are, a time where it has one (`{when=every
 * Monday at 7}`), and any words in its other places. Of several the one with most words of its author.
 * @returns a function of the message, and of which of its times is that of the sentence; all of it must be said
 */
export function timedSentences(
  utterances: readonly Utterance[],
): (message: string, time: TimePhrase) => SaidSentence | undefined {
  const patterns = utterances.flatMap((utterance) => patternOf(utterance) ?? []);
  const inOrder = patterns.toSorted((a, b) => b.own - a.own);
  return (message, { start, end }) => {
    if (message.length > LONGEST) return undefined;
    const text = foldInPlace(`${message.slice(0, start)}${TIME.repeat(end - start)}${message.slice(end)}`);
    for (const { operation, pattern, slots, given, own } of inOrder) {
      const places = pattern.exec(text)?.indices;
      if (places === undefined) continue;
      const found = slots.flatMap((slot, at) => {
        const [from, to] = places[at + 1] ?? [];
        return from === undefined || to === undefined ? [] : [{ slot, start: from, end: to }];
      });
      if (found.some(({ start: from, end: to }) => from >= end && HANGS_ON.test(text.slice(from, to))))
        continue;
      return { operation, slots: found, given, own };
    }
    return undefined;
  };
}

function patternOf({ wants, say: [only, another], with: given }: Utterance): TimedPattern | undefined {
  if (wants.kind !== 'do' || only === undefined || another !== undefined) return undefined;
  const slots: TemplateSlot[] = [];
  let times = 0;
  const write = (pieces: Template): string =>
    pieces
      .map((piece) => {
        if (piece.type === 'choice') return `(?:${piece.options.map(write).join('|')})`;
        if (piece.type === 'words') return escaped(foldInPlace(piece.text)).replace(/\s+/gu, SPACE);
        slots.push(piece.slot);
        if (!isTime(piece.slot)) return `([^\\s,:${TIME}][^${TIME}]*?)`;
        times += 1;
        return `(?:[,:]\\s*)?(${TIME}+),?`;
      })
      .join('');
  const written = write(only).replace(/(?:\\[.?]|!)+$/u, '');
  const own = lettersOf(only);
  if (times !== 1 || own < FEWEST) return undefined;
  return {
    operation: wants.operation,
    given,
    pattern: new RegExp(`^\\s*${written}${COURTESY}[\\s.?!]*$`, 'du'),
    slots,
    own,
  };
}

/** Letters of its own that each message has that says it. */
export function lettersOf(template: Template): number {
  return template.reduce((sum, piece) => {
    if (piece.type === 'slot') return sum;
    if (piece.type === 'words') return sum + (piece.text.match(/\p{L}/gu)?.length ?? 0);
    return sum + Math.min(...piece.options.map(lettersOf));
  }, 0);
}

function isTime({ draws }: TemplateSlot): boolean {
  return 'text' in draws && isTimePhrase(draws.text);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}
