import { buffer } from 'node:stream/consumers';
import { attachedFile, type Caller, OracleError } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import type { ChartSource } from '../record/picture-record.js';

const MOST_BYTES = 20 * 1024 * 1024;

export interface FileContent {
  readonly name: string;
  readonly content: Buffer;
  /** Which version of which kept file it is; undefined for an attached one. */
  readonly file: ChartSource['file'];
}

/**
 * The file at a path, or the one that is attached to the message.
 * @throws OracleError `not_supported` without files, `not_found`, `payload_too_large`, `invalid_request` for none
 */
export async function fileContent(
  { principal, attachments }: Pick<Caller, 'principal' | 'attachments'>,
  files: FileService | undefined,
  path: string | undefined,
  what: string,
): Promise<FileContent> {
  if (path === undefined) {
    const { name, content } = attachedFile(attachments, undefined, what);
    return { name, content: bounded(name, content.length, content), file: undefined };
  }
  const { entry, open } = await keptFiles(files).read(principal, path);
  bounded(path, entry.size, undefined);
  return {
    name: entry.name,
    content: await buffer(open()),
    file: { path, version: entry.version, sha256: entry.contentHash },
  };
}

/** @throws OracleError `not_supported` */
export function keptFiles(files: FileService | undefined): FileService {
  if (files !== undefined) return files;
  throw new OracleError('not_supported', {
    detail: 'This oracle keeps no files.',
    hint: 'Turn the plugin vfs on, or attach the file to the message.',
  });
}

function bounded<T>(what: string, size: number, content: T): T {
  if (size <= MOST_BYTES) return content;
  throw new OracleError('payload_too_large', {
    detail: `${what} has ${size} bytes; a chart is drawn from ${MOST_BYTES} at most.`,
    hint: 'Sum the data up first.',
  });
}
