import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPrint } from './document/printed-report.js';
import { FORMATS, type ReportFormat } from './operations/fields.js';
import { printReport } from './printers/print-report.js';
import { parseRecord, type ReportRecord } from './record/report-record.js';
import { type WrittenPlan, writePlan } from './testing/written-plan.js';
import { readHtmlReport } from './verification/read-html.js';
import { verifyReport } from './verification/verify-report.js';

let plan: WrittenPlan;
beforeAll(async () => {
  plan = await writePlan();
}, 120_000);
afterAll(() => plan?.oracle.close());

const file = (format: ReportFormat) => plan.file(format);
async function recordOf(): Promise<ReportRecord> {
  return parseRecord((await readHtmlReport(file('html'))).record ?? '');
}

describe.each(FORMATS)('a sampling plan as %s', (format) => {
  it('passes, signed, with every figure traced', async () => {
    const found = await verifyReport(file(format), plan.oracle.app.identity?.did);
    expect(found.checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(found).toMatchObject({ verdict: 'pass', format, differences: [], unverified: [] });
    expect(found.figures).toBeGreaterThan(40);
  });

  it('names a digit that was changed where it is read', async () => {
    const record = await recordOf();
    const size = record.figures.find(({ path }) => path === 'parameters.adjustedSize');
    const whole = toPrint(record, blank(record));
    const forged = await printReport(
      {
        ...whole,
        record: format === 'xlsx' ? shifted(record) : record,
        textOf: (inline) =>
          typeof inline === 'object' && inline.figure === size?.id ? '999' : whole.textOf(inline),
      },
      format,
    );
    const found = await verifyReport(forged);
    expect(found.verdict).toBe('fail');
    if (format === 'xlsx') return;
    expect(found.differences).toHaveLength(1);
    expect(found.differences[0]).toMatchObject({ figure: size?.id, found: '999' });
    expect(found.differences[0]?.where).toMatch(format === 'pdf' ? /^page 1$/ : /^section "Sample size"/);
  });

  it('does not let a record be changed with its text', async () => {
    const record = await recordOf();
    const design = structuredClone(record.documents['design']) as { parameters: { adjustedSize: number } };
    design.parameters.adjustedSize = 999;
    const forged = { ...record, documents: { ...record.documents, design } };
    const found = await verifyReport(await printReport(toPrint(forged, blank(forged)), format));
    expect(found.verdict).toBe('fail');
    const wrong = found.checks.filter(({ passed }) => !passed).map(({ name }) => name);
    expect(wrong).toEqual(expect.arrayContaining(['record', 'signature', 'design']));
  });
});

/** Some picture for each. */
function blank({ pictures }: ReportRecord) {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  return Object.fromEntries(
    Object.keys(pictures).map((name) => [name, { png, width: 9, height: 9, alt: name }]),
  );
}

/** A workbook is made of the values alone: the forged one has another. */
function shifted(record: ReportRecord): ReportRecord {
  const design = structuredClone(record.documents['design']) as { parameters: { adjustedSize: number } };
  design.parameters.adjustedSize = 999;
  return { ...record, documents: { ...record.documents, design } };
}

describe('reports', () => {
  it('keep text that looks like a formula or markup as text', async () => {
    expect(file('html').toString('utf8')).toContain('pilot of &lt;b&gt;30&lt;/b&gt; homes');
    const { readXlsxReport } = await import('./verification/read-xlsx.js');
    const cells = (await readXlsxReport(file('xlsx'))).pieces.map(({ text }) => text);
    expect(cells).toContain('=HYPERLINK("http://x")');
    // A sheet has no pictures.
    expect(cells).not.toContain('Valid units needed and units to draw');
    expect(file('html').toString('utf8')).toContain('Valid units needed and units to draw');
    expect(cells.some((text) => /^\d+ \(=SUM\(/.test(text))).toBe(true);
    expect(cells.some((text) => /^\d+ \(=ROUNDUP\(/.test(text))).toBe(true);
  });

  it('take figures into an outline, list other numbers, and name figures that there are not', async () => {
    const body = {
      kind: 'outline',
      format: 'html',
      designId: plan.designId,
      title: 'Letter',
      saveAs: '/letter.html',
      sections: [
        {
          heading: 'Size',
          paragraphs: [
            'Of {{design.parameters.population}} homes we visit 282, {{design.parameters.precision %}}.',
          ],
        },
      ],
    };
    expect((await plan.oracle.owner.post('/v1/reports', body)).status).toBe(201);
    const found = await plan.oracle.owner.get('/v1/reports/verification?path=/letter.html');
    expect(found.at('verdict')).toBe('pass');
    expect(found.at('unverified')).toEqual(['282,']);
    // Words are the author's, whatever they say: in print, and in the verdict.
    const html = (await plan.oracle.owner.get('/api/fs/content?path=/letter.html')).text;
    expect(html).toContain('nobody has checked them');
    expect(html).toContain(`<p class="subtitle">${plan.designId}</p>`);
    expect(html).toMatch(/1,200<\/\w+> \[f1\]/);
    expect(found.json['checks']).toContainEqual(expect.objectContaining({ name: 'words', mark: true }));
    for (const name of [
      'Monitoring report',
      'MONITORING  REPORT of 2026',
      'Sampling-plan',
      'M\u043enitoring report',
      'Moni\u200btoring report',
      'Verified monitoring report',
      'Monitorlng report',
      'M0nitoring report',
      'M\u00f3nitoring report',
      'MonitoringReport',
      '\u202etroper gnirotinoM',
    ])
      for (const named of [{ title: name }, { sections: [{ heading: name, paragraphs: ['Well.'] }] }])
        expect(
          (await plan.oracle.owner.post('/v1/reports', { ...body, ...named, saveAs: '/x.html' })).status,
        ).toBe(400);
    const posing = [{ heading: 'x', paragraphs: ['Adoption is 99% [f1].'] }];
    const posed = await plan.oracle.owner.post('/v1/reports', {
      ...body,
      sections: posing,
      saveAs: '/x.html',
    });
    expect(posed.text).toContain('[f1] is what stands behind figures');
    const wrong = {
      ...body,
      sections: [{ heading: 'x', paragraphs: ['{{design.__proto__.x}} {{period.mean}}'] }],
    };
    const refused = await plan.oracle.owner.post('/v1/reports', wrong);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('design.__proto__.x is no value');
  });

  it('are no PDF where its font lacks letters, and are another format', async () => {
    const { owner } = plan.oracle;
    for (const words of ['ग्रामीण', 'አዲስ አበባ', 'القرية']) {
      const sections = [{ heading: words, paragraphs: [words] }];
      const body = { kind: 'outline', title: 'Letter', sections };
      const refused = await owner.post('/v1/reports', { ...body, format: 'pdf', saveAs: '/rare.pdf' });
      expect(refused.status, words).toBe(400);
      expect(refused.json).toMatchObject({ hint: expect.stringContaining('docx') });
      const saveAs = `/rare-${words}.docx`;
      expect((await owner.post('/v1/reports', { ...body, format: 'docx', saveAs })).status).toBe(201);
      const path = encodeURIComponent(saveAs);
      const found = await owner.get(`/v1/reports/verification?path=${path}`);
      expect([found.at('verdict'), words]).toEqual(['pass', words]);
    }
  });

  it('have the signs of numbers that the person prefers, and verify', async () => {
    const { oracle, designId } = plan;
    await oracle.owner.put('/user-preferences', { decimals: 'comma', thousands: 'apostrophe' });
    const body = { designId, format: 'html', saveAs: '/swiss.html' };
    expect((await oracle.owner.post('/v1/reports', body)).status).toBe(201);
    await oracle.owner.put('/user-preferences', {});
    const html = (await oracle.owner.get('/api/fs/content?path=/swiss.html')).text;
    expect(html).toMatch(/>1’200</);
    expect(html).toMatch(/>\d+,\d+%</);
    const found = await oracle.owner.get('/v1/reports/verification?path=/swiss.html');
    expect(found.at('verdict')).toBe('pass');
  });

  it('are published as what they are, and nothing else by the same way', async () => {
    const { owner } = plan.oracle;
    const body = { designId: plan.designId, format: 'html' };
    expect((await owner.post('/v1/reports', { ...body, saveAs: '/plan.exe' })).status).toBe(400);
    expect((await owner.post('/v1/reports', { ...body, saveAs: '/plan.html' })).status).toBe(201);
    const publish = (path: string) => owner.post('/v1/reports/publication', { path });
    expect((await publish('/plan.html')).at('url')).toMatch(/^\/public\//);
    await owner.post('/api/fs/files?path=/secret.txt', 'nothing for anybody', {
      'content-type': 'text/plain',
    });
    expect((await publish('/secret.txt')).status).toBe(400);
    const html = (await owner.get('/api/fs/content?path=/plan.html')).text;
    await owner.post('/api/fs/files?path=/forged.html', html.replace('1,200', '1,300'), {
      'content-type': 'text/html',
    });
    expect((await publish('/forged.html')).status).toBe(409);
  });

  it('refuse a file that nests without end, and answer others meanwhile', async () => {
    const { owner } = plan.oracle;
    const page = `<html>${'<div>'.repeat(200_000)}`;
    const kept = await owner.post('/api/fs/files?path=/deep.html', page, { 'content-type': 'text/html' });
    expect(kept.status, kept.text).toBe(201);
    const refused = await owner.get('/v1/reports/verification?path=/deep.html');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('nest more than 100 deep');
  });

  it('record a draw that was made for no design', async () => {
    const { owner } = plan.oracle;
    const list = `id\n${Array.from({ length: 20 }, (_, at) => `H${at}`).join('\n')}\n`;
    const registry = await owner.post('/v1/sampling/registries', list, { 'content-type': 'text/csv' });
    const drawn = await owner.post('/v1/sampling/selections', {
      registryId: registry.at('registryId'),
      seed: 7,
      sampleSize: 5,
    });
    const written = await owner.post('/v1/reports', {
      kind: 'selection-record',
      format: 'html',
      selectionId: drawn.at('selectionId'),
    });
    expect(written.status, written.text).toBe(201);
  });

  it('say what is missing, and refuse what is no report', async () => {
    const write = (body: object) => plan.oracle.owner.post('/v1/reports', body);
    expect((await write({})).text).toContain('designId: which design?');
    expect((await write({ kind: 'monitoring-report', designId: plan.designId })).status).toBe(422);
    expect((await write({ kind: 'selection-record', designId: plan.designId })).status).toBe(422);
    expect((await write({ designId: 'design-none' })).status).toBe(404);
    for (const bytes of ['', 'hello', '%PDF-1.7 broken', 'PK\u0003\u0004', '<!doctype html><p>x</p>'])
      await expect(verifyReport(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});
