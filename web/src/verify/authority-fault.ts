import { numbersSaid } from '../../../plugins/sampling/selection/reference-words.js';
import { asSeen } from '../../../src/kit/as-seen.js';
import type { Commitment, DrawRecord, Origin } from './draw-record.js';

type Given = Extract<Origin, { kind: 'authority' }>['authority'];
type Named = Extract<Commitment['source'], { kind: 'authority' }>;

const DAY = 86_400_000;
/** A day ends in the last time zone so long after it does by UTC. */
const LAST_ZONE = DAY / 2;
/** Other clocks than an oracle's may give no more than seconds. */
const SECOND = 1000;

/**
 * What does not fit of an authority's value to the commitment to it: the value is the one that was named, it was public after
 * the commitment and not before the time that was named, received after that, and the draw came last. As `oracle sampling
 * verify` has it.
 * @returns undefined where all fits
 */
export function authorityFault(
  { drawnAt }: DrawRecord,
  { source, committedAt }: Commitment,
  given: Given,
): string | undefined {
  if (source.kind !== 'authority') return 'commitment.source';
  const { value, reference, publicAt, receivedAt } = given;
  if (seconds(drawnAt) < seconds(receivedAt) || Date.parse(receivedAt) < Date.parse(committedAt))
    return 'authority.receivedAt';
  if (publicAt !== undefined) {
    const until = Date.parse(publicAt) + (publicAt.includes('T') ? SECOND : DAY + LAST_ZONE);
    if (Date.parse(publicAt) > Date.parse(receivedAt) || until < Date.parse(committedAt))
      return 'authority.publicAt';
  }
  if (value.trim() !== value || value === '') return 'authority.value';
  if (source.reference === undefined || source.publicFrom === undefined) return undefined;
  if (folded(reference) !== folded(source.reference)) return 'authority.reference';
  if (!hasNumbersSaid(source.reference, value)) return 'authority.value';
  return isEarlier(publicAt ?? receivedAt, source.publicFrom) ? 'authority.publicAt' : undefined;
}

/** What leaves open which of the authority's values it had to be, for readers to judge. */
export function isLate({ publicFrom }: Named, { publicAt }: Given): boolean {
  if (publicFrom === undefined || publicAt === undefined) return false;
  return Date.parse(publicAt) - Date.parse(publicFrom) > 2 * DAY;
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / SECOND);
}

/** Of two times as times, of a day and another day or time as days. */
function isEarlier(time: string, other: string): boolean {
  return time.includes('T') && other.includes('T')
    ? Date.parse(time) < Date.parse(other)
    : time.slice(0, 10) < other.slice(0, 10);
}

/** A reference however it is spaced, punctuated and typed. */
function folded(text: string): string {
  const words = wordsOf(text)
    .join(' ')
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, '');
  return words === '' ? text.trim() : words;
}

function wordsOf(text: string): string[] {
  return asSeen(text)
    .replace(/(?<=\d)[.,]0(?!\d)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((each) =>
      /^(?=.*\d)[\doil]+$/.test(each)
        ? each.replace(/[oil]/g, (letter) => (letter === 'o' ? '0' : '1'))
        : each,
    );
}

/** Whether a value has as many numbers as its reference says, such as `draw 61, 6 numbers`. */
function hasNumbersSaid(reference: string, value: string): boolean {
  const said = numbersSaid(reference);
  if (said === undefined) return true;
  const parts = wordsOf(value).filter((each) => /\p{N}/u.test(each));
  return parts.length === said && parts.every((each) => /^\p{N}+$/u.test(each));
}
