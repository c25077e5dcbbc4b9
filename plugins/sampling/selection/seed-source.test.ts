import { createHash } from 'node:crypto';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { type CommitmentTerms, commitSelection } from './commitment.js';
import { checkDrandBeacon, drandRoundAt, drandRoundTime, QUICKNET } from './drand.js';
import { simplePlan, stratifiedPlan } from './plan.js';
import { authoritySeed, drandSeed, seedFromCommitment, typedSeed } from './seed-source.js';

/** drand quicknet round 657413, from the drand-client test data; also in drand's own Go tests. */
const beacon = {
  round: 657413,
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
};
const frameSha256 = '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743';
const terms = (source: CommitmentTerms['source']): CommitmentTerms => ({
  designId: 'design-1',
  frameSha256,
  plan: stratifiedPlan([
    { name: 'urban', size: 252 },
    { name: 'rural', size: 168 },
  ]),
  algorithm: 'sha256-ticket-v1',
  source,
});
const drand = (round: number) => ({ kind: 'drand', chainHash: QUICKNET.chainHash, round }) as const;
const before = drandRoundTime(beacon.round) - 60_000;
const code = async (attempt: () => unknown) => {
  try {
    await attempt();
  } catch (error) {
    return OracleError.isInstance(error) ? `${error.code} ${error.errors?.[0]?.field}` : error;
  }
  return undefined;
};

describe('drand', () => {
  it.each([
    ['2026-04-20T00:00:00Z', 27946612],
    ['2026-04-20T12:30:45Z', 27961627],
    ['2023-08-23T15:09:27Z', 1],
  ])('at %s the newest round is %d', (time, round) => {
    expect(drandRoundAt(Date.parse(time))).toBe(round);
    expect(drandRoundTime(round)).toBeLessThanOrEqual(Date.parse(time));
    expect(drandRoundTime(round + 1)).toBeGreaterThan(Date.parse(time));
  });

  it('accepts a true beacon', async () => {
    await expect(checkDrandBeacon(beacon)).resolves.toBeUndefined();
  });

  it('refuses randomness that is not the hash of the signature', async () => {
    expect(await code(() => checkDrandBeacon({ ...beacon, randomness: '0'.repeat(64) }))).toBe(
      'invalid_request beacon.randomness',
    );
  });

  it('refuses a signature of another round, and bytes that are no signature', async () => {
    expect(await code(() => checkDrandBeacon({ ...beacon, round: 657414 }))).toBe(
      'invalid_request beacon.signature',
    );
    const signature = `${beacon.signature.slice(0, -1)}c`;
    const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
    expect(await code(() => checkDrandBeacon({ round: beacon.round, signature, randomness }))).toBe(
      'invalid_request beacon.signature',
    );
    expect(await code(() => checkDrandBeacon({ ...beacon, signature: 'xyz' }))).toBe(
      'invalid_request beacon.signature',
    );
    expect(await code(() => checkDrandBeacon({ ...beacon, round: 0 }))).toBe('invalid_request beacon.round');
  });
});

