import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { analysePeriod, type PeriodQuestion } from './analyse-period.js';
import { isDay, periodDays } from './calendar.js';
import { readReadings } from './read-readings.js';
import type { Reading } from './reading.js';

const A = golden.means[0]?.values ?? [];

const reading = (unitId: string, value: number | null, rest: Partial<Reading> = {}): Reading => ({
  unitId,
  date: '2024-02-01',
  value,
  ...rest,
});

const question = (change: Partial<PeriodQuestion>): PeriodQuestion => ({
  from: '2024-01-01',
  to: '2024-03-31',
  readings: A.map((value, i) => reading(`HH-${i}`, value)),
  plan: { population: 200, planned: 15 },
  parameterType: 'mean',
  confidence: 0.95,
  precision: 0.05,
  criticalValue: 't',
  designEffect: 1,
  missRule: 'bound-if-missed',
  ...change,
});

describe('analysis of a period', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it('gives the figures that R gives, with counts and dropout', () => {
    const { pooled, erAdjustment, readings } = analysePeriod(
      question({
        readings: [
          ...A.map((value, i) => reading(`HH-${i}`, value)),
          reading('HH-20', null, { reason: 'refused' }),
          reading('HH-21', null, { reason: 'not found' }),
          reading('HH-22', 9, { date: '2024-04-01' }),
        ],
      }),
      d,
    );
    expect(pooled).toMatchObject({
      planned: 15,
      reached: 13,
      valid: 12,
      dropoutRate: 1 - 12 / 15,
      met: false,
    });
    expect(pooled.reasons).toEqual({ refused: 1, 'not found': 1, 'no record': 1 });
    expect(readings).toEqual({ total: 15, inside: 14, outside: 1 });
    expect(pooled.mean).toBeCloseTo(3.316667, 6);
    expect(pooled.sd).toBeCloseTo(0.744475, 6);
    expect(pooled.estimate?.se).toBeCloseTo(0.208364, 6);
    expect(pooled.estimate?.relativePrecision).toBeCloseTo(0.138273, 6);
    expect(erAdjustment).toMatchObject({ met: false, bound: 'lower', value: pooled.estimate?.lower });
  });

  it('counts nobody as reached of whom nobody was met', () => {
    const reasons = ['refused', 'device lost', 'other', 'not found', 'moved away', 'demolished'] as const;
    const lost = reasons.map((reason, i) => reading(`HH-${20 + i}`, null, { reason }));
    const readings = [...A.slice(0, 9).map((value, i) => reading(`HH-${i}`, value)), ...lost];
    expect(analysePeriod(question({ readings }), d).pooled).toMatchObject({ reached: 12, valid: 9 });
  });

  it('counts a household once, however many readings it has', () => {
    const readings = A.flatMap((value, i) => [reading(`HH-${i}`, value - 1), reading(`HH-${i}`, value + 1)]);
    const { pooled, warnings } = analysePeriod(question({ readings }), d);
    expect(pooled.valid).toBe(12);
    expect(pooled.sd).toBeCloseTo(0.744475, 6);
    expect(warnings).toContain('12 units have several readings; each unit counts once, with its mean.');
  });

  it('pools strata by population and tells each one’s precision', () => {
    const readings = ['urban', 'rural'].flatMap((stratum, h) =>
      A.map((value, i) => reading(`${stratum}-${i}`, value + h, { stratum })),
    );
    const strata = [
      { name: 'Urban', population: 3000, planned: 15 },
      { name: 'rural', population: 1000, planned: 12 },
    ];
    const result = analysePeriod(question({ readings, plan: { population: 4000, planned: 27, strata } }), d);
    expect(result.pooled.mean).toBeCloseTo(3.316667 + 0.25, 6);
    expect(result.pooled.estimate?.df).toBe(22);
    const variance = (W: number, N: number) => (W * 0.744475) ** 2 * ((1 - 12 / N) / 12);
    expect(result.pooled.estimate?.se).toBeCloseTo(Math.sqrt(variance(0.75, 3000) + variance(0.25, 1000)), 6);
    expect(result.strata?.map(({ name, valid, dropoutRate }) => [name, valid, dropoutRate])).toEqual([
      ['Urban', 12, expect.closeTo(0.2, 12)],
      ['rural', 12, 0],
    ]);
  });

  it('gives no pooled estimate while a stratum has one unit', () => {
    const readings = [
      reading('a', 1, { stratum: 'urban' }),
      reading('b', 2, { stratum: 'urban' }),
      reading('c', 3, { stratum: 'rural' }),
    ];
    const strata = [
      { name: 'urban', population: 10, planned: 2 },
      { name: 'rural', population: 10, planned: 2 },
    ];
    const { pooled, warnings } = analysePeriod(
      question({ readings, plan: { population: 20, planned: 4, strata } }),
      d,
    );
    expect(pooled).toMatchObject({ estimate: null, mean: null, met: false });
    expect(warnings).toContain('Stratum rural has 1 valid units: no pooled estimate without at least 2.');
  });

  it('judges a proportion of 30 of 30 by its score interval, which has a width', () => {
    const readings = Array.from({ length: 30 }, (_, i) => reading(`HH-${i}`, 1));
    const { pooled } = analysePeriod(
      question({ readings, parameterType: 'proportion', plan: { population: 1e9, planned: 30 } }),
      d,
    );
    expect(pooled.scoreInterval?.lower).toBeCloseTo(0.886487, 6);
    expect(pooled.met).toBe(false);
  });

  it('takes a share outside 0..1 for invalid', () => {
    const { pooled } = analysePeriod(
      question({
        readings: [reading('a', 1), reading('b', 0), reading('c', 17)],
        parameterType: 'proportion',
      }),
      d,
    );
    expect(pooled.valid).toBe(2);
    expect(pooled.reasons['invalid value']).toBe(1);
  });

  it('says of parts of a yes that they are none of the answers of a proportion', () => {
    const readings = [reading('a', 1), reading('b', 0), reading('c', 0.7), reading('d', 1)];
    const said = (parameterType: 'mean' | 'proportion') =>
      analysePeriod(question({ readings, parameterType }), d).warnings.filter((each) =>
        each.includes('neither 0'),
      );
    expect(said('proportion')).toEqual([
      expect.stringMatching(
        /^1 values are neither 0 nor 1 \(c on [\d-]{10}: 0\.7\), though the design is of a share/,
      ),
    ]);
    expect(said('mean')).toEqual([]);
  });

  it('flags far values and keeps them', () => {
    const { outliers, withoutOutliers, pooled } = analysePeriod(
      question({ readings: [...A, 30].map((value, i) => reading(`HH-${i}`, value)) }),
      d,
    );
    expect(outliers.map(({ unitId }) => unitId)).toEqual(['HH-12']);
    expect(pooled.valid).toBe(13);
    expect(withoutOutliers?.n).toBe(12);
  });

  it('flags no value of a share: where most say yes, every no would be far', () => {
    const readings = Array.from({ length: 50 }, (_, i) => reading(`HH-${i}`, i < 45 ? 1 : 0));
    const { outliers, withoutOutliers } = analysePeriod(
      question({ parameterType: 'proportion', readings }),
      d,
    );
    expect(outliers).toEqual([]);
    expect(withoutOutliers).toBeNull();
  });

  it('reconciles counts: more units than planned is said', () => {
    const { pooled, warnings } = analysePeriod(question({ plan: { population: 200, planned: 10 } }), d);
    expect(pooled.dropoutRate).toBe(0);
    expect(warnings).toContain('12 units have records, but 10 were planned: reconcile the counts.');
  });

  it('is a census when all units are valid: no error is left', () => {
    const { pooled } = analysePeriod(question({ plan: { population: 12, planned: 12 } }), d);
    expect(pooled.estimate).toMatchObject({ se: 0, relativePrecision: 0 });
    expect(pooled.met).toBe(true);
  });

  it('refuses a period without a valid reading, with 422', () => {
    const empty = question({ from: '2025-01-01', to: '2025-03-31' });
    expect(() => analysePeriod(empty, d)).toThrowError(
      expect.objectContaining({
        code: 'insufficient_data',
        status: 422,
        hint: '12 readings lie outside these days.',
      }),
    );
  });

  it('lists every fault of days and rows at once', () => {
    const bad = question({
      from: '2024-02-30',
      to: 'soon',
      readings: [
        reading('', 1),
        reading('b', 1, { date: '01/02/2024' }),
        reading('c', 1, { stratum: 'coast' }),
      ],
      plan: { population: 9, planned: 3, strata: [{ name: 'urban', population: 9, planned: 3 }] },
    });
    try {
      analysePeriod(bad, d);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_request' });
      expect((error as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
        'from',
        'to',
        'readings.0.unitId',
        'readings.0.stratum',
        'readings.1.date',
        'readings.1.stratum',
        'readings.2.stratum',
      ]);
    }
  });

  it('looks at each of many readings a few times, however many there are', () => {
    const looksAt = (count: number) => {
      let looks = 0;
      const counting: ProxyHandler<Reading> = {
        get(target, key) {
          looks += 1;
          return Reflect.get(target, key);
        },
      };
      const readings = Array.from(
        { length: count },
        (_, i) => new Proxy(reading(`HH-${i % (count / 20)}`, 1 + (i % 7)), counting),
      );
      const plan = { population: 50_000, planned: count / 20 };
      expect(analysePeriod(question({ readings, plan }), d).pooled.valid).toBe(count / 20);
      return looks;
    };
    expect(looksAt(20_000)).toBe(10 * looksAt(2_000));
  });
});

