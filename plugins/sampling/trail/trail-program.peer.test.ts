import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEACON, drawn, HOMES, startVillage, type Village } from '../testing/village.js';
import { TRAIL_PROGRAM } from './trail-program.js';

interface Exported {
  entries: { text: string; hash: string; signer?: string | null; signature: string | null }[];
  records: Record<string, { strata: { selected: { id: string }[] }[] }>;
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
    const idsOf = [...HOMES].sort();
    writeFileSync(join(folder, 'ids.txt'), `${idsOf.join('\n')}\n`);
    writeFileSync(join(folder, 'other.txt'), `${idsOf.slice(1).join('\n')}\nH99\n`);
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
  const link = (copy: Exported, at: number) => copy.entries[at] ?? { text: '', hash: '', signature: null };

  it('has twenty lines, and runs by the command that stands beside it', () => {
    expect(TRAIL_PROGRAM).toHaveLength(20);
    writeFileSync(join(folder, 'trail.json'), JSON.stringify(trail));
    const out = execFileSync('sh', ['-c', trail.check.command], { cwd: folder, encoding: 'utf8' });
    const signers = [...new Set(trail.entries.map((entry) => entry.signer))];
    expect(signers).toHaveLength(1);
    expect(out).toBe(`ok ${trail.entries.length} ${trail.entries.at(-1)?.hash} signers ${signers[0]}\n`);
  });

  it('repeats every draw from the ids of the registry', () => {
    expect(check(() => undefined)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok /) });
    expect(check(() => undefined, 'other.txt')).toMatchObject({
      status: 1,
      error: expect.stringContaining('not drawn by the seed'),
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
    expect(exchanged.error).toContain('draw 1: other units');
    const signature = (copy: Exported) => {
      link(copy, 1).signature = link(copy, 2).signature;
    };
    expect(check(signature)).toMatchObject({ status: 1, error: expect.stringContaining('InvalidSignature') });
    const unsigned = check((copy) => {
      link(copy, 1).signature = '';
    });
    expect(unsigned.stdout).toContain('entry 2 is not signed');
    // Without the package it says so, and checks the rest.
    expect(check(signature, 'ids.txt', 'blind.py')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('signatures are not checked'),
    });
  });
});