describe('commitment', () => {
  it('hashes the text that it publishes', () => {
    const commitment = commitSelection(terms(drand(beacon.round)), before);
    const plan =
      '{"strata":[{"name":"urban","replacements":0,"size":252},{"name":"rural","replacements":0,"size":168}]}';
    expect(commitment.text).toBe(
      `design-1|${frameSha256}|${plan}|sha256-ticket-v1|${QUICKNET.chainHash}|657413`,
    );
    expect(commitment.sha256).toBe(createHash('sha256').update(commitment.text).digest('hex'));
  });

  it('refuses a round that is already public, another chain, and a separator in a name', async () => {
    expect(await code(() => commitSelection(terms(drand(beacon.round)), drandRoundTime(beacon.round)))).toBe(
      'invalid_request source.round',
    );
    expect(await code(() => commitSelection(terms({ ...drand(9e9), chainHash: 'ff' }), before))).toBe(
      'invalid_request source.chainHash',
    );
    expect(await code(() => commitSelection(terms({ kind: 'authority', authority: 'a|b' }), before))).toBe(
      'invalid_request source.authority',
    );
    expect(await code(() => commitSelection({ ...terms(drand(9e9)), designId: 'a|b' }, before))).toBe(
      'invalid_request designId',
    );
  });

  it('changes with every term', () => {
    const hashes = [
      terms(drand(beacon.round)),
      terms(drand(beacon.round + 1)),
      terms({ kind: 'authority', authority: 'FOEN' }),
      { ...terms(drand(beacon.round)), designId: 'design-2' },
      { ...terms(drand(beacon.round)), frameSha256: '0'.repeat(64) },
      { ...terms(drand(beacon.round)), plan: simplePlan(420) },
      { ...terms(drand(beacon.round)), algorithm: 'sha256-index-v1' },
      { ...terms(drand(beacon.round)), bound: { strata: null, adopters: null, sizes: null } },
      { ...terms(drand(beacon.round)), bound: { strata: null, adopters: null, sizes: null }, number: 1 },
      { ...terms(drand(beacon.round)), bound: { strata: null, adopters: null, sizes: null }, number: 2 },
    ].map((each) => commitSelection(each, before).sha256);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('seed sources', () => {
  it('labels a typed seed reproducible', () => {
    expect(typedSeed(20240220)).toMatchObject({
      text: '20240220',
      origin: { trust: 'reproducible', given: 'number' },
    });
  });

  it('makes a verifiable seed of commitment and beacon', async () => {
    const commitment = commitSelection(terms(drand(beacon.round)), before);
    const seed = await drandSeed(commitment, beacon, drandRoundTime(beacon.round));
    expect(seed.origin).toMatchObject({ trust: 'verifiable', kind: 'drand' });
    expect(seed.text).toBe(
      createHash('sha256').update(`${commitment.sha256}:${beacon.randomness}`).digest('hex'),
    );
  });

  it('refuses a beacon of a round that was not committed to', async () => {
    const commitment = commitSelection(terms(drand(beacon.round + 5)), before);
    const late = drandRoundTime(beacon.round + 5);
    expect(await code(() => drandSeed(commitment, beacon, late))).toBe('invalid_request beacon.round');
    const other = commitSelection(terms({ kind: 'authority', authority: 'FOEN' }), before);
    expect(await code(() => drandSeed(other, beacon, late))).toBe('invalid_request beacon.round');
  });

  it('refuses a value that is still to come by the clock of whoever draws, as far as clocks agree', async () => {
    const commitment = commitSelection(terms(drand(beacon.round)), before);
    const at = drandRoundTime(beacon.round);
    expect(await code(() => drandSeed(commitment, beacon, at - 11_000))).toBe('invalid_request beacon.round');
    expect((await drandSeed(commitment, beacon, at - 5_000)).origin.trust).toBe('verifiable');
  });

  it("makes a verifiable seed of an authority's value that came after the commitment", async () => {
    const commitment = commitSelection(terms({ kind: 'authority', authority: 'FOEN' }), before);
    const value = {
      value: '8461',
      reference: 'letter 2024-117',
      receivedAt: new Date(before + 1000).toISOString(),
    };
    expect(authoritySeed(commitment, value)).toMatchObject({
      text: seedFromCommitment(commitment.sha256, '8461'),
      origin: { trust: 'verifiable', kind: 'authority' },
    });
    const early = { ...value, receivedAt: new Date(before - 1000).toISOString() };
    expect(await code(() => authoritySeed(commitment, early))).toBe('invalid_request authority.receivedAt');
    expect(await code(() => authoritySeed(commitment, { ...value, receivedAt: 'yesterday' }))).toBe(
      'invalid_request authority.receivedAt',
    );
    const toDrand = commitSelection(terms(drand(beacon.round)), before);
    expect(await code(() => authoritySeed(toDrand, value))).toBe('invalid_request authority');
  });
});
