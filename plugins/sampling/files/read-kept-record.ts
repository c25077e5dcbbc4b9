import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import { unwrapRecord } from '../selection/unwrap-record.js';
import { openKeptFile } from './open-kept-file.js';

/** A record is JSON and must be parsed whole; this is that of about 400,000 selected units. */
const MOST_RECORD_BYTES = 64 * 1024 * 1024;

/**
 * A selection record that the caller keeps. What it holds is not checked yet.
 * @throws OracleError as `openKeptFile`, `payload_too_large`, `invalid_request` for what is no JSON
 */
export async function readKeptRecord(
  files: FileService | undefined,
  principal: Principal,
  path: string,
): Promise<unknown> {
  const field = 'recordPath';
  const { entry, open } = await openKeptFile(files, principal, path, field);
  if (entry.size > MOST_RECORD_BYTES)
    throw new OracleError('payload_too_large', {
      detail: `'${path}' has ${entry.size} bytes; a record may have up to ${MOST_RECORD_BYTES}.`,
      hint: 'Verify it offline: `oracle sampling verify <record> <registry>`.',
      errors: [{ field, message: 'is too large for a record' }],
    });
  const pieces: Buffer[] = [];
  for await (const piece of open()) pieces.push(piece as Buffer);
  try {
    return unwrapRecord(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    throw new OracleError('invalid_request', {
      detail: `'${path}' is no selection record: it is not JSON.`,
      errors: [{ field, message: 'is not JSON' }],
    });
  }
}
