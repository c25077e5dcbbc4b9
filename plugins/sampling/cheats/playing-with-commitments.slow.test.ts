import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { commitSelection } from '../selection/commitment.js';
import { drandRoundTime, QUICKNET } from '../selection/drand.js';
import { drawSelection } from '../selection/draw-selection.js';
import { simplePlan } from '../selection/plan.js';
import { drandSeed, seedFromCommitment } from '../selection/seed-source.js';
import { ticketOf } from '../selection/ticket-draw.js';
import { verifySelectionRecord } from '../selection/verify-record.js';
import { BEACON, HOMES, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { verifyTrail } from '../trail/verify-trail.js';

const RANDOMNESS = 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587';

/** SHA-256 of the sorted ids of the village. */
const FRAME = '4a4d6d3be1f0f9dca6d45c6a1fb9e9d67a8d6413a38a523d8b05dd47a35ae7de';

/** What somebody does who wants the word `verifiable` on a draw that was chosen. */
describe('playing with commitments', () => {
  let village: Village;
  let registryId: string;
  const commit = (designId: string, more: object) =>
    village.alice.post('/v1/sampling/commitments', { designId, registryId, sampleSize: 40, ...more });
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
  });
  afterAll(() => village.app.close());

  it('a typed seed beside an open commitment: the draw bears the mark that it passed over it', async () => {
    const designId = await village.design();
    const { commitmentId } = (await commit(designId, { authority: 'FOEN' })).at('') as {
      commitmentId: string;
    };
    expect((await village.draw(designId, { registryId, seed: 'x' })).status).toBe(201);
    expect(await village.marks(designId)).toContain(`Draw 1 passes over ${commitmentId}`);
  });

  it('twenty commitments: one is open at a time, and gives way only for a reason in the trail', async () => {
    const designId = await village.design();
    const first = await commit(designId, { authority: 'FOEN' });
    expect(first.at('next')).toContain(first.at('commitment.sha256'));
    for (let n = 2; n <= 20; n++) {
      const answer = await commit(designId, { authority: `Authority ${n}` });
      expect([answer.status, answer.at('errors.0.field')]).toEqual([409, 'supersedes']);
    }
    const supersedes = first.at('commitmentId');
    expect((await commit(designId, { round: BEACON.round, supersedes })).status).toBe(400);
    const second = await commit(designId, {
      round: BEACON.round,
      supersedes,
      reason: 'FOEN does not answer.',
    });
    expect(second.status).toBe(201);
    expect(await village.marks(designId)).toMatch(/Commitment 2 .* FOEN does not answer\./);
    const listed = await village.alice.get(`/v1/sampling/commitments?designId=${designId}`);
    const states = (listed.at('items') as { status: string; by: string | null }[]).map((c) => [
      c.status,
      c.by,
    ]);
    expect(states.sort()).toEqual([
      ['open', null],
      ['superseded', second.at('commitmentId')],
    ]);
    const old = await village.draw(designId, {
      registryId,
      commitmentId: supersedes,
      authority: { value: '1', reference: 'L' },
    });
    expect(old.status).toBe(409);
  });

  it('a second commitment by a value that a draw rests on: refused, and one to the same round is marked', async () => {
    const { app, alice, design, registry, draw, marks, days } = await startVillage();
    try {
      const [designId, own] = [await design(), await registry()];
      const to = (round: number, more: object = {}) =>
        alice.post('/v1/sampling/commitments', {
          designId,
          registryId: own,
          round,
          sampleSize: 40,
          ...more,
        });
      const first = (await to(BEACON.round)).at('commitmentId');
      const again = await to(BEACON.round, { supersedes: first, reason: 'Typed wrongly.' });
      expect(again.status).toBe(201);
      expect(await marks(designId)).toContain(
        `Commitment 2 is to drand round ${BEACON.round}, as commitment 1 was`,
      );
      const early = { registryId: own, commitmentId: again.at('commitmentId'), beacon: BEACON };
      const tooEarly = await draw(designId, { ...early, sampleSize: undefined });
      expect([tooEarly.status, tooEarly.at('errors.0.message')]).toEqual([
        400,
        'is not public yet by the clock of this oracle',
      ]);
      days(2);
      const drawn = await draw(designId, { ...early, sampleSize: undefined });
      expect(drawn.status).toBe(201);
      // The clock went back: the value stands in the trail all the same.
      days(-2);
      const known = await to(BEACON.round);
      expect([known.status, known.at('errors.0.message')]).toEqual([
        409,
        'is not after the value of a draw before',
      ]);
    } finally {
      await app.close();
    }
  });

  it('a panel that is kept rests on what its first draw rests on', async () => {
    const { app, alice, design, registry, draw, marks, trail, days } = await startVillage();
    try {
      const [designId, registryId] = [await design(), await registry()];
      const terms = { designId, registryId, round: BEACON.round, sampleSize: 40 };
      const { commitmentId, commitment } = (await alice.post('/v1/sampling/commitments', terms)).at('') as {
        commitmentId: string;
        commitment: { sha256: string };
      };
      days(2);
      const first = await draw(designId, { registryId, commitmentId, beacon: BEACON, sampleSize: undefined });
      const seed = first.at('record.seed.text');
      const kept = await draw(designId, { registryId, seed, panel: 'kept' });
      expect([kept.status, kept.at('restsOn')]).toEqual([
        201,
        `the panel of ${first.at('selectionId')}, which it keeps, and on what that rests`,
      ]);
      for (const said of [JSON.stringify(kept.at('warnings')), await marks(designId)])
        expect(said).not.toMatch(/typed/);
      const registries = [{ source: memorySource('village.csv', REGISTRY), read: {} }];
      const seen = [{ hash: commitment.sha256, at: '2023-09-15T00:00:00Z' }];
      const { checks } = await verifyTrail(await trail(designId), { registries, seen });
      expect(checks.find(({ name }) => name === 'draw 2')).toMatchObject({
        passed: true,
        detail: expect.stringContaining(
          `the panel of ${first.at('selectionId')}, which it keeps: drand round`,
        ),
      });
      // From another registry the value was known when the registry was made.
      const other = await registry(REGISTRY.replace('H00', 'H99'));
      const bent = await draw(designId, { registryId: other, seed, panel: 'kept' });
      expect(JSON.stringify(bent.at('warnings'))).toContain('A person typed the seed of draw 3');
    } finally {
      await app.close();
    }
  });

  it('a round that never comes: refused, with the last one', async () => {
    const designId = await village.design();
    for (const round of [84_000_000_000, 9_007_199_254_740_991]) {
      const answer = await commit(designId, { round });
      expect([answer.status, answer.at('errors.0.field')]).toEqual([400, 'round']);
      expect(answer.at('errors.0.message')).toMatch(/^must be at most \d{11}$/);
    }
    expect((await commit(designId, { round: 83_000_000_000 })).status).toBe(201);
  });

  it('another size than the committed one: refused, with the committed size', async () => {
    const designId = await village.design();
    const { commitmentId } = (await commit(designId, { authority: 'FOEN' })).at('') as never;
    const value = { registryId, commitmentId, authority: { value: '1', reference: 'letter' } };
    const fewer = await village.draw(designId, { ...value, sampleSize: 20 });
    expect([fewer.status, fewer.at('errors.0.field')]).toEqual([400, 'sampleSize']);
    expect(fewer.at('errors.0.message')).toContain('40, the committed size');
    const more = await village.draw(designId, { ...value, replacements: 9 });
    expect([more.status, more.at('errors.0.field')]).toEqual([400, 'replacements']);
    const parts = await village.draw(designId, { ...value, strata: [{ name: 'hill', sampleSize: 40 }] });
    expect([parts.status, parts.at('errors.0.field')]).toEqual([400, 'strata.0']);
    const drawn = await village.draw(designId, { ...value, sampleSize: undefined });
    expect(drawn.at('record.strata.0.selected')).toHaveLength(40);
  });

  it('one value after another: the first draw uses the commitment up', async () => {
    const designId = await village.design();
    const { commitmentId } = (await commit(designId, { authority: 'FOEN' })).at('') as never;
    const take = (value: string) =>
      village.draw(designId, { registryId, commitmentId, authority: { value, reference: 'letter' } });
    const first = await take('one');
    expect(first.status).toBe(201);
    expect(first.at('restsOn')).toContain('nobody said when it became public');
    expect(await village.marks(designId)).toContain('Nobody said when the value behind draw 1 became public');
    // Whoever drew typed the value, and may have tried many.
    const mark = 'The value of "FOEN" behind draw 1 stands as whoever drew entered it: ask them.';
    expect(first.at('warnings')).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    for (const value of ['two', 'three']) {
      const again = await take(value);
      expect(again.status).toBe(409);
      expect(again.at('detail')).toContain(`used up: it gave the draw ${first.at('selectionId')}`);
    }
    const read = await village.alice.get(`/v1/sampling/commitments/${commitmentId}`);
    expect(read.at('')).toMatchObject({ status: 'used', by: first.at('selectionId') });
  });

  it('several designs for one draw: whoever commits many to the same units is seen in each', async () => {
    const homes = Array.from({ length: 50 }, (_, i) => `G${i}`);
    const frame = await village.registry(`household_id\n${homes.join('\n')}\n`);
    const designs = [await village.design(), await village.design(), await village.design()];
    for (const designId of designs)
      await village.alice.post('/v1/sampling/commitments', {
        designId,
        registryId: frame,
        authority: 'FOEN',
        sampleSize: 40,
      });
    const [chosen = ''] = designs;
    const commitments = await village.alice.get(`/v1/sampling/commitments?designId=${chosen}`);
    const answer = await village.draw(chosen, {
      registryId: frame,
      commitmentId: commitments.at('items.0.commitmentId'),
      authority: { value: '4', reference: 'L' },
    });
    expect(answer.at('warnings')).toContainEqual(
      expect.stringContaining('2 other design(s) of the same owner'),
    );
  });

  it('back-dated commitment, ground over design names until no bad unit is drawn: it does not pass', async () => {
    const source = memorySource('village.csv', REGISTRY);
    const plan = simplePlan(20);
    const algorithm = 'sha256-ticket-v1';
    const committed = (designId: string) =>
      commitSelection(
        {
          designId,
          frameSha256: FRAME,
          plan,
          algorithm,
          source: { kind: 'drand', chainHash: QUICKNET.chainHash, round: BEACON.round },
        },
        drandRoundTime(BEACON.round) - 3_600_000,
      );
    const spared = (designId: string) => {
      const seed = seedFromCommitment(committed(designId).sha256, RANDOMNESS);
      const order = [...HOMES].sort((a, b) => (ticketOf(seed, a) < ticketOf(seed, b) ? -1 : 1));
      return order.slice(0, 20).every((id) => !id.endsWith('0'));
    };
    const designId = Array.from({ length: 400 }, (_, n) => `design-${n}`).find(spared);
    if (designId === undefined) throw new Error('Nobody was that unlucky.');
    const record = await drawSelection(source, {
      designId,
      algorithm,
      plan,
      columns: { id: 'household_id' },
      drawnAt: '2023-09-16T00:00:00.000Z',
      seed: await drandSeed(
        committed(designId),
        { ...BEACON, randomness: RANDOMNESS },
        drandRoundTime(BEACON.round),
      ),
    });
    expect(record.strata[0]?.selected.some(({ id }) => id.endsWith('0'))).toBe(false);
    const verification = await verifySelectionRecord(record, source);
    expect(verification.verdict).toBe('unproven');
    expect(verification.restsOn).toMatch(
      /verifiable only if [0-9a-f]{64} was published before 2023-09-15T11/,
    );
    // Whoever says to have seen it published before it was made cannot have; within its hour he can.
    const seen = (hoursBefore: number) =>
      verifySelectionRecord(record, source, {}, [
        {
          by: 'auditor',
          where: 'a gazette',
          at: new Date(drandRoundTime(BEACON.round) - hoursBefore * 3_600_000).toISOString(),
        },
      ]);
    const early = await seen(24);
    expect(early.verdict).toBe('fail');
    expect(early.checks.at(-1)).toEqual({
      name: 'published',
      passed: false,
      detail: expect.stringMatching(
        /^[0-9a-f]{64}, seen at 2023-09-14T.* was committed at 2023-09-15T.*: nobody can have seen it before$/,
      ),
    });
    expect((await seen(0.5)).verdict).toBe('pass');
    // No trail here holds such a commitment, so the service does not vouch for it either.
    const asked = await village.alice.post('/v1/sampling/randomness', { registryId, record });
    expect(asked.at('recomputed')).toBe('unproven');
    expect(asked.at('statement')).toContain('is not shown');
  });

  it('an honest commitment to drand says on what it rests, and where it was published', async () => {
    const designId = await village.design();
    const { commitmentId } = (await commit(designId, { round: BEACON.round })).at('') as never;
    const published = await village.alice.post(`/v1/sampling/${designId}/trail/publications`, {
      where: 'https://example.org/heads',
    });
    expect(published.at('published.length')).toBe(2);
    village.days(2);
    const answer = await village.draw(designId, {
      registryId,
      commitmentId,
      beacon: { signature: BEACON.signature },
    });
    expect(answer.status).toBe(201);
    expect(await village.marks(designId)).not.toContain('entered it');
    expect(answer.at('restsOn')).toMatch(
      /^drand round 657413, committed before 2023-09-.*Z, published at "https:\/\/example\.org\/heads/,
    );
    const { selectionId } = answer.at('') as never;
    expect((await village.alice.post('/v1/sampling/randomness', { selectionId })).at('recomputed')).toBe(
      'pass',
    );
  });
});
