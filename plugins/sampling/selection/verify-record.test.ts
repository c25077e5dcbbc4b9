import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash, canonicalJson } from 'oracle-runtime/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { commitSelection } from './commitment.js';
import { drandRoundTime, QUICKNET } from './drand.js';
import { type DrawRequest, drawSelection } from './draw-selection.js';
import { simplePlan, stratifiedPlan } from './plan.js';
import { drandSeed, typedSeed } from './seed-source.js';
import { type SelectionRecord, sealRecord } from './selection-record.js';
import { verifyCommand } from './verify-command.js';
import { verifySelectionRecord } from './verify-record.js';

const text = `id;zone;adopted\n${Array.from({ length: 200 }, (_, i) => `${String(i).padStart(4, '0')};${i % 3 === 0 ? 'Zürich' : 'Bern'};${i % 2 === 0 ? 'yes' : 'no'}`).join('\n')}\n`;
const registry = memorySource('units.csv', text);
const request: DrawRequest = {
  designId: 'd-9',
  projectId: 'did:ixo:project/1',
  algorithm: 'sha256-ticket-v1',
  plan: stratifiedPlan([
    { name: 'Bern', size: 20, replacements: 3 },
    { name: 'Zürich', size: 10, replacements: 2 },
  ]),
  seed: typedSeed(0),
  columns: { id: 'id', stratum: 'zone', adopter: 'adopted' },
  drawnAt: '2024-02-20T10:00:00.000Z',
};
const beacon = {
  round: 657413,
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
};

let record: SelectionRecord;
const copy = (): SelectionRecord => JSON.parse(JSON.stringify(record));
/** Changes a record and gives it a fitting hash again, as a forger would. */
const forged = (change: (copy: Record<string, never> & SelectionRecord) => unknown): SelectionRecord => {
  const changed = copy();
  change(changed as Record<string, never> & SelectionRecord);
  const { sha256: _, ...rest } = changed;
  return sealRecord(rest);
};
/** Exchanges two units and renumbers them. */
const swap = (list: readonly unknown[]): void => {
  const items = list as { order: number }[];
  const [first, second] = items;
  if (first === undefined || second === undefined) throw new Error('nothing to swap');
  items[0] = { ...second, order: first.order };
  items[1] = { ...first, order: second.order };
};

beforeAll(async () => {
  record = await drawSelection(registry, request);
});

describe('verifySelectionRecord', () => {
  it('passes a true record, also after a trip through a file', async () => {
    const result = await verifySelectionRecord(copy(), registry);
    expect(result).toMatchObject({ verdict: 'pass', trust: 'reproducible' });
    expect(result.checks.map((check) => check.name)).toEqual(['record', 'seed', 'frame', 'draw']);
  });

  it.each(['sha256-index-v1', 'sha256-ticket-v1'] as const)(
    'passes %s with a drand seed',
    async (algorithm) => {
      const plan = simplePlan(12, 2);
      const terms = {
        designId: 'd-9',
        frameSha256: record.frame.sha256,
        plan,
        algorithm,
        source: { kind: 'drand', chainHash: QUICKNET.chainHash, round: beacon.round },
      } as const;
      const commitment = commitSelection(terms, drandRoundTime(beacon.round) - 1000);
      const drawn = await drawSelection(registry, {
        ...request,
        algorithm,
        plan,
        seed: await drandSeed(commitment, beacon, drandRoundTime(beacon.round)),
      });
      // The record alone is text, which anybody writes at any time: somebody must have seen the commitment before.
      const publicAt = drandRoundTime(beacon.round);
      const seen = (at: number) => [
        { by: 'auditor', where: 'the gazette', at: new Date(at).toISOString() } as const,
      ];
      expect(await verifySelectionRecord(drawn, registry)).toMatchObject({
        verdict: 'unproven',
        trust: 'reproducible',
        restsOn: `drand round ${beacon.round}: verifiable only if ${commitment.sha256} was published before ${new Date(publicAt).toISOString()}`,
      });
      expect(await verifySelectionRecord(drawn, registry, {}, seen(publicAt))).toMatchObject({
        verdict: 'unproven',
      });
      expect(await verifySelectionRecord(drawn, registry, {}, seen(publicAt - 500))).toMatchObject({
        verdict: 'pass',
        trust: 'verifiable',
        restsOn: expect.stringContaining('published at the gazette'),
      });

      const late = structuredClone(drawn) as {
        sha256?: string;
        seed: { origin: { commitment: { committedAt: string } } };
      } & SelectionRecord;
      late.seed.origin.commitment.committedAt = new Date(drandRoundTime(beacon.round)).toISOString();
      const { sha256: _, ...rest } = late;
      const result = await verifySelectionRecord(sealRecord(rest), registry);
      expect(result).toMatchObject({ verdict: 'fail' });
      expect(result.checks.at(-1)?.detail).toContain('came after round 657413 was public');
    },
  );

  it('sees a changed byte', async () => {
    const changed = { ...copy(), drawnAt: '2024-02-21T10:00:00.000Z' };
    expect(await verifySelectionRecord(changed, registry)).toMatchObject({
      verdict: 'fail',
      firstDifference: { field: 'sha256' },
    });
  });

  it('sees what a forger changed, and says where first', async () => {
    const cases: [string, SelectionRecord][] = [
      ['strata.0.selected.0.id', forged((r) => swap(r.strata[0]?.selected ?? []))],
      [
        'strata.1.selected.4.id',
        forged((r) => Object.assign(r.strata[1]?.selected[4] ?? {}, { id: '0199' })),
      ],
      [
        'strata.0.replacements.0.ticket',
        forged((r) => Object.assign(r.strata[0]?.replacements[0] ?? {}, { ticket: '0'.repeat(64) })),
      ],
      ['frame.size', forged((r) => Object.assign(r.frame, { size: 201 }))],
      ['frame.sha256', forged((r) => Object.assign(r.frame, { sha256: '0'.repeat(64) }))],
      ['selectedSha256', forged((r) => Object.assign(r, { selectedSha256: '0'.repeat(64) }))],
      ['nonAdoptersSelected', forged((r) => Object.assign(r, { nonAdoptersSelected: 1000 }))],
      ['check.unit', forged((r) => Object.assign(r.check, { unit: 'true' }))],
    ];
    for (const [field, bad] of cases) {
      const result = await verifySelectionRecord(bad, registry);
      expect(result).toMatchObject({ verdict: 'fail', firstDifference: { field } });
    }
  });

  it('fails another seed, another registry and what is no record', async () => {
    const seed = await verifySelectionRecord(
      forged((r) => Object.assign(r.seed, { text: '1' })),
      registry,
    );
    expect(seed).toMatchObject({ verdict: 'fail', firstDifference: { field: 'strata.0.seed' } });
    const shorter = memorySource('units.csv', text.replace('0007;Bern;no\n', ''));
    expect(await verifySelectionRecord(record, shorter)).toMatchObject({
      verdict: 'fail',
      firstDifference: { field: 'frame.size', recorded: 200, recomputed: 199 },
    });
    const moved = memorySource('units.csv', text.replace('0007;Bern', '0007;Zürich'));
    expect((await verifySelectionRecord(record, moved)).firstDifference?.field).toBe('frame.strata.0.size');
    expect(await verifySelectionRecord({ type: 'sampling-selection' }, registry)).toMatchObject({
      verdict: 'fail',
    });
    expect(await verifySelectionRecord(null, registry)).toMatchObject({ verdict: 'fail' });
  });
});

