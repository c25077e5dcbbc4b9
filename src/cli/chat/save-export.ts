import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat, SessionClient } from '../../client/session-client.js';
import { errorCode, messageOf } from '../../kit/error-words.js';
import { OracleError } from '../../plugin/index.js';

/** JSON for a file that is named so, else Markdown. */
export function formatOf(file: string): ExportFormat {
  return extname(file).toLowerCase() === '.json' ? 'json' : 'markdown';
}

/**
 * Writes a session to a new file of its reader alone; one that is there is never replaced.
 * @throws OracleError `conflict` when it is there, `invalid_request` when it cannot be written
 */
export async function saveExport(
  sessions: SessionClient,
  sessionId: string,
  file: string,
  format: ExportFormat,
  cwd: string,
): Promise<void> {
  const { body } = await sessions.export(sessionId, format);
  const content = Readable.fromWeb((body ?? new Blob([]).stream()) as unknown as ReadableStream);
  try {
    await pipeline(content, createWriteStream(resolve(cwd, file), { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new OracleError('conflict', {
        detail: `${file} is there already.`,
        hint: 'Name another file, or remove it first.',
      });
    throw new OracleError('invalid_request', { detail: `${file} cannot be written: ${messageOf(error)}` });
  }
}
