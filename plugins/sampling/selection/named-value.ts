import { OracleError } from 'oracle-runtime/plugin';
import { type AuthorityValue, foldValue, knownFrom, partsOfValue } from './authority-value.js';
import type { RandomSource } from './commitment.js';
import { choiceIn, unreadDay } from './left-to-choice.js';
import { otherDayInValue, otherDayNamed } from './named-days.js';
import { quoted } from './quoted.js';
import { numbersSaid } from './reference-words.js';

type Authority = Extract<RandomSource, { kind: 'authority' }>;

const DAY = 86_400_000;
/** Days that an authority may be late before it is left open whether another value was waited for. */
const LATE = 2;

/** Milliseconds by which honest clocks differ. */
export const CLOCKS_DIFFER = 10_000;

/** Whether a commitment says which value of its authority it is to. */
function namesValue({ reference, publicFrom }: Authority): boolean {
  return reference !== undefined && publicFrom !== undefined;
}

/**
 * Which value is named by a reference and a time together, that is still to come.
 * @param nowMs Unix milliseconds
 * @throws OracleError `invalid_request`
 */
export function assertValueNamed({ reference, publicFrom }: Authority, nowMs: number): void {
  const fault = (field: string, message: string, detail: string) =>
    new OracleError('invalid_request', {
      detail,
      hint: 'Name the value by both, such as reference "draw 61" and publicFrom "2024-02-24".',
      errors: [{ field, message }],
    });
  if ((reference === undefined) !== (publicFrom === undefined))
    throw fault(
      reference === undefined ? 'reference' : 'publicFrom',
      'is needed with the other',
      'Which value of an authority is meant takes its reference and the day or time at which it becomes public.',
    );
  if (reference === undefined || publicFrom === undefined) return;
  if (reference.includes('|') || foldValue(reference) === '')
    throw fault('reference', 'must be non-empty and without "|"', 'The reference is empty or holds "|".');
  const other = otherDayNamed(reference, publicFrom);
  if (other !== undefined)
    throw fault(
      'reference',
      `names ${other}, and publicFrom ${publicFrom}`,
      `The reference names ${other}, and the value is said to become public at ${publicFrom}: a value of another day may be known.`,
    );
  const choice = choiceIn(reference);
  if (choice !== undefined)
    throw fault(
      'reference',
      `leaves a choice: "${choice}"`,
      `The reference leaves it open which value is meant ("${choice}"): of several the one that pleases could be taken.`,
    );
  const unread = unreadDay(reference, publicFrom);
  if (unread !== undefined)
    throw fault(
      'reference',
      `has "${unread}", which may be a day`,
      `The reference has "${unread}", which may be another day than ${publicFrom.slice(0, 10)}. Name that day in it as well, such as "of ${publicFrom.slice(0, 10)}", or the number of the draw.`,
    );
  if (knownFrom(publicFrom) > nowMs) return;
  const now = new Date(nowMs).toISOString();
  throw publicFrom.includes('T')
    ? fault(
        'publicFrom',
        'must be still to come',
        `A value that becomes public at ${publicFrom} may be known at ${now}.`,
      )
    : fault(
        'publicFrom',
        'must be a day that has begun nowhere yet, or a time',
        `The day ${publicFrom} has begun somewhere at ${now}, so a value of it may be known. Say the time at which it becomes public, such as ${publicFrom}T20:00:00Z.`,
      );
}

/**
 * A value is the one that was committed to: by its reference, and not from before its time.
 * @throws OracleError `invalid_request`
 */
