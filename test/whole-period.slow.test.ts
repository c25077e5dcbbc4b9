import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestOracle, type TestClient, type TestOracle, testCli } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { generateStoves, longCsv } from '../plugins/monitoring/testing/generate-loggers.js';
import { readParts } from '../plugins/reports/archive/read-parts.js';
import { enumeratorCode } from '../plugins/surveys/form/build-form.js';
import { type Answered, answersXml, parts } from '../plugins/surveys/testing/phone.js';
import { collectArchive, sampleArchive } from '../src/kit/zip/testing/sample-archive.js';
import { asRecord } from '../web/src/verify/draw-record.js';
import { readRegistry } from '../web/src/verify/read-registry.js';
import { repeatDraw } from '../web/src/verify/verify-draw.js';

/**
 * A monitoring period from its plan to the document that a verifier gets, over the wire: 1,200 households in two regions,
 * two people with phones, loggers in some of the homes.
 */
const PUBLIC_URL = 'https://oracle.example';
const DAY_MS = 86_400_000;
const FEBRUARY = Date.UTC(2024, 1, 20, 9);
const MARCH = Date.UTC(2024, 2, 1);
const SUBMISSIONS = 175;
const ENUMERATORS = ['Amina', 'Juma'];
const households = Array.from({ length: 1200 }, (_, at) => ({
  id: `HH-${String(at + 1).padStart(4, '0')}`,
  region: at % 5 < 3 ? 'highlands' : 'lakeside',
}));
const REGISTRY = `household_id,stratum\n${households.map(({ id, region }) => `${id},${region}\n`).join('')}`;

let oracle: TestOracle;
let owner: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: shippedPlugins,
    // The first chart starts a process, on a machine that may be busy.
    config: { plugins: { charts: { timeoutMs: 30_000 } } },
    env: { PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' },
    clock: { now: () => FEBRUARY },
  });
  // A key: a session of the page does not last the weeks that pass.
  owner = oracle.as([
    ...['sampling', 'surveys', 'monitoring', 'charts', 'reports'],
    ...['fs/list', 'fs/read', 'fs/write'],
  ]);
});
afterAll(() => oracle?.close());

async function ok(answer: ReturnType<TestClient['get']>) {
  const found = await answer;
  if (found.status >= 300) throw new Error(`${found.status}: ${found.text}`);
  return found;
}
const post = (path: string, body?: unknown, headers?: Record<string, string>) =>
  ok(owner.post(path, body, headers));

/** A design, and the draw from its register. */
async function drawn(terms: object, seed: string, replacements: number) {
  const design = await post('/v1/sampling', {
    projectId: 'did:ixo:project/stoves',
    population: households.length,
    confidence: 0.95,
    ...terms,
  });
  const registry = await post('/v1/sampling/registries', REGISTRY, {
    'Content-Type': 'text/csv',
  });
  const designId = String(design.at('designId'));
  const draw = await post('/v1/sampling/selections', {
    designId,
    registryId: registry.at('registryId'),
    seed,
    ...(replacements > 0 && { replacements }),
  });
  const strata = draw.at('record.strata') as Record<'selected' | 'replacements', { id: string }[]>[];
  return {
    design,
    designId,
    selectionId: String(draw.at('selectionId')),
    selected: strata.flatMap(({ selected }) => selected.map(({ id }) => id)),
    replacements: strata.flatMap(({ replacements: more }) => more.map(({ id }) => id)),
  };
}

