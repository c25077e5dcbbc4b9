import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { ArchiveBuilder } from '../zip/archive-layout.js';
import { readArchive } from '../zip/read-archive.js';
import { type Cell, sheetXml } from './sheet-xml.js';
import { contentTypes, relationships, STYLES, workbookXml } from './workbook-xml.js';

export interface SheetToWrite {
  /** At most 31 characters, none of `[ ] : * ? / \`. */
  readonly name: string;
  /** Visible unless it says otherwise. */
  readonly hidden?: boolean;
  readonly rows: Iterable<readonly Cell[]>;
}

/** A part of the file, deflated. */
interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  readonly inflatedSize: number;
  readonly crc32: number;
}

const MAX_NAME = 31;
const FORBIDDEN_IN_NAME = /[[\]:*?/\\]/;

/**
 * The bytes of an Excel workbook (ECMA-376). Rows are made and deflated in pieces, so that the event loop goes on; the
 * file is then held in memory. The same sheets and time give the same bytes.
 *
 * @param modifiedAt milliseconds since the epoch
 * @throws RangeError for a sheet's name, a number or a text that Excel would not open
 */
export async function writeWorkbook(sheets: readonly SheetToWrite[], modifiedAt: number): Promise<Buffer> {
  checkNames(sheets.map(({ name }) => name));
  const parts = [
    await deflate('[Content_Types].xml', [contentTypes(sheets.length)]),
    await deflate('_rels/.rels', [relationships([['officeDocument', 'xl/workbook.xml']])]),
    await deflate('xl/styles.xml', [STYLES]),
    await deflate('xl/workbook.xml', [workbookXml(sheets)]),
    await deflate('xl/_rels/workbook.xml.rels', [
      relationships([
        ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ]),
  ];
  for (const [at, { rows }] of sheets.entries())
    parts.push(await deflate(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)));
  return archiveOf(parts, modifiedAt);
}

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  if (names.length === 0) throw new RangeError('A workbook needs a sheet.');
  for (const name of names) {
    if (name.trim() === '' || name.length > MAX_NAME || FORBIDDEN_IN_NAME.test(name))
      throw new RangeError(`"${name}" cannot be the name of a sheet.`);
    if (seen.has(name.toLowerCase())) throw new RangeError(`Two sheets are called "${name}".`);
    seen.add(name.toLowerCase());
  }
}

async function deflate(name: string, pieces: Iterable<string>): Promise<Part> {
  let inflatedSize = 0;
  let crc = 0;
  function* measured(): Generator<Buffer> {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8');
      inflatedSize += bytes.length;
      crc = crc32(bytes, crc);
      yield bytes;
    }
  }
  const deflated = createDeflateRaw();
  const [bytes] = await Promise.all([
    buffer(deflated),
    pipeline(Readable.from(measured(), { objectMode: false }), deflated),
  ]);
  return { name, bytes, inflatedSize, crc32: crc };
}

function archiveOf(parts: readonly Part[], modifiedAt: number): Promise<Buffer> {
  const inOrder = parts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const builder = new ArchiveBuilder();
  for (const { name, bytes, inflatedSize, crc32: crc } of inOrder) {
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    builder.add({ name, size: bytes.length, inflatedSize, crc32: crc, contentHash, modifiedAt });
  }
  const archive = readArchive(builder.finish(), {
    smallBytes: Number.POSITIVE_INFINITY,
    small: async (indices) => indices.map((at) => inOrder[at]?.bytes ?? Buffer.alloc(0)),
    async *read() {},
  });
  return buffer(archive);
}
