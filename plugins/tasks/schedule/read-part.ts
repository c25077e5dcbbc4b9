import { oneOf, WORDS } from './time-words.js';
import type { Untaken } from './untaken.js';

const PART = oneOf([
  ...WORDS.dawn,
  ...WORDS.morning,
  ...WORDS.afternoon,
  ...WORDS.evening,
  ...WORDS.night,
  ...WORDS.noon,
  ...WORDS.midnight,
]);
const IN_THE = /(?:(?:in|por|pela|dans|mu?)\s+(?:(?:the|der|la)\s+)?)?/.source;
const BEFORE = new RegExp(`\\b${IN_THE}${PART}\\b`);

/** Takes one part of the day that a text names, such as `in the evening`: the hour of a time without one, or the half of its day. */
export function takePart(text: Untaken): void {
  text.take(BEFORE);
}

/** Whether words name a part of the day. */
export function namesPart(words: string): boolean {
  return new RegExp(`\\b${PART}\\b`).test(words);
}
