import { startTestOracle, type TestClient, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import monitoring from '../monitoring/index.js';
import type { KeptUseReport } from '../monitoring/service.js';
import { generateStoves, longCsv } from '../monitoring/testing/generate-loggers.js';
import sampling from '../sampling/index.js';
import userPreferences from '../user-preferences/index.js';
import vfs from '../vfs/index.js';
import charts from './index.js';
import { pngText, withPngTexts } from './record/png-text.js';

let oracle: TestOracle;
let client: TestClient;
let designId: string;

beforeAll(async () => {
  // The first chart starts the process, on a machine that may be busy.
  oracle = await startTestOracle({
    plugins: [sampling, vfs, monitoring, userPreferences, charts],
    config: { plugins: { charts: { timeoutMs: 12_000 } } },
    script: [],
  });
  client = oracle.owner;
  const made = await client.post('/v1/sampling', {
    projectId: 'did:ixo:project/v',
    population: 1200,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 2.4,
    expectedSD: 0.9,
    dropoutRate: 0.15,
    stratification: {
      enabled: true,
      scope: 'overall',
      strata: [
        { name: 'Höhe <b>', weight: 0.6 },
        { name: '=cmd|A1', weight: 0.4 },
      ],
    },
  });
  if (made.status !== 201) throw new Error(made.text);
  designId = String(made.at('designId'));
}, 60_000);
afterAll(() => oracle?.close());

function bytesOf(answer: { at(path: string): unknown }): Buffer {
  return Buffer.from(String(answer.at('image')).split(',')[1] ?? '', 'base64');
}

/** What comes of a picture that is dropped into the chat. */
async function dropped(png: Uint8Array): Promise<unknown> {
  oracle.model.push(
    { toolCalls: [{ name: 'load_capability', args: { names: ['charts'] } }] },
    { toolCalls: [{ name: 'read_chart', args: {} }] },
    { text: 'Read.' },
  );
  const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const chat = await oracle.chat();
  const turn = await chat.say('What are the numbers?', {
    attachments: [{ name: 'chart.png', mimeType: 'image/png', url }],
  });
  return turn.toolCalls.at(-1)?.output;
}

describe('a chart of a design', () => {
  it('is an SVG with a name, words, its numbers and a dark side, and gives the numbers back', async () => {
    const answer = await client.post(`/v1/charts/designs/${designId}`, { saveAs: '/charts/a.svg' });
    expect(answer.status, answer.text).toBe(200);
    const svg = bytesOf(answer).toString('utf8');
    expect(svg).toMatch(/^<svg[^>]* role="img" aria-labelledby="(c[0-9a-f]{8})-t \1-d"><title id="\1-t">/);
    expect(svg).toContain('Höhe &lt;b&gt;');
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(String(answer.at('alt'))).toContain('in Höhe <b>');

    const read = await client.get('/v1/charts/record?path=/charts/a.svg');
    expect(read.at('intact')).toBe(true);
    expect(read.at('source.designId')).toBe(designId);
    expect(read.at('source.trail.hash')).toMatch(/^[0-9a-f]{64}$/);
    expect(read.at('table')).toEqual(answer.at('table'));
    expect(read.at('table.rows.1.0')).toBe('=cmd|A1');
  });

  it('is a PNG in whose record a changed digit shows', async () => {
    const answer = await client.post(`/v1/charts/designs/${designId}`, { chart: 'precision', format: 'png' });
    const png = bytesOf(answer);
    const record = JSON.parse(pngText(png, 'oracle-chart') ?? '{}');
    expect(record.table).toEqual(answer.at('table'));
    expect(await dropped(png)).toMatchObject({ intact: true, source: { designId }, table: record.table });

    const [first] = record.table.rows;
    first[1] += 0.001;
    const forged = withPngTexts(png, { 'oracle-chart': JSON.stringify(record) });
    expect(await dropped(forged)).toMatchObject({ intact: false });
  });

  it('says what is missing: periods, a draw, a design, files', async () => {
    const draw = (body: object) => client.post(`/v1/charts/designs/${designId}`, body);
    expect(await draw({ chart: 'intervals' })).toMatchObject({ status: 422 });
    expect(await draw({ chart: 'coverage', path: '/nowhere.csv' })).toMatchObject({ status: 422 });
    expect((await client.post('/v1/charts/designs/design-none', {})).status).toBe(404);
    expect((await draw({ saveAs: '/a.png' })).text).toContain('must end in .svg');
  });
});

describe('the week of a report of stove use', () => {
  it('shows the events of each observed hour, of one stove or of all', async () => {
    const begin = Date.UTC(2024, 2, 4) / 1000;
    const [one, two] = generateStoves({ sensors: 2, days: 7, begin, intervalMinutes: 20, seed: 3 });
    if (one === undefined || two === undefined) throw new Error('no stoves');
    const csv = longCsv([
      { ...one, sensor: 'HH-1 wood' },
      { ...two, sensor: 'HH-1 lpg' },
    ]);
    const made = await client.post('/v1/monitoring/stove-use', { csv, timeZone: 'UTC' });
    const report = made.at('') as KeptUseReport;
    const { reportId } = report;
    const drawn = await client.post('/v1/charts', { reportId, stove: 'lpg' });
    expect(drawn.status, drawn.text).toBe(200);
    const slots = report.week.find(({ stove }) => stove === 'lpg')?.slots ?? [];
    const rows = drawn.at('table.rows') as [string, number, number][];
    expect(rows).toHaveLength(168);
    expect(rows.map(([, , rate]) => rate)).toEqual(slots.map((slot) => slot.events / slot.observedHours));
    expect(drawn.at('source')).toEqual({ useReportId: reportId });
    const all = (await client.post('/v1/charts', { reportId })).at('table.rows') as typeof rows;
    expect(all.reduce((sum, [, , rate]) => sum + rate, 0)).toBeCloseTo(
      (one.events.length + two.events.length) / 2,
      1,
    );
    const other = await client.post('/v1/charts', { reportId, stove: 'solar' });
    expect([other.status, other.at('errors.0.field')]).toEqual([400, 'stove']);
    const stranger = oracle.as(['charts', 'monitoring']);
    expect((await stranger.post('/v1/charts', { reportId })).status).toBe(404);
    expect((await oracle.as(['charts']).post('/v1/charts', { reportId })).status).toBe(403);
  });
});

describe('a chart of rows', () => {
  const draw = (body: object) => client.post('/v1/charts', body);
  const rows = [
    { day: '2026-03-02', kg: 2.5, '.odd[name]': 'a' },
    { day: '2026-03-03', kg: null, '.odd[name]': "b'" },
  ];

  it('draws whatever columns are called, and tells columns that there are not', async () => {
    const answer = await draw({ rows, x: '.odd[name]', y: 'kg', series: '.odd[name]' });
    expect(answer.status, answer.text).toBe(200);
    expect(bytesOf(answer).toString('utf8')).toContain("b'");
    const wrong = await draw({ rows, x: 'weight' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Columns: day, kg, .odd[name].');
  });

  it('has its axes and words in the notation of its reader, and the numbers as they are', async () => {
    const reader = oracle.as(['charts']);
    const rows = [
      { day: 'Mon', use: 1500.25 },
      { day: 'Tue', use: 12000 },
    ];
    const drawn = async () => reader.post('/v1/charts', { type: 'bar', x: 'day', y: 'use', rows });
    const plain = await drawn();
    expect(bytesOf(plain).toString('utf8')).toContain('>2,000<');
    expect(plain.at('alt')).toContain('use goes from 1,500.25 to 12,000.');
    await reader.put('/user-preferences', { decimals: 'comma', thousands: 'point' });
    const own = await drawn();
    expect(bytesOf(own).toString('utf8')).toContain('>2.000<');
    // Read in that notation, 12,000 would be twelve.
    expect(own.at('alt')).toContain('use goes from 1.500,25 to 12.000.');
    expect(bytesOf(own).toString('utf8')).toContain('use goes from 1.500,25 to 12.000.</desc>');
    expect(own.at('table')).toEqual(plain.at('table'));
  });

  it('hands the picture to the person and the numbers to the model', async () => {
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['charts'] } }] },
      { toolCalls: [{ name: 'draw_chart', args: { rows, x: 'day', y: 'kg', type: 'line' } }] },
      { text: 'Here.' },
    );
    const turn = await (await oracle.chat()).say('Draw it');
    const artifact = turn.events.find(({ event }) => event === 'artifact')?.data;
    expect(artifact).toMatchObject({ title: 'kg by day', mimeType: 'image/svg+xml' });
    expect(turn.toolCalls.at(-1)?.output).not.toHaveProperty('image');
  });

  it('refuses too many rows, lives through what takes all memory, and draws on', async () => {
    const values = Array.from({ length: 5_001 }, (_, a) => ({ a }));
    expect((await draw({ spec: { data: { values }, mark: 'bar' } })).status).toBe(413);
    expect((await draw({ spec: { data: { url: '/etc/passwd' }, mark: 'bar' } })).status).toBe(400);
    const endless = { field: 'a', type: 'quantitative', axis: { tickCount: 5e8 } };
    const answer = await draw({
      spec: { data: { values: [{ a: 1 }] }, mark: 'point', encoding: { x: endless } },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be drawn');
    expect((await draw({ rows, x: 'day', y: 'kg' })).status).toBe(200);
  }, 90_000);
});
