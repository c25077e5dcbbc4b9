import { openCsv } from './csv-table.js';
import { openGeojson } from './geojson-table.js';
import { inTurns } from './in-turns.js';
import { LIST_NAMES, openJson } from './json-table.js';
import { openNdjson } from './ndjson-table.js';
import type { RegistrySource } from './registry-source.js';
import {
  type OpenRegistry,
  type ReadOptions,
  type RegistryFormat,
  type RegistryTable,
  unreadable,
} from './registry-table.js';
import { peek } from './registry-text.js';

const SNIFF_BYTES = 4096;

const OPENERS: Readonly<
  Record<RegistryFormat, (bytes: AsyncIterable<Uint8Array>, options: ReadOptions) => Promise<RegistryTable>>
> = {
  csv: openCsv,
  geojson: openGeojson,
  ndjson: openNdjson,
  json: openJson,
  xlsx: async (bytes, options) => (await import('./xlsx/xlsx-table.js')).openXlsx(bytes, options),
};

/**
 * Opens a registry as a table. The format is told from the first bytes, not from the file's name.
 *
 * @throws OracleError `invalid_request` naming what cannot be read, and the line.
 */
export async function openRegistry(source: RegistrySource, options: ReadOptions = {}): Promise<OpenRegistry> {
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

function sniff(head: Buffer, name: string): RegistryFormat {
  if (head.length === 0) throw unreadable(`${name} is empty`, 'Send a file with one unit per line.');
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
