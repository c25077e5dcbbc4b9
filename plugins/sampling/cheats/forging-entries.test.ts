import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { drawn, HOMES, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { entryOf, headOf, linkEvent, type TrailLink } from '../trail/trail-chain.js';
import type { TrailEvent } from '../trail/trail-entry.js';
import type { TrailExport } from '../trail/trail-export.js';
import { verifyTrail } from '../trail/verify-trail.js';

type Fields = Record<string, unknown>;

/** Whoever holds a key signs what he likes: entries that cannot have happened fail, whoever signed them. */
describe('forging entries, every one of them signed', () => {
  const mallory = person('mallory');
  let village: Village;
  let trail: TrailExport;
  beforeAll(async () => {
    village = await startVillage();
    const [registryId, designId] = [await village.registry(), await village.design()];
    const first = await village.draw(designId, { registryId, seed: 'first', replacements: 5 });
    const { selected, selectionId } = drawn(first);
    const units = selected.slice(0, 2);
    await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
      units,
      reason: 'Moved.',
    });
    await village.draw(designId, { registryId, seed: 'second', panel: 'fresh', reason: 'A new year.' });
    const period = await village.analyse(designId, village.readings(selected.slice(2), '2023-11-01'), {
      selectionId,
    });
    await village.alice.post(`/v1/sampling/periods/${period.at('periodId')}/final`, {});
    await village.alice.post(`/v1/sampling/${designId}/submission`, {});
    await village.alice.post(`/v1/sampling/${designId}/approval`, { reason: 'Mine.' });
    trail = (await village.trail(designId)) as unknown as TrailExport;
  });
  afterAll(() => village.app.close());

  /** The trail with entries changed, chained and signed anew by another. */
  async function forged(edit: (entry: Fields) => unknown, length = trail.entries.length) {
    const entries: TrailLink[] = [];
    for (const link of trail.entries.slice(0, length)) {
      const fields: Fields = { ...entryOf(link) };
      edit(fields);
      const { seq: _, previous: __, designId, at, actor, ...event } = fields;
      const made = { designId, at, actor } as { designId: string; at: string; actor: string };
      entries.push(await linkEvent(event as TrailEvent, made, headOf(entries), mallory));
    }
    return { ...trail, entries, head: headOf(entries), end: undefined };
  }
  async function faults(edit: (entry: Fields) => unknown, length?: number): Promise<string> {
    const found = await verifyTrail(await forged(edit, length));
    const failed = found.checks.filter(({ passed, open }) => !passed && !open);
    expect(found.verdict === 'fail').toBe(failed.length > 0);
    return failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ');
  }
  const of =
    (kind: string, change: Fields, where: (entry: Fields) => boolean = () => true) =>
    (entry: Fields) =>
      entry.kind === kind && where(entry) && Object.assign(entry, change);
  const nth = (draw: number) => (entry: Fields) => entry.draw === draw;

  it('all kinds of entries stand in the trail, and signing them anew makes no fault', async () => {
    expect(trail.entries.map((link) => entryOf(link).kind)).toEqual([
      'created',
      'drawn',
      'replaced',
      'replaced',
      'drawn',
      'analysed',
      'finalised',
      'moved',
      'moved',
    ]);
    // A key that signs all anew changes no hash.
    expect(await faults(() => undefined)).toBe('');
  });

  it('stand-ins: never drawn, out of order, for a unit that was not drawn, or for itself', async () => {
    const [record] = Object.values(trail.records).filter(({ trail: stood }) => stood?.draw === 1);
    const stratum = record?.strata[0];
    const [first = '', second = '', third = ''] = (stratum?.replacements ?? []).map(({ id }) => id);
    const drawnIds = (stratum?.selected ?? []).map(({ id }) => id);
    const left = HOMES.find((id) => ![...drawnIds, first, second, third].includes(id)) ?? '';
    const firstOf = (entry: Fields) => entry.by === first;
    for (const by of [left, third, drawnIds[9]])
      expect(await faults(of('replaced', { by }, firstOf))).toContain(
        `entry 3: calls ${by}, where ${first} is the next`,
      );
    expect(await faults(of('replaced', { unitId: left }, firstOf))).toContain(
      `replaces ${left}, which was not drawn`,
    );
    const twice = of('replaced', { unitId: drawnIds[0] });
    expect(await faults(twice)).toContain(`entry 4: replaces ${drawnIds[0]}, which was replaced before`);
  });

  it('times that run back, draws that are miscounted, a final analysis of nothing', async () => {
    const at = '2019-01-01T00:00:00.000Z';
    expect(await faults(of('drawn', { at }, nth(2)))).toContain('entry 5: came at 2019-01-01');
    expect(await faults(of('drawn', { draw: 1 }, nth(2)))).toContain(
      'says that it is draw 1, where draw 2 comes next',
    );
    expect(await faults(of('drawn', { draw: 3 }, nth(1)))).toContain(
      'says that it is draw 3, where draw 1 comes next',
    );
    expect(await faults(of('finalised', { periodId: 'period-x' }))).toContain(
      'period-x final, which was not analysed',
    );
  });

  it('analyses that are miscounted, of no draw, of days that run back, and a second final of the same days', async () => {
    expect(await faults(of('analysed', { analysis: 2 }))).toContain(
      'says that it is analysis 2 of its days, and 0 came before it',
    );
    expect(await faults(of('analysed', { selectionId: 'selection-x' }))).toContain(
      'is of readings of selection-x, which was not drawn before it',
    );
    expect(await faults(of('analysed', { from: '2024-01-01', to: '2023-12-31' }))).toContain(
      'which end before they begin',
    );
    expect(await faults(of('finalised', { supersedes: 'period-y' }))).toContain(
      'final in the place of period-y, where none was final',
    );
    const finals = (entry: Fields) =>
      entry.action === 'submit' &&
      Object.assign(entry, { ...entryOf(trail.entries[6] as TrailLink), at: entry.at });
    expect(await faults(finals)).toContain('final in the place of none, where period-');
    const analyses = (entry: Fields) =>
      entry.action === 'submit' &&
      Object.assign(entry, { ...entryOf(trail.entries[5] as TrailLink), at: entry.at });
    expect(await faults(analyses)).toContain('says that it is analysis 1 of its days, and 1 came before it');
  });

  it('entries of a kind that nobody knows, and those without what their kind says', async () => {
    expect(await faults(of('finalised', { kind: 'blessed' }))).toContain(
      "entry 7: is of the kind 'blessed', which this program does not know",
    );
    for (const kind of ['authority drew', 'deleted', 'analysed', 'sealed', 'constructor'])
      expect(await faults(of('finalised', { kind }))).toMatch(/^entry 7: /);
  });

  it('a trail that a stranger signed from the first entry on: unproven, unless he is the one that is expected', async () => {
    const registries = [{ source: memorySource('village.csv', REGISTRY), read: {} }];
    const opened = async (signer?: string) =>
      (
        await verifyTrail(await forged(() => undefined), { registries, ...(signer && { signer }) })
      ).checks.find(({ name }) => name === 'signatures');
    expect(await opened()).toMatchObject({ passed: false, open: true });
    expect(await opened(mallory.did)).toMatchObject({ passed: true });
    const own = await opened(trail.entries[0]?.signer ?? '');
    expect([own?.passed, own?.open]).toEqual([false, undefined]);
  });

  it('an entry and its record that differ', async () => {
    expect(await faults(of('drawn', { frameSha256: '0'.repeat(64), frameSize: 7 }, nth(2)))).toContain(
      'differs from its record in the registry, the size of the registry',
    );
    expect(await faults(of('drawn', { commitmentId: 'commitment-x' }, nth(2)))).toContain(
      'whether it was committed to',
    );
    expect(await faults(of('created', { actor: 'did:key:other' }))).toContain('where the trail stood');
  });

  it('the own approval of the owner that calls itself independent, and a key that does', async () => {
    const approval = (entry: Fields) => entry.action === 'approve';
    expect(await faults(of('moved', { independent: true }, approval))).toContain(
      'by a key that the operator',
    );
    const signed = { independent: true, through: 'ucan' };
    expect(await faults(of('moved', signed, approval))).toContain('worked on the design before');
    const other = { ...signed, actor: 'did:key:x', verifier: 'did:key:y' };
    expect(await faults(of('moved', other, approval))).toContain('is by did:key:x in the name of did:key:y');
  });

  it('a tail that was cut off: the record of its draw tells of it, and without a published head it is unproven', async () => {
    expect(await faults(() => undefined, 4)).toContain('no entry tells of it: entries are missing');
    const registries = [{ source: memorySource('village.csv', REGISTRY), read: {} }];
    const seen = [{ hash: trail.entries[1]?.hash ?? '', at: '2023-10-01T00:00:00Z' }];
    const open = async (known: Parameters<typeof verifyTrail>[1]) => {
      const { verdict, checks } = await verifyTrail(trail, known);
      expect(verdict).toBe('unproven');
      return checks.flatMap(({ name, open: is, detail }) => (is ? [`${name}: ${detail}`] : [])).join('; ');
    };
    expect(await open({ registries })).toContain('completeness: no head was seen published');
    expect(await open({ seen })).toContain('was not repeated, for no registry was given');
    // Repeated and complete so far: who typed the seed could still have tried others.
    expect(await open({ registries, seen })).toContain('repeats; it rests on a seed typed by a person');
  });
});