describe('readings from CSV', () => {
  it('reads a byte order mark, semicolons, decimal commas, quotes and field words', async () => {
    const csv =
      '\uFEFFHousehold ID;Date;Hours;Region;Status\r\nHH-001;2024-01-05;3,5;urban;ok\r\n"HH;2";2024-01-06;;rural;refused visit\r\n 007 ;2024-01-07T09:00;2;rural;\r\n';
    const { readings, read } = await readReadings(csv);
    expect(read.columns).toEqual({
      unitId: 'Household ID',
      date: 'Date',
      value: 'Hours',
      stratum: 'Region',
      status: 'Status',
    });
    expect(readings).toEqual([
      { unitId: 'HH-001', date: '2024-01-05', value: 3.5, stratum: 'urban', reason: undefined },
      { unitId: 'HH;2', date: '2024-01-06', value: null, stratum: 'rural', reason: 'refused' },
      { unitId: '007', date: '2024-01-07', value: 2, stratum: 'rural', reason: undefined },
    ]);
  });

  it('reads yes and no as a share, and refuses other text with its line', async () => {
    const csv = 'id,date,in_use\na,2024-01-01,yes\nb,2024-01-01,No\nc,2024-01-01,\n';
    const { readings } = await readReadings(csv, { columns: { value: 'in_use' } });
    expect(readings.map(({ value, reason }) => [value, reason])).toEqual([
      [1, undefined],
      [0, undefined],
      [null, 'invalid value'],
    ]);
    await expect(readReadings(`${csv}d,2024-01-01,1e\n`)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [
        { field: 'csv', message: expect.stringContaining('line 5, column "in_use": "1e" is no number') },
      ],
    });
  });

  it('reads bytes in any pieces as it reads the whole', async () => {
    const row = fc.tuple(
      fc.constantFrom('HH-1', ' ü ', 'a,b', 'say "x"'),
      fc.constantFrom('2024-02-01', ' 2024-03-01T10:00'),
      fc.constantFrom('3,5', '2,25', '4', ''),
      fc.constantFrom('', 'ok', 'refused'),
      fc.constantFrom('', 'two\nlines', 'a,b', 'x "y"'),
    );
    const rows = fc.array(row, { maxLength: 30 });
    // Beyond what the delimiter is guessed from, pieces end anywhere.
    const padding = ['HH-0', '2024-01-01', '1', '', 'x'.repeat(70_000)] as const;
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (few, delimiter, newline, size, long) => {
          const cells = long ? [padding, ...few] : few;
          const quoted = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`));
          const csv = [['id', 'date', 'value', 'status', 'note'], ...quoted]
            .map((row) => row.join(delimiter) + newline)
            .join('');
          const bytes = Buffer.from(`\uFEFF${csv}`, 'utf8');
          async function* pieces() {
            const step = long ? 97 * size : size;
            for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
          }
          const whole = await readReadings(csv);
          expect(whole.readings.length).toBe(cells.length);
          expect(await readReadings(pieces())).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('loses no reading behind a quote that never closes', async () => {
    const csv = 'id,date,value\na,2024-01-01,1\n"b,2024-01-01,2\nc,2024-01-01,3\n';
    await expect(readReadings(csv)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('never closes'),
      errors: [{ field: 'csv' }],
    });
  });

  it('refuses bytes that are no text', async () => {
    async function* bytes() {
      yield Buffer.from('id,date,value\n');
      yield Buffer.from([0xff, 0xe9, 0x0a]);
    }
    await expect(readReadings(bytes())).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('says which columns it cannot find, and which there are', async () => {
    await expect(readReadings('house,when\n1,2\n', { columns: { date: 'when' } })).rejects.toMatchObject({
      code: 'invalid_request',
      detail: 'The readings have no column for unitId, value. Its columns are: house, when.',
      errors: [{ field: 'unitColumn' }, { field: 'valueColumn' }],
    });
  });
});

describe('days and periods', () => {
  it('knows real days', () => {
    expect([isDay('2024-02-29'), isDay('2023-02-29'), isDay('2024-2-1'), isDay('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['2024-Q1', '2024-01-01', '2024-03-31'],
    ['2024-Q4', '2024-10-01', '2024-12-31'],
    ['2024-H2', '2024-07-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2023', '2023-01-01', '2023-12-31'],
  ])('%s runs from %s to %s', (label, from, to) => {
    expect(periodDays(label)).toEqual({ from, to });
  });

  it.each(['2024-Q5', '2024-13', 'Q1-2024', '24', ''])('%s is no period', (label) => {
    expect(periodDays(label)).toBeUndefined();
  });
});
