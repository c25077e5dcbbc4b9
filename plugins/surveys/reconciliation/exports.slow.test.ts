import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawArchive, rawParts } from '../../sampling/registry/xlsx/testing/raw-workbook.js';
import type { Client, SamplingApp } from '../../sampling/testing/sampling-app.js';
import { type DrawnDesign, drawnDesign, SURVEY_SCOPES, startSurveysApp } from '../testing/surveys-app.js';

let app: SamplingApp;
let ana: Client;
let drawn: DrawnDesign;
beforeAll(async () => {
  app = await startSurveysApp();
  ana = await app.client('ana', SURVEY_SCOPES);
  drawn = await drawnDesign(ana);
});
afterAll(() => app.close());

const progress = (csv: string, more: object = {}) =>
  ana.post('/v1/surveys/progress', { designId: drawn.designId, csv, ...more });

/** Answers of four households: two values, a refusal, and one that was not drawn. */
const rows = () =>
  [
    [drawn.selected[0], 'completed', '5'],
    [drawn.selected[1], 'completed', '0'],
    [drawn.selected[2], 'refused', ''],
    ['HH-999', 'completed', '3'],
  ].map(([household = '', status = '', value = ''], at) => ({ household, status, value, id: `uuid:${at}` }));

const EXPECTED = () => ({
  planned: drawn.selected.length,
  reached: 3,
  valid: 2,
  refused: 1,
  neverAsked: drawn.selected.length - 3,
  notDrawn: ['HH-999'],
});

describe('exports of the form', () => {
  it('of ODK Central as CSV are held against the draw', async () => {
    const header =
      'SubmissionDate,start,end,today,household,stratum,found,consent,status,interview-has_stove,interview-days_of_seven,value,place-Latitude,place-Longitude,remarks,meta-instanceID,KEY,SubmitterID,ReviewState,DeviceID,FormVersion';
    const lines = rows().map(
      ({ household, status, value, id }) =>
        `2024-02-01T09:00:00.000Z,2024-02-01T08:00:00.000+03:00,2024-02-01T08:10:00.000+03:00,2024-02-01,${household},north,met,yes,${status},yes,${value},${value},-1.2,36.8,,${id},${id},7,,collect:1,2024020101`,
    );
    const answer = await progress([header, ...lines].join('\n'));
    expect(answer.at('')).toMatchObject({ ...EXPECTED(), read: { program: 'ODK Central' } });
  });

  it('of ODK Central as OData are held against the draw', async () => {
    const value = rows().map(({ id, ...answered }) => ({
      __id: id,
      today: '2024-02-01',
      ...answered,
      interview: { has_stove: 'yes', days_of_seven: 5 },
      meta: { instanceID: id },
      __system: { submissionDate: '2024-02-01T09:00:00.000Z', reviewState: null },
    }));
    const answer = await progress(JSON.stringify({ value, '@odata.context': 'x' }));
    expect(answer.at('')).toMatchObject(EXPECTED());
  });

  it('of KoboToolbox as CSV with semicolons are held against the draw', async () => {
    const lines = rows().map(
      ({ household, status, value, id }, at) =>
        `"2024-02-01T08:00:00";"2024-02-01";"${household}";"${status}";"yes";"${value}";"${at}";"${id}";"2024-02-01T09:00:00";""`,
    );
    const header =
      '"start";"today";"household";"status";"interview/has_stove";"value";"_id";"_uuid";"_submission_time";"_validation_status"';
    const answer = await progress([header, ...lines].join('\n'));
    expect(answer.at('')).toMatchObject({ ...EXPECTED(), read: { program: 'KoboToolbox' } });
  });

  it('of KoboToolbox as JSON are held against the draw', async () => {
    const results = rows().map(({ id, household, status, value }, at) => ({
      _id: at,
      _uuid: id,
      today: '2024-02-01',
      household,
      status,
      'interview/has_stove': 'yes',
      value,
      _submission_time: '2024-02-01T09:00:00',
    }));
    const answer = await progress(JSON.stringify({ count: 4, results }));
    expect(answer.at('')).toMatchObject(EXPECTED());
  });

  it('are read from a kept file, and refused with the column that is missing', async () => {
    const csv = `household,today,value\n${drawn.selected[0]},2024-02-01,4\n`;
    await ana.post('/api/fs/files?path=/exports/a.csv', csv, { 'Content-Type': 'text/csv' });
    const kept = await ana.post('/v1/surveys/progress', { designId: drawn.designId, path: '/exports/a.csv' });
    expect(kept.at('reached')).toBe(1);
    const refused = await progress('household,today\nHH-1,2024-02-01\n');
    expect([refused.status, refused.at('errors.0.field')]).toEqual([400, 'valueColumn']);
    expect((await progress('')).status).toBe(400);
    const nothing = await ana.post('/v1/surveys/progress');
    expect([nothing.status, nothing.at('errors.0.field')]).toEqual([400, 'formId']);
  });

  it('are refused as a workbook that unfolds without end', async () => {
    const sheet = { bytes: deflateRawSync('<x/>'), inflatedSize: 2 ** 31, crc32: 0 };
    const bomb = await rawArchive(rawParts('', { 'xl/worksheets/sheet1.xml': sheet }));
    await ana.post('/api/fs/files?path=/exports/bomb.xlsx', new Uint8Array(bomb), {
      'Content-Type': 'application/octet-stream',
    });
    const refused = await ana.post('/v1/surveys/progress', {
      designId: drawn.designId,
      path: '/exports/bomb.xlsx',
    });
    expect([refused.status, refused.at('detail')]).toEqual([
      400,
      expect.stringContaining('unfolds to more than'),
    ]);
  });
});
