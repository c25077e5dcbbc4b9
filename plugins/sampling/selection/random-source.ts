import { asSeen, escapeUnseen } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { RandomSource } from './commitment.js';
import { drandRoundAt, drandRoundTime, LAST_ROUND, QUICKNET } from './drand.js';

/** What a caller says of where the random value will come from. */
export interface SaidSource {
  readonly round?: number | undefined;
  readonly authority?: string | undefined;
  readonly reference?: string | undefined;
  /** Day or time, ISO 8601. */
  readonly publicFrom?: string | undefined;
}

/** drand is no authority whose word is taken: its rounds are known, and signed. */
const DRAND = /^(?:the )?(?:d ?rand|league ?of ?entropy)(?: (?:quicknet|beacon|network))*$/u;
const NAMES_DRAND =
  /\bd ?rand\b|\bleague ?of ?entropy|\bquicknet\b|\blig(?:a|ue) d[\p{L} ]{1,6}entrop|^loe$|\bloe\b.*\bround\b/u;
const UNSEEN = /[\p{Cf}\p{Cc}]/u;

/** A name as it is heard: however it is spelled, spaced and capitalised. */
function heard(name: string): string {
  return asSeen(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const isDrand = (authority: string) => DRAND.test(heard(authority));
const namesDrand = (said: string | undefined) => NAMES_DRAND.test(heard(said ?? ''));

const refused = (field: string, message: string, detail: string, hint?: string) =>
  new OracleError('invalid_request', {
    detail,
    ...(hint !== undefined && { hint }),
    errors: [{ field, message }],
  });

/**
 * The one source of a commitment: a round of drand, by its number or as the first one at or after `publicFrom` where
 * drand is named, or the value of another authority.
 * @throws OracleError `invalid_request`
 */
export function randomSourceOf({ round, authority, reference, publicFrom }: SaidSource): RandomSource {
  for (const [field, said] of Object.entries({ authority, reference }))
    if (said !== undefined && UNSEEN.test(said))
      throw refused(
        field,
        'has a character that nobody sees',
        `The ${field} has a character that nobody sees: "${escapeUnseen(said)}".`,
        'Type it anew.',
      );
  const byTime = authority !== undefined && isDrand(authority);
  if (round === undefined && byTime) return drand(namedRound(roundFrom(publicFrom), reference));
  if (round === undefined && [authority, reference].some(namesDrand))
    throw refused(
      namesDrand(authority) ? 'authority' : 'reference',
      'names drand, whose values are checked by their signature',
      'A value of drand is taken by its round alone, and checked: nobody tells it in the name of an authority.',
      'Give `round`, or authority "drand" with publicFrom.',
    );
  if ((round === undefined) === (authority === undefined || byTime))
    throw refused(
      'round',
      'give either round or authority',
      'A draw has one source of randomness: give either round (drand) or authority.',
    );
  if (round === undefined)
    return {
      kind: 'authority',
      authority: authority ?? '',
      ...(reference !== undefined && { reference }),
      ...(publicFrom !== undefined && { publicFrom }),
    };
  if (reference !== undefined || publicFrom !== undefined)
    throw refused(
      reference === undefined ? 'publicFrom' : 'reference',
      'is for an authority',
      'A drand round is one value: reference and publicFrom are for an authority.',
    );
  return drand(round);
}

function drand(round: number): RandomSource {
  return { kind: 'drand', chainHash: QUICKNET.chainHash, round };
}

/** The round that comes by its time, unless a reference says another one. */
function namedRound(round: number, reference: string | undefined): number {
  const said = /\d{4,}/.exec(reference?.replaceAll(/\d{4}-\d{2}-\d{2}(?:T\S*)?/g, '') ?? '')?.[0];
  if (said === undefined || Number(said) === round) return round;
  throw refused(
    'reference',
    `is not round ${round}`,
    `The first round of drand from that time on is ${round}, and the reference says ${said}.`,
    `Give \`round\`, or publicFrom without a reference.`,
  );
}

/** The first round that is published at or after a time; of a day, after it begins in UTC. */
function roundFrom(publicFrom: string | undefined): number {
  const at = publicFrom === undefined ? Number.NaN : Date.parse(publicFrom);
  if (Number.isNaN(at))
    throw refused(
      'round',
      'is required, or publicFrom',
      'Which round of drand is committed to is not said.',
      'Give its number, or the day or time from which it is public.',
    );
  const newest = drandRoundAt(at);
  return drandRoundTime(newest) < at ? newest + 1 : newest;
}

/** A source in words: what becomes the seed, and from when it is known. Also of what `randomSourceOf` refuses. */
export function describeSource(said: SaidSource): string {
  const { round, authority, reference, publicFrom } = said;
  if (round !== undefined) {
    const at = round <= LAST_ROUND ? `, public at ${new Date(drandRoundTime(round)).toISOString()}` : '';
    return `round ${round} of drand${at}`;
  }
  const from =
    publicFrom === undefined ? '' : `, public from ${publicFrom}${publicFrom.includes('T') ? '' : ' (UTC)'}`;
  const named = reference === undefined ? '' : ` at "${reference}"`;
  if (authority === undefined) return `a random value${named}${from}`;
  if (isDrand(authority))
    return `the first round of drand from ${publicFrom ?? 'a time that is not said'} on`;
  return reference === undefined || publicFrom === undefined
    ? `a value of ${authority}${named}${from}, whichever comes: its draw stays unproven`
    : `the value of ${authority}${named}${from}`;
}

/** A day with a clock time, UTC: `2026-12-05` and `20:00` are `2026-12-05T20:00:00Z`. Without a day it is no time. */
export function atClock(day: string | undefined, clock: string): string {
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? `${day}T${clock.padStart(5, '0')}:00Z`
    : [day, clock].filter(Boolean).join(' ');
}
