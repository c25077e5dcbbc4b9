import { inTurns } from './in-turns.js';
import { LIST_NAMES } from './list-names.js';
import {
  type OpenTable,
  type ReadOptions,
  type Table,
  type TableFormat,
  type TableSource,
  unreadable,
} from './table.js';
import { peek } from './table-text.js';

const SNIFF_BYTES = 4096;

const OPENERS: Readonly<
  Record<TableFormat, (bytes: AsyncIterable<Uint8Array>, options: ReadOptions) => Promise<Table>>
> = {
  csv: async (bytes, options) => (await import('./csv-table.js')).openCsv(bytes, options),
  geojson: async (bytes, options) => (await import('./geojson-table.js')).openGeojson(bytes, options),
  ndjson: async (bytes, options) => (await import('./ndjson-table.js')).openNdjson(bytes, options),
  json: async (bytes, options) => (await import('./json-table.js')).openJson(bytes, options),
  xlsx: async (bytes, options) => (await import('./xlsx/xlsx-table.js')).openXlsx(bytes, options),
};

/**
 * Opens a file as a table, read once from the beginning: CSV, XLSX, GeoJSON, NDJSON or JSON. The format is told from the first bytes, not from the file's name.
 *
 * @throws TableFault naming what cannot be read, and the line.
 */
export async function openTable(source: TableSource, options: ReadOptions = {}): Promise<OpenTable> {
  const iterator = (await source.open())[Symbol.asyncIterator]();
  const close = async () => {
    await iterator.return?.(undefined);
  };
  try {
    const { head, all } = await peek({ [Symbol.asyncIterator]: () => iterator }, SNIFF_BYTES);
    const table = await OPENERS[options.format ?? sniff(head, source.name)](inTurns(all), options);
    return { ...table, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function sniff(head: Buffer, name: string): TableFormat {
  if (head.length === 0) throw unreadable(`${name} is empty`, 'Send a file with one row per line.');
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw unreadable(
      `${name} is an old Excel workbook (.xls) or a protected one`,
      'Save it as .xlsx without a password, or as CSV UTF-8.',
    );
  }
  if (head[0] === 0x1f && head[1] === 0x8b)
    throw unreadable(`${name} is compressed (gzip)`, 'Send the file inside it.');
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^\[\s*[{["\]\d-]/.test(text)) return 'json';
  if (!text.startsWith('{')) return 'csv';
  if (/"type"\s*:\s*"FeatureCollection"/.test(text) || /^\{\s*"features"\s*:/.test(text)) return 'geojson';
  const [line = '', ...others] = text.split('\n');
  // One object that holds a list is an answer; one of several lines is a unit, whatever it holds.
  if (isObject(line) && others.some((other) => other.trim() !== '')) return 'ndjson';
  return LIST.test(text) || !(isObject(line) || line === text) ? 'json' : 'ndjson';
}

const LIST = new RegExp(`"(?:${LIST_NAMES.join('|')})"\\s*:\\s*\\[\\s*[{\\]]`);

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
