import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from 'oracle-runtime/kit';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealRecord } from '../selection/selection-record.js';
import { verifyCommand } from '../selection/verify-command.js';
import { drawn, REGISTRY, startVillage, type Village } from '../testing/village.js';
import { entryOf, headOf, linkEvent, type TrailLink } from '../trail/trail-chain.js';
import type { TrailEntry, TrailEvent } from '../trail/trail-entry.js';
import type { TrailExport } from '../trail/trail-export.js';
import { marksOf } from '../trail/trail-marks.js';
import { stateOf } from '../trail/trail-state.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };

/** What somebody does who gives an auditor another past than the one that was. */
describe('changing the record', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trail-'));
  let village: Village;
  let designId: string;
  let registryId: string;
  let trail: TrailExport;
  beforeAll(async () => {
    village = await startVillage();
    registryId = await village.registry();
    designId = await village.design();
    await village.draw(designId, { registryId, seed: 'first' });
    const second = await village.draw(designId, {
      registryId,
      seed: 'second',
      panel: 'fresh',
      reason: 'A new year.',
    });
    const { selected, selectionId } = drawn(second);
    await village.analyse(designId, village.readings(selected, '2023-11-01'), { selectionId });
    trail = (await village.trail(designId)) as unknown as TrailExport;
    writeFileSync(join(folder, 'village.csv'), REGISTRY);
  });
  afterAll(async () => {
    await village.app.close();
    rmSync(folder, { recursive: true });
  });

  async function verify(exported: unknown, registry?: string, published?: string, signer?: string) {
    const text = typeof exported === 'string' ? exported : JSON.stringify(exported);
    writeFileSync(join(folder, 'trail.json'), text);
    let out = '';
    const code = await verifyCommand.run(
      registry === undefined ? ['trail.json'] : ['trail.json', registry],
      { published: published === undefined ? undefined : [published], signer },
      {
        stdout: (text) => (out += text),
        stderr: (text) => (out += text),
        bytes: () => undefined,
        cwd: folder,
        connect: () => Promise.reject(new Error('it works offline')),
        project: () => Promise.reject(new Error('it works offline')),
        onInterrupt: () => () => undefined,
      },
    );
    return { code, out };
  }
  const changed = (change: (copy: Mutable<TrailExport>) => void) => {
    const copy = structuredClone(trail) as Mutable<TrailExport>;
    change(copy);
    return copy;
  };

  it('an honest trail passes, repeats its draws, and says what it does not prove', async () => {
    const { code, out } = await verify(trail, 'village.csv');
    expect(out).toContain('draw 1: ');
    expect(out).toContain('repeats; it rests on a seed typed by a person');
    expect(out).toContain('not that none is missing');
    expect(out).toContain('mark entry 3: ');
    expect(out).toMatch(/\nopen completeness: /);
    expect(out).toMatch(/\nunproven\n$/);
    expect(code).toBe(3);
    const [, second] = trail.entries;
    const seen = await verify(trail, undefined, `${second?.hash}@2023-09-14T12:00:00Z`);
    expect(seen.out).toContain('is of entry 2: nothing before it was added, changed or taken away since');
  });

  it('deleted draw: out of the middle it breaks the chain, off the end the head, with its record the draw', async () => {
    const middle = await verify(changed((copy) => copy.entries.splice(1, 1)));
    expect(middle).toMatchObject({ code: 1, out: expect.stringContaining('entry 2 does not follow') });
    const end = await verify(changed((copy) => copy.entries.pop()));
    expect(end).toMatchObject({ code: 1, out: expect.stringContaining('FAIL head') });
    // Whoever also mends the head is caught by one who saw the old one.
    const mended = changed((copy) => {
      copy.entries.splice(2);
      copy.head = { length: 2, hash: copy.entries[1]?.hash ?? '' };
      delete copy.end;
    });
    expect(await verify(mended)).toMatchObject({ code: 1, out: expect.stringContaining('FAIL records') });
    // And whoever takes the record away as well proves nothing.
    const kept = entryOf(trail.entries[1] ?? { text: '' });
    const clean = structuredClone(mended);
    for (const id of Object.keys(clean.records))
      if (kept.kind !== 'drawn' || id !== kept.selectionId) Reflect.deleteProperty(clean.records, id);
    expect((await verify(clean, 'village.csv')).code).toBe(3);
    const caught = await verify(mended, undefined, `${trail.head.hash}@2023-12-01T00:00:00Z`);
    expect(caught).toMatchObject({ code: 1, out: expect.stringContaining('entries were taken away') });
    const gone = await verify(changed((copy) => Object.assign(copy, { records: {} })));
    expect(gone).toMatchObject({ code: 1, out: expect.stringContaining('its record is not in the file') });
  });

  it('exchanged unit: in the record, also when its hash is made to fit', async () => {
    const id = Object.keys(trail.records)[0] ?? '';
    const exchange = (fit: boolean) =>
      changed((copy) => {
        const record = copy.records[id];
        const unit = record?.strata[0]?.selected[0];
        if (record === undefined || unit === undefined) throw new Error('There is no unit.');
        unit.id = 'H99';
        const { sha256: _, ...rest } = record;
        if (fit) copy.records[id] = sealRecord(rest) as typeof record;
      });
    expect(await verify(exchange(false))).toMatchObject({ code: 1 });
    expect(await verify(exchange(true))).toMatchObject({
      code: 1,
      out: expect.stringContaining('the trail has'),
    });
  });

  it('changed registry: the draw does not repeat from it', async () => {
    writeFileSync(join(folder, 'other.csv'), REGISTRY.replace('H07', 'H70'));
    const { code, out } = await verify(trail, 'other.csv');
    expect(code).toBe(1);
    expect(out).toContain('drawn from other units than those of this registry');
  });

  it('a rewritten entry: the text, the hash or the signature gives it away', async () => {
    const rewrite = (by: (link: { text: string; hash: string; signature: string | null }) => void) =>
      verify(
        changed((copy) => {
          const link = copy.entries[2];
          if (link !== undefined) by(link);
        }),
      );
    const reworded = (text: string) => canonicalJson({ ...JSON.parse(text), reason: 'None.' });
    const text = await rewrite((link) => Object.assign(link, { text: reworded(link.text) }));
    expect(text.out).toContain('entry 3 its text does not have the hash');
    const unsigned = await rewrite((link) => Object.assign(link, { signature: null, signer: null }));
    expect(unsigned.out).toContain('entry 3 is not signed');
    const forged = await rewrite((link) => Object.assign(link, { signature: 'A'.repeat(86) }));
    expect(forged.out).toContain('entry 3 is not signed by did:key:');
    expect([text.code, unsigned.code, forged.code]).toEqual([1, 1, 1]);
  });

  it('entries of two trails joined: each names its design and the one before it', async () => {
    const other = (await village.trail(await village.design())) as unknown as TrailExport;
    const joined = await verify(changed((copy) => copy.entries.push(...(other.entries as never[]))));
    expect(joined).toMatchObject({
      code: 1,
      out: expect.stringContaining('does not follow the entry before'),
    });
    const led = await verify(changed((copy) => copy.entries.splice(0, 1, ...(other.entries as never[]))));
    expect(led.out).toContain(`is of the design ${other.designId}`);
    const renamed = await verify(
      changed((copy) => {
        Object.assign(copy, { designId: other.designId });
      }),
    );
    expect(renamed.out).toContain(`entry 1 is of the design ${trail.designId}`);
  });

  it('entries written anew and signed by another key: not proven, and failed by who knows the oracle', async () => {
    const mallory = person('mallory');
    const sound = trail.entries.slice(0, 2);
    const links = [...sound];
    for (const link of trail.entries.slice(2)) {
      const { seq: _, previous: __, designId: id, at, actor, ...event } = entryOf(link);
      const told = event.kind === 'drawn' ? { ...event, reason: 'The authority asked for it.' } : event;
      links.push(await linkEvent(told as TrailEvent, { designId: id, at, actor }, headOf(links), mallory));
    }
    const anew = changed((copy) =>
      Object.assign(copy, { entries: links, head: headOf(links), end: undefined }),
    );
    const oracle = trail.entries[0]?.signer ?? '';
    const plain = await verify(anew);
    expect(plain.code).toBe(3);
    expect(plain.out).toContain(`from entry 3 on by ${mallory.did}, before by ${oracle}`);
    expect(plain.out).toMatch(/\nunproven\n$/);
    const knowing = await verify(anew, undefined, undefined, oracle);
    expect(knowing).toMatchObject({
      code: 1,
      out: expect.stringContaining(`FAIL signatures: entry 3 is by ${mallory.did}`),
    });
    expect((await verify(trail, undefined, undefined, oracle)).code).toBe(3);
    // A trail that is signed by another key from its start is whole, but not that oracle's.
    expect((await verify(trail, undefined, undefined, mallory.did)).code).toBe(1);
  });

  it('entries written anew without a signature: failed when a signer is named, never more than unproven', async () => {
    const links: TrailLink[] = [];
    for (const link of trail.entries.filter((_, n) => n !== 2)) {
      const { seq: _, previous: __, designId: id, at, actor, ...event } = entryOf(link);
      // Whoever leaves a draw out holds its readings against the one that is left.
      const left = stateOf(links.map(entryOf)).draws[0]?.selectionId ?? null;
      const told = event.kind === 'analysed' ? { ...event, selectionId: left } : event;
      links.push(await linkEvent(told as TrailEvent, { designId: id, at, actor }, headOf(links), undefined));
    }
    const oracle = trail.entries[0]?.signer ?? '';
    const told = new Set(stateOf(links.map(entryOf)).draws.map(({ selectionId }) => selectionId));
    const forged = (signer: string | null, signature: string | null = null) =>
      changed((copy) =>
        Object.assign(copy, {
          entries: links.map((link) => ({ ...link, signer, signature })),
          head: headOf(links),
          end: undefined,
          records: Object.fromEntries(Object.entries(copy.records).filter(([id]) => told.has(id))),
        }),
      );
    for (const exported of [forged(oracle), forged(oracle, ''), forged(null, 'A'.repeat(86))])
      for (const expected of [undefined, oracle]) {
        const { code, out } = await verify(exported, undefined, undefined, expected);
        expect(out).toContain('FAIL chain: entry 1 is not signed');
        expect(code).toBe(1);
      }
    const nobody = await verify(forged(null));
    expect(nobody.out).toContain('no entry is signed');
    expect(nobody.out).toMatch(/\nunproven\n$/);
    expect(nobody.code).toBe(3);
    expect(await verify(forged(null), undefined, undefined, oracle)).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL signatures: entry 1 is by nobody'),
    });
    // Unsigned entries before signed ones: the trail names a signer, so each must be.
    const [first] = links;
    const begins = changed((copy) => Object.assign(copy.entries[0] ?? {}, first));
    expect(await verify(begins)).toMatchObject({
      code: 1,
      out: expect.stringContaining('entry 1 is not signed'),
    });
  });

  it('a publication before its head existed, or to come: refused, marked where it stands, and no proof', async () => {
    const publish = (at: string) =>
      village.alice.post(`/v1/sampling/${designId}/trail/publications`, { where: 'gazette', at });
    for (const at of ['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z']) {
      const refused = await publish(at);
      expect([refused.status, refused.at('errors.0.field')]).toEqual([400, 'at']);
    }
    const { hash } = trail.head;
    const seen = await verify(trail, undefined, `${hash}@2020-01-01T00:00:00Z`);
    expect(seen).toMatchObject({
      code: 1,
      out: expect.stringContaining(
        `FAIL published: ${hash}, seen at 2020-01-01T00:00:00.000Z, is of entry 4, which came at 2023-09-14T12:00:0`,
      ),
    });
    const first = trail.entries[1]?.hash ?? '';
    const part = await verify(
      trail,
      undefined,
      `${first}@${trail.entries[1] && entryOf(trail.entries[1]).at}`,
    );
    expect(part.out).toContain('entries 3 to 4 came after the newest hash that you saw');
    const told: TrailEntry[] = trail.entries.map(entryOf);
    const made = { designId, at: '2023-12-01T00:00:00.000Z', actor: 'did:key:alice', previous: hash };
    const stated = (publishedAt: string) =>
      [
        ...told,
        { kind: 'published', head: trail.head, where: 'gazette', publishedAt, seq: 5, ...made },
      ] as const;
    const marked = (publishedAt: string) =>
      marksOf(stated(publishedAt)).flatMap(({ seq, mark }) => (seq === 5 ? [mark] : []));
    expect(marked('2020-01-01T00:00:00.000Z')).toEqual([expect.stringContaining('before that head existed')]);
    expect(marked('2030-01-01T00:00:00.000Z')).toEqual([expect.stringContaining('was still to come')]);
    expect(marked('2023-11-30T00:00:00.000Z')).toEqual([]);
    expect(stateOf(stated('2020-01-01T00:00:00.000Z')).publications).toEqual([]);
  });

  it('seen at a time to come: refused, for nobody has', async () => {
    const { code, out } = await verify(trail, undefined, `${trail.head.hash}@2999-01-01T00:00:00Z`);
    expect([code, out]).toEqual([2, expect.stringContaining('is still to come')]);
  });

  it('a key that stands twice: refused, for each reader sees another file', async () => {
    const text = JSON.stringify(trail);
    const twice = text.replace('"head":', '"head":{"length":1,"hash":"0"},"head":');
    expect(await verify(twice)).toMatchObject({ code: 2, out: expect.stringContaining('a key twice') });
    const within = changed((copy) => {
      const link = copy.entries[1];
      if (link !== undefined) link.text = link.text.replace('"seed":', '"seed":"other","seed":');
    });
    expect((await verify(within)).code).toBe(1);
  });

  it('deleted registry: refused while a draw rests on it, or on the record with a reason', async () => {
    const path = `/v1/sampling/registries/${registryId}`;
    const refused = await village.alice.delete(path);
    expect([refused.status, refused.at('errors.0.field')]).toEqual([409, 'reason']);
    expect((await village.alice.delete(`${path}?reason=Asked%20for%20by%20the%20village.`)).status).toBe(200);
    expect(await village.marks(designId)).toContain('Asked for by the village.');
  });
});
