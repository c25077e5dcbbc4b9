import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type AuthorityValue, assertPublicBetween } from './authority-value.js';
import type { Commitment } from './commitment.js';
import { checkDrandBeacon, type DrandBeacon, drandRoundTime } from './drand.js';
import { assertNamedValue, CLOCKS_DIFFER } from './named-value.js';
import { type ParsedSeed, parseSeed, type Seed } from './seed.js';

/**
 * Where the seed came from, and how far that can be trusted. `reproducible`: anyone can repeat the draw, but whoever
 * typed the seed could have tried many. `verifiable`: frame and plan were fixed before a value that nobody here chose.
 */
export type SeedOrigin =
  | {
      readonly trust: 'reproducible';
      readonly kind: 'typed';
      readonly given: 'string' | 'number';
      readonly rule: string;
    }
  | {
      readonly trust: 'verifiable';
      readonly kind: 'drand';
      readonly commitment: Commitment;
      readonly beacon: DrandBeacon;
      readonly checked: string;
    }
  | {
      readonly trust: 'verifiable';
      readonly kind: 'authority';
      readonly commitment: Commitment;
      readonly authority: AuthorityValue;
    };

export interface SourcedSeed {
  readonly text: Seed;
  readonly origin: SeedOrigin;
}

/** A seed that a person chose. */
export function typedSeed(value: unknown): SourcedSeed {
  const { text, given, rule }: ParsedSeed = parseSeed(value);
  return { text, origin: { trust: 'reproducible', kind: 'typed', given, rule } };
}

/** Hexadecimal SHA-256 of the commitment's hash, a colon and the random value: the seed of a verifiable draw. */
export function seedFromCommitment(commitmentSha256: string, randomness: string): Seed {
  return sha256Hex(`${commitmentSha256}:${randomness}`) as Seed;
}

/**
 * The seed of a commitment to a drand round, once the round is public.
 *
 * @param drawnMs when it is drawn, by the clock of whoever draws (Unix milliseconds)
 * @throws OracleError `invalid_request` when the beacon is of another round, is not the network's, or is not public yet.
 */
export async function drandSeed(
  commitment: Commitment,
  beacon: DrandBeacon,
  drawnMs: number,
): Promise<SourcedSeed> {
  const { source } = commitment;
  if (source.kind !== 'drand' || source.round !== beacon.round) {
    throw new OracleError('invalid_request', {
      detail:
        source.kind === 'drand'
          ? `The commitment is to round ${source.round}, the beacon is of round ${beacon.round}.`
          : `The commitment is to a value of ${source.authority}, not to a drand round.`,
      errors: [{ field: 'beacon.round', message: 'must be the round of the commitment' }],
    });
  }
  await checkDrandBeacon(beacon);
  const publicMs = drandRoundTime(beacon.round);
  if (drawnMs + CLOCKS_DIFFER < publicMs)
    throw new OracleError('invalid_request', {
      detail: `Round ${beacon.round} is of ${new Date(publicMs).toISOString()}, and the clock of this oracle said ${new Date(drawnMs).toISOString()} at the draw: its clock is behind, so it cannot tell that the commitment came before the value.`,
      hint: 'Mend the clock, and commit again, to a round that is still to come.',
      errors: [{ field: 'beacon.round', message: 'is not public yet by the clock of this oracle' }],
    });
  return {
    text: seedFromCommitment(commitment.sha256, beacon.randomness),
    origin: {
      trust: 'verifiable',
      kind: 'drand',
      commitment,
      beacon,
      checked: 'randomness is SHA-256 of the signature; the BLS signature is of drand quicknet',
    },
  };
}

/** The seed of a commitment to an authority's value (its exact text, checked like a typed seed). */
export function authoritySeed(commitment: Commitment, authority: AuthorityValue): SourcedSeed {
  if (commitment.source.kind !== 'authority') {
    throw new OracleError('invalid_request', {
      detail: `The commitment is to drand round ${commitment.source.round}, not to a value of an authority.`,
      errors: [{ field: 'authority', message: 'must fit the commitment' }],
    });
  }
  if (!(Date.parse(authority.receivedAt) >= Date.parse(commitment.committedAt))) {
    throw new OracleError('invalid_request', {
      detail: `The value was received at ${authority.receivedAt}, before the commitment of ${commitment.committedAt}.`,
      hint: 'Commit to a frame and a plan first, then ask the authority for a value.',
      errors: [{ field: 'authority.receivedAt', message: 'must not be earlier than the commitment' }],
    });
  }
  assertPublicBetween(authority, commitment.committedAt);
  assertNamedValue(commitment.source, authority);
  const { text } = parseSeed(authority.value);
  return {
    text: seedFromCommitment(commitment.sha256, text),
    origin: { trust: 'verifiable', kind: 'authority', commitment, authority },
  };
}
