import fc from 'fast-check';
import { writeWorkbook } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { memorySource, type RegistrySource } from '../registry/registry-source.js';
import { commitSelection } from './commitment.js';
import { type DrawRequest, drawSelection } from './draw-selection.js';
import { simplePlan, stratifiedPlan } from './plan.js';
import { authoritySeed, typedSeed } from './seed-source.js';
import { releaseOrder } from './selection-record.js';
import { verifySelectionRecord } from './verify-record.js';

/** The frame of the published vectors: HH-00001..HH-05000, of which the first 3,000 are urban. */
const rows = Array.from({ length: 5000 }, (_, i) => ({
  id: `HH-${String(i + 1).padStart(5, '0')}`,
  setting: i < 3000 ? 'urban' : 'rural',
  adopted: i % 4 === 0 ? 'no' : 'yes',
  members: (i % 7) + 1,
}));
const csv = (delimiter = ',', newline = '\n', list = rows) =>
  [
    ['household_id', 'setting', 'adopted', 'members'].join(delimiter),
    ...list.map((row) => Object.values(row).join(delimiter)),
  ].join(newline) + newline;
const registry = (text = csv()) => memorySource('registry.csv', text);
const columns = { id: 'household_id', stratum: 'setting' };
const request = (changes: Partial<DrawRequest> = {}): DrawRequest => ({
  designId: 'd-1',
  algorithm: 'sha256-ticket-v1',
  plan: simplePlan(420),
  seed: typedSeed(20240220),
  columns,
  drawnAt: '2024-02-20T10:00:00.000Z',
  ...changes,
});
const byStratum = stratifiedPlan([
  { name: 'urban', size: 252, replacements: 10 },
  { name: 'rural', size: 168, replacements: 5 },
]);
/** The same bytes, torn at the given places. */
const torn = (text: string, cuts: readonly number[]): RegistrySource => ({
  name: 'registry.csv',
  async *open() {
    const bytes = Buffer.from(text);
    let from = 0;
    for (const cut of [...cuts].sort((a, b) => a - b)) {
      yield bytes.subarray(from, cut);
      from = Math.max(from, cut);
    }
    yield bytes.subarray(from);
  },
});
async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (OracleError.isInstance(error)) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'no error';
}

describe('drawSelection by ticket', () => {
  it('gives the published sample and frame hash', async () => {
    const record = await drawSelection(registry(), request());
    expect(record.frame).toMatchObject({
      size: 5000,
      sha256: '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743',
    });
    expect(record.selectedSha256).toBe('0727b04efea204453dca36738b3681af93351434ebb3fa2caac2a9a9e12d9686');
    expect(record.strata[0]?.selected[0]).toMatchObject({ order: 1, id: 'HH-01060' });
    expect(record.seed).toMatchObject({ text: '20240220', origin: { trust: 'reproducible' } });
  });

  it('gives the published stratified sample, with replacements that go on where it ends', async () => {
    const record = await drawSelection(registry(), request({ plan: byStratum }));
    expect(record.selectedSha256).toBe('45404224039e11cb7461418104b9af4c94014eb0deb9186353330593fcc83484');
    const [urban] = record.strata;
    const more = await drawSelection(
      registry(),
      request({
        plan: stratifiedPlan([
          { name: 'urban', size: 262 },
          { name: 'rural', size: 168 },
        ]),
      }),
    );
    expect(more.strata[0]?.selected).toEqual([...(urban?.selected ?? []), ...(urban?.replacements ?? [])]);
    expect(urban?.replacements[0]?.order).toBe(253);
  });

  it('releases the last drawn first: what stays is the smaller draw', async () => {
    const large = await drawSelection(registry(), request({ plan: simplePlan(30) }));
    const small = await drawSelection(registry(), request({ plan: simplePlan(20) }));
    const released = new Set(
      releaseOrder(large)
        .slice(0, 10)
        .map((unit) => unit.id),
    );
    expect(large.strata[0]?.selected.filter((unit) => !released.has(unit.id))).toEqual(
      small.strata[0]?.selected,
    );
  });

  it('counts non-adopters, which belong to the frame', async () => {
    const record = await drawSelection(registry(), request({ columns: { ...columns, adopter: 'adopted' } }));
    expect(record.frame.adoption).toEqual({ adopters: 3750, nonAdopters: 1250, unclear: 0 });
    expect(record.nonAdoptersSelected).toBe(
      record.strata[0]?.selected.filter((unit) => (Number(unit.id.slice(3)) - 1) % 4 === 0).length,
    );
    expect(record.selectedSha256).toBe('0727b04efea204453dca36738b3681af93351434ebb3fa2caac2a9a9e12d9686');
  });

  it('refuses a frame of adopters only unless that is acknowledged', async () => {
    const all = csv(
      ',',
      '\n',
      rows.map((row) => ({ ...row, adopted: 'yes' })),
    );
    const adopters = { columns: { ...columns, adopter: 'adopted' } };
    expect(await codeOf(drawSelection(registry(all), request(adopters)))).toMatch(
      /^invalid_request: Every one of the 5000 units is an adopter/,
    );
    const record = await drawSelection(
      registry(all),
      request({ ...adopters, acknowledgeAdoptersOnly: true }),
    );
    expect(record.frame.adoptersOnlyAcknowledged).toBe(true);
  });
});

