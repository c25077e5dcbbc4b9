import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, SamplingApp } from '../../sampling/testing/sampling-app.js';
import { type Answered, answersXml, parts } from '../testing/phone.js';
import { type DrawnDesign, drawnDesign, SURVEY_SCOPES, startSurveysApp } from '../testing/surveys-app.js';

const PUBLIC_URL = 'https://oracle.example';
const TODAY = '2023-12-01';

let app: SamplingApp;
let ana: Client;
let drawn: DrawnDesign;
let form: { formId: string; version: string; id: string };
beforeAll(async () => {
  app = await startSurveysApp({ PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' });
  ana = await app.client('ana', SURVEY_SCOPES);
  drawn = await drawnDesign(ana);
  const made = await ana.post('/v1/surveys/forms', {
    designId: drawn.designId,
    enumerators: ['Amina', 'Juma'],
  });
  form = {
    formId: String(made.at('odkFormId')),
    version: String(made.at('version')),
    id: String(made.at('formId')),
  };
});
afterAll(() => app.close());

interface Phone {
  readonly id: string;
  readonly path: string;
  send(answered: Answered, files?: Record<string, Uint8Array>): Promise<Response>;
}

async function phoneOf(person: string): Promise<Phone> {
  const made = await ana.post('/v1/surveys/phones', { formId: form.id, person });
  expect(made.status).toBe(201);
  const serverUrl = String(
    (await ana.get(`/v1/surveys/phones/${made.at('phoneId')}/settings`)).at('serverUrl'),
  );
  const path = new URL(serverUrl).pathname;
  return {
    id: String(made.at('phoneId')),
    path,
    send: (answered, files) =>
      post(path, answersXml(form, { enumerator: person.toLowerCase(), ...answered }), files),
  };
}

const post = (path: string, xml: string | Blob, files?: Record<string, Uint8Array>) =>
  fetch(`${app.url}${path}/submission`, { method: 'POST', body: parts(xml, files) });
const get = (path: string) => fetch(app.url + path);
const submissions = async (query = '') =>
  (await ana.get(`/v1/surveys/forms/${form.id}/submissions${query}`)).at('items') as Record<
    string,
    unknown
  >[];
const findingsOf = async (unitId: string) =>
  (await submissions('?limit=100'))
    .filter((each) => each['unitId'] === unitId)
    .map((each) => each['findings']);
const unit = (at: number) => drawn.selected[at] ?? '';

describe('the form server', () => {
  it.each(['amina', '\u0410mina', 'Nobody<script>'])(
    'makes no phone for %s, whom its form does not name',
    async (person) => {
      const refused = await ana.post('/v1/surveys/phones', { formId: form.id, person });
      expect([refused.status, refused.at('errors')]).toEqual([
        400,
        [{ field: 'person', message: "must be one of 'Amina', 'Juma'" }],
      ]);
    },
  );

  it('gives a phone its form, and the households of its person', async () => {
    const phone = await phoneOf('Amina');
    const list = await get(`${phone.path}/formList`);
    expect([list.status, list.headers.get('x-openrosa-version'), list.headers.get('content-type')]).toEqual([
      200,
      '1.0',
      'text/xml; charset=utf-8',
    ]);
    const listed = await list.text();
    const downloadUrl = /<downloadUrl>(.*?)<\/downloadUrl>/.exec(listed)?.[1] ?? '';
    expect(downloadUrl).toBe(`${PUBLIC_URL}${phone.path}/forms/${form.formId}.xml`);
    const xform = await (await get(new URL(downloadUrl).pathname)).text();
    expect(listed).toContain(`<hash>md5:${createHash('md5').update(xform).digest('hex')}</hash>`);
    const manifest = await (await get(`${phone.path}/forms/${form.formId}/manifest`)).text();
    const csvUrl = /<downloadUrl>(.*?)<\/downloadUrl>/.exec(manifest)?.[1] ?? '';
    const csv = await (await get(new URL(csvUrl).pathname)).text();
    expect(manifest).toContain(`<hash>md5:${createHash('md5').update(csv).digest('hex')}</hash>`);
    const rows = csv.trim().split('\n').slice(1);
    expect(rows.every((row) => row.includes(',amina,'))).toBe(true);
    expect(rows.length).toBe(Math.ceil(drawn.selected.length / 2));
  });

  it('says how large a submission may be', async () => {
    const phone = await phoneOf('Amina');
    const head = await fetch(`${app.url}${phone.path}/submission`, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-openrosa-accept-content-length')]).toEqual([204, '20000000']);
  });

  it('sets up ODK Collect by a code that holds its settings', async () => {
    const phone = await phoneOf('Amina');
    const answer = await ana.get(`/v1/surveys/phones/${phone.id}/settings`);
    const [settings, serverUrl] = [String(answer.at('settings')), answer.at('serverUrl')];
    expect(JSON.parse(inflateSync(Buffer.from(settings, 'base64')).toString())).toMatchObject({
      general: { server_url: serverUrl, form_update_mode: 'match_exactly' },
      project: { name: 'Stove use' },
    });
    const picture = await ana.fetch(`/v1/surveys/phones/${phone.id}/qr`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('takes a submission with its photo, once, however often it is sent', async () => {
    const phone = await phoneOf('Amina');
    const answered = { household: unit(0), today: TODAY, photo: 'stove.jpg', instanceId: 'uuid:one' };
    const photo = { 'stove.jpg': new Uint8Array([255, 216, 1]), 'stray.jpg': new Uint8Array([1]) };
    const first = await phone.send(answered);
    expect([first.status, first.headers.get('content-type')]).toEqual([201, 'text/xml; charset=utf-8']);
    expect(await first.text()).toContain('nature="submit_success"');
    expect((await phone.send(answered, photo)).status).toBe(201);
    expect((await phone.send(answered, photo)).status).toBe(201);
    const taken = (await submissions()).filter((each) => each['unitId'] === unit(0));
    const path = `/surveys/${form.formId}/submissions/uuid_one/stove.jpg`;
    expect(taken).toMatchObject([
      { value: 5, status: 'completed', counts: true, findings: [], files: [path] },
    ]);
    const kept = await ana.get(
      `/api/fs/files?path=${encodeURIComponent(`/surveys/${form.formId}/submissions`)}`,
    );
    expect(kept.at('files')).toMatchObject([{ path, size: 3 }]);
    expect((await phone.send({ ...answered, days: 6 })).status).toBe(409);
  });

  it('finds wrong homes, doubles, replacements that nobody called, other lists and invented values', async () => {
    const [amina, juma] = [await phoneOf('Amina'), await phoneOf('Juma')];
    for (const answered of [
      { household: 'HH-999', today: TODAY },
      { household: drawn.replacements[0] ?? '', today: TODAY },
      { household: unit(2), today: TODAY },
      { household: unit(4), today: '2023-11-30' },
      { household: unit(6), today: '2024-02-01' },
      { household: unit(8), today: TODAY, value: '7', days: 3 },
      { household: unit(10), today: TODAY, days: 9 },
      { household: unit(1), today: TODAY },
    ])
      expect((await amina.send(answered)).status).toBe(201);
    await amina.send({ household: unit(2), today: TODAY, days: 2 });
    await juma.send({ household: unit(3), today: TODAY });
    expect(await findingsOf('HH-999')).toEqual([['not drawn']]);
    expect(await findingsOf(drawn.replacements[0] ?? '')).toEqual([['replacement not called']]);
    expect(await findingsOf(unit(2))).toEqual(expect.arrayContaining([[], ['double']]));
    expect(await findingsOf(unit(4))).toEqual([['before the draw']]);
    expect(await findingsOf(unit(6))).toEqual([['in the future']]);
    expect(await findingsOf(unit(8))).toEqual([['not as the form computes']]);
    expect(await findingsOf(unit(10))).toEqual([['not as the form computes']]);
    expect(await findingsOf(unit(1))).toEqual([['another list']]);
    expect(await findingsOf(unit(3))).toEqual([[]]);
  });

  it('hands what counts to the design as a period, and says who was never asked', async () => {
    const juma = await phoneOf('Juma');
    await juma.send({ household: unit(5), today: TODAY, consent: 'no' });
    await juma.send({ household: unit(7), today: TODAY, found: 'moved_away' });
    const progress = await ana.post('/v1/surveys/progress', { formId: form.id });
    expect(progress.at('')).toMatchObject({
      planned: drawn.selected.length,
      reached: 5,
      valid: 4,
      refused: 1,
      lost: 1,
      reasons: { refused: 1, 'moved away': 1 },
      neverAsked: drawn.selected.length - 6,
      notDrawn: ['HH-999'],
      notCalled: [drawn.replacements[0]],
      doubles: [unit(2)],
    });
    expect(progress.at('toReplace.0')).toMatchObject({ unitId: unit(5), next: drawn.replacements[0] });
    const analysed = await ana.post(`/v1/surveys/forms/${form.id}/analysis`);
    expect([analysed.status, analysed.at('handed'), analysed.at('pooled.valid')]).toEqual([201, 6, 4]);
    const period = await ana.get(`/v1/sampling/periods/${analysed.at('periodId')}`);
    expect(period.at('pooled.mean')).toBe(5);
    // The same word is the same number, whoever is asked.
    expect(period.at('pooled.reached')).toBe(progress.at('reached'));
  });

  it('lets a person decide against the findings', async () => {
    const doubtful = (await submissions('?only=with%20findings&limit=100')).find(
      (each) => each['unitId'] === unit(4),
    );
    const judged = await ana.put(`/v1/surveys/submissions/${doubtful?.['submissionId']}/verdict`, {
      counts: true,
      reason: 'clock of the phone was wrong',
    });
    expect(judged.at('')).toMatchObject({ counts: true, verdictReason: 'clock of the phone was wrong' });
  });

  it('shuts a phone out at once when its key is revoked, and nobody else', async () => {
    const [one, two] = [await phoneOf('Amina'), await phoneOf('Amina')];
    await ana.delete(`/v1/surveys/phones/${one.id}`);
    for (const path of [
      '/formList',
      '/submission',
      `/forms/${form.formId}.xml`,
      `/forms/${form.formId}/manifest`,
    ])
      expect((await get(one.path + path)).status, path).toBe(404);
    expect((await one.send({ household: unit(9), today: TODAY })).status).toBe(404);
    expect((await get(`${two.path}/formList`)).status).toBe(200);
    expect((await ana.get(`/v1/surveys/phones/${one.id}/settings`)).status).toBe(410);
  });

  it('keeps owners apart', async () => {
    const ben = await app.client('ben', SURVEY_SCOPES);
    const phone = await phoneOf('Amina');
    expect((await ben.post('/v1/surveys/phones', { formId: form.id, person: 'Ben' })).status).toBe(404);
    expect((await ben.get(`/v1/surveys/phones/${phone.id}/settings`)).status).toBe(404);
    expect((await ben.get(`/v1/surveys/phones/${phone.id}/qr`)).status).toBe(404);
    expect((await ben.delete(`/v1/surveys/phones/${phone.id}`)).status).toBe(404);
    expect((await ben.get('/v1/surveys/phones')).at('phones')).toEqual([]);
    expect((await ben.get(`/v1/surveys/forms/${form.id}/submissions`)).status).toBe(404);
    expect((await ben.post('/v1/surveys/progress', { formId: form.id })).status).toBe(404);
    const [taken] = await submissions();
    const path = `/v1/surveys/submissions/${taken?.['submissionId']}/verdict`;
    expect((await ben.put(path, { counts: true, reason: 'x' })).status).toBe(404);
    const theirs = await drawnDesign(ben);
    const other = await ben.post('/v1/surveys/forms', { designId: theirs.designId });
    expect((await get(`${phone.path}/forms/${other.at('odkFormId')}.xml`)).status).toBe(404);
    const foreign = { formId: String(other.at('odkFormId')), version: String(other.at('version')) };
    expect((await post(phone.path, answersXml(foreign, { household: 'HH-1', today: TODAY }))).status).toBe(
      404,
    );
  });

  it('stores and logs no token', async () => {
    const phone = await phoneOf('Amina');
    const token = phone.path.split('/').at(-1) ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const { json } = await ana.get('/v1/surveys/phones');
    expect(JSON.stringify(json)).not.toContain(token);
    for (const path of ['/formList', '/nowhere', '', '/submission']) await get(phone.path + path);
    await fetch(`${app.url}${phone.path}/formList`, { method: 'PUT' });
    await phone.send({ household: unit(13), today: TODAY });
    expect(JSON.stringify(app.logs)).toContain('/openrosa/key/***/formList');
    expect(JSON.stringify(app.logs)).not.toContain(token);
  });
});

describe('hostile submissions', () => {
  it.each<[string, (xml: string) => string, number]>([
    ['no XML', () => 'hello', 400],
    ['nothing', () => '', 400],
    [
      'a DTD with an entity',
      (xml) => xml.replace('<data', '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><data'),
      400,
    ],
    ['an entity of its own', (xml) => xml.replace('<stratum/>', '<stratum>&lol;</stratum>'), 400],
    ['a document that breaks off', (xml) => xml.slice(0, -20), 400],
    ['deep nesting', (xml) => xml.replace('<stratum/>', '<a>'.repeat(5000) + '</a>'.repeat(5000)), 400],
    ['very many elements', (xml) => xml.replace('<stratum/>', '<a/>'.repeat(6000)), 400],
    ['a form that is elsewhere', (xml) => xml.replace(/ id="[^"]*"/, ' id="other"'), 404],
    ['an id that is a path', (xml) => xml.replace(/uuid:[^<]*/, '../../etc'), 400],
    [
      'more than a megabyte',
      (xml) => xml.replace('<stratum/>', `<stratum>${'x'.repeat(1_100_000)}</stratum>`),
      413,
    ],
  ])('refuses %s', async (_, spoil, status) => {
    const phone = await phoneOf('Amina');
    const answer = await post(phone.path, spoil(answersXml(form, { household: unit(12), today: TODAY })));
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('nature="error"');
    expect(await findingsOf(unit(12))).toEqual([]);
  });

  it('keeps no file outside of its folder, and none that the answers do not name', async () => {
    const phone = await phoneOf('Amina');
    const name = '../../../evil.jpg';
    const sent = await phone.send(
      { household: unit(11), today: TODAY, photo: name },
      { [name]: new Uint8Array([1]) },
    );
    expect(sent.status).toBe(201);
    const taken = (await submissions()).find((each) => each['unitId'] === unit(11));
    for (const path of (taken?.['files'] ?? []) as string[])
      expect(path).toMatch(new RegExp(`^/surveys/${form.formId}/submissions/[^/]+/[^/]+$`));
  });

  it('refuses what is no form, and what is too large at once', async () => {
    const phone = await phoneOf('Amina');
    const raw = (body: string, headers: Record<string, string>) =>
      fetch(`${app.url}${phone.path}/submission`, { method: 'POST', body, headers });
    expect((await raw('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await raw('x', { 'content-type': 'multipart/form-data' })).status).toBe(415);
    expect((await raw('x', { 'content-type': 'multipart/form-data; boundary=a' })).status).toBe(400);
    const large = { 'large.jpg': new Uint8Array(21_000_000) };
    const answer = await post(
      phone.path,
      answersXml(form, { household: unit(12), today: TODAY }),
      large,
    ).then(
      (each) => each.status,
      () => 413,
    );
    expect(answer).toBe(413);
  });
});
