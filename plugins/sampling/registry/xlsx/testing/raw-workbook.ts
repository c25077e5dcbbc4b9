import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { ArchiveBuilder, readArchive } from 'oracle-runtime/kit';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A part of an archive: text as it is, or bytes of which the archive says something. */
export type RawPart =
  | string
  | { readonly bytes: Buffer; readonly inflatedSize?: number; readonly crc32?: number };

/** The bytes of an archive of these parts, whatever they are worth. */
export function rawArchive(parts: Readonly<Record<string, RawPart>>): Promise<Buffer> {
  const builder = new ArchiveBuilder();
  const names = Object.keys(parts).sort();
  const contents = names.map((name) => {
    const part = parts[name] ?? '';
    const { bytes, ...told } = typeof part === 'string' ? { bytes: Buffer.from(part) } : part;
    const entry = { name, size: bytes.length, crc32: crc32(bytes), contentHash: '', modifiedAt: 0 };
    builder.add({ ...entry, ...told });
    return bytes;
  });
  const archive = readArchive(builder.finish(), {
    smallBytes: Number.POSITIVE_INFINITY,
    small: async (indices) => indices.map((at) => contents[at] ?? Buffer.alloc(0)),
    async *read() {},
  });
  return buffer(archive);
}

/** The parts of a workbook with one sheet, of which some can be replaced. */
export function rawParts(sheetData: string, others: Readonly<Record<string, RawPart>> = {}) {
  const relations = (...each: readonly (readonly [type: string, target: string])[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each
      .map(([type, target]) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  return {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="units" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${sheetData}</sheetData></worksheet>`,
    ...others,
  };
}
