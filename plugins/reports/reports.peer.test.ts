import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WrittenPlan, writePlan } from './testing/written-plan.js';
import { verifyReport } from './verification/verify-report.js';

/** python-docx and pypdf; LibreOffice and pdftotext come from Debian. */
const PYTHON =
  process.env['ORACLE_TEST_REPORTS_PYTHON'] ??
  fileURLToPath(new URL('../../.cache/reports/bin/python', import.meta.url));
const run = promisify(execFile);

/** Reads the document, saves it anew, and saves it once more with one digit changed. */
const READ_DOCX = `
import json, sys, docx
document = docx.Document(sys.argv[1])
document.save(sys.argv[2])
cells = [[c.text for c in row.cells] for row in document.tables[2].rows]
for node in document.element.body.iter('{http://schemas.openxmlformats.org/wordprocessingml/2006/main}t'):
    if node.text == '720': node.text = '730'
document.save(sys.argv[3])
print(json.dumps({'title': document.core_properties.title, 'cells': cells}))
`;
const READ_PDF = `
import json, sys, pypdf
reader = pypdf.PdfReader(sys.argv[1])
record = json.loads(reader.attachments['oracle-report.json'][0])
metadata = reader.trailer['/Root']['/Metadata'].get_object().get_data().decode()
print(json.dumps({'sha256': record['sha256'], 'text': reader.pages[0].extract_text(), 'metadata': metadata}))
`;

let plan: WrittenPlan;
let dir: string;
const at = (name: string) => join(dir, name);
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reports-'));
  plan = await writePlan();
  for (const format of ['docx', 'pdf'] as const) await writeFile(at(`plan.${format}`), plan.file(format));
}, 120_000);
afterAll(async () => {
  await plan?.oracle.close();
  await rm(dir, { recursive: true, force: true });
});

it('python-docx reads the tables; what it saves is told from what was printed, and its forged digit is named by its cell', async () => {
  const { stdout } = await run(PYTHON, [
    '-c',
    READ_DOCX,
    at('plan.docx'),
    at('saved.docx'),
    at('forged.docx'),
  ]);
  const { title, cells } = JSON.parse(stdout) as { title: string; cells: string[][] };
  expect(title).toBe('Sampling plan');
  expect(cells[1]?.slice(0, 2)).toEqual(['Höhe', '720']);
  const saved = await verifyReport(await readFile(at('saved.docx')));
  expect(saved).toMatchObject({ verdict: 'unproven', differences: [] });
  expect(saved.checks.filter(({ passed, open }) => !passed || open)).toMatchObject([
    { name: 'document', detail: expect.stringContaining('is not the one that was printed') },
  ]);
  const forged = await verifyReport(await readFile(at('forged.docx')));
  expect(forged.verdict).toBe('fail');
  expect(forged.differences).toMatchObject([
    {
      where: 'section "Division among strata", table 1, row 2, column 2',
      expected: '720',
      found: '730',
    },
  ]);
});

it('pypdf finds the record inside, PDF/A-3 in the metadata, and the words', async () => {
  const { stdout } = await run(PYTHON, ['-c', READ_PDF, at('plan.pdf')]);
  const { sha256, text, metadata } = JSON.parse(stdout) as Record<string, string>;
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(text).toContain('This plan says how many of 1,200 units are monitored');
  expect(metadata).toMatch(/pdfaid:part>3</);
});

it('LibreOffice opens the Word document and shows all of its tables', async () => {
  const profile = `-env:UserInstallation=file://${at('profile')}`;
  await run(
    'soffice',
    [profile, '--headless', '--convert-to', 'txt:Text', '--outdir', dir, at('plan.docx')],
    {
      timeout: 90_000,
    },
  );
  const text = await readFile(at('plan.txt'), 'utf8');
  for (const words of [
    'Sampling plan',
    'Küste',
    'Where the figures come from',
    'stratification.strata.*.name',
  ])
    expect(text).toContain(words);
}, 100_000);
