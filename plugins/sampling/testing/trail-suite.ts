import type { Kysely } from 'kysely';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDesign } from '../design/compute-design.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { createDesignsStore, type DesignsStore } from '../store/designs-store.js';
import { createFramesStore } from '../store/frames-store.js';
import type { SamplingTables } from '../store/tables.js';
import { createTrailStore, type TrailStore } from '../store/trail-store.js';
import { chainFault, entryOf } from '../trail/trail-chain.js';

const OWNER = 'did:key:alice';
const note = (n: number) =>
  ({ kind: 'submitted', submissionId: `submission-${n}`, documentSha256: '0'.repeat(64) }) as const;

/** What both databases must do for a trail. */
export function trailSuite(
  name: string,
  open: (clock: { now: () => number }) => Promise<{ db: Kysely<SamplingTables>; close(): Promise<void> }>,
): void {
  describe(`trails in ${name}`, () => {
    let now = Date.UTC(2024, 1, 1);
    const clock = { now: () => now };
    let store: Awaited<ReturnType<typeof open>>;
    let trails: TrailStore;
    let designs: DesignsStore;
    beforeAll(async () => {
      store = await open(clock);
      trails = createTrailStore(store.db, clock, person('oracle'));
      designs = createDesignsStore(store.db, clock, trails);
    });
    afterAll(() => store.close());

    async function design(): Promise<string> {
      now += 1000;
      const request = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
      const computed = computeDesign(request, profilesWith(), await loadDistributions());
      return (await designs.create(OWNER, OWNER, computed)).designId;
    }
    const reader = { owner: OWNER, verifier: false };

    it('says in every trail, once, that the oracle was put back to a backup since it began', async () => {
      const id = await design();
      const restored = {
        backupAt: new Date(now).toISOString(),
        restoredAt: new Date(now + 500).toISOString(),
      };
      const after = createTrailStore(store.db, clock, person('oracle'), restored);
      now += 1000;
      for (let n = 0; n < 2; n++)
        expect((await after.read(id)).map(entryOf).map(({ kind }) => kind)).toEqual(['created', 'restored']);
      await after.write(id, (_trx, trail) => trail.append(OWNER, note(1)));
      const links = await after.read(id);
      expect(links.map(entryOf).map(({ kind }) => kind)).toEqual(['created', 'restored', 'submitted']);
      expect(chainFault(links, id)).toBeUndefined();
      const begunAfter = await design();
      await after.write(begunAfter, (_trx, trail) => trail.append(OWNER, note(2)));
      expect(await after.read(begunAfter)).toHaveLength(2);
    });

    it('gives a place to each of many entries that come at once, and tells the head of the design', async () => {
      const id = await design();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => trails.write(id, (_trx, trail) => trail.append(OWNER, note(n)))),
      );
      const links = await trails.read(id);
      expect(links).toHaveLength(21);
      expect(chainFault(links, id)).toBeUndefined();
      expect((await designs.get(reader, id)).trail).toEqual({ length: 21, hash: links.at(-1)?.hash });
    });

    it('lists designs page by page, the newest first, each once', async () => {
      const made = [await design(), await design(), await design()].reverse();
      const first = await designs.list(reader, { limit: 2 });
      const cursor = first.cursor ?? '';
      const second = await designs.list(reader, { limit: 2, cursor });
      const ids = [...first.items, ...second.items].map(({ designId }) => designId);
      expect(ids.slice(0, 3)).toEqual(made);
      expect(new Set(ids).size).toBe(ids.length);
      await expect(designs.list(reader, { limit: 2, cursor: 'x' })).rejects.toThrow(/cursor/i);
    });

    it('keeps no entry of what did not happen', async () => {
      const id = await design();
      const before = await trails.read(id);
      const failing = trails.write(id, async (_trx, trail) => {
        await trail.append(OWNER, note(1));
        throw new Error('The disk is full.');
      });
      await expect(failing).rejects.toThrow('The disk is full.');
      expect(await trails.read(id)).toEqual(before);
      expect((await designs.get(reader, id)).trail).toMatchObject({ length: 1 });
    });

    it('begins no trail, and goes on with none, while the oracle has no key to sign it with', async () => {
      const keyless = createTrailStore(store.db, clock, undefined);
      const id = await design();
      const before = await trails.read(id);
      const refused = expect.objectContaining({ code: 'identity_missing' });
      await expect(keyless.write(id, (_trx, trail) => trail.append(OWNER, note(1)))).rejects.toEqual(refused);
      expect(await keyless.read(id)).toEqual(before);
      const request = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
      const computed = computeDesign(request, profilesWith(), await loadDistributions());
      const made = createDesignsStore(store.db, clock, keyless).create('did:key:nobody', OWNER, computed);
      await expect(made).rejects.toEqual(refused);
      const kept = await designs.list({ owner: 'did:key:nobody', verifier: false }, { limit: 5 });
      expect(kept.items).toEqual([]);
    });

    it('gives and adds nothing where entries are gone or others than the design knows', async () => {
      const refused = expect.objectContaining({
        code: 'conflict',
        detail: expect.stringContaining('was cut or changed'),
      });
      for (const cut of ['last', 'first', 'all']) {
        const id = await design();
        for (const n of [1, 2]) await trails.write(id, (_trx, trail) => trail.append(OWNER, note(n)));
        const gone = store.db.deleteFrom('sampling_trail').where('design_id', '=', id);
        const seqs = { last: [3], first: [1], all: [1, 2, 3] }[cut] ?? [];
        await gone.where('seq', 'in', seqs).execute();
        await expect(trails.read(id)).rejects.toEqual(refused);
        await expect(trails.write(id, (_trx, trail) => trail.append(OWNER, note(3)))).rejects.toEqual(
          refused,
        );
      }
    });

    it('does not go back in time when the clock is set back', async () => {
      const id = await design();
      const [first] = (await trails.read(id)).map(entryOf);
      now -= 3_600_000;
      await trails.write(id, (_trx, trail) => trail.append(OWNER, note(1)));
      now += 3_600_000;
      const [, second] = (await trails.read(id)).map(entryOf);
      expect(second?.at).toBe(first?.at);
    });

    it('ties the trail of a recalculated design to that of the one before it', async () => {
      const id = await design();
      const request = { population: 5000, expectedMean: 0.7, expectedSD: 0.2, dropoutRate: 0.15 };
      const computed = computeDesign(request, profilesWith(), await loadDistributions());
      const after = await designs.create(OWNER, OWNER, computed, { designId: id, periodId: null });
      const [first] = (await trails.read(after.designId)).map(entryOf);
      const head = (await designs.get(reader, id)).trail;
      expect(first).toMatchObject({ kind: 'created', recalculates: { designId: id, head } });
      expect(head?.length).toBe(2);
    });

    it('tells frames alike by a part of their units, and counts draws from them by counts and a day alone', async () => {
      const frames = createFramesStore(store.db);
      const frame = async (sha256: string, from: number, size: number) => {
        const sketch = await frames.sketch();
        for (let i = from; i < from + size; i++) {
          const bytes = Buffer.from(`unit-${i}`, 'utf8');
          sketch.add(bytes, 0, bytes.length);
        }
        await frames.keep(store.db, sha256, size, sketch);
        await frames.keep(store.db, sha256, size, sketch);
        return sha256;
      };
      const [mine, alike, far] = [
        await frame('a'.repeat(64), 0, 1000),
        await frame('b'.repeat(64), 1, 1000),
        await frame('c'.repeat(64), 5000, 1000),
      ];
      const commit = async (frameSha256: string) => {
        const id = await design();
        await trails.write(id, (_trx, trail) =>
          trail.append(OWNER, {
            kind: 'committed',
            commitmentId: `commitment-${id}`,
            commitment: 1,
            sha256: '0'.repeat(64),
            frameSha256,
            source: 'FOEN',
            publicAt: null,
            supersedes: null,
            reason: null,
            otherDesigns: 0,
          }),
        );
        return id;
      };
      const own = await commit(mine);
      const othersOf = async (sha256: string, owner: string) =>
        (await frames.elsewhere(store.db, sha256, { owner, projectId: null, except: [own] })).others;
      expect(await othersOf(mine, OWNER)).toBeUndefined();
      await commit(far);
      expect(await othersOf(mine, OWNER)).toBeUndefined();
      await commit(alike);
      const others = await othersOf(mine, 'did:key:bob');
      expect(others).toMatchObject({
        designs: 1,
        sameOwner: 0,
        withoutDesign: 0,
        exact: false,
        since: '2024-02-01',
      });
      expect(others?.units).toBeGreaterThan(980);
      expect(await othersOf(far, OWNER)).toMatchObject({ designs: 1, units: 1000 });
    });

    it('begins the trail of a design that is older than trails with an entry that says so', async () => {
      const id = await design();
      await store.db.deleteFrom('sampling_trail').where('design_id', '=', id).execute();
      await store.db
        .updateTable('sampling_designs')
        .set({ trail_length: 0, trail_hash: null })
        .where('id', '=', id)
        .execute();
      const record = {
        sha256: 'a',
        frame: { sha256: 'b' },
        seed: { text: '7', origin: { trust: 'reproducible' } },
      };
      await store.db
        .insertInto('sampling_selections')
        .values({
          id: 'selection-old',
          owner: OWNER,
          created_at: new Date(now).toISOString(),
          design_id: id,
          registry_id: 'registry-old',
          document: JSON.stringify({ registryId: 'registry-old', record }),
        })
        .execute();
      expect((await designs.get(reader, id)).trail).toBeNull();
      const entries = (await trails.read(id)).map(entryOf);
      expect(entries).toMatchObject([
        {
          kind: 'begun',
          note: expect.stringContaining('older than its trail'),
          draws: [{ selectionId: 'selection-old', seed: '7', commitmentId: null }],
        },
      ]);
      await designs.move(reader, id, { action: 'submit', actor: OWNER });
      expect((await trails.read(id)).map((link) => entryOf(link).kind)).toEqual(['begun', 'moved']);
    });
  });
}
