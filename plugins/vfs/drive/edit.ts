import { OracleError } from 'oracle-runtime/plugin';
import type { Access } from '../access/access.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { conflict } from './faults.js';
import { fileById } from './find.js';
import { checkPreconditions, etagOf, type Preconditions } from './preconditions.js';
import { readText } from './read.js';
import { replaceContent } from './write.js';

export interface Edit extends Preconditions {
  readonly oldString: string;
  readonly newString: string;
  /** Default: the text must occur exactly once. */
  readonly replaceAll?: boolean | undefined;
}

/**
 * Replaces a piece of a text, as a new version.
 * @throws OracleError `forbidden`, `not_found`; `conflict` when the text does not occur, or more than once, or the file
 * changes meanwhile; `unsupported_media_type` for what is no text
 */
export async function editFile(
  vfs: Vfs,
  access: Access,
  id: string,
  edit: Edit,
): Promise<{ readonly file: FileRow; readonly replacements: number }> {
  const file = await fileById(vfs, access, 'fs/write', id);
  checkPreconditions(file, edit);
  if (edit.oldString === '') {
    throw new OracleError('invalid_request', {
      detail: 'oldString must not be empty.',
      errors: [{ field: 'oldString', message: 'must not be empty' }],
    });
  }
  const pieces = (await readText(vfs, file)).split(edit.oldString);
  const replacements = pieces.length - 1;
  if (replacements === 0)
    throw conflict('oldString not found in the file.', 'Read the file and copy the text exactly.');
  if (replacements > 1 && edit.replaceAll !== true) {
    throw conflict(
      `oldString appears ${replacements} times.`,
      'Give more of the text around it, or set replaceAll.',
    );
  }
  const content = Buffer.from(pieces.join(edit.newString));
  const source = (async function* () {
    yield content;
  })();
  try {
    const edited = await replaceContent(vfs, access, file, { source, ifMatch: etagOf(file) }, 'edit');
    return { file: edited, replacements };
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'precondition_failed')
      throw conflict('The file was modified concurrently.', 'Read it again and repeat the edit.');
    throw error;
  }
}
