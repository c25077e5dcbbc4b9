import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { ArchiveBuilder, readArchive } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfs from '../vfs/index.js';
import { toPrint } from './document/printed-report.js';
import { ReportBuilder } from './document/report-builder.js';
import reports from './index.js';
import { FORMATS } from './operations/fields.js';
import { printReport } from './printers/print-report.js';
import { sealReport } from './record/report-record.js';
import { verifyReport } from './verification/verify-report.js';

/** Files that somebody made to bring down whoever reads them. */
const ZEROS = Buffer.alloc(200 * 1024 * 1024, ' ');

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [vfs, reports] });
});
afterAll(() => oracle?.close());

let number = 0;
/** What comes of verifying it, and whether the oracle still answers. */
async function verified(content: Uint8Array) {
  const path = `/hostile-${number++}`;
  const put = await oracle.owner.post(`/api/fs/files?path=${path}`, content, {
    'Content-Type': 'application/octet-stream',
  });
  if (put.status >= 300) throw new Error(put.text);
  const before = process.memoryUsage().rss;
  const answer = await oracle.owner.get(`/v1/reports/verification?path=${path}`);
  const grown = (process.memoryUsage().rss - before) / 1e6;
  expect((await oracle.anyone.get('/health')).status).toBe(200);
  return { status: answer.status, detail: String(answer.at('detail')), verdict: answer.at('verdict'), grown };
}

/** An archive whose parts are deflated. */
async function zipped(parts: Readonly<Record<string, Buffer>>, says?: number): Promise<Buffer> {
  const names = Object.keys(parts).sort();
  const packed = names.map((name) => deflateRawSync(parts[name] ?? Buffer.alloc(0)));
  const builder = new ArchiveBuilder();
  for (const [at, name] of names.entries()) {
    const content = parts[name] ?? Buffer.alloc(0);
    builder.add({
      name,
      size: packed[at]?.length ?? 0,
      inflatedSize: says ?? content.length,
      crc32: crc32(content),
      contentHash: createHash('sha256').update(content).digest('hex'),
      modifiedAt: 0,
    });
  }
  const pieces: Uint8Array[] = [];
  const contents = {
    smallBytes: 0,
    small: async () => [],
    async *read(index: number, range: { start: number; end: number }) {
      yield packed[index]?.subarray(range.start, range.end) ?? Buffer.alloc(0);
    },
  };
  for await (const piece of readArchive(builder.finish(), contents)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A PDF of one page whose content unpacks to this. */
function pdfOf(content: Buffer): Buffer {
  const packed = deflateSync(content);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
  ].map((body, at) => `${at + 1} 0 obj${body}endobj\n`);
  const head = `4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`;
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}${head}`),
    packed,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

/** A whole report without pictures. */
async function small(documents: Record<string, unknown> = {}) {
  const report = new ReportBuilder();
  const of = report.document('design', { size: 282 });
  report.section('Size').paragraph('Of ', report.figure(of, 'size'), ' homes.');
  const draft = report.build('outline', 'Report', 'design');
  return sealReport(
    {
      type: 'oracle-report',
      version: 1,
      kind: 'outline',
      writtenAt: '2024-01-01T00:00:00.000Z',
      decimal: '.',
      body: draft.body,
      figures: draft.figures,
      documents: { ...draft.documents, ...documents },
      pictures: {},
    },
    undefined,
  );
}

describe('a file that unpacks to much more than it is', () => {
  it('is refused as it unpacks, whatever it says of its size', async () => {
    const bomb = await zipped({ 'word/document.xml': ZEROS });
    expect(bomb.length).toBeLessThan(1e6);
    const found = await verified(bomb);
    expect([found.status, found.detail]).toEqual([400, expect.stringContaining('more than 64 MiB')]);
    expect(found.grown).toBeLessThan(200);
    for (const lying of [{ 'word/document.xml': ZEROS }, { 'xl/worksheets/sheet1.xml': ZEROS }])
      await expect(verifyReport(await zipped(lying, 1_000))).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });

  it('takes nothing of the oracle where it is a PDF', async () => {
    const found = await verified(pdfOf(ZEROS));
    expect(found.status).toBe(400);
    expect(found.grown).toBeLessThan(200);
  });

  it('is refused with 10,000 parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a${at}`, Buffer.from('x')]));
    await expect(verifyReport(await zipped(parts))).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('too many parts'),
    });
  });
});

it('is not read at all with 100 MB', async () => {
  const found = await verified(Buffer.alloc(100_000_000, '%PDF-'));
  expect(found.status).toBe(413);
});

it.each(FORMATS)('fails, or is no report, wherever it is cut: %s', async (format) => {
  const whole = await printReport(toPrint(await small(), {}), format);
  expect((await verifyReport(whole)).verdict).toBe('unproven');
  for (const share of [0, 0.02, 0.1, 0.5, 0.9]) {
    const cut = verifyReport(whole.subarray(0, Math.floor(whole.length * share)));
    const end = await cut.then(
      ({ verdict }) => verdict,
      (error: unknown) => (OracleError.isInstance(error) ? error.code : error),
    );
    expect(['fail', 'invalid_request'], `${format} ${share}`).toContain(end);
  }
});

it('is read to its end with a record that is nested 100,000 deep, an entity that means itself, and markup in words', async () => {
  const html = (await printReport(toPrint(await small(), {}), 'html')).toString('utf8');
  const deep = html.replace('"size":282', `"size":282,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(deep).not.toBe(html);
  expect((await verified(Buffer.from(deep))).status).toBe(400);
  const divs = html.replace('<main>', '<div>'.repeat(100_000));
  expect((await verified(Buffer.from(divs))).status).toBeLessThan(500);
  const xml =
    '<!DOCTYPE a [<!ENTITY a "&a;&a;">]><w:document><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:document>';
  expect((await verified(await zipped({ 'word/document.xml': Buffer.from(xml) }))).status).toBe(400);
});
