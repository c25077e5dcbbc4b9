import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEACON, drawn, HOMES, startVillage, type Village } from '../testing/village.js';
import { entryOf, headOf, linkEvent, type TrailLink } from './trail-chain.js';
import type { TrailEvent, TrailHead } from './trail-entry.js';
import { TRAIL_PROGRAM } from './trail-program.js';

interface Exported {
  head: TrailHead | undefined;
  exportedAt: string;
  entries: { text: string; hash: string; signer: string | null; signature: string | null }[];
  records: Record<
    string,
    {
      strata: { selected: { id: string }[]; replacements: { id: string }[] }[];
      frame: { size: number };
    }
  >;
  check: { command: string };
}

/** The program that an exported trail carries, run by python3 and nothing of this project. */
describe('the check in Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trail-'));
  let village: Village;
  let trail: Exported;
  let selectionId: string;
  beforeAll(async () => {
    village = await startVillage();
    const designId = await village.design();
    const registryId = await village.registry();
    const first = drawn(await village.draw(designId, { registryId, seed: 'première', replacements: 5 }));
    selectionId = first.selectionId;
    const [lost] = first.selected;
    await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
      units: [lost],
      reason: 'Il a déménagé – "à la ville".',
    });
    const committed = { designId, registryId, round: BEACON.round, sampleSize: 40 };
    const { commitmentId } = (await village.alice.post('/v1/sampling/commitments', committed)).at(
      '',
    ) as never;
    village.days(2);
    const beacon = { signature: BEACON.signature };
    const second = await village.draw(designId, {
      registryId,
      commitmentId,
      beacon,
      panel: 'fresh',
      reason: 'Year 2',
    });
    expect(second.status).toBe(201);
    trail = (await village.trail(designId)) as unknown as Exported;
    const homes = HOMES.map((id, i) => `${id},${(i + 1) / 7}`).join('\n');
    const other = await village.design();
    const sized = await village.draw(other, {
      registryId: await village.registry(`household_id,size\n${homes}\n`),
      seed: 'size',
      sampleSize: 20,
      algorithm: 'sha256-pps-systematic-v1',
      columns: { size: 'size' },
    });
    expect(sized.status).toBe(201);
    writeFileSync(join(folder, 'sizes.json'), JSON.stringify(await village.trail(other)));
    const idsOf = [...HOMES].sort();
    writeFileSync(join(folder, 'ids.txt'), `${idsOf.join('\n')}\n`);
    writeFileSync(join(folder, 'other.txt'), `${idsOf.slice(1).join('\n')}\nH99\n`);
    const own = TRAIL_PROGRAM.slice(
      0,
      TRAIL_PROGRAM.findIndex((line) => line.startsWith('trail, ids')),
    );
    writeFileSync(
      join(folder, 'named.py'),
      `${own.join('\n')}\nprint(safe("x\\nok 9\\x1b[2J\\u202e"))\nassert False, "entry 1\\nok 9\\x1b[2J"\n`,
    );
    writeFileSync(
      join(folder, 'blind.py'),
      `import sys; sys.modules["cryptography"] = None\n${TRAIL_PROGRAM.join('\n')}\n`,
    );
  });
  afterAll(async () => {
    await village.app.close();
    rmSync(folder, { recursive: true });
  });

  function check(change: (copy: Exported) => void, ids = 'ids.txt', program = 'check.py') {
    const copy = structuredClone(trail);
    change(copy);
    writeFileSync(join(folder, 'changed.json'), JSON.stringify(copy));
    const { status, stdout, stderr } = spawnSync('python3', [program, 'changed.json', ids], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, error: stderr.trim().split('\n').at(-1) };
  }
  const link = (copy: Exported, at: number) =>
    copy.entries[at] ?? { text: '', hash: '', signer: null, signature: null };

  it('has 56 lines, and runs by the command that stands beside it', () => {
    expect(TRAIL_PROGRAM).toHaveLength(56);
    writeFileSync(join(folder, 'trail.json'), JSON.stringify(trail));
    const out = execFileSync('sh', ['-c', trail.check.command], { cwd: folder, encoding: 'utf8' });
    const signers = [...new Set(trail.entries.map((entry) => entry.signer))];
    expect(signers).toHaveLength(1);
    expect(out).toBe(
      `ok ${trail.entries.length} ${trail.entries.at(-1)?.hash} signers ${signers[0]}\nit ends as the oracle signed at ${trail.exportedAt}\n`,
    );
  });

  it('repeats every draw from the ids of the registry', () => {
    expect(check(() => undefined)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^ok .*\nit ends as the oracle signed at .*\nrepeated: draw 1, draw 2 - not repeated: nothing\n$/,
      ),
    });
    // A file of other ids repeats nothing, which is no reason to say ok; the last line needs no line break.
    expect(check(() => undefined, 'other.txt')).toMatchObject({
      status: 1,
      stdout: '',
      error: expect.stringContaining('no draw was repeated'),
    });
    writeFileSync(join(folder, 'cut.txt'), [...HOMES].join('\n'));
    expect(check(() => undefined, 'cut.txt')).toMatchObject({ status: 0 });
  });

  it('proves nothing where readings are of a draw that another trail holds', async () => {
    const before = await village.design();
    const registryId = await village.registry();
    const old = drawn(await village.draw(before, { registryId, seed: 'before' }));
    const values = { mean: 0.8, sd: 0.2 };
    const recalculated = await village.alice.post(`/v1/sampling/${before}/recalculation`, values);
    const designId = String(recalculated.at('design.designId'));
    const readings = village.readings(old.selected, '2023-11-01');
    expect((await village.analyse(designId, readings, { selectionId: old.selectionId })).status).toBe(201);
    const after = (await village.trail(designId)) as unknown as Exported;
    expect(check((copy) => Object.assign(copy, after))).toMatchObject({
      status: 1,
      stdout: '',
      error: expect.stringContaining(
        `not proven: ${old.selectionId} was drawn in the trail of another design`,
      ),
    });
  });

  it('sees a changed entry, one that is gone, another unit and another signature', () => {
    const reworded = check((copy) => {
      link(copy, 2).text = link(copy, 2).text.replace('déménagé', 'disparu');
    });
    expect(reworded).toMatchObject({ status: 1, error: expect.stringContaining('entry 3 is broken') });
    expect(check((copy) => copy.entries.pop()).error).toContain('entries are missing');
    expect(check((copy) => copy.entries.splice(1, 1)).error).toContain('entry 2 is broken');
    const exchanged = check((copy) => {
      const unit = copy.records[selectionId]?.strata[0]?.selected[0];
      if (unit !== undefined) unit.id = 'H99';
    });
    expect(exchanged).toMatchObject({
      status: 1,
      error: expect.stringContaining(`the record of ${selectionId} was changed`),
    });
    const signature = (copy: Exported) => {
      link(copy, 1).signature = link(copy, 2).signature;
    };
    expect(check(signature)).toMatchObject({ status: 1, error: expect.stringContaining('InvalidSignature') });
    const unsigned = check((copy) => {
      link(copy, 1).signature = '';
    });
    expect(unsigned).toMatchObject({ status: 1, stdout: '' });
    expect(unsigned.error).toContain('entry 2 is not signed');
    const cut = check((copy) => {
      copy.entries.pop();
      copy.head = headOf(copy.entries);
      for (const id of Object.keys(copy.records)) if (id !== selectionId) delete copy.records[id];
    });
    expect(cut.error).toContain('it does not end where the oracle signed that it ends');
    const open = check((copy) => Object.assign(copy, { end: undefined }));
    expect(open.stdout).toContain('nobody signed that entry 5 is the last one: later ones may exist');
    // Without the package it says so, and checks the rest.
    expect(check(signature, 'ids.txt', 'blind.py')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/signatures are not checked.*\nok but for the signatures /),
    });
  });

  it('prints what others wrote as one line, with what acts on a terminal written out', () => {
    const { stdout, stderr } = spawnSync('python3', ['named.py'], { cwd: folder, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([
      'x\\u{a}ok 9\\u{1b}[2J\\u{202e}\n',
      'AssertionError: entry 1\\u{a}ok 9\\u{1b}[2J\n',
    ]);
  });

  it('never says ok to entries that nobody signed, whether or not they name a signer', async () => {
    const links: TrailLink[] = [];
    for (const each of trail.entries) {
      const { seq: _, previous: __, designId, at, actor, ...event } = entryOf(each);
      links.push(await linkEvent(event as TrailEvent, { designId, at, actor }, headOf(links), undefined));
    }
    const oracle = trail.entries[0]?.signer ?? null;
    const anew = (signer: string | null) => (copy: Exported) => {
      copy.entries = links.map((each) => ({ ...each, signer }));
      copy.head = headOf(links);
      Object.assign(copy, { end: undefined });
    };
    for (const program of ['check.py', 'blind.py']) {
      const named = check(anew(oracle), 'ids.txt', program);
      expect([named.status, named.error]).toEqual([1, 'AssertionError: entry 1 is not signed']);
      const nobody = check(anew(null), 'ids.txt', program);
      expect([nobody.status, nobody.error]).toEqual([1, expect.stringContaining('no entry is signed')]);
      expect(named.stdout + nobody.stdout).not.toContain('ok');
    }
  });

  it('has words for a commitment older than the trail, for one that is nowhere, and for a record that is gone', async () => {
    const oracle = person('oracle');
    const told = trail.entries.map(entryOf);
    const draw = told.find((entry) => entry.kind === 'drawn' && entry.commitmentId !== null);
    if (draw?.kind !== 'drawn' || draw.commitmentId === null) throw new Error('There is no committed draw.');
    // Of a first draw, so that it names none that is not in the file.
    const { seq: _, previous: __, designId, at, actor, ...drawnLast } = { ...draw, panel: null };
    const withCommitments = async (commitments: readonly string[]) => {
      const begun: TrailEvent = {
        kind: 'begun',
        note: 'The design is older than its trail.',
        designSha256: '0'.repeat(64),
        commitments,
        draws: [],
        periods: [],
      };
      const links: TrailLink[] = [];
      for (const event of [begun, drawnLast])
        links.push(await linkEvent(event, { designId, at, actor }, headOf(links), oracle));
      return (copy: Exported) => {
        delete copy.records[selectionId];
        Object.assign(copy, { entries: links, head: headOf(links), end: undefined });
      };
    };
    expect(check(await withCommitments([draw.commitmentId]))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        new RegExp(`^${draw.commitmentId} is older than the trail, which does not say when it was made\nok `),
      ),
    });
    expect(check(await withCommitments([]))).toMatchObject({
      status: 1,
      error: expect.stringContaining(`its commitment ${draw.commitmentId} is not in the trail before it`),
    });
    expect(check((copy) => Object.assign(copy, { records: {} }))).toMatchObject({
      status: 1,
      error: `AssertionError: the record of ${selectionId} is not in the file`,
    });
  });

  it('sees what was changed in a record beside its units, and does not run without its checks', () => {
    const record = (copy: Exported) => {
      const found = copy.records[selectionId];
      if (found === undefined) throw new Error('There is no record.');
      return found;
    };
    const changes: readonly ((copy: Exported) => void)[] = [
      (copy) => record(copy).strata[0]?.replacements.reverse(),
      (copy) => Object.assign(record(copy).frame, { size: 61 }),
    ];
    for (const change of changes)
      expect(check(change)).toMatchObject({
        status: 1,
        stdout: '',
        error: `AssertionError: the record of ${selectionId} was changed`,
      });
    const { status, stderr } = spawnSync('python3', ['-O', 'check.py', 'trail.json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, 'run it without -O, which leaves its checks out\n']);
  });

  it('sees entries that a key was found to sign: stand-ins out of order, times that run back, a record that no entry tells of', async () => {
    const oracle = person('mallory');
    const anew = async (edit: (entry: Record<string, unknown>) => unknown, length = trail.entries.length) => {
      const links: TrailLink[] = [];
      for (const each of trail.entries.slice(0, length)) {
        const entry = { ...entryOf(each) } as Record<string, unknown>;
        edit(entry);
        const {
          seq: _,
          previous: __,
          designId,
          at,
          actor,
          ...event
        } = entry as never as ReturnType<typeof entryOf>;
        links.push(await linkEvent(event as TrailEvent, { designId, at, actor }, headOf(links), oracle));
      }
      return (copy: Exported) => Object.assign(copy, { entries: links, head: headOf(links), end: undefined });
    };
    const forged = async (edit: (entry: Record<string, unknown>) => unknown, length?: number) =>
      check(await anew(edit, length)).error;
    expect(await forged(() => undefined)).toBe('');
    expect(await forged((e) => e.kind === 'replaced' && Object.assign(e, { by: 'H99' }))).toContain(
      'H99 is not the next stand-in',
    );
    expect(
      await forged((e) => e.kind === 'replaced' && Object.assign(e, { at: '2019-01-01T00:00:00.000Z' })),
    ).toContain('entry 3 came before the one before it');
    expect(await forged((e) => e.kind === 'drawn' && Object.assign(e, { draw: 1 }))).toContain(
      'comes after draw 1',
    );
    expect(await forged(() => undefined, 4)).toContain('entries are missing');
  });

  it('reads numbers of a record as they are written', async () => {
    const out = execFileSync('python3', ['check.py', 'sizes.json'], { cwd: folder, encoding: 'utf8' });
    expect(out).toMatch(/^ok /);
  });
});
