import { canonicalJson, sha256Hex } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { BoundFrame } from './bound-frame.js';
import { drandRoundTime, LAST_ROUND, QUICKNET } from './drand.js';
import { assertValueNamed } from './named-value.js';
import { isStratified, type SelectionPlan } from './plan.js';

/** What will make the seed: a drand round that is still to come, or a value that a named authority will give. */
export type RandomSource =
  | { readonly kind: 'drand'; readonly chainHash: string; readonly round: number }
  | {
      readonly kind: 'authority';
      readonly authority: string;
      /** Which of its values, such as a draw's number, and the day or time of it (ISO 8601): both, or neither of before. */
      readonly reference?: string | undefined;
      readonly publicFrom?: string | undefined;
    };

/** All that is fixed before the random value exists. */
export interface CommitmentTerms {
  readonly designId: string;
  /** Which commitment of its design it is, from 1: no two have one text. Absent from commitments of before. */
  readonly number?: number | undefined;
  /** Frame hash: SHA-256 of the sorted, newline-terminated ids. */
  readonly frameSha256: string;
  /** What else of the registry the draw uses; absent from commitments of before, which bind its ids alone. */
  readonly bound?: BoundFrame | undefined;
  readonly plan: SelectionPlan;
  readonly algorithm: string;
  readonly source: RandomSource;
}

/** The published promise. `sha256` is the hash of `text`: `printf '%s' '<text>' | sha256sum`. */
export interface Commitment extends CommitmentTerms {
  readonly text: string;
  readonly sha256: string;
  /** ISO 8601 UTC. What proves it is where and when the hash was published, not this field. */
  readonly committedAt: string;
}

/** What the text begins with when it binds more of the registry than its ids, and when it also says which one it is. */
const [WHOLE, NUMBERED] = ['v2', 'v3'];

/**
 * The text that is hashed: `v3`, which commitment of the design it is, design id, frame hash, what else of the registry is bound (canonical JSON), plan (the
 * same), algorithm, and the random source (chain hash and round, or `authority`, its name, and which of its values, by reference and day), joined by "|". A
 * commitment of before begins with `v2` and has no number, or has neither of them nor what else is bound.
 */
export function commitmentText(terms: CommitmentTerms): string {
  const { source } = terms;
  const origin =
    source.kind === 'drand'
      ? [source.chainHash, String(source.round)]
      : ['authority', source.authority, ...[source.reference ?? [], source.publicFrom ?? []].flat()];
  const { bound, number } = terms;
  const head = number === undefined ? [WHOLE] : [NUMBERED, String(number)];
  const frame =
    bound === undefined
      ? [terms.designId, terms.frameSha256]
      : [...head, terms.designId, terms.frameSha256, canonicalJson(bound)];
  return [...frame, canonicalJson(terms.plan), terms.algorithm, ...origin].join('|');
}

/** Whether a commitment binds all that its draw uses of the registry. One of before binds the ids alone. */
export function bindsAll({ bound, plan, algorithm }: CommitmentTerms): boolean {
  return bound !== undefined || (!isStratified(plan) && algorithm !== 'sha256-pps-systematic-v1');
}

/**
 * Freezes frame, plan and algorithm before the random value is known.
 *
 * @param nowMs Unix milliseconds.
 * @throws OracleError `invalid_request` when the drand round is already published at `nowMs`, lies beyond
 * the year 9999, is not of quicknet, or a name holds the separator.
 */
export function commitSelection(terms: CommitmentTerms, nowMs: number): Commitment {
  assertCommittable(terms, nowMs);
  const text = commitmentText(terms);
  return {
    ...terms,
    text,
    sha256: sha256Hex(text),
    committedAt: new Date(nowMs).toISOString(),
  };
}

/** Whether something can be committed to at a time. @throws OracleError as `commitSelection` */
export function assertCommittable(terms: Pick<CommitmentTerms, 'designId' | 'source'>, nowMs: number): void {
  const { source } = terms;
  const name = source.kind === 'authority' ? source.authority : terms.designId;
  if (terms.designId.includes('|') || name.includes('|') || name.trim() === '') {
    throw new OracleError('invalid_request', {
      detail:
        'A design id or the name of an authority is empty or holds "|", which separates the parts of a commitment.',
      errors: [
        {
          field: source.kind === 'authority' ? 'source.authority' : 'designId',
          message: 'must be non-empty and without "|"',
        },
      ],
    });
  }
  if (source.kind === 'authority') assertValueNamed(source, nowMs);
  if (source.kind === 'drand') {
    if (source.chainHash !== QUICKNET.chainHash) {
      throw new OracleError('invalid_request', {
        detail: `The drand chain ${source.chainHash} is not quicknet, whose public key this runtime holds.`,
        hint: `Use the chain ${QUICKNET.chainHash}.`,
        errors: [{ field: 'source.chainHash', message: 'must be the chain hash of quicknet' }],
      });
    }
    if (!(source.round <= LAST_ROUND)) {
      throw new OracleError('invalid_request', {
        detail: `The drand round ${source.round} lies beyond ${LAST_ROUND}, the last of the year 9999: nobody waits for it.`,
        hint: 'Rounds come every three seconds: commit to one of the next hours or days.',
        errors: [{ field: 'source.round', message: `must be at most ${LAST_ROUND}` }],
      });
    }
    if (!(drandRoundTime(source.round) > nowMs)) {
      throw new OracleError('invalid_request', {
        detail: `The drand round ${source.round} is already public at ${new Date(nowMs).toISOString()}: whoever knows it can choose a frame to fit.`,
        hint: 'Commit to a round that is still to come, far enough ahead to publish the commitment first.',
        errors: [{ field: 'source.round', message: 'must be a future round' }],
      });
    }
  }
}
