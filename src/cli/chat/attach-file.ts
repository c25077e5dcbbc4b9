import { readFile, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { type Attachment, OracleError } from '../../plugin/index.js';

/** A message of at most 4 MiB carries its files in base64, four letters for three bytes. */
const LARGEST = 2.9 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/**
 * A file of this machine as it travels within a message.
 * @throws OracleError `invalid_request` when there is none or it is too large
 */
export async function attachFile(path: string, cwd: string): Promise<Attachment> {
  const place = resolve(cwd, path);
  const info = await stat(place).catch(() => undefined);
  if (info?.isFile() !== true)
    throw new OracleError('invalid_request', { detail: `There is no file ${path} to attach.` });
  if (info.size > LARGEST)
    throw new OracleError('payload_too_large', {
      detail: `${path} is too large to travel in a message (${(info.size / 1024 / 1024).toFixed(1)} MiB, at most 2.9).`,
      hint: 'Upload it to the oracle first and name its path in the message.',
    });
  const mimeType = TYPES[extname(place).toLowerCase()] ?? 'application/octet-stream';
  const content = await readFile(place);
  return { name: basename(place), mimeType, url: `data:${mimeType};base64,${content.toString('base64')}` };
}