describe('the same registry in other clothes gives the same draw', () => {
  const wanted = '45404224039e11cb7461418104b9af4c94014eb0deb9186353330593fcc83484';
  const draw = async (source: RegistrySource) =>
    (await drawSelection(source, request({ plan: byStratum }))).selectedSha256;

  it.each([
    ['semicolons', csv(';')],
    ['tabs', csv('\t')],
    ['bars', csv('|')],
    ['CRLF', csv(',', '\r\n')],
    ['CR alone', csv(',', '\r')],
    ['a byte order mark', `\ufeff${csv()}`],
    ['quotes', csv().replaceAll(/^([^,\n]+),/gm, '"$1",')],
    ['spaces around ids', csv().replaceAll(/^(HH-\d+)/gm, ' $1  ')],
    ['NDJSON', rows.map((row) => JSON.stringify({ household_id: row.id, setting: row.setting })).join('\n')],
    [
      'GeoJSON',
      JSON.stringify({
        type: 'FeatureCollection',
        features: rows.map((row) => ({
          type: 'Feature',
          geometry: null,
          properties: { household_id: row.id, setting: row.setting },
        })),
      }),
    ],
  ])('%s', async (_, text) => {
    expect(await draw(registry(text))).toBe(wanted);
  });

  it('UTF-16', async () => {
    expect(
      await draw({ ...memorySource('registry.txt', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')) }),
    ).toBe(wanted);
  });

  it('XLSX', async () => {
    const households = [['household_id', 'setting'], ...rows.map((row) => [row.id, row.setting])];
    const sheets = [
      { name: 'notes', rows: [['nothing']] },
      { name: 'households', rows: households },
    ];
    const bytes = await writeWorkbook(sheets, 0);
    const record = await drawSelection(
      memorySource('registry.xlsx', bytes),
      request({ plan: byStratum, read: { sheet: 'households' } }),
    );
    expect(record.selectedSha256).toBe(wanted);
  });

  it('rows in any order, torn anywhere', async () => {
    const few = rows.filter((_, i) => i % 50 === 0);
    const plan = stratifiedPlan([
      { name: 'urban', size: 12 },
      { name: 'rural', size: 8 },
    ]);
    for (const algorithm of ['sha256-ticket-v1', 'sha256-index-v1'] as const) {
      const { selectedSha256, strata } = await drawSelection(
        registry(csv(',', '\n', few)),
        request({ plan, algorithm }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(few, { minLength: few.length }),
          fc.constantFrom(',', ';', '\t', '|'),
          fc.constantFrom('\n', '\r\n', '\r'),
          fc.array(fc.nat(2500), { maxLength: 6 }),
          async (list, delimiter, newline, cuts) => {
            const again = await drawSelection(
              torn(csv(delimiter, newline, list), cuts),
              request({ plan, algorithm }),
            );
            expect(again.selectedSha256).toBe(selectedSha256);
            expect(again.strata).toEqual(strata);
          },
        ),
        { numRuns: 40 },
      );
    }
  });
});

describe('drawSelection by index and by size', () => {
  it('takes the units at the drawn places of each sorted stratum', async () => {
    const record = await drawSelection(
      registry(csv(',', '\n', [...rows].reverse())),
      request({ algorithm: 'sha256-index-v1', plan: byStratum }),
    );
    const urban = record.strata[0];
    expect(urban?.seed).toBe('20240220/urban');
    expect(urban?.selected.every((unit) => unit.id === rows[(unit.index ?? 0) - 1]?.id)).toBe(true);
    const rural = record.strata[1];
    expect(rural?.selected.every((unit) => unit.id === rows[3000 + (unit.index ?? 0) - 1]?.id)).toBe(true);
    expect(
      new Set(
        record.strata.flatMap((each) => [...each.selected, ...each.replacements]).map((unit) => unit.id),
      ).size,
    ).toBe(435);
  });

  it('draws by size, whatever the order of the rows', async () => {
    const bySize = request({
      algorithm: 'sha256-pps-systematic-v1',
      plan: simplePlan(50),
      columns: { id: 'household_id', size: 'members' },
    });
    const record = await drawSelection(registry(), bySize);
    expect(record.strata[0]?.selected).toHaveLength(50);
    expect(record.systematic?.total).toBe(rows.reduce((sum, row) => sum + row.members, 0));
    const reversed = await drawSelection(registry(csv(',', '\n', [...rows].reverse())), bySize);
    expect(reversed.strata).toEqual(record.strata);
  });
});

describe('what is refused', () => {
  it.each([
    ['too few units', request({ plan: simplePlan(5000, 1) }), /^insufficient_data: the frame has 5000 units/],
    [
      'a short stratum',
      request({
        plan: stratifiedPlan([
          { name: 'urban', size: 3001 },
          { name: 'rural', size: 1 },
        ]),
      }),
      /^insufficient_data: stratum "urban" has 3000/,
    ],
    [
      'a stratum that is not planned',
      request({ plan: stratifiedPlan([{ name: 'urban', size: 1 }]) }),
      /^conflict: .*"rural" \(2000 units\)/,
    ],
    [
      'a plan with a name twice',
      request({
        plan: stratifiedPlan([
          { name: 'urban', size: 1 },
          { name: 'urban', size: 1 },
        ]),
      }),
      /^conflict: The plan names a stratum twice/,
    ],
    ['an empty plan', request({ plan: simplePlan(0) }), /^invalid_request: The plan/],
    [
      'a column that is not there',
      request({ columns: { id: 'HHID' } }),
      /^invalid_request: the registry has no column "HHID"/,
    ],
    [
      'strata without a column',
      request({ plan: byStratum, columns: { id: 'household_id' } }),
      /^invalid_request: columns\.stratum/,
    ],
    [
      'size without a column',
      request({ algorithm: 'sha256-pps-systematic-v1', columns: { id: 'household_id' } }),
      /^invalid_request: columns\.size/,
    ],
  ])('%s', async (_, bad, message) => {
    expect(await codeOf(drawSelection(registry(), bad))).toMatch(message);
  });

  it('duplicate ids, with their lines', async () => {
    const text = `${csv()}HH-00007,urban,yes,3\n HH-00009 ,rural,no,1\n`;
    expect(await codeOf(drawSelection(registry(text), request()))).toBe(
      'conflict: The registry "registry.csv" cannot be drawn from, by its column "household_id": 2 rows with an id that occurs before (lines 5002: HH-00007, 5003: HH-00009).',
    );
  });

  it('a verifiable seed for anything but what was committed to', async () => {
    const frameSha256 = '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743';
    const terms = {
      designId: 'd-1',
      frameSha256,
      plan: simplePlan(420),
      algorithm: 'sha256-ticket-v1',
      source: {
        kind: 'authority',
        authority: 'FOEN',
        reference: 'letter 117',
        publicFrom: '2024-02-18T18:00:00.000Z',
      },
    } as const;
    const value = {
      value: '8461',
      reference: 'letter 117',
      publicAt: '2024-02-18T18:00:00.000Z',
      receivedAt: '2024-02-19T00:00:00.000Z',
    };
    const seed = authoritySeed(commitSelection(terms, Date.parse('2024-02-18T00:00:00Z')), value);
    const record = await drawSelection(registry(), request({ seed }));
    expect(record.seed.origin.trust).toBe('verifiable');
    const seen = [{ by: 'auditor', where: 'the gazette', at: '2024-02-18T12:00:00.000Z' }] as const;
    const verification = await verifySelectionRecord(
      JSON.parse(JSON.stringify(record)),
      registry(),
      {},
      seen,
    );
    expect(verification.verdict).toBe('pass');
    // The same without the day, or with one before the commitment was seen: it is not shown to be older than the value.
    const { publicAt: _, ...undated } = value;
    for (const other of [undated, { ...value, publicAt: '2024-02-18' }]) {
      const late = authoritySeed(commitSelection(terms, Date.parse('2024-02-18T00:00:00Z')), other);
      const drawn = await drawSelection(registry(), request({ seed: late }));
      expect((await verifySelectionRecord(drawn, registry(), {}, seen)).verdict).toBe('unproven');
    }
    expect(await codeOf(drawSelection(registry(), request({ seed, plan: simplePlan(421) })))).toMatch(
      /^conflict: .*the plan differ/,
    );
    expect(await codeOf(drawSelection(registry(csv(',', '\n', rows.slice(1))), request({ seed })))).toMatch(
      /^conflict: .*the frame/,
    );
    expect(await codeOf(drawSelection(registry(), request({ seed, designId: 'd-2' })))).toMatch(
      /^conflict: .*the design/,
    );
  });
});
