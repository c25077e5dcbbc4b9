import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSelection, memorySource, stratifiedPlan, typedSeed } from '../../../plugins/sampling/library.js';
import { canonicalHash, canonicalJson as canonicalJsonOfServer } from '../../../src/kit/canonical-json.js';
import { readRegistry } from './read-registry.js';
import { asRecord, canonicalJson, checkRecord, type DrawRecord, repeatDraw } from './verify-draw.js';

const text = `id;zone\n${Array.from({ length: 300 }, (_, at) => `ü-${at}😀;${at % 3 === 0 ? 'Zürich' : 'Bern'}`).join('\n')}\n`;
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
/** A record that was changed by somebody who knows how to make its hash fit. */
function forged(change: (copy: { strata: { selected: { id: string }[] }[] }) => void): DrawRecord {
  const { sha256: _, ...copy } = structuredClone(record);
  change(copy as unknown as Parameters<typeof change>[0]);
  return { ...copy, sha256: canonicalHash(copy) } as DrawRecord;
}
const outcome = (checks: readonly { name: string; passed: boolean }[]) =>
  checks.map(({ name, passed }) => `${name} ${passed ? 'passed' : 'failed'}`);

describe('a draw in the browser', () => {
  it('repeats what the oracle drew, unit by unit', async () => {
    expect(outcome(await repeatDraw(record, readRegistry(text, columns) ?? []))).toEqual([
      'record passed',
      'tickets passed',
      'frame passed',
      'draw passed',
    ]);
  });

  it('fails a record that was changed, by its hash', async () => {
    const changed = { ...record, drawnAt: '2024-02-21T10:00:00.000Z' };
    expect(outcome(await checkRecord(changed))[0]).toBe('record failed');
  });

  it('fails a unit that was put in the place of another, also under a fitting hash', async () => {
    const changed = forged((copy) => {
      const [unit] = copy.strata[0]?.selected ?? [];
      if (unit !== undefined) unit.id = 'ü-1😀x';
    });
    expect(outcome(await checkRecord(changed))).toEqual(['record passed', 'tickets failed']);
  });

  it('fails a draw that passes over a unit, and a registry that is another', async () => {
    const changed = forged((copy) => {
      copy.strata[0]?.selected.shift();
    });
    const frame = readRegistry(text, columns) ?? [];
    expect(outcome(await repeatDraw(changed, frame)).at(-1)).toBe('draw failed');
    expect(outcome(await repeatDraw(record, frame.slice(1))).at(-1)).toBe('frame failed');
  });

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
