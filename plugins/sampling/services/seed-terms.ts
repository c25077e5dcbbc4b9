import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type AuthorityValue, assertPlainValue, formOfValue } from '../selection/authority-value.js';
import type { Commitment } from '../selection/commitment.js';
import type { DrandBeacon } from '../selection/drand.js';
import { authoritySeed, drandSeed, type SourcedSeed, typedSeed } from '../selection/seed-source.js';
import type { SamplingService } from './sampling-service.js';

/** Where the randomness comes from. */
export interface SeedTerms {
  /** A typed seed: reproducible. */
  readonly seed?: string | number | undefined;
  /** A commitment and the value that came after it: verifiable. */
  readonly commitmentId?: string | undefined;
  /** What the commitment and the signature tell may be left out. */
  readonly beacon?:
    | (Pick<DrandBeacon, 'signature'> & {
        readonly [K in 'round' | 'randomness']?: DrandBeacon[K] | undefined;
      })
    | undefined;
  readonly authority?: Omit<AuthorityValue, 'receivedAt'> | undefined;
}

/** The seed of a draw, of what was typed or of a commitment and its value. @throws OracleError as `drandSeed` and `authoritySeed` */
export async function seedOf(
  service: SamplingService,
  owner: string,
  terms: SeedTerms,
): Promise<SourcedSeed> {
  const { seed, commitmentId, beacon, authority } = terms;
  if ((seed === undefined) === (commitmentId === undefined))
    throw new OracleError('invalid_request', {
      detail:
        'Give either a seed (reproducible) or a commitmentId with the value that came after it (verifiable).',
      errors: [{ field: 'seed', message: 'give either seed or commitmentId' }],
    });
  if (commitmentId === undefined) return typedSeed(seed);
  const { document: commitment } = await service.commitments.get(owner, commitmentId);
  if (beacon !== undefined)
    return drandSeed(commitment, wholeBeacon(commitment, beacon), service.clock.now());
  if (authority !== undefined) {
    assertPlainValue(authority.value);
    return authoritySeed(commitment, {
      ...authority,
      value: formOfValue(authority.value),
      receivedAt: new Date(service.clock.now()).toISOString(),
    });
  }
  throw new OracleError('invalid_request', {
    detail: 'A commitment needs the random value that came after it.',
    hint: 'Send `beacon` (round, randomness, signature) or `authority` (value, reference).',
    errors: [{ field: 'beacon', message: 'is required with commitmentId, unless authority is given' }],
  });
}

function wholeBeacon(
  { source }: Commitment,
  { signature, round, randomness }: NonNullable<SeedTerms['beacon']>,
) {
  return {
    signature,
    round: round ?? (source.kind === 'drand' ? source.round : 0),
    randomness: randomness ?? sha256Hex(Buffer.from(signature, 'hex')),
  };
}
