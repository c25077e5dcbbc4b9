import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, SamplingApp } from '../sampling/testing/sampling-app.js';
import { type DrawnDesign, drawnDesign, SURVEY_SCOPES, startSurveysApp } from './testing/surveys-app.js';

let app: SamplingApp;
let ana: Client;
let drawn: DrawnDesign;
beforeAll(async () => {
  app = await startSurveysApp();
  ana = await app.client('ana', SURVEY_SCOPES);
  drawn = await drawnDesign(ana);
});
afterAll(() => app.close());

const make = (terms: object = {}) => ana.post('/v1/surveys/forms', { designId: drawn.designId, ...terms });
const text = async (path: unknown) => {
  const found = await ana.get(`/api/fs/files?path=${encodeURIComponent(String(path))}`);
  const response = await ana.fetch(`/api/fs/files/${found.at('files.0.id')}/content`);
  return response.text();
};

describe('making a form', () => {
  it('leaves XLSForm, XForm and the households in order of the draw in the files', async () => {
    const made = await make();
    expect(made.status).toBe(201);
    expect(made.at('')).toMatchObject({
      template: 'stove_use',
      // A mean may be of days of use or of weighed fuel: what was taken is said.
      assumed: true,
      version: '2023120101',
      designId: drawn.designId,
      selectionId: drawn.selectionId,
      households: drawn.selected.length,
    });
    const folder = `/surveys/${made.at('odkFormId')}/2023120101`;
    expect(made.at('files')).toMatchObject([
      { path: `${folder}/${made.at('odkFormId')}.xlsx` },
      { path: `${folder}/${made.at('odkFormId')}.xml` },
      { path: `${folder}/households_${made.at('odkFormId')}.csv` },
    ]);
    const [header, ...rows] = (await text(made.at('files.2.path'))).trim().split('\n');
    expect(header).toBe('name,label,stratum,enumerator,order');
    expect(rows.map((row) => row.split(',')[0])).toEqual(drawn.selected);
    const xml = await text(made.at('files.1.path'));
    expect(xml).toContain(`<data id="${made.at('odkFormId')}" version="2023120101">`);
    expect(xml).toContain(`src="jr://file-csv/households_${made.at('odkFormId')}.csv"`);
    expect(xml).toContain('lang="Kiswahili (sw)"');
  });

  it('assumes nothing where the form was said', async () => {
    for (const template of ['stove_use', 'kitchen_test'])
      expect((await make({ template })).at('assumed')).toBeUndefined();
  });

  it('gives each making a version of its own', async () => {
    const [one, two] = [await make(), await make()];
    expect(two.at('odkFormId')).toBe(one.at('odkFormId'));
    expect(Number(two.at('version'))).toBe(Number(one.at('version')) + 1);
  });

  it('shares the households out among those who visit', async () => {
    const made = await make({ enumerators: ['Amina', 'Juma Ali'] });
    const lists = made.at('lists') as { enumerator: string; households: number }[];
    expect(lists.map(({ enumerator }) => enumerator)).toEqual(['Amina', 'Juma Ali']);
    expect(Math.abs((lists[0]?.households ?? 0) - (lists[1]?.households ?? 9))).toBeLessThanOrEqual(1);
    expect(await text(made.at('files.2.path'))).toContain(',juma_ali,');
  });

  it('asks questions of one own after those that are ready', async () => {
    const made = await make({
      languages: ['sw', 'en'],
      questions: [
        {
          name: 'roof',
          label: { en: 'Roof?', sw: 'Paa?' },
          type: 'one of',
          choices: [{ name: 'tin', label: 'Tin' }],
        },
        {
          name: 'rooms',
          label: 'Rooms',
          type: 'whole number',
          min: 1,
          max: 20,
          askedIf: { question: 'roof', is: 'tin' },
        },
      ],
    });
    const xml = await text(made.at('files.1.path'));
    expect(xml).toContain('nodeset="/data/interview/rooms"');
    expect(xml).toContain(`relevant="/data/interview/roof = 'tin'"`);
    expect(xml).toContain('constraint=". &gt;= 1 and . &lt;= 20"');
  });

  it.each<[string, object[], string]>([
    ['a name that is taken', [{ name: 'household', label: 'x', type: 'text' }], 'questions.0.name'],
    ['choices that are missing', [{ name: 'roof', label: 'x', type: 'one of' }], 'questions.0.choices'],
    [
      'a condition on what comes later',
      [
        { name: 'a', label: 'x', type: 'text', askedIf: { question: 'b', is: 'yes' } },
        { name: 'b', label: 'x', type: 'yes or no' },
      ],
      'questions.0.askedIf.question',
    ],
    [
      'bounds that contradict',
      [{ name: 'a', label: 'x', type: 'number', min: 5, max: 1 }],
      'questions.0.max',
    ],
    [
      'a reference in a label',
      [{ name: 'a', label: 'Is $' + '{household} it?', type: 'text' }],
      'questions.0.label',
    ],
    ['an expression in a name', [{ name: "a' or '1", label: 'x', type: 'text' }], 'questions.0.name'],
  ])('refuses %s and names it', async (_, questions, field) => {
    const refused = await make({ questions });
    expect([refused.status, refused.at('errors.0.field')]).toEqual([400, field]);
  });

  it('refuses a design of which nothing was drawn', async () => {
    const design = await ana.post('/v1/sampling', {
      projectId: 'did:ixo:project/p',
      population: 40,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 5,
      expectedSD: 0.6,
      dropoutRate: 0.1,
    });
    const refused = await make({ designId: design.at('designId') });
    expect([refused.status, refused.at('detail')]).toEqual([
      409,
      expect.stringContaining('Nothing was drawn'),
    ]);
  });

  it('keeps owners apart', async () => {
    const ben = await app.client('ben', SURVEY_SCOPES);
    const made = await make();
    expect((await ben.post('/v1/surveys/forms', { designId: drawn.designId })).status).toBe(404);
    expect((await ben.get(`/v1/surveys/forms/${made.at('formId')}`)).status).toBe(404);
    expect((await ben.get(`/v1/surveys/forms/${made.at('odkFormId')}`)).status).toBe(404);
    expect((await ben.get('/v1/surveys/forms')).at('items')).toEqual([]);
    expect((await ana.get(`/v1/surveys/forms/${made.at('formId')}`)).at('formId')).toBe(made.at('formId'));
  });
});
