import { beforeAll, expect, it } from 'vitest';
import {
  authoritySeed,
  commitSelection,
  drawSelection,
  memorySource,
  type SelectionRecord,
  simplePlan,
  verifySelectionRecord,
} from '../../../plugins/sampling/library.js';
import { canonicalHash, canonicalJson, sha256Hex } from '../../../src/kit/index.js';
import { asRecord } from './draw-record.js';
import { readRegistry } from './read-registry.js';
import { sameLines } from './same-lines.js';
import { repeatDraw } from './verify-draw.js';

const registry = `id\n${Array.from({ length: 120 }, (_, at) => `H${at}`).join('\n')}\n`;
const [COMMITTED, PUBLIC, RECEIVED, DRAWN] = [
  '2024-02-20T10:00:00.500Z',
  '2024-02-20T18:00:00.000Z',
  '2024-02-20T19:00:00.000Z',
  '2024-02-20T19:00:01.000Z',
];
let record: SelectionRecord;
beforeAll(async () => {
  const plan = simplePlan(9);
  const units = readRegistry(registry, { id: 'id' }) ?? [];
  const frameSha256 = sha256Hex(
    units
      .map(({ id }) => `${id}\n`)
      .toSorted()
      .join(''),
  );
  const commitment = commitSelection(
    {
      designId: 'd-1',
      number: 1,
      frameSha256,
      bound: { strata: null, adopters: null, sizes: null },
      plan,
      algorithm: 'sha256-ticket-v1',
      source: {
        kind: 'authority',
        authority: 'National Lottery',
        reference: 'draw 61, 6 numbers',
        publicFrom: PUBLIC,
      },
    },
    Date.parse(COMMITTED),
  );
  record = await drawSelection(memorySource('homes.csv', registry), {
    designId: 'd-1',
    algorithm: 'sha256-ticket-v1',
    plan,
    seed: authoritySeed(commitment, {
      value: '7 13 22 31 40 44',
      reference: 'Draw 61, 6 numbers',
      publicAt: PUBLIC,
      receivedAt: RECEIVED,
    }),
    columns: { id: 'id' },
    drawnAt: DRAWN,
  });
});

interface Origin {
  commitment: Record<string, unknown> & { source: Record<string, unknown> };
  authority: Record<string, unknown>;
}

/** A record of which a forger changed the origin, and made all hashes fit that can be made to. */
function forged(change: (origin: Origin, copy: Record<string, unknown>) => void): unknown {
  const { sha256: _, ...copy } = structuredClone(record);
  change(copy.seed.origin as unknown as Origin, copy);
  return { ...copy, sha256: canonicalHash(copy) };
}

async function saidHere(untrusted: unknown): Promise<string> {
  const read = asRecord(untrusted);
  if (read === undefined) return 'fail';
  const checks = await repeatDraw(read, readRegistry(registry, { id: 'id' }) ?? []);
  return checks.every(({ passed }) => passed) && checks.at(-1)?.name === 'draw' ? 'repeats' : 'fail';
}

async function saidByCommand(untrusted: unknown): Promise<string> {
  const { verdict } = await verifySelectionRecord(untrusted, memorySource('homes.csv', registry));
  return verdict === 'fail' ? 'fail' : 'repeats';
}

const FORGERIES: [string, (origin: Origin, copy: Record<string, unknown>) => void][] = [
  [
    'a commitment later than the publication of its value',
    ({ commitment }) => Object.assign(commitment, { committedAt: '2024-02-20T18:30:00.000Z' }),
  ],
  [
    'a value that was public before the commitment',
    ({ authority }) => Object.assign(authority, { publicAt: '2024-02-20T09:00:00.000Z' }),
  ],
  [
    'a value that was public before the time that was named',
    ({ authority }) => Object.assign(authority, { publicAt: '2024-02-20T17:00:00.000Z' }),
  ],
  [
    'a value that was public on a day long before the commitment',
    ({ authority }) => Object.assign(authority, { publicAt: '2024-02-17' }),
  ],
  [
    'a value that was public after it was received',
    ({ authority }) => Object.assign(authority, { publicAt: '2024-02-20T19:30:00.000Z' }),
  ],
  [
    'a value of another draw',
    ({ authority }) => Object.assign(authority, { reference: 'draw 62, 6 numbers' }),
  ],
  [
    'a value that was received before the commitment',
    ({ authority }) => Object.assign(authority, { receivedAt: '2024-02-20T09:00:00.000Z' }),
  ],
  ['a draw before its value', (_, copy) => Object.assign(copy, { drawnAt: '2024-02-20T18:30:00.000Z' })],
  ['a time in words', ({ authority }) => Object.assign(authority, { receivedAt: 'Feb 20, 2024, 8 PM' })],
  ['a member that nobody vouches for', ({ authority }) => Object.assign(authority, { seenBy: 'a notary' })],
  ['another trust', (origin) => Object.assign(origin, { trust: 'proven' })],
  [
    'strata that were bound and are not drawn by',
    ({ commitment }) => Object.assign(commitment, { bound: { strata: [], adopters: null, sizes: null } }),
  ],
];

it("fails what contradicts itself about an authority's value, as the command does", async () => {
  expect([await saidHere(record), await saidByCommand(record)]).toEqual(['repeats', 'repeats']);
  for (const [what, change] of FORGERIES) {
    const untrusted = forged(change);
    expect([what, await saidByCommand(untrusted)]).toEqual([what, 'fail']);
    expect([what, await saidHere(untrusted)]).toEqual([what, 'fail']);
  }
});

it('takes a reference for the same however it is typed, as the command does', async () => {
  for (const reference of [
    'DRAW 61 - 6 numbers',
    'draw  no 61',
    'draw 061, 6 numbers',
    'Draw 6l, 6 numbers',
  ]) {
    const untrusted = forged(({ authority }) => Object.assign(authority, { reference }));
    expect([reference, await saidHere(untrusted)]).toEqual([reference, await saidByCommand(untrusted)]);
  }
});

it('gives the lines of the commitment and of the seed', () => {
  const read = asRecord(JSON.parse(canonicalJson(record)));
  if (read === undefined) throw new Error('no record');
  const hashed = sameLines(read)
    .filter(({ does }) => does === 'commitment' || does === 'seed')
    .map(({ command, expect: hash }) => [sha256Hex(/'%s' '(.*)' \| /.exec(command)?.[1] ?? ''), hash]);
  expect(hashed).toHaveLength(2);
  for (const [made, wanted] of hashed) expect(made).toBe(wanted);
});
