import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { REGISTRY, startVillage, type Village } from '../testing/village.js';
import type { TrailExport } from '../trail/trail-export.js';
import { verifyLine } from '../trail/verify-line.js';

/** An authority that gives a value a week gives whoever may wait 52 draws a year. */
describe('waiting for the value of an authority that pleases', () => {
  let village: Village;
  let registryId: string;
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
  });
  afterAll(() => village.app.close());

  const commit = (designId: string, more: object = {}) =>
    village.alice.post('/v1/sampling/commitments', {
      designId,
      registryId,
      authority: 'National lottery',
      sampleSize: 40,
      ...more,
    });
  const draw = (designId: string, commitmentId: unknown, reference: string, publicAt?: string) =>
    village.draw(designId, {
      registryId,
      sampleSize: undefined,
      commitmentId,
      authority: { value: `5 17 23 31 40 ${designId}`, reference, ...(publicAt && { publicAt }) },
    });
  /** What `verify` says to whoever saw the commitment published when it was made. */
  async function verified(designId: string, hash: unknown, at: unknown) {
    const trail = (await village.trail(designId)) as unknown as TrailExport;
    const seen = [{ hash: String(hash), at: new Date(Date.parse(String(at)) + 3_600_000).toISOString() }];
    const registries = [{ source: memorySource('village.csv', REGISTRY), read: {} }];
    const { verdict, trails } = await verifyLine([trail], {
      seen,
      signer: trail.entries[0]?.signer ?? '',
      registries,
    });
    return { verdict, checks: trails[0]?.checks ?? [] };
  }

  it('is refused where the commitment says which value: another reference, or one of before', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w1' });
    const made = await commit(designId, { reference: 'draw 61', publicFrom: '2023-09-16' });
    expect(made.status, made.text).toBe(201);
    expect(made.at('commitment.text')).toMatch(/\|authority\|National lottery\|draw 61\|2023-09-16$/);
    expect(await village.marks(designId)).not.toContain('does not say which value');
    village.days(2);
    const id = made.at('commitmentId');
    for (const [reference, publicAt, field] of [
      ['draw 64', '2023-09-16', 'authority.reference'],
      ['draw 61', '2023-09-15', 'authority.publicAt'],
    ] as const) {
      const answer = await draw(designId, id, reference, publicAt);
      expect([answer.status, answer.at('errors.0.field')]).toEqual([400, field]);
    }
    const right = await draw(designId, id, 'Draw 61', '2023-09-16');
    expect(right.status, right.text).toBe(201);
    const { verdict } = await verified(
      designId,
      made.at('commitment.sha256'),
      made.at('commitment.committedAt'),
    );
    expect(verdict).toBe('pass');
    village.days(-2);
  });

  it('is left open where it came long after the time that was committed to', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w2' });
    const made = await commit(designId, { reference: 'Saturday', publicFrom: '2023-09-16' });
    village.days(23);
    expect((await draw(designId, made.at('commitmentId'), 'Saturday', '2023-10-07')).status).toBe(201);
    const { verdict, checks } = await verified(
      designId,
      made.at('commitment.sha256'),
      made.at('commitment.committedAt'),
    );
    expect(verdict).toBe('unproven');
    expect(checks.map(({ detail }) => detail).join()).toContain('could wait for another one');
    village.days(-23);
  });

  it('is marked, and never passes, where the commitment names the authority alone', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w3' });
    const made = await commit(designId);
    expect(await village.marks(designId)).toContain(
      'Commitment 1 does not say which value of "National lottery": whoever draws can wait for one that pleases.',
    );
    village.days(23);
    expect((await draw(designId, made.at('commitmentId'), 'draw 64', '2023-10-07')).status).toBe(201);
    const { verdict, checks } = await verified(
      designId,
      made.at('commitment.sha256'),
      made.at('commitment.committedAt'),
    );
    expect(verdict).toBe('unproven');
    expect(checks.find(({ name }) => name === 'draw 1')?.detail).toContain(
      'the commitment does not say which value of "National lottery"',
    );
    village.days(-23);
  });

  it('is marked, and never passes, where a commitment was given up when its value could be known', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w6' });
    const first = await commit(designId, { reference: 'draw 61', publicFrom: '2023-09-17' });
    village.days(1);
    const early = { supersedes: first.at('commitmentId'), reason: 'A typing error.' };
    const second = await commit(designId, { reference: 'draw 62', publicFrom: '2023-09-18', ...early });
    expect(second.status, second.text).toBe(201);
    expect(await village.marks(designId)).not.toContain('its draw could be known');
    village.days(4);
    const late = { supersedes: second.at('commitmentId'), reason: 'The clerk asked for a later draw.' };
    const third = await commit(designId, { reference: 'draw 63', publicFrom: '2023-09-21', ...late });
    expect(third.status, third.text).toBe(201);
    expect(await village.marks(designId)).toContain(
      `The value of ${second.at('commitmentId')} was public since 2023-09-18 when another commitment took its place: its draw could be known.`,
    );
    village.days(3);
    expect((await draw(designId, third.at('commitmentId'), 'draw 63', '2023-09-21')).status).toBe(201);
    const { verdict, checks } = await verified(
      designId,
      third.at('commitment.sha256'),
      third.at('commitment.committedAt'),
    );
    expect(verdict).toBe('unproven');
    expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['given up']);
    village.days(-8);
  });

  it('is marked, and never passes, where it was left open and the design recalculated when its value could be known', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w7' });
    const first = await commit(designId, { reference: 'draw 61', publicFrom: '2023-09-17' });
    const again = async (of: unknown) => {
      const answer = await village.alice.post(`/v1/sampling/${of}/recalculation`, { dropoutRate: 0.12 });
      expect(answer.status, answer.text).toBe(201);
      return String(answer.at('designId') ?? answer.at('design.designId'));
    };
    const early = await again(designId);
    await commit(early, { reference: 'draw 62', publicFrom: '2023-09-18' });
    expect(await village.marks(early)).toContain(
      `${first.at('commitmentId')} of ${designId}, which this design recalculates, is still open: of both draws the one that pleases could be taken.`,
    );
    village.days(6);
    const late = await again(designId);
    const last = await commit(late, { reference: 'draw 63', publicFrom: '2023-09-22' });
    expect(last.status, last.text).toBe(201);
    expect(await village.marks(late)).toContain(
      `${first.at('commitmentId')} of ${designId}, which this design recalculates, was left open though its value was public since 2023-09-17: its draw could be known`,
    );
    village.days(3);
    expect((await draw(late, last.at('commitmentId'), 'draw 63', '2023-09-22')).status).toBe(201);
    const { verdict, checks } = await verified(
      late,
      last.at('commitment.sha256'),
      last.at('commitment.committedAt'),
    );
    expect(verdict).toBe('unproven');
    expect(checks.map(({ name }) => name)).toContain('left open');
    village.days(-9);
  });

  it('is to a day that has begun nowhere, or to a time, so that the value of noon is not committed to in the evening', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w5' });
    const now = Date.parse(String((await commit(designId)).at('commitment.committedAt')));
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const soon = 14 * 3_600_000;
    for (const publicFrom of [day(now), day(now + soon), new Date(now - 1000).toISOString()]) {
      const answer = await commit(designId, { reference: 'noon draw', publicFrom });
      expect([answer.status, answer.at('errors.0.field')], publicFrom).toEqual([400, 'publicFrom']);
    }
    const answer = await commit(designId, {
      reference: 'noon draw',
      publicFrom: day(now + soon + 86_400_000),
    });
    expect(answer.at('errors.0.field')).toBe('supersedes');
  });

  it('names a value by both its reference and a time to come', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/w4' });
    for (const [more, field] of [
      [{ reference: 'draw 61' }, 'publicFrom'],
      [{ publicFrom: '2023-09-16' }, 'reference'],
      [{ reference: 'draw 60', publicFrom: '2023-09-12' }, 'publicFrom'],
      [{ reference: 'a|b', publicFrom: '2023-09-16' }, 'reference'],
    ] as const) {
      const answer = await commit(designId, more);
      expect([answer.status, answer.at('errors.0.field')]).toEqual([400, field]);
    }
  });
});
