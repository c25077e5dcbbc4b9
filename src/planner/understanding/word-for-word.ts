import type { Template, Utterance } from '../../plugin/index.js';
import { fold } from '../language/fold.js';
import { plainSentence } from '../language/plain-sentence.js';

/** What is longer is no sentence that somebody taught. */
const LONGEST = 200;
/** A value: a few words. */
const VALUE = '\\S+(?: \\S+){0,4}?';

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
    const words = fold(piece.text).replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
    return words.replace(/\s+/gu, ' *');
  });
  return pieces.join('');
}
