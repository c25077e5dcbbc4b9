import { writeWorkbook } from 'oracle-runtime/kit';
import { startTestOracle, type TestAnswer, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sampling from '../sampling/index.js';
import { verifyTrail } from '../sampling/trail/verify-trail.js';
import vfs from '../vfs/index.js';
import monitoring from './index.js';
import type { UseReport } from './service.js';
import { type DrawnDesign, drawnDesign } from './testing/drawn-design.js';
import { type GeneratedStove, generateStoves, longCsv, stampOf } from './testing/generate-loggers.js';

const DAY = 86_400_000;
const FEBRUARY = Date.UTC(2024, 1, 10, 12);
const BEGIN = Date.UTC(2024, 2, 1) / 1000;
const MARCH = { from: '2024-03-01', to: '2024-03-20' };
const stoves = [...generateStoves({ sensors: 60, days: 20, begin: BEGIN, intervalMinutes: 20, seed: 7 })];
/** The draw is of later than the data. */
const BEFORE_DRAW = { reason: 'The loggers ran before the draw.' };
const useDaysOf = ({ events }: GeneratedStove) =>
  new Set(events.map(({ start }) => Math.floor(start / 86_400))).size;

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  let passed = 0;
  oracle = await startTestOracle({
    plugins: [sampling, vfs, monitoring],
    clock: { now: () => FEBRUARY + passed },
  });
  client = oracle.as(['monitoring', 'sampling', 'fs/write', 'fs/read']);
  design = await drawHomes();
  seal = await client.post('/v1/monitoring/seals', {
    designId: design.designId,
    settings: { threshold: 12 },
  });
  passed = 60 * DAY;
});
afterAll(() => oracle.close());

let design: DrawnDesign;
let seal: TestAnswer;

const drawHomes = () =>
  drawnDesign(
    client,
    stoves.map(({ sensor }) => sensor),
  );