/** A phone with ODK Collect as it was set up: it takes form and list, and says whom its person visits. */
async function phoneOf(formId: string, person: string) {
  const made = await post('/v1/surveys/phones', { formId, person });
  const settings = await ok(owner.get(`/v1/surveys/phones/${made.at('phoneId')}/settings`));
  const path = new URL(String(settings.at('serverUrl'))).pathname;
  const get = async (url: string) => {
    const response = await fetch(oracle.url + new URL(url, PUBLIC_URL).pathname);
    expect(response.status, url).toBe(200);
    return response.text();
  };
  const linked = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1] ?? '';
  /** As the phone finds them in its list. */
  const strata = new Map<string, string>();
  /** The newest form, with the households of its list in their order. */
  async function update() {
    const list = await get(`${path}/formList`);
    const xform = await get(linked(list, 'downloadUrl'));
    const [, odkFormId = '', version = ''] = /<data[^>]* id="([^"]+)" version="([^"]+)"/.exec(xform) ?? [];
    const csv = await get(linked(await get(linked(list, 'manifestUrl')), 'downloadUrl'));
    const rows = csv
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
    for (const [name = '', , stratum = ''] of rows) strata.set(name, stratum);
    return { form: { formId: odkFormId, version }, visits: rows.map(([name = '']) => name) };
  }
  return {
    person,
    update,
    send: async (form: { formId: string; version: string }, answered: Answered) => {
      const photo = answered.photo === undefined ? {} : { [answered.photo]: Buffer.from('photo') };
      const response = await fetch(`${oracle.url}${path}/submission`, {
        method: 'POST',
        body: parts(
          answersXml(form, {
            enumerator: enumeratorCode(person),
            stratum: strata.get(answered.household) ?? '',
            ...answered,
          }),
          photo,
        ),
      });
      expect([response.status, await response.text()]).toEqual([
        201,
        expect.stringContaining('submit_success'),
      ]);
    },
  };
}

/** Days of the last seven; spread wider than the plan expected. */
const daysOf = (at: number) => [7, 2, 6, 1, 7, 5, 0, 7, 3, 4][at % 10] ?? 0;
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);

/** `oracle report verify`, as somebody runs it who has nothing but the file. */
async function verified(name: string, content: Uint8Array) {
  const path = join(oracle.dir, name);
  await writeFile(path, content);
  const cli = testCli();
  try {
    const code = await cli.run(['report', 'verify', path, '--signer', oracle.app.identity?.did ?? ''], {
      loadPlugins: async () => shippedPlugins,
    });
    return { code, out: cli.out() + cli.err() };
  } finally {
    cli.remove();
  }
}

/** The document with a text of its own in the place of another, packed anew. */
async function forgedDocx(docx: Uint8Array, from: string, to: string): Promise<Buffer> {
  const inside = await readParts(docx);
  const files = [...inside]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, content]) => {
      if (name !== 'word/document.xml') return { name, content };
      const xml = content.toString('utf8');
      expect(xml.split(from).length, 'stands there once').toBe(2);
      return { name, content: Buffer.from(xml.replace(from, to), 'utf8') };
    });
  return collectArchive(sampleArchive(files));
}

