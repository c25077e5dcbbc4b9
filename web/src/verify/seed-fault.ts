import { authorityFault } from './authority-fault.js';
import type { Commitment, DrawRecord } from './draw-record.js';
import { canonicalJson, fromHex, sha256 } from './hash.js';

/** When round 1 of drand quicknet was public, and how long a round takes (api.drand.sh, docs.drand.love). */
const QUICKNET = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
};
/** Milliseconds by which honest clocks differ. */
const CLOCKS_DIFFER = 10_000;

/** The moment from which a round of drand quicknet is public. */
export function timeOfRound(round: number): string {
  return new Date((QUICKNET.genesisSeconds + (round - 1) * QUICKNET.periodSeconds) * 1000).toISOString();
}

/**
 * What does not fit of the seed to its origin: a seed of a commitment is the SHA-256 of the commitment's hash, a colon and
 * the value; the commitment is to this design, registry, plan and method, and older than the value and the draw. Whether
 * the value is drand's or the authority's is for others to say.
 * @returns undefined where all fits
 */
export async function seedFault(record: DrawRecord): Promise<string | undefined> {
  const { origin, text } = record.seed;
  if (text === '' || text.trim() !== text) return 'seed.text';
  if (origin.kind === 'typed') return undefined;
  const { commitment } = origin;
  if ((await sha256(commitment.text)) !== commitment.sha256 || textOf(commitment) !== commitment.text)
    return 'commitment.text';
  const other = otherThanCommitted(record, commitment);
  if (other !== undefined) return `commitment.${other}`;
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
  if (seconds(record.drawnAt) < seconds(commitment.committedAt)) return 'commitment.committedAt';
  if (origin.kind === 'drand') {
    const { round, randomness, signature } = origin.beacon;
    if (commitment.source.kind !== 'drand' || commitment.source.round !== round) return 'beacon.round';
    if (commitment.source.chainHash !== QUICKNET.chainHash) return 'commitment.source.chainHash';
    if ((await sha256(fromHex(signature))) !== randomness) return 'beacon.randomness';
    if (!(Date.parse(commitment.committedAt) < Date.parse(timeOfRound(round))))
      return 'commitment.committedAt';
    if (Date.parse(record.drawnAt) + CLOCKS_DIFFER < Date.parse(timeOfRound(round))) return 'beacon.round';
    return (await sha256(`${commitment.sha256}:${randomness}`)) === text ? undefined : 'seed.text';
  }
  const fault = authorityFault(record, commitment, origin.authority);
  if (fault !== undefined) return fault;
  const { value } = origin.authority;
  return (await sha256(`${commitment.sha256}:${value}`)) === text ? undefined : 'seed.text';
}

function otherThanCommitted(
  record: DrawRecord,
  { designId, algorithm, frameSha256, plan, bound }: Commitment,
) {
  if (designId !== record.designId) return 'designId';
  if (algorithm !== record.algorithm) return 'algorithm';
  if (frameSha256 !== record.frame.sha256) return 'frameSha256';
  if (canonicalJson(plan) !== canonicalJson(record.plan)) return 'plan';
  if (bound === undefined) return undefined;
  if (canonicalJson(bound.strata) !== canonicalJson(record.frame.strata ?? null)) return 'bound.strata';
  if ((bound.adopters === null) !== (record.frame.columns.adopter === undefined)) return 'bound.adopters';
  const bySize = record.algorithm === 'sha256-pps-systematic-v1';
  return (bound.sizes === null) === bySize ? 'bound.sizes' : undefined;
}

/** The text that is hashed, as `docs/sampling-trail.md` tells it. */
function textOf({ number, designId, frameSha256, bound, plan, algorithm, source }: Commitment): string {
  const origin =
    source.kind === 'drand'
      ? [source.chainHash, String(source.round)]
      : ['authority', source.authority, ...[source.reference ?? [], source.publicFrom ?? []].flat()];
  const head = number === undefined ? ['v2'] : ['v3', String(number)];
  const frame =
    bound === undefined ? [designId, frameSha256] : [...head, designId, frameSha256, canonicalJson(bound)];
  return [...frame, canonicalJson(plan), algorithm, ...origin].join('|');
}
