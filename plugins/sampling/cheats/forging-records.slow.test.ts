import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SelectionRecord, sealRecord } from '../selection/selection-record.js';
import { verifyCommand } from '../selection/verify-command.js';
import { BEACON, REGISTRY, startVillage, type Village } from '../testing/village.js';

/** Nobody signs a record: whoever has one can alter it and hash it anew. The signed trail says what was drawn. */
describe('a record that was altered and hashed anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-'));
  let village: Village;
  let record: SelectionRecord;
  let registryId: string;
  let published: string;
  beforeAll(async () => {
    village = await startVillage();
    const designId = await village.design();
    registryId = await village.registry();
    const terms = { designId, registryId, round: BEACON.round, sampleSize: 40 };
    const committed = await village.alice.post('/v1/sampling/commitments', terms);
    published = `${committed.at('commitment.sha256')}@2023-09-14T13:00:00Z`;
    village.days(2);
    const { commitmentId } = committed.at('') as { commitmentId: string };
    const draw = await village.draw(designId, {
      registryId,
      commitmentId,
      beacon: { signature: BEACON.signature },
    });
    record = draw.at('record') as SelectionRecord;
    keep('trail.json', await village.trail(designId));
    keep('other.json', await village.trail(await village.design()));
    keep('record.json', record);
    writeFileSync(join(folder, 'village.csv'), REGISTRY);
  });
  afterAll(async () => {
    await village.app.close();
    rmSync(folder, { recursive: true });
  });
  const keep = (name: string, json: unknown) => writeFileSync(join(folder, name), JSON.stringify(json));
  const altered = (more: Partial<SelectionRecord>) => {
    const { sha256: _, ...rest } = record;
    return sealRecord({ ...rest, ...more });
  };
  async function verify(...args: string[]) {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    const io = { cwd: folder, stdout: write, stderr: write } as never;
    return { code: await verifyCommand.run(args, { published: [published] }, io), out };
  }

  it('alone it is never more than unproven, and says whose it claims to be', async () => {
    const honest = await verify('record.json', 'village.csv');
    expect(honest.out).toContain('open record in trail: nobody signed the record: it says that it is of');
    expect([honest.code, honest.out.endsWith('\nunproven\n')]).toEqual([3, true]);
    keep('altered.json', altered({ projectId: 'did:ixo:project/another' }));
    const other = await verify('altered.json', 'village.csv');
    expect(other.out).toContain('of did:ixo:project/another, drawn at');
    expect(other.code).toBe(3);
  });

  it('beside the trail of its design it must be the one that an entry names', async () => {
    const honest = await verify('record.json', 'village.csv', 'trail.json');
    expect(honest.out).toMatch(/\nok {3}record in trail: entry 3 of the trail of design-\S+ names its hash/);
    expect(honest.code).toBe(3);
    keep('altered.json', altered({ projectId: 'did:ixo:project/another' }));
    for (const files of [
      ['altered.json', 'village.csv', 'trail.json'],
      ['trail.json', 'village.csv', 'altered.json'],
      ['record.json', 'village.csv', 'other.json'],
    ]) {
      const found = await verify(...files);
      expect(found.out).toContain('\nFAIL record in trail: ');
      expect(found.code).toBe(1);
    }
  });

  it('times that run back inside of it are failures', async () => {
    keep('early.json', altered({ drawnAt: '2023-01-01T00:00:00.000Z' }));
    const early = await verify('early.json', 'village.csv');
    expect(early.out).toMatch(
      /FAIL seed: the draw of 2023-01-01\S+ came before its commitment of 2023-09-14/,
    );
    expect(early.code).toBe(1);
  });

  it('the oracle that drew knows what it drew', async () => {
    const judge = (json: unknown) =>
      village.alice.post('/v1/sampling/randomness', { registryId, record: json });
    expect((await judge(record)).at('recomputed')).toBe('pass');
    const other = await judge(altered({ projectId: 'did:ixo:project/another' }));
    expect(other.at('recomputed')).toBe('fail');
    expect(other.at('statement')).toContain('holds no draw with this record');
  });
});