describe('oracle sampling verify', () => {
  const directory = mkdtempSync(join(tmpdir(), 'verify-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const run = async (...args: string[]) => {
    let out = '';
    let err = '';
    const code = await verifyCommand.run(
      args,
      {},
      {
        stdout: (part) => (out += part),
        stderr: (part) => (err += part),
        bytes: () => undefined,
        cwd: directory,
        connect: () => Promise.reject(new Error('it works offline')),
        project: () => Promise.reject(new Error('it works offline')),
        onInterrupt: () => () => undefined,
      },
    );
    return { code, out, err };
  };

  it('prints the verdict, the first difference, or what it could not read', async () => {
    writeFileSync(join(directory, 'units.csv'), text);
    writeFileSync(join(directory, 'record.json'), JSON.stringify(record, null, 2));
    const good = await run('record.json', 'units.csv');
    // It repeats, and whoever typed its seed may have tried others.
    expect(good).toMatchObject({ code: 3, err: '' });
    expect(good.out).toMatch(
      /\nok {3}draw: .*\nopen record in trail: nobody signed .*\nIt rests on a seed typed by a person.*\nunproven\n$/,
    );

    // As a person saves it: the whole answer of the service.
    writeFileSync(join(directory, 'answer.json'), JSON.stringify({ selectionId: 'selection-1', record }));
    expect(await run('answer.json', 'units.csv')).toEqual(good);

    writeFileSync(
      join(directory, 'forged.json'),
      JSON.stringify(forged((r) => swap(r.strata[0]?.selected ?? []))),
    );
    const bad = await run('forged.json', 'units.csv');
    expect(bad.code).toBe(1);
    expect(bad.out).toMatch(
      /strata\.0\.selected\.0\.id\n {5}recorded: {3}"\d{4}"\n {5}recomputed: "\d{4}"\nfail\n$/,
    );

    expect(await run('record.json')).toMatchObject({ code: 2, err: expect.stringContaining('Usage') });
    expect(await run('record.json', 'absent.csv')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no file '.*absent\.csv'\.\n$/),
    });
    expect(await run('units.csv', 'units.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not JSON'),
    });
  });
});

describe('canonicalJson', () => {
  it('follows RFC 8785', () => {
    // The example of section 3.2.3 and number forms of appendix B.
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew',
      '1': 'One',
      '\ud83d\ude00': 'Emoji',
      '\u0080': 'Control',
      '\u00f6': 'o',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7);
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"o","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji","\ufb33":"Hebrew"}',
    );
    expect(canonicalJson({ b: [1e21, 1e-7, -0, 4.5, true, null], a: undefined })).toBe(
      '{"b":[1e+21,1e-7,0,4.5,true,null]}',
    );
    expect(canonicalHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    for (const bad of [Number.NaN, 1n, () => 0]) expect(() => canonicalJson(bad)).toThrow(TypeError);
  });
});
