import type { Template, TemplateSlot, Utterance } from '../../plugin/index.js';
import { fold, foldInPlace } from '../language/fold.js';
import { plainSentence } from '../language/plain-sentence.js';
import { isTimePhrase, timePhrases } from '../reading/time-phrase.js';

/** What is longer is no sentence that somebody taught. */
const LONGEST = 200;
/** The same where the text at its end may go on. */
const LONGEST_WITH_TEXT = 600;
/** A value: a few words. */
const VALUE = '\\S+(?: \\S+){0,4}?';
/** The same in a message as it stands. */
const VALUE_AS_SAID = '\\S+?(?:\\s+\\S+?){0,4}?';
/** The same of a value that is several words in the sentence of its author, and may be more. */
const WORDY_AS_SAID = '\\S+?(?:\\s+\\S+?){0,15}?';
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
  /** What its author gives with it, whatever its values are. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Letters of the message that are the sentence's own, and of no value. */
  readonly own: number;
}

/** What joins a sentence to what was said before it, in six languages, and is none of its words. */
const JOINS =
  /^\s*(?:(?:and|also|now|plus|next|then|too|oh|by the way|(?:one|another|a) (?:more |last |other )?(?:thing|point)|one more|und|auch|ausserdem|dann|noch (?:etwas|eins)|ubrigens|et|aussi|de plus|encore une chose|autre chose|y|tambien|ademas|otra cosa|una cosa mas|e|tambem|alem disso|mais uma coisa|outra coisa|na|pia|tena|jambo (?:lingine|moja zaidi))(?![\p{L}])[\s,:;–-]*)+/u;

/**
 * Finds the taught sentence of an operation that a message says word for word, and where its values stand. Of several that
 * which has the most words of its own: `{task} {when}` says less than `remember {text}`.
 */
export function taughtSentences(
  utterances: readonly Utterance[],
): (message: string) => SaidSentence | undefined {
  const sentences = utterances.flatMap(({ wants, say: [only, another], with: given }) =>
    wants.kind !== 'do' || only === undefined || another !== undefined
      ? []
      : [{ operation: wants.operation, given, ...placing(only) }],
  );
  const find = (text: string, from: number): SaidSentence | undefined => {
    let best: SaidSentence | undefined;
    let least = text.length;
    for (const { operation, given, pattern, slots } of sentences) {
      const places = pattern.exec(text)?.indices;
      if (places === undefined) continue;
      const found = slots.flatMap((slot, at) => {
        const [start, end] = places[at + 1] ?? [];
        return start === undefined || end === undefined
          ? []
          : [{ slot, start: from + start, end: from + end }];
      });
      const values = found.reduce((sum, { start, end }) => sum + end - start, 0);
      if (best !== undefined && values >= least) continue;
      const own = lettersOutside(text, from, found);
      // `{text} {time}` is said by any two words, but for those that are no time.
      if (
        own === 0 &&
        found.some((value) => isNoTime(value, text.slice(value.start - from, value.end - from)))
      )
        continue;
      best = { operation, given, slots: found, own };
      least = values;
    }
    return best;
  };
  return (message) => {
    if (message.length > LONGEST_WITH_TEXT) return undefined;
    const text = foldInPlace(message);
    const joint = JOINS.exec(text)?.[0].length ?? 0;
    const whole = find(text, 0);
    const rest = joint === 0 || joint === text.length ? undefined : find(text.slice(joint), joint);
    return whole !== undefined && (rest === undefined || leadOf(whole) > joint) ? whole : (rest ?? whole);
  };
}

function lettersOutside(text: string, from: number, slots: readonly SaidSlot[]): number {
  const rest = slots.reduceRight(
    (left, { start, end }) => left.slice(0, start - from) + left.slice(end - from),
    text,
  );
  return rest.match(/\p{L}/gu)?.length ?? 0;
}

/** Where the first value of a sentence begins. */
function leadOf({ slots }: SaidSentence): number {
  return slots[0]?.start ?? Number.POSITIVE_INFINITY;
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
        if (piece === last && isText(piece.slot)) return '(\\S[^]*?)';
        return `(${isWordy(piece.slot) ? WORDY_AS_SAID : VALUE_AS_SAID})`;
      })
      .join('');
  const written = write(template).replace(/(?:\\[.?]|!)+$/u, '');
  return { pattern: new RegExp(`^\\s*${written}[\\s.?!]*$`, 'du'), slots };
}

function isNoTime({ slot: { draws } }: SaidSlot, value: string): boolean {
  return 'text' in draws && isTimePhrase(draws.text) && timePhrases(value).length === 0;
}

/** Whether a slot takes any words. */
export function isText({ draws }: TemplateSlot): boolean {
  return 'kind' in draws && draws.kind === 'text';
}

function isWordy({ draws }: TemplateSlot): boolean {
  return 'text' in draws && /\S\s+\S/u.test(draws.text);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}