it('goes from the plan over 175 submissions and two logger files to a document whose forged digit is found', async () => {
  const work = await drawn(
    {
      precision: 0.05,
      expectedMean: 5,
      expectedSD: 1.6,
      dropoutRate: 0.1,
      stratification: {
        enabled: true,
        scope: 'overall',
        strata: [
          { name: 'highlands', weight: 0.6 },
          { name: 'lakeside', weight: 0.4 },
        ],
      },
    },
    '20240220',
    10,
  );
  const form = await post('/v1/surveys/forms', { designId: work.designId, enumerators: ENUMERATORS });
  const formId = String(form.at('formId'));
  const simulated = await post(`/v1/surveys/forms/${formId}/simulation`, { interviews: 200 });
  expect(simulated.at('faults')).toEqual([]);
  const [amina, juma] = [await phoneOf(formId, 'Amina'), await phoneOf(formId, 'Juma')];

  // Field work in March: everybody of both lists; some refuse, are away, or have no stove any more.
  oracle.advance(MARCH + 9 * DAY_MS - FEBRUARY);
  const today = dayText(oracle.clock.now());
  let sent = 0;
  const lost: string[] = [];
  for (const phone of [amina, juma]) {
    const { form: odk, visits } = await phone.update();
    for (const household of visits) {
      const at = sent++;
      const refuses = at % 23 === 5;
      const moved = at % 41 === 7;
      if (refuses || moved) lost.push(household);
      await phone.send(odk, {
        household,
        today,
        ...(refuses ? { consent: 'no' as const } : moved ? { found: 'moved_away' as const } : {}),
        days: daysOf(at),
        ...(at % 10 === 0 && { photo: `stove-${at}.jpg` }),
      });
    }
  }
  expect(sent).toBe(work.selected.length);

  // Two replacements are called and visited; the rest is what goes wrong: doubles, strangers, one before its turn.
  const calls = await post(`/v1/sampling/selections/${work.selectionId}/replacements`, {
    units: lost.slice(0, 2),
    reason: 'refused',
  });
  const called = (calls.at('replaced') as { by: string }[]).map(({ by }) => by);
  expect(called).toHaveLength(2);
  for (const phone of [amina, juma]) {
    const { form: odk, visits } = await phone.update();
    for (const household of visits.filter((id) => called.includes(id))) {
      await phone.send(odk, { household, today, days: 6 });
      sent++;
    }
  }
  const { form: odk, visits } = await amina.update();
  const early = work.replacements.find((id) => !called.includes(id)) ?? '';
  await amina.send(odk, { household: early, today, days: 7 });
  sent++;
  const strangers = Math.floor((SUBMISSIONS - sent) / 2);
  for (let at = 0; at < strangers; at++, sent++)
    await amina.send(odk, { household: `HH-9${String(at).padStart(3, '0')}`, today, days: 7 });
  const twice = visits.filter((id) => !lost.includes(id) && !called.includes(id));
  for (let at = 0; sent < SUBMISSIONS; at++, sent++)
    await amina.send(odk, { household: twice[at] ?? '', today, days: 7 });
  const doubles = SUBMISSIONS - work.selected.length - called.length - 1 - strangers;
  expect([strangers > 0, doubles > 0]).toEqual([true, true]);

  const progress = await post('/v1/surveys/progress', { formId });
  expect(progress.at('')).toMatchObject({
    answers: SUBMISSIONS,
    planned: work.selected.length,
    neverAsked: 0,
    replaced: 2,
    notCalled: [early],
  });
  expect(progress.at('notDrawn')).toHaveLength(strangers);
  expect(progress.at('doubles')).toHaveLength(doubles);

  const analysed = await post(`/v1/surveys/forms/${formId}/analysis`, {
    from: '2024-03-01',
    to: '2024-03-31',
  });
  expect(analysed.at('leftOut')).toBe(strangers + doubles + 1);
  const periodId = String(analysed.at('periodId'));
  const period = await ok(owner.get(`/v1/sampling/periods/${periodId}`));
  const valid = work.selected.length - lost.length + called.length;
  expect(period.at('pooled')).toMatchObject({ valid, reached: progress.at('reached'), met: false });
  expect(Number(period.at('erAdjustment.factor'))).toBeLessThan(1);
  await post(`/v1/sampling/periods/${periodId}/final`, {});
  expect((await ok(owner.get(`/v1/sampling/periods/${periodId}/recomputation`))).at('verdict')).toBe('pass');

  // Loggers in some homes, a design of its own; what counts as cooking was sealed before.
  const loggers = await drawn(
    {
      profile: 'cdm-90-10',
      confidence: 0.9,
      precision: 0.1,
      expectedMean: 0.8,
      expectedSD: 0.2,
      dropoutRate: 0.1,
    },
    '20240221',
    0,
  );
  await post('/v1/monitoring/seals', { designId: loggers.designId });
  oracle.advance(31 * DAY_MS);
  const stoves = [
    ...generateStoves({
      sensors: loggers.selected.length,
      days: 20,
      begin: Date.UTC(2024, 2, 12) / 1000,
      intervalMinutes: 20,
      seed: 11,
    }),
  ];
  const middle = Math.ceil(stoves.length / 2);
  for (const [name, own] of Object.entries({ north: stoves.slice(0, middle), south: stoves.slice(middle) }))
    await post(`/api/fs/files?path=/loggers/${name}.csv`, longCsv(own), { 'Content-Type': 'text/csv' });
  const use = await post('/v1/monitoring/stove-use', {
    path: '/loggers',
    sensors: `sensor,household\n${stoves.map(({ sensor }, at) => `${sensor},${loggers.selected[at]}`).join('\n')}\n`,
    timeZone: 'UTC',
    designId: loggers.designId,
    from: '2024-03-12',
    to: '2024-03-31',
  });
  const useDays = stoves.reduce(
    (sum, { events }) => sum + new Set(events.map(({ start }) => Math.floor(start / 86_400))).size,
    0,
  );
  expect(use.at('files')).toHaveLength(2);
  expect(use.at('draw')).toMatchObject({ drawn: stoves.length, monitored: stoves.length });
  expect(use.at('sealed')).toMatchObject({ beforeData: true });
  expect(use.at('stoves.0')).toMatchObject({ useDays, observedDays: 20 * stoves.length });

  // Adjustment: what size the next period needs by what was found.
  const again = await post(`/v1/sampling/${work.designId}/recalculation`, {
    periodId,
    implementationDate: '2024-06-01',
  });
  expect(Number(again.at('requiredSize'))).toBeGreaterThan(Number(work.design.at('parameters.adjustedSize')));
  expect(again.at('plan')).toMatchObject({ requiredSize: again.at('requiredSize') });

  for (const format of ['docx', 'pdf', 'html', 'xlsx']) {
    const written = await post('/v1/reports', {
      kind: 'verification-submission',
      designId: work.designId,
      format,
      saveAs: `/reports/march.${format}`,
    });
    expect(Number(written.at('figures'))).toBeGreaterThan(500);
    const { bytes } = await ok(owner.get(`/api/fs/content?path=/reports/march.${format}`));
    const { code, out } = await verified(`march.${format}`, bytes);
    expect([code, out]).toEqual([0, expect.stringMatching(/\npass\n$/)]);
    expect(out).toContain(`signature: by ${oracle.app.identity?.did}`);
  }

  // The paper that an authority reads says what stands out in the trail, such as who chose the seed.
  for (const kind of ['monitoring-report', 'selection-record']) {
    await post('/v1/reports', {
      kind,
      designId: work.designId,
      format: 'html',
      saveAs: `/reports/${kind}.html`,
    });
    const paper = await ok(owner.get(`/api/fs/content?path=/reports/${kind}.html`));
    expect(paper.text).toMatch(/What stands out in the trail.*typed the seed of draw 1/s);
    const { code, out } = await verified(`${kind}.html`, paper.bytes);
    expect([code, out]).toEqual([0, expect.stringMatching(/ok {3}trail: \d+ things? stood out.*\npass\n$/s)]);
  }

  // What the page computes by itself of the draw behind it all, and of one with another home in it.
  const kept = await ok(owner.get(`/v1/sampling/selections/${work.selectionId}`));
  const byPage = async (record: unknown) => {
    const read = asRecord(record);
    if (read === undefined) throw new Error('no record');
    return repeatDraw(read, readRegistry(REGISTRY, read.frame.columns) ?? []);
  };
  const found = await byPage(kept.at('record'));
  expect(found.map(({ name, passed }) => [name, passed])).toContainEqual(['draw', true]);
  expect(found.filter(({ passed }) => !passed)).toEqual([]);
  const bent = JSON.parse(
    JSON.stringify(kept.at('record')).replaceAll(work.selected[0] ?? '', early),
  ) as unknown;
  expect((await byPage(bent)).filter(({ passed }) => !passed)).not.toEqual([]);

  const { bytes: docx } = await ok(owner.get('/api/fs/content?path=/reports/march.docx'));
  const forged = await forgedDocx(docx, `>${valid}</w:t>`, `>${valid + 9}</w:t>`);
  const { code, out } = await verified('forged.docx', forged);
  expect(code).toBe(1);
  expect(out).toContain(`reads "${valid + 9}", the record says "${valid}"`);
  expect(out).toMatch(/section "Period 2024-03-01 to 2024-03-31"/);
}, 240_000);
