import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { bindFrame } from './bound-frame.js';
import { commitSelection } from './commitment.js';
import { type DrawRequest, drawSelection } from './draw-selection.js';
import { simplePlan, stratifiedPlan } from './plan.js';
import { authoritySeed } from './seed-source.js';
import { sealRecord } from './selection-record.js';
import { verifySelectionRecord } from './verify-record.js';

const HOMES = Array.from({ length: 40 }, (_, i) => `W${String(i).padStart(2, '0')}`);
/** A registry in which a home may be told otherwise. */
const registry = (
  change: (at: number) => Partial<{ side: string; size: number; adopted: string }> = () => ({}),
) =>
  memorySource(
    'village.csv',
    `id,side,size,adopted\n${HOMES.map((id, at) => {
      const { side = at % 2 === 0 ? 'N' : 'S', size = 1, adopted = at % 4 === 0 ? 'no' : 'yes' } = change(at);
      return `${id},${side},${size},${adopted}`;
    }).join('\n')}\n`,
  );
const PLANS = {
  strata: {
    algorithm: 'sha256-ticket-v1',
    columns: { id: 'id', stratum: 'side' },
    plan: stratifiedPlan([
      { name: 'N', size: 5 },
      { name: 'S', size: 5 },
    ]),
  },
  sizes: {
    algorithm: 'sha256-pps-systematic-v1',
    columns: { id: 'id', size: 'size' },
    plan: simplePlan(6),
  },
  adopters: {
    algorithm: 'sha256-index-v1',
    columns: { id: 'id', adopter: 'adopted' },
    plan: simplePlan(6),
  },
} as const;

async function committed(kind: keyof typeof PLANS, binds: 'all' | 'ids' = 'all'): Promise<DrawRequest> {
  const terms = PLANS[kind];
  const { plan, algorithm } = terms;
  const { bound, ...frame } = await bindFrame(registry(), terms);
  const source = {
    kind: 'authority',
    authority: 'BAFU',
    reference: 'letter 117',
    publicFrom: '2024-02-18T18:00:00.000Z',
  } as const;
  const commitment = commitSelection(
    { designId: 'd-1', ...frame, ...(binds === 'all' && { bound }), plan, algorithm, source },
    Date.parse('2024-02-18T00:00:00Z'),
  );
  return {
    designId: 'd-1',
    ...terms,
    drawnAt: '2024-02-20T10:00:00.000Z',
    seed: authoritySeed(commitment, {
      value: '8461',
      reference: 'letter 117',
      publicAt: '2024-02-18T18:00:00.000Z',
      receivedAt: '2024-02-19T00:00:00.000Z',
    }),
  };
}
const SEEN = [{ by: 'auditor', where: 'the gazette', at: '2024-02-18T12:00:00.000Z' }] as const;

/** The value is known and the ids are the committed ones: who is in which stratum, and how large, chooses the sample. */
describe('a commitment binds all of the registry that its draw uses', () => {
  it.each([
    ['strata', (at: number) => ({ side: at < 20 ? 'N' : 'S' }), 'which units are in which stratum'],
    ['sizes', (at: number) => ({ size: at < 6 ? 1000 : 1 }), 'the sizes of the units'],
    ['adopters', (at: number) => ({ adopted: at === 1 ? 'no' : 'yes' }), 'which units are adopters'],
  ] as const)('%s that were changed since: the draw is refused', async (kind, change, what) => {
    const request = await committed(kind);
    const record = await drawSelection(registry(), request);
    expect((await verifySelectionRecord(record, registry(), {}, SEEN)).verdict).toBe('pass');
    const refused = drawSelection(registry(change), request);
    await expect(refused).rejects.toSatisfy(
      (error) => OracleError.isInstance(error) && error.code === 'conflict' && error.detail.includes(what),
    );
  });

  it('a record that says otherwise does not verify, whatever its hashes', async () => {
    const request = await committed('strata');
    const record = await drawSelection(registry(), request);
    const { sha256: _, ...rest } = structuredClone(record);
    const { origin } = rest.seed;
    if (origin.kind !== 'authority' || !origin.commitment.bound) throw new Error('It is of an authority.');
    const { commitment } = origin;
    const forged = {
      ...rest,
      seed: { ...rest.seed, origin: { ...origin, commitment: { ...commitment, bound: undefined } } },
    };
    const { verdict, checks } = await verifySelectionRecord(sealRecord(forged), registry(), {}, SEEN);
    expect(verdict).toBe('fail');
    expect(checks.at(-1)?.detail).toContain('the text of the commitment should be');
  });

  it('one of before, which binds ids alone, still repeats, and proves nothing of strata and sizes', async () => {
    for (const kind of ['strata', 'sizes'] as const) {
      const record = await drawSelection(registry(), await committed(kind, 'ids'));
      const { verdict, restsOn } = await verifySelectionRecord(record, registry(), {}, SEEN);
      expect(verdict).toBe('unproven');
      expect(restsOn).toContain('binds the ids of the registry and not their strata or sizes');
    }
    const whole = await drawSelection(registry(), await committed('adopters', 'ids'));
    expect((await verifySelectionRecord(whole, registry(), {}, SEEN)).verdict).toBe('pass');
  });
});
