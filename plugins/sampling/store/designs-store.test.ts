import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDesign } from '../design/compute-design.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { openTestStore } from '../testing/open-test-store.js';
import { checkChain } from '../verification/event-chain.js';
import { createDesignsStore, type DesignsStore, type Reader } from './designs-store.js';
import { createTrailStore } from './trail-store.js';

const ALICE: Reader = { owner: 'did:key:alice', verifier: false };
const BOB: Reader = { owner: 'did:key:bob', verifier: false };
const VERA: Reader = { owner: 'did:key:vera', verifier: true };

describe('stored designs', () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let designs: DesignsStore;
  let now = Date.UTC(2024, 2, 1);
  const clock = { now: () => now };
  const draft = async (owner = ALICE.owner, supersedes?: string) => {
    now += 1000;
    const design = computeDesign(
      { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 },
      profilesWith(),
      await loadDistributions(),
    );
    const recalculates = supersedes === undefined ? undefined : { designId: supersedes, periodId: null };
    return designs.create(owner, owner, design, recalculates);
  };
  beforeAll(async () => {
    store = await openTestStore(clock);
    designs = createDesignsStore(store.db, clock, createTrailStore(store.db, clock, person('oracle')));
  });
  afterAll(() => store.close());

  it('keeps a design for its owner and nobody else', async () => {
    const { designId } = await draft();
    expect((await designs.get(ALICE, designId)).parameters.calculatedSize).toBe(95);
    await expect(designs.get(BOB, designId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(designs.move(BOB, designId, { action: 'submit', actor: BOB.owner })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('shows a design to a verifier once it is submitted', async () => {
    const { designId } = await draft();
    await expect(designs.get(VERA, designId)).rejects.toMatchObject({ code: 'not_found' });
    await designs.move(ALICE, designId, { action: 'submit', actor: ALICE.owner });
    expect((await designs.get(VERA, designId)).verification.status).toBe('submitted');
  });

  it('finds designs without a project beside one that has none: of the owner, of as many units, planned otherwise', async () => {
    const plan = async (owner: string, more: object) => {
      const request = { population: 900, expectedMean: 0.8, expectedSD: 0.2, ...more };
      const design = computeDesign(request, profilesWith(), await loadDistributions());
      return designs.create(owner, owner, design);
    };
    const design = await plan('dora', {});
    const asked = { owner: 'dora', design, except: [design.designId] };
    await plan('dora', {});
    await plan('dora', { population: 901, expectedSD: 0.3 });
    await plan('dora', { projectId: 'did:ixo:project/d', expectedSD: 0.3 });
    await plan('erin', { expectedSD: 0.3 });
    expect(await designs.sisters(store.db, asked)).toBeUndefined();
    const other = await plan('dora', { expectedSD: 0.3 });
    const { adjustedSize: least } = other.parameters;
    expect(await designs.sisters(store.db, asked)).toMatchObject({
      of: 'population',
      designs: 1,
      sameOwner: 1,
      units: { least, most: least },
      precision: { least: '5.00%', most: '5.00%' },
    });
  });

  it('goes from draft to approved to superseded, with actors, times and reasons in an intact chain', async () => {
    const { designId } = await draft();
    await designs.move(ALICE, designId, { action: 'submit', actor: ALICE.owner, reason: 'Ready.' });
    now += 1000;
    const approved = await designs.move(VERA, designId, {
      action: 'approve',
      actor: VERA.owner,
      through: 'ucan',
      reason: 'Recomputed.',
    });
    expect(approved.verification).toEqual({
      status: 'approved',
      verifier: VERA.owner,
      independent: true,
      timestamp: new Date(now).toISOString(),
    });
    const superseded = await designs.move(ALICE, designId, { action: 'supersede', actor: ALICE.owner });
    expect(superseded.verification).toMatchObject({ status: 'superseded', verifier: VERA.owner });
    const { events, designHash } = await designs.events(ALICE, designId);
    expect(events.map((e) => [e.seq, e.action, e.status, e.actor, e.reason])).toEqual([
      [1, 'create', 'draft', ALICE.owner, null],
      [2, 'submit', 'submitted', ALICE.owner, 'Ready.'],
      [3, 'approve', 'approved', VERA.owner, 'Recomputed.'],
      [4, 'supersede', 'superseded', ALICE.owner, null],
    ]);
    expect(checkChain(events, designHash)).toEqual({ intact: true, events: 4 });
  });

  it('lets exactly one of many racing decisions through', async () => {
    const { designId } = await draft();
    await designs.move(ALICE, designId, { action: 'submit', actor: ALICE.owner });
    const decide = (n: number) =>
      designs.move(VERA, designId, { action: n % 2 === 0 ? 'approve' : 'reject', actor: `did:key:v${n}` });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => decide(n)));
    const failures = outcomes.filter((o) => o.status === 'rejected');
    expect(failures).toHaveLength(11);
    for (const failure of failures) expect(failure.reason).toMatchObject({ code: 'conflict' });
    const { events, designHash } = await designs.events(ALICE, designId);
    expect(events).toHaveLength(3);
    expect(checkChain(events, designHash)).toMatchObject({ intact: true });
  });

  it('refuses a step that the status does not allow', async () => {
    const { designId } = await draft();
    await expect(designs.move(ALICE, designId, { action: 'approve', actor: 'x' })).rejects.toMatchObject({
      code: 'conflict',
      detail: `Design '${designId}' is draft, so it cannot be approved.`,
      hint: 'Submit it first.',
    });
  });

  it('supersedes an approved design when its recalculation is approved, not before', async () => {
    const first = await draft();
    const approve = async (id: string) => {
      await designs.move(ALICE, id, { action: 'submit', actor: ALICE.owner });
      await designs.move({ ...ALICE, verifier: true }, id, { action: 'approve', actor: ALICE.owner });
    };
    await approve(first.designId);
    const second = await draft(ALICE.owner, first.designId);
    expect((await designs.get(ALICE, first.designId)).verification.status).toBe('approved');
    await approve(second.designId);
    expect((await designs.get(ALICE, first.designId)).verification.status).toBe('superseded');
    expect((await designs.get(ALICE, second.designId)).verification).toMatchObject({
      status: 'approved',
      independent: false,
    });
    const { events, designHash } = await designs.events(ALICE, first.designId);
    expect(events.at(-1)).toMatchObject({
      action: 'supersede',
      reason: `Recalculated as ${second.designId}.`,
    });
    expect(checkChain(events, designHash)).toMatchObject({ intact: true });
  });

  it('notices a changed document and a changed event', async () => {
    const { designId } = await draft();
    await designs.move(ALICE, designId, { action: 'submit', actor: ALICE.owner });
    await store.db
      .updateTable('sampling_events')
      .set({ actor: 'did:key:eve' })
      .where('design_id', '=', designId)
      .where('seq', '=', 1)
      .execute();
    const first = await designs.events(ALICE, designId);
    expect(checkChain(first.events, first.designHash)).toEqual({
      intact: false,
      seq: 1,
      problem: 'was changed after it was written',
    });
    const { designId: other } = await draft();
    const { document } = await store.db
      .selectFrom('sampling_designs')
      .select('document')
      .where('id', '=', other)
      .executeTakeFirstOrThrow();
    await store.db
      .updateTable('sampling_designs')
      .set({ document: document.replace('"calculatedSize":95', '"calculatedSize":12') })
      .where('id', '=', other)
      .execute();
    const second = await designs.events(ALICE, other);
    expect(checkChain(second.events, second.designHash)).toMatchObject({ intact: false, seq: 1 });
  });

  it('pages through a list, newest first, without gap or repeat', async () => {
    const owner: Reader = { owner: 'did:key:carol', verifier: false };
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await draft(owner.owner)).designId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await designs.list(owner, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items.map((item) => item.designId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(made);
    await expect(designs.list(owner, { limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