export function assertNamedValue(
  source: Authority,
  { value, reference, publicAt, receivedAt }: AuthorityValue,
): void {
  if (source.reference === undefined || source.publicFrom === undefined) return;
  const fault = (field: string, message: string, detail: string) =>
    new OracleError('invalid_request', {
      detail,
      hint: 'Draw by the value that was committed to, or commit again, to one that is still to come.',
      errors: [{ field: `authority.${field}`, message }],
    });
  if (foldValue(reference) !== foldValue(source.reference))
    throw fault(
      'reference',
      `must be "${source.reference}"`,
      `The commitment is to the value at "${source.reference}" of ${source.authority}, this one stands at "${reference}".`,
    );
  const from = publicAt ?? source.publicFrom;
  const otherDay = otherDayInValue(value, from);
  if (otherDay !== undefined)
    throw fault(
      'value',
      `names ${otherDay}, and was public at ${from}`,
      `The value names ${otherDay}, and is said to have become public at ${from}: it may be that of another day.`,
    );
  const [wanted, found] = [numbersSaid(source.reference), partsOfValue(value)];
  if (wanted !== undefined && (found.numbers.length !== wanted || found.codes.length > 0))
    throw fault(
      'value',
      `must be ${wanted} numbers`,
      `The commitment is to ${wanted} numbers, and this value has ${found.numbers.length}${found.codes.length > 0 ? ', and letters' : ''}.`,
    );
  if (Date.parse(receivedAt) + CLOCKS_DIFFER < knownFrom(source.publicFrom))
    throw fault(
      'publicAt',
      `must not be before ${source.publicFrom}`,
      `The commitment is to a value that becomes public from ${source.publicFrom} on, and it was ${receivedAt} when this one was told: it cannot be that.`,
    );
  if (isEarlier(publicAt ?? receivedAt, source.publicFrom))
    throw fault(
      'publicAt',
      `must not be before ${source.publicFrom}`,
      `The commitment is to a value that becomes public from ${source.publicFrom} on, this one was at ${publicAt ?? receivedAt}.`,
    );
}

/**
 * How many numbers and codes a value has, where they are several and its reference does not say how many: a bonus number, a day
 * or the like could be told or left out. Undefined where none could.
 */
export function openParts(source: Authority, { value }: AuthorityValue): number | undefined {
  const { numbers, codes } = partsOfValue(value);
  const count = numbers.length + codes.length;
  return count > 1 && numbersSaid(source.reference) === undefined ? count : undefined;
}

/** What of a value leaves open whether it was chosen among several of its authority; undefined for nothing. */
export function whichValueOpen(source: Authority, { publicAt }: AuthorityValue): string | undefined {
  const { authority, publicFrom } = source;
  if (publicFrom === undefined || !namesValue(source))
    return `the commitment does not say which value of ${quoted(authority)}: whoever drew could wait for one that pleases`;
  const late = publicAt === undefined ? 0 : Date.parse(publicAt) - Date.parse(publicFrom);
  return late > LATE * DAY
    ? `the value became public at ${publicAt}, the commitment is to one of ${publicFrom}: whoever drew could wait for another one`
    : undefined;
}

/** Of two times as times, of a day and another day or time as days. */
function isEarlier(time: string, other: string): boolean {
  return time.includes('T') && other.includes('T')
    ? Date.parse(time) < Date.parse(other)
    : time.slice(0, 10) < other.slice(0, 10);
}

/** How long after the time that was committed to a value became public, in words; empty where one of both is no time. */
export function gapWords({ publicFrom }: Authority, { publicAt }: AuthorityValue): string {
  if (publicFrom?.includes('T') !== true || publicAt?.includes('T') !== true) return '';
  const seconds = Math.round((Date.parse(publicAt) - Date.parse(publicFrom)) / 1000);
  if (seconds === 0) return ', the time that was committed to';
  return `, ${durationWords(seconds)} after the time that was committed to`;
}

/** Such as `1 h 5 min 3 s`. */
export function durationWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const hours = Math.floor(minutes / 60);
  return [
    ...(hours === 0 ? [] : [`${hours} h`]),
    ...(minutes % 60 === 0 ? [] : [`${minutes % 60} min`]),
    ...(rest === 0 ? [] : [`${rest} s`]),
  ].join(' ');
}
