import type { Readable } from 'node:stream';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileEntry, FileService } from '../../vfs/service.js';

/** A file that its owner keeps in the file system: one version of it, to be read as often as needed. */
export interface KeptFile {
  readonly entry: FileEntry;
  open(): Readable;
}

/**
 * Opens a file of the caller.
 * @param files undefined when the oracle has no file system
 * @param field the field of the request that names the path, for errors
 * @throws OracleError `not_found`, `forbidden` (the credential does not reach it), `invalid_request` (no path, or no file system)
 */
export async function openKeptFile(
  files: FileService | undefined,
  principal: Principal,
  path: string,
  field: string,
): Promise<KeptFile> {
  if (files === undefined)
    throw new OracleError('invalid_request', {
      detail: `${field} names a file, but this oracle keeps no files: the plugin 'vfs' is off.`,
      hint: 'Send the content itself, or turn the plugin on: features: { vfs: true } in oracle.config.json.',
      errors: [{ field, message: "cannot be read: the plugin 'vfs' is off" }],
    });
  try {
    return await files.read(principal, path);
  } catch (error) {
    throw OracleError.isInstance(error) ? inWordsOf(field, path, error) : error;
  }
}

function inWordsOf(field: string, path: string, error: OracleError): OracleError {
  const { code, detail, hint } = error;
  switch (code) {
    case 'not_found':
      return new OracleError(code, {
        detail: `There is no file '${path}'.`,
        hint: 'Give the exact path, with every folder and the ending; GET /api/fs/tree?path=/ lists what there is.',
        errors: [{ field, message: `there is no file '${path}'` }],
      });
    case 'forbidden':
      return new OracleError(code, {
        detail: `The file '${path}' cannot be read: ${detail}`,
        hint,
        errors: [{ field, message: detail }],
      });
    case 'invalid_request':
      return new OracleError(code, {
        detail: `'${path}' is no path of a file: ${detail}`,
        hint,
        errors: [{ field, message: detail }],
      });
    default:
      return error;
  }
}