async function analysed(body: object): Promise<UseReport & { reportId: string }> {
  const answer = await client.post('/v1/monitoring/stove-use', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.at('') as UseReport & { reportId: string };
}

describe('stove use', () => {
  it('of a folder passes over what holds no reading, and names it', async () => {
    const put = (name: string, text: string) =>
      client.post(`/api/fs/files?path=/march/${name}`, text, { 'Content-Type': 'text/csv' });
    await put('readme.txt', 'The loggers of March.\nAsk Amina.\n');
    await put('empty.csv', '\n');
    const none = await client.post('/v1/monitoring/stove-use', { path: '/march', timeZone: 'UTC' });
    expect([none.status, none.at('errors.0.message'), none.at('errors.1.message')]).toEqual([
      400,
      "'/march/empty.csv' is empty",
      expect.stringContaining("'/march/readme.txt' has no row"),
    ]);
    await put('loggers.csv', longCsv(stoves.slice(0, 2)));
    const report = await analysed({ path: '/march', timeZone: 'UTC' });
    expect(report.files.map(({ file }) => file)).toEqual(['/march/loggers.csv']);
    expect(report.passedOver?.map(({ file }) => file)).toEqual(['/march/empty.csv', '/march/readme.txt']);
    expect(report.warnings.join()).toContain(
      '2 file(s) hold no reading and are passed over: /march/empty.csv',
    );
    const preview = await client.post('/v1/monitoring/preview', { path: '/march' });
    expect(preview.at('passedOver')).toHaveLength(2);
  });

  it('is told from a workbook as from the text that it holds, and from a folder of both', async () => {
    const own = stoves.slice(0, 2);
    const csv = longCsv(own);
    const [head = '', ...lines] = csv.trim().split('\n');
    const rows = lines.map((line) =>
      line.split(',').map((cell) => (/^-?[\d.]+$/.test(cell) ? Number(cell) : cell)),
    );
    const book = await writeWorkbook(
      [{ name: 'March', rows: [['Loggers of March'], head.split(','), ...rows] }],
      0,
    );
    await client.post('/api/fs/files?path=/books/march.xlsx', new Uint8Array(book), {
      'Content-Type': 'application/octet-stream',
    });
    const [text, sheet] = [
      await analysed({ csv, timeZone: 'UTC' }),
      await analysed({ path: '/books', timeZone: 'UTC' }),
    ];
    expect(sheet.stoves).toEqual(text.stoves);
    expect(sheet.files[0]).toMatchObject({
      file: '/books/march.xlsx',
      firstLine: 3,
      readings: text.readings,
    });
  });

  it('of times that are all to come is refused with the reason', async () => {
    const csv = 'time,sensor,temperature\n2031-03-01 10:00,HH-1,25\n2031-03-01 10:20,HH-1,60\n';
    const refused = await client.post('/v1/monitoring/stove-use', { csv, timeZone: 'UTC' });
    expect([refused.status, refused.at('detail')]).toEqual([
      422,
      expect.stringContaining('All 2 readings have a time before 2005 or to come'),
    ]);
  });

  it('is told from a logger file as it was generated, with its band and bounds', async () => {
    const own = stoves.slice(0, 6);
    const report = await analysed({ csv: longCsv(own), timeZone: 'UTC' });
    const useDays = own.reduce((sum, stove) => sum + useDaysOf(stove), 0);
    expect(report).toMatchObject({
      ...MARCH,
      readings: 6 * 20 * 72,
      designId: null,
      sealed: null,
      stoves: [{ useDays, observedDays: 120, expectedDays: 120, households: 6, missing: { days: 0 } }],
      warnings: [],
    });
    const [stove] = report.stoves;
    expect(stove?.usage?.mean).toBeCloseTo(useDays / 120, 12);
    expect(stove?.band.map(({ settings }) => settings)).toEqual([
      'declared',
      'threshold - 5 °C',
      'threshold + 5 °C',
      'gap x 0.5',
      'gap x 2',
    ]);
    expect(stove?.months).toEqual([{ month: '2024-03', useDays, observedDays: 120, rate: useDays / 120 }]);
    const events = await client.get(`/v1/monitoring/stove-use/${report.reportId}/events`);
    expect(events.text.split('\r\n')).toHaveLength(
      own.reduce((sum, { events: all }) => sum + all.length, 0) + 2,
    );
    const read = await client.get(`/v1/monitoring/stove-use/${report.reportId}`);
    expect(read.at('stoves')).toEqual(report.stoves);
    expect(
      (await oracle.as(['monitoring'], { name: 'other' }).get(`/v1/monitoring/stove-use/${report.reportId}`))
        .status,
    ).toBe(404);
  });

  it('warns of readings that are too far apart to show use, and calls no such day one without', async () => {
    const every = (rows: number) =>
      longCsv(
        stoves.slice(0, 6).map((stove) => ({
          ...stove,
          seconds: stove.seconds.filter((_, i) => i % rows === 0),
          celsius: stove.celsius.filter((_, i) => i % rows === 0),
        })),
      );
    const hourly = await analysed({ csv: every(3), timeZone: 'UTC' });
    const useDays = stoves.slice(0, 6).reduce((sum, stove) => sum + useDaysOf(stove), 0);
    expect(hourly.stoves[0]?.usage?.mean).toBeCloseTo(useDays / 120, 1);
    expect(hourly.warnings).toContainEqual(expect.stringContaining('can be lit and cold again'));
    const seldom = await analysed({ csv: every(6), timeZone: 'UTC' });
    expect(seldom.stoves[0]).toMatchObject({ observedDays: 0, usage: null });
    expect(seldom.warnings).toContainEqual(expect.stringContaining('less often than every 60 minutes'));
    for (const other of [(celsius: number) => celsius + 273.15, (celsius: number) => celsius * 1.8 + 32]) {
      const own = stoves.slice(0, 2).map((stove) => ({ ...stove, celsius: stove.celsius.map(other) }));
      const { warnings } = await analysed({ csv: longCsv(own), timeZone: 'UTC' });
      expect(warnings).toContainEqual(expect.stringContaining('look whether their values are °C'));
    }
  });

  it('counts a day that lacks samples as unobserved, and bounds what it may have been', async () => {
    const [stove] = stoves;
    if (stove === undefined) throw new Error('There are stoves.');
    // Of the third day a fifth is gone, of the fourth a twentieth.
    const rows = stove.seconds.flatMap((at, i) => {
      const day = Math.floor((at - BEGIN) / 86_400);
      const ofDay = ((at - BEGIN) % 86_400) / 86_400;
      return (day === 2 && ofDay < 0.2) || (day === 3 && ofDay < 0.05)
        ? []
        : [`${stampOf(at)},${stove.celsius[i]}`];
    });
    const report = await analysed({ csv: `time,temp\n${rows.join('\n')}\n`, timeZone: 'UTC' });
    const [of] = report.stoves;
    expect(of).toMatchObject({ observedDays: 19, expectedDays: 20, usage: null, missing: { days: 1 } });
    expect(of?.missing.rateIfUnused).toBeCloseTo((of?.useDays ?? 0) / 20, 12);
    expect(of?.missing.rateIfUsed).toBeCloseTo(((of?.useDays ?? 0) + 1) / 20, 12);
    expect(report.sensors[0]?.gaps).toEqual({ count: 2, hours: 6.3, longestHours: 5 });
  });

  it('says which devices were stuck, stopped, or gave what no stove gives', async () => {
    const at = (i: number) => stampOf(BEGIN + i * 1200);
    const n = 20 * 72;
    const rows = Array.from({ length: n }, (_, i) => [
      ...(i < n / 2 ? [`stopped,${at(i)},${20 + (i % 7)}`] : []),
      `stuck,${at(i)},${i < 5 * 72 ? 20 + (i % 7) : 61.5}`,
      `wild,${at(i)},${i === 100 ? -127 : i === 101 ? 1500 : 20 + (i % 7)}`,
    ]).flat();
    const report = await analysed({ csv: `sensor,time,temp\n${rows.join('\n')}\n`, timeZone: 'UTC' });
    const of = (sensor: string) => report.sensors.find((each) => each.sensor === sensor);
    expect(of('stopped')).toMatchObject({
      observedDays: 10,
      states: [{ state: 'stopped', from: '2024-03-11', to: '2024-03-20' }],
    });
    expect(of('stuck')).toMatchObject({
      observedDays: 5,
      states: [{ state: 'stuck', from: '2024-03-06', to: '2024-03-20' }],
    });
    expect(of('wild')?.outliers).toMatchObject({
      count: 2,
      examples: [{ celsius: -127 }, { celsius: 1500 }],
    });
    expect(report.warnings.join('\n')).toMatch(/stuck or flat[\s\S]*stopped before[\s\S]*no stove gives/);
  });

  it('tells stacking in homes with two stoves', async () => {
    const pairs = stoves.slice(0, 4);
    const named = pairs.map((stove, i) => ({
      ...stove,
      sensor: `${i < 2 ? 'HH-1' : 'HH-2'} ${i % 2 ? 'lpg' : 'wood'}`,
    }));
    const report = await analysed({ csv: longCsv(named), timeZone: 'UTC' });
    expect(report.stoves.map(({ stove }) => stove).sort()).toEqual(['lpg', 'wood']);
    const days = (which: number) =>
      new Set(pairs[which]?.events.map(({ start }) => Math.floor(start / 86_400)));
    const both = [0, 2].reduce(
      (sum, i) => sum + [...days(i)].filter((day) => days(i + 1).has(day)).length,
      0,
    );
    expect(report.stacking).toMatchObject({ days: 40, several: both });
    const { several, none, alone } = report.stacking ?? { several: 0, none: 0, alone: {} };
    expect(several + none + Object.values(alone).reduce((a, b) => a + b)).toBe(40);
  });
});

describe('files', () => {
  it('are read from a folder, with a list that says which sensor is where', async () => {
    const put = (path: string, text: string) =>
      client.post(`/api/fs/files?path=${encodeURIComponent(path)}`, text, { 'Content-Type': 'text/csv' });
    for (const [i, stove] of stoves.slice(0, 3).entries()) {
      const rows = stove.seconds.map((at, k) => `${at},${stove.celsius[k]}`).join('\n');
      expect((await put(`/loggers/S${i}.csv`, `time,temp\n${rows}\n`)).status).toBe(201);
    }
    expect(
      (
        await put(
          '/sensors.csv',
          'sensor;household;stove;stratum\nS0;HH-A;wood;hill\nS1;HH-B;wood;hill\nS2;HH-C;wood;=shore\n',
        )
      ).status,
    ).toBe(201);
    const report = await analysed({ path: '/loggers', sensorsPath: '/sensors.csv', timeZone: 'UTC' });
    expect(report.files.map(({ file }) => file)).toEqual([
      '/loggers/S0.csv',
      '/loggers/S1.csv',
      '/loggers/S2.csv',
    ]);
    expect(report.households.map(({ household, stratum }) => [household, stratum])).toEqual([
      ['HH-A', 'hill'],
      ['HH-B', 'hill'],
      ['HH-C', '=shore'],
    ]);
    expect(report.stoves[0]?.strata.map(({ stratum, usage }) => [stratum, usage === null])).toEqual([
      ['=shore', true],
      ['hill', false],
    ]);
    const none = await client.post('/v1/monitoring/stove-use', { path: '/nothing' });
    expect([none.status, none.at('code')]).toEqual([404, 'not_found']);
    expect(
      (await oracle.as(['monitoring']).post('/v1/monitoring/stove-use', { path: '/loggers' })).status,
    ).toBe(403);
  });

  it('are uploaded as they are', async () => {
    const answer = await client.post(
      '/v1/monitoring/readings?timeZone=UTC&name=a.csv',
      longCsv(stoves.slice(0, 2)),
      {
        'Content-Type': 'text/csv',
      },
    );
    expect(answer.status, answer.text).toBe(201);
    expect(answer.at('files')).toMatchObject([{ file: 'a.csv', shape: 'long' }]);
    expect((await client.post('/v1/monitoring/readings', '')).status).toBe(400);
  });

  it('that bring formulas give none back', async () => {
    const [stove] = stoves;
    const named = stove === undefined ? [] : [{ ...stove, sensor: '=HYPERLINK("http://x")' }];
    const report = await analysed({
      csv: longCsv(named).replaceAll('=HYPERLINK("http://x")', '"=HYPERLINK(x)"'),
    });
    expect(report.sensors[0]?.sensor).toBe('=HYPERLINK(x)');
    const { text } = await client.get(`/v1/monitoring/stove-use/${report.reportId}/events`);
    expect(text.split('\r\n')[1]).toMatch(/^'=HYPERLINK/);
  });

  it('are shown before they are analysed', async () => {
    const answer = await client.post('/v1/monitoring/preview', { csv: longCsv(stoves.slice(0, 2)) });
    expect(answer.at('')).toMatchObject({
      readings: 2880,
      from: '2024-03-01T00:00:00.000Z',
      sensors: { count: 2, first: [{ sensor: 'HH-0001', readings: 1440 }, { sensor: 'HH-0002' }] },
    });
  });
});

describe('a sealed protocol', () => {
  it('stands in the trail of the design before there are data', async () => {
    expect(seal.status, seal.text).toBe(201);
    expect(seal.at('')).toMatchObject({ seal: 1, analysesBefore: 0, settings: { wood: { threshold: 12 } } });
    const trail = await client.get(`/v1/sampling/${design.designId}/trail`);
    const texts = (trail.at('entries') as { text: string }[]).map(
      ({ text }) => JSON.parse(text) as { kind: string },
    );
    expect(texts).toContainEqual(
      expect.objectContaining({ kind: 'sealed', protocol: 'stove use', sha256: seal.at('sha256') }),
    );
    const shown = await client.get(`/v1/monitoring/detection?designId=${design.designId}`);
    expect(shown.at('sealed')).toMatchObject({ seal: 1, sha256: seal.at('sha256') });
  });

  it('is what the design is analysed by, and the result is held against the draw', async () => {
    const homes = new Set(design.drawn);
    const own = stoves.filter(({ sensor }) => homes.has(sensor));
    const others = stoves.filter(({ sensor }) => !homes.has(sensor)).slice(0, 2);
    // One drawn home has no sensor.
    const csv = longCsv([...own.slice(1), ...others]);
    const body = { csv, timeZone: 'UTC', designId: design.designId, ...MARCH };
    const refused = await client.post('/v1/monitoring/stove-use', { ...body, settings: { threshold: 20 } });
    expect([refused.status, refused.at('errors')]).toEqual([
      409,
      [{ field: 'settings', message: 'are sealed' }],
    ]);
    const report = await analysed(body);
    expect(report.sealed).toMatchObject({ seal: 1, sha256: seal.at('sha256'), beforeData: true });
    expect(report.draw).toMatchObject({
      selectionId: design.selectionId,
      drawn: own.length,
      monitored: own.length - 1,
      without: { count: 1, examples: [own[0]?.sensor] },
      notDrawn: { count: others.length },
    });
    const shares = own.slice(1).map((stove) => useDaysOf(stove) / 20);
    const mean = shares.reduce((a, b) => a + b) / shares.length;
    expect(report.period).toMatchObject({ value: 'share of days with use', n: own.length - 1 });
    expect(report.period?.mean).toBeCloseTo(mean, 9);
    const period = await client.get(`/v1/sampling/periods/${report.period?.periodId}`);
    expect(period.at('pooled.mean')).toBeCloseTo(mean, 9);
    const listed = await client.get(`/v1/monitoring/stove-use?designId=${design.designId}`);
    expect(listed.at('items')).toMatchObject([{ reportId: report.reportId, sealed: true }]);
  });

  it('is changed for a reason alone, and that says that there were data', async () => {
    const again = { designId: design.designId, settings: { threshold: 25 } };
    expect((await client.post('/v1/monitoring/seals', again)).status).toBe(409);
    const changed = await client.post('/v1/monitoring/seals', { ...again, reason: 'the sensor sits closer' });
    expect(changed.at('')).toMatchObject({ seal: 2, analysesBefore: 1 });
    const trail = await client.get(`/v1/sampling/${design.designId}/trail`);
    expect(JSON.stringify(trail.at('marks'))).toMatch(
      /Seal 2 of the protocol of stove use.*was sealed after 1 analysed/,
    );
  });
});

describe('settings that were not fixed before the data', () => {
  const others = { threshold: 5, slope: 0, minimumMinutes: 0 };
  const marksOf = async ({ designId }: { designId: string }) => {
    const trail = await client.get(`/v1/sampling/${designId}/trail`);
    const { marks, checks } = await verifyTrail(trail.json);
    return [...marks.map(({ mark }) => mark), ...checks.map(({ detail }) => detail)].join('\n');
  };
  const csvOf = (own: DrawnDesign) => longCsv(stoves.filter(({ sensor }) => own.drawn.includes(sensor)));

  it('are marked in the trail, with where they differ from the defaults', async () => {
    const own = await drawHomes();
    const body = { csv: csvOf(own), timeZone: 'UTC', designId: own.designId, ...MARCH, ...BEFORE_DRAW };
    await analysed({ ...body, settings: others });
    const told = await marksOf(own);
    expect(told).toContain(
      'The settings of stove use were not sealed before the data: whoever chose them could know results. They differ from the defaults: other: threshold 5 °C (15), slope 0 °C a minute (0.5), minimumMinutes 0 minutes at least (10)',
    );
    expect(told).toMatch(
      /; values of the stove ".+", days by the clock of UTC; settings of stove use: .*threshold 5 .*, hash [0-9a-f]{64}, which no seal before it fixes/,
    );
  });

  it('are marked when they were tried without the design and sealed afterwards', async () => {
    const own = await drawHomes();
    const csv = csvOf(own);
    await analysed({ csv, timeZone: 'UTC', ...MARCH });
    await analysed({ csv, timeZone: 'UTC', ...MARCH, settings: others });
    const sealed = await client.post('/v1/monitoring/seals', { designId: own.designId, settings: others });
    expect(sealed.at('warnings')).toEqual([
      expect.stringMatching(/^Loggers of drawn homes were analysed \d+ time\(s\) before this seal/),
    ]);
    await analysed({ csv, timeZone: 'UTC', designId: own.designId, ...MARCH, ...BEFORE_DRAW });
    const told = await marksOf(own);
    expect(told).toMatch(
      /Seal 1 of the settings of stove use is of 2024-04-\S+, after the first reading, of 2024-03-01T00:00:00\.000Z: whoever sealed them could know data\. They differ/,
    );
    expect(told).toMatch(/analysed \d+ time\(s\) before beside this design, \d+ of them with other settings/);
  });

  it('are not marked when they were sealed before the first reading, as they stand in the note of the analysis', async () => {
    const told = await marksOf(design);
    expect(told).not.toContain('could know data');
    expect(told).not.toContain('before beside this design');
    expect(told).toMatch(/threshold 12 °C \(15\).*, hash [0-9a-f]{64}, sealed on 2024-02-10/);
  });
});

describe('a kitchen performance test', () => {
  const rows = (stove: string, kg: readonly number[]) =>
    kg.flatMap((each, home) =>
      [1, 2, 3].map((day) => `HH-${home},2024-03-0${day},${stove},wood,${each * 4},4`),
    );
  const csv = [
    'household,date,stove,fuel,kg,persons',
    ...rows('baseline', [7.1, 6.4, 8.2, 5.9, 7.7, 6.8, 9, 7.3, 6.1, 8.4]),
    ...rows('project', [4.2, 3.9, 5.1, 4.4, 4, 4.6, 5.8, 3.7, 4.1, 5.2]),
  ].join('\n');

  it('gives the saving that R gives for the same homes', async () => {
    const answer = await client.post('/v1/monitoring/kitchen-tests', { csv, confidence: 0.95 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.at('design')).toBe('paired');
    expect(answer.at('saving.difference')).toBeCloseTo(2.79, 9);
    expect(answer.at('saving.lower')).toBeCloseTo(2.27586, 5);
    expect(answer.at('saving.upper')).toBeCloseTo(3.30414, 5);
  });

  it('takes what was there before and after, a decimal comma and moisture in percent', async () => {
    const wet = csv
      .split('\n')
      .map((line, i) => {
        const [home, date, stove, fuel, kg = '', persons] = line.split(',');
        return i === 0
          ? 'Household;Date;Stove;Fuel;Start kg;End kg;Persons;Moisture %'
          : [
              home,
              date,
              stove,
              fuel,
              String(Number(kg) / 0.8 + 1).replace('.', ','),
              '1',
              persons,
              '20',
            ].join(';');
      })
      .join('\r\n');
    const answer = await client.post('/v1/monitoring/kitchen-tests', { csv: wet });
    expect(answer.at('saving.difference')).toBeCloseTo(2.79, 9);
  });

  it.each([
    ['', 'the file is empty'],
    ['household,stove,persons\nA,baseline,4', 'no column of the fuel burnt'],
    ['household,stove,kg,persons\nA,solar,1,4', "Line 2: 'solar' is neither"],
    ['household,date,stove,fuel,kg,persons\nA,2024-03-01,baseline,charcoal,1,4', "is needed for 'charcoal'"],
    ['household,stove,kg,persons\nA,baseline,a lot,4', "Line 2: 'a lot' is no number"],
    ['household,stove,kg,persons\nA,baseline,1,0', 'Line 2: 0 persons'],
  ])('refuses %j with its line', async (text, words) => {
    const answer = await client.post('/v1/monitoring/kitchen-tests', { csv: text });
    expect([answer.status, answer.at('detail')]).toEqual([400, expect.stringContaining(words)]);
  });
});
