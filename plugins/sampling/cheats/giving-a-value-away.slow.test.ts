import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { HOMES, REGISTRY, startVillage, type Village } from '../testing/village.js';
import type { TrailExport } from '../trail/trail-export.js';
import { verifyLine } from '../trail/verify-line.js';

/** A value that somebody knows when he commits to it chooses the homes as a typed seed does. */
describe('the value of an authority', () => {
  let village: Village;
  let registryId: string;
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
  });
  afterAll(() => village.app.close());
  const commit = async (designId: string, more: object = {}) => {
    const terms = { designId, registryId, authority: 'National lottery', sampleSize: 40, ...more };
    const answer = await village.alice.post('/v1/sampling/commitments', terms);
    expect(answer.status, answer.text).toBe(201);
    return {
      commitmentId: String(answer.at('commitmentId')),
      sha256: String(answer.at('commitment.sha256')),
    };
  };
  const draw = (designId: string, commitmentId: string, value: string, more: object = {}) =>
    village.draw(designId, {
      registryId,
      sampleSize: undefined,
      commitmentId,
      authority: { value, reference: 'Lotto', publicAt: '2023-09-15' },
      ...more,
    });
  const trailOf = async (designId: string) => (await village.trail(designId)) as unknown as TrailExport;

  it('draws once: not again for the design, nor for a sister, nor where it was known to who committed', async () => {
    const [first, sister] = [await village.design(), await village.design({ expectedSD: 0.25 })];
    const elsewhere = await village.design({ projectId: 'did:ixo:project/w' });
    const early = await village.design({ projectId: 'did:ixo:project/u' });
    const open = await commit(early);
    const sistersOwn = await commit(sister);
    const { commitmentId } = await commit(first);
    village.days(1);
    expect((await draw(first, commitmentId, '49 12 3 44 7')).status).toBe(201);
    const field = (answer: Awaited<ReturnType<typeof draw>>) => [answer.status, answer.at('errors.0.field')];
    const again = await commit(first);
    const twice = await draw(first, again.commitmentId, '49, 12, 03, 44, 7', { panel: 'fresh' });
    expect(field(twice)).toEqual([409, 'authority.value']);
    expect(twice.at('detail')).toContain('before this commitment: whoever committed could know it');
    expect(field(await draw(sister, sistersOwn.commitmentId, '49 12 3 44 7'))).toEqual([
      409,
      'authority.value',
    ]);
    const late = await commit(elsewhere);
    expect(field(await draw(elsewhere, late.commitmentId, '49-12-3-44-7'))).toEqual([409, 'authority.value']);
    // Two projects that both committed before it may wait for one lottery: said in the trail.
    expect((await draw(early, open.commitmentId, '49 12 3 44 7')).status).toBe(201);
    expect(await village.marks(early)).toContain(
      'The value behind draw 1 gave 1 other draw(s) of this oracle since 2023-09-15, 1 of the same owner, each by its own commitment.',
    );
    village.days(-1);
  });

  it('was public after the commitment and before the draw, by a day that is said', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/days' });
    const { commitmentId } = await commit(designId);
    for (const publicAt of ['2027-01-05', '2023-09-01', '2023-09-14T11:00:00Z']) {
      const authority = { value: '5 6 7', reference: 'Lotto, 2027-01-05', publicAt };
      const answer = await draw(designId, commitmentId, '', { authority });
      expect([answer.status, answer.at('errors.0.field')]).toEqual([400, 'authority.publicAt']);
    }
    const undated = { authority: { value: '5 6 7', reference: 'Lotto' } };
    expect((await draw(designId, commitmentId, '', undated)).status).toBe(201);
    expect(await village.marks(designId)).toContain(
      'Nobody said when the value behind draw 1 became public: it may be older than its commitment.',
    );
  });

  it('told otherwise it is marked, and verify leaves it open; so is another value at one place', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/digits' });
    const { commitmentId } = await commit(designId);
    village.days(1);
    let day = 15;
    const said = (value: string, reference = 'Draw 5') => ({
      authority: { value, reference, publicAt: `2023-09-${day}` },
      panel: 'fresh',
      reason: 'Another year.',
    });
    const first = { authority: { value: '19 12 3 44 7', reference: 'Draw 5', publicAt: '2023-09-15' } };
    const drawnFirst = await draw(designId, commitmentId, '', first);
    expect(drawnFirst.status).toBe(201);
    for (const same of ['١٩ ١٢ ٣ ٤٤ ٧', '19 l2 3 44 7', '19.0 12.0 3 44 7']) {
      const open = await commit(designId, { supersedes: undefined });
      expect((await draw(designId, open.commitmentId, '', said(same))).status).toBe(409);
      expect((await draw(designId, open.commitmentId, '', said('Draw: 7 44 3 12 19.'))).status).toBe(409);
      const reason = 'To try the next spelling.';
      const next = await commit(designId, { supersedes: open.commitmentId, reason });
      village.days(1);
      day += 1;
      const value = { '١٩ ١٢ ٣ ٤٤ ٧': '191234 47', '19 l2 3 44 7': '19 123 44 7' }[same] ?? 'x19 12 3 44 7';
      const drawn = await draw(designId, next.commitmentId, '', said(value, `Letter of ${value}`));
      expect(drawn.status, drawn.text).toBe(201);
    }
    const other = await commit(designId);
    village.days(1);
    day += 1;
    expect((await draw(designId, other.commitmentId, '', said('5 5 5'))).status).toBe(201);
    const marks = await village.marks(designId);
    expect(marks).toContain(
      'The value behind draw 2, "47 191234", has the digits of the value of 1 other draw(s)',
    );
    expect(marks).toContain(
      'The value behind draw 4, "3 7 12 44 x19", has the digits of the value of 3 other draw(s)',
    );
    expect(marks).toContain(
      `The value behind draw 5 is said to stand at "Draw 5", and so is another value, of 1 other draw(s) of this owner, project or line (${String(drawnFirst.at('selectionId'))}). Several values may stand there`,
    );
    const { verdict, trails } = await verifyLine([await trailOf(designId)]);
    const like = trails[0]?.checks.filter(({ name }) => name === 'like value');
    expect([
      verdict,
      like?.filter(({ open }) => open).length,
      like?.filter(({ note }) => note).length,
    ]).toEqual(['unproven', 6, 1]);
    // Whoever reads the verdict sees what was drawn by.
    expect(trails[0]?.checks.find(({ name }) => name === 'draw 2')?.detail).toContain(
      'the value "47 191234" of',
    );
    village.days(-5);
  });

  it('told with a number more or less it is marked, in other designs of the owner as well, and left open', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/bonus' });
    const sister = await village.design({ projectId: 'did:ixo:project/malus' });
    const told = async (design: string, value: string, reference: string) => {
      const { commitmentId } = await commit(design);
      village.days(1);
      const authority = { value, reference };
      const more = { authority, panel: 'fresh', reason: 'Next.' };
      const answer = await draw(design, commitmentId, '', more);
      expect(answer.status, answer.text).toBe(201);
    };
    await told(designId, '29 18 33 46 87', 'Lotto draw 61');
    await told(designId, '29 18 33 46 87 bonus 9', 'Lotto 61');
    await told(sister, '29 18 33 46', 'Lotto sixty-one');
    await told(designId, '2 18 33 46 87', 'Lotto 62');
    expect(await village.marks(designId)).toContain(
      'The value behind draw 2, "9 18 29 33 46 87", is the value of 1 other draw(s) with something more or less: were they one, it was known before.',
    );
    expect(await village.marks(designId)).not.toContain('behind draw 3, "');
    expect(await village.marks(sister)).toContain(
      'is the value of 2 other draw(s) with something more or less',
    );
    const open = async (...designs: string[]) => {
      const { verdict, trails, checks } = await verifyLine(await Promise.all(designs.map(trailOf)));
      const all = [...checks, ...trails.flatMap((each) => each.checks)];
      return [verdict, all.filter(({ name, open }) => name === 'like value' && open).length];
    };
    expect(await open(designId)).toEqual(['unproven', 1]);
    expect(await open(designId, sister)).toEqual(['unproven', 3]);
    village.days(-4);
  });

  it('two commitments of one design to one lottery differ, and each passes by its own publication', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/two' });
    const first = await commit(designId, { reference: 'Lotto 1', publicFrom: '2023-09-15T11:00:00Z' });
    village.days(1);
    const one = { authority: { value: '1 2 3', reference: 'Lotto 1', publicAt: '2023-09-15T11:00:00Z' } };
    expect((await draw(designId, first.commitmentId, '', one)).status).toBe(201);
    const second = await commit(designId, { reference: 'Lotto 2', publicFrom: '2023-09-16T11:00:00Z' });
    expect(second.sha256).not.toBe(first.sha256);
    village.days(1);
    const two = {
      authority: { value: '4 5 6', reference: 'Lotto 2', publicAt: '2023-09-16T11:00:00Z' },
      panel: 'fresh',
      reason: 'A new year.',
    };
    expect((await draw(designId, second.commitmentId, '', two)).status).toBe(201);
    const trail = await trailOf(designId);
    const seen = [
      { hash: first.sha256, at: '2023-09-14T13:00:00.000Z' },
      { hash: second.sha256, at: '2023-09-15T13:00:00.000Z' },
    ];
    const registries = [{ source: memorySource('village.csv', REGISTRY), read: {} }];
    const signer = trail.entries[0]?.signer ?? '';
    const { verdict, trails } = await verifyLine([trail], { seen, signer, registries });
    expect([verdict, trails[0]?.checks.filter(({ passed }) => !passed)]).toEqual(['pass', []]);
    // The publication of the first does not vouch for the second.
    const early = await verifyLine([trail], { seen: seen.slice(0, 1), signer, registries });
    expect(early.verdict).toBe('unproven');
  });

  it('a panel that is kept for a recalculated design passes beside the trail that it comes from', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/kept' });
    const { commitmentId, sha256 } = await commit(designId, {
      reference: 'Lotto',
      publicFrom: '2023-09-17T11:00:00Z',
    });
    village.days(1);
    const authority = { value: '9 8 7', reference: 'Lotto', publicAt: '2023-09-17T11:00:00Z' };
    const first = await draw(designId, commitmentId, '', { authority });
    expect(first.status, first.text).toBe(201);
    const stated = { mean: 0.8, sd: 0.2 };
    const recalculated = await village.alice.post(`/v1/sampling/${designId}/recalculation`, stated);
    const next = String(recalculated.at('design.designId'));
    const kept = await village.draw(next, { registryId, seed: first.at('record.seed.text'), panel: 'kept' });
    expect(kept.status, kept.text).toBe(201);
    const later = await trailOf(next);
    const files = [await trailOf(designId), later];
    const signer = later.entries[0]?.signer ?? '';
    const registries = [
      { source: memorySource('village.csv', `household_id\n${HOMES.join('\n')}\n`), read: {} },
    ];
    const seen = [
      { hash: sha256, at: '2023-09-16T13:00:00.000Z' },
      { hash: later.head.hash, at: '2023-09-18T00:00:00.000Z' },
    ];
    const { verdict, trails, checks } = await verifyLine(files, { seen, signer, registries });
    const open = [...checks, ...trails.flatMap((each) => each.checks)].filter(({ passed }) => !passed);
    expect([verdict, open]).toEqual(['pass', []]);
    const alone = await verifyLine([later], { seen: seen.slice(1), signer, registries });
    expect(alone.verdict).toBe('unproven');
  });
});
