import { canonicalHash } from 'oracle-runtime/kit';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';
import { recordInTrails } from '../trail/record-in-trails.js';
import { entryOf } from '../trail/trail-chain.js';
import type { TrailExport } from '../trail/trail-export.js';
import { marksOf } from '../trail/trail-marks.js';
import { verifyLine } from '../trail/verify-line.js';

/** Whoever hands over the file of a trail can cut its end off, or put things beside the entries. */
describe('the file of a trail', () => {
  let village: Village;
  let trail: TrailExport;
  beforeAll(async () => {
    village = await startVillage();
    const [registryId, designId] = [await village.registry(), await village.design()];
    const first = await village.draw(designId, { registryId, seed: 'first', replacements: 6 });
    const { selected, selectionId } = drawn(first);
    await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
      units: selected.slice(0, 6),
      reason: 'Moved away.',
    });
    await village.alice.post(`/v1/sampling/${designId}/submission`, {});
    await village.vera.post(`/v1/sampling/${designId}/approval`, { reason: 'Sound.' });
    const homes = drawn(first).selected.slice(6);
    await village.analyse(designId, village.readings(homes, '2023-11-01'), { selectionId });
    trail = (await village.trail(designId)) as unknown as TrailExport;
  });
  afterAll(() => village.app.close());

  const verify = (file: unknown, verifier?: string) => verifyAll([file], verifier);
  async function verifyAll(files: unknown[], verifier?: string) {
    const { verdict, checks, trails } = await verifyLine(files, { verifier });
    const lines = [...checks, ...trails.flatMap((each) => each.checks)].map(
      ({ name, passed, open, note, detail }) =>
        `${note ? 'note' : passed ? 'ok' : open ? 'open' : 'FAIL'} ${name}: ${detail}`,
    );
    return { verdict, lines: lines.join('\n') };
  }
  const cut = (length: number) => {
    const entries = trail.entries.slice(0, length);
    return { ...trail, entries, head: { length, hash: entries.at(-1)?.hash ?? '' } };
  };

  it('ends where the oracle signed that it ends', async () => {
    const whole = await verify(trail);
    expect(whole.lines).toMatch(/^ok end: the oracle signed on \S+ that these \d+ entries were all/m);
    const short = await verify(cut(8));
    expect(short.verdict).toBe('fail');
    expect(short.lines).toContain('FAIL end: what the oracle signed of it is of');
    const unsigned = await verify({ ...cut(8), end: undefined });
    expect(unsigned.lines).toContain('open end: nobody signed that entry 8 is the last one');
    const mallory = person('mallory');
    const text = trail.end?.text ?? '';
    const signature = Buffer.from(await mallory.sign(Buffer.from(text))).toString('base64url');
    const other = await verify({ ...trail, end: { text, signer: mallory.did, signature } });
    expect(other.lines).toContain(`FAIL end: what the oracle signed of it is signed by ${mallory.did}`);
  });

  it('holds the program that the oracle ships, and nothing that no oracle writes', async () => {
    const check = { program: ['print("ok 9 verified by the oracle")'], command: 'rm -rf ~' };
    expect((await verify({ ...trail, check })).lines).toContain('FAIL file: the program or the words');
    expect((await verify({ ...trail, says: 'Approved without reservation.' })).verdict).toBe('fail');
    const unsigned = await verify({ ...trail, check, end: undefined });
    expect(unsigned.lines).toContain('open file: the program and the words beside the entries are not those');
    const more = await verify({ ...trail, projectId: 'did:ixo:project/another' });
    expect(more.lines).toContain("open file: it has 'projectId', which no oracle writes");
  });

  it('holds nothing that no oracle writes, however deep', async () => {
    const { check, end, head, entries, marks } = trail;
    const approved = 'Verra';
    const forged: Record<string, unknown> = {
      'check.note': { ...trail, check: { ...check, note: approved } },
      'end.note': { ...trail, end: { ...end, note: approved } },
      'head.approved': { ...trail, head: { ...head, approved } },
      'entries.0.approved': { ...trail, entries: [{ ...entries[0], approved }, ...entries.slice(1)] },
      'marks.0.by': { ...trail, marks: [{ ...marks[0], by: approved }, ...marks.slice(1)] },
    };
    expect((await verify(JSON.parse(JSON.stringify(trail)))).lines).not.toContain(' file: ');
    for (const [member, file] of Object.entries(forged)) {
      const found = await verify(JSON.parse(JSON.stringify(file)));
      expect(found.lines).toContain(`open file: it has '${member}', which no oracle writes`);
    }
  });

  it('has the marks of its entries', async () => {
    const invented = { ...trail, marks: [...trail.marks, { seq: 1, mark: 'Verified by Verra' }] };
    for (const file of [invented, { ...trail, marks: [] }]) {
      const signed = await verify(file);
      expect(signed.verdict).toBe('fail');
      expect(signed.lines).toContain("FAIL file: its 'marks' are not those that the oracle signed");
      const unsigned = await verify({ ...file, end: undefined });
      expect(unsigned.lines).toContain("open file: its 'marks' are not those of its entries");
    }
  });

  it('has records whose hash is over all that stands in them', async () => {
    const [[selectionId, record] = ['', undefined]] = Object.entries(trail.records);
    const noted = { ...record, approvedBy: 'Verra' };
    const strata = record?.strata.map((stratum) => ({ ...stratum, note: 'all adopters' }));
    for (const forged of [noted, { ...record, strata }]) {
      const found = await verify({ ...trail, records: { [selectionId]: forged } });
      expect(found.verdict).toBe('fail');
      expect(found.lines).toContain('its record does not have the hash that it carries');
      expect(recordInTrails(forged, [trail])).toMatchObject({
        passed: false,
        detail: expect.stringContaining('does not have the hash that it carries'),
      });
    }
    const { sha256: _, ...rest } = noted;
    const anew = { ...noted, sha256: canonicalHash(rest) };
    expect(recordInTrails(anew, [])).toMatchObject({
      detail: "it has 'approvedBy', which no record of version 1 has",
    });
    expect(recordInTrails(anew, [])).not.toHaveProperty('open');
  });

  it('has no fault that a whole file beside it hides', async () => {
    expect((await verifyAll([trail, trail])).verdict).toBe((await verify(trail)).verdict);
    for (const files of [
      [trail, cut(8)],
      [cut(8), trail],
    ]) {
      const found = await verifyAll(files);
      expect(found.verdict).toBe('fail');
      expect(found.lines).toContain('FAIL end: in the copy of');
    }
    // An honest copy of an earlier time, from before ends were signed.
    expect(
      (await verifyAll([trail, { ...cut(8), end: undefined, marks: marksOf(cut(8).entries.map(entryOf)) }]))
        .verdict,
    ).toBe((await verify(trail)).verdict);
  });

  it('names who approved, and the one that is expected', async () => {
    const { lines } = await verify(trail);
    expect(lines).toMatch(/^note approval: approved by did:key:vera on \S+ \(entry \d+\), by an API key/m);
    const expected = await verify(trail, 'did:key:z6MkVerifier');
    expect(expected.verdict).toBe('fail');
    expect(expected.lines).toContain('you expect an independent approval by did:key:z6MkVerifier');
    expect((await verify(cut(3), 'did:key:vera')).lines).toContain(
      'FAIL approval: nobody approved the design',
    );
  });

  it('tells how many were replaced, and what was analysed', async () => {
    const { lines } = await verify(trail);
    expect(lines).toContain(
      'note replaced in draw 1: 6 of 40 units (15.00%), all with the reason "Moved away."',
    );
    expect(lines).toMatch(
      /^note analysis: period-\S+ of 2023-10-01 to 2023-12-31, analysis 1 of its days: 34 rows/m,
    );
    expect(trail.marks.map(({ mark }) => mark).join('\n')).toContain(
      '6 of the 40 drawn units (15.00%) were replaced, all with the reason "Moved away."',
    );
  });
});
