import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';
import type { TrailExport } from '../trail/trail-export.js';
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

  async function verify(file: unknown, verifier?: string) {
    const { verdict, checks, trails } = await verifyLine([file], { verifier });
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
