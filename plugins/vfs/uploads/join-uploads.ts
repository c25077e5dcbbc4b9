import type { Access } from '../access/access.js';
import { conflict } from '../drive/faults.js';
import { fileToReplace } from '../drive/write.js';
import type { Vfs } from '../vfs.js';
import type { Assemblies } from './assembly.js';
import { badHeader } from './faults.js';
import { finishUpload } from './finish-upload.js';
import { isPartial, type PendingUpload, type UploadTarget, uploadOf } from './pending-upload.js';
import { findUpload, newRow, requireFileSize } from './upload-store.js';

export interface Join {
  /** The partial uploads, in order. */
  readonly ids: readonly string[];
  /** `Upload-Concat` as it came. */
  readonly concat: string;
  readonly target: UploadTarget;
  readonly metadata: string | undefined;
}

/**
 * Makes one file of several uploads (the concatenation of tus). Their bytes are read once, for the hash of the whole,
 * and not written again; until the file is there they stay what they were, so that it can be asked for again.
 * @throws OracleError `not_found`, `conflict` for parts that are not complete, and what `finishUpload` throws
 */
export async function joinUploads(
  vfs: Vfs,
  access: Access,
  assemblies: Assemblies,
  { ids, concat, target, metadata }: Join,
): Promise<PendingUpload> {
  const before = await joinedBefore(vfs, access, concat, metadata);
  if (before !== undefined) return before;
  await fileToReplace(vfs, access, target);
  const uploads: PendingUpload[] = [];
  for (const id of ids) uploads.push(completePart(await findUpload(vfs, access, id)));
  const size = uploads.reduce((sum, { received }) => sum + received, 0);
  requireFileSize(vfs, size);
  const row = await newRow(vfs, access, { target, size, metadata, concat });
  let joined: PendingUpload | undefined;
  await finishUpload(vfs, access, {
    target,
    uploads,
    assembly: await assemblies.of(uploads, target.mimeType),
    also: async (trx, { id }) => {
      const made = { ...row, received: size, file_id: id };
      await trx.insertInto('vfs_uploads').values(made).execute();
      joined = uploadOf(made);
    },
  });
  for (const id of ids) assemblies.forget(id);
  if (joined === undefined) throw new Error('A file was made without the upload that it came from');
  return joined;
}

/** The same asked again, because the answer was lost. For another place, or otherwise, the parts are used up. */
async function joinedBefore(
  vfs: Vfs,
  access: Access,
  concat: string,
  metadata: string | undefined,
): Promise<PendingUpload | undefined> {
  const row = await vfs.db
    .selectFrom('vfs_uploads')
    .selectAll()
    .where('namespace', '=', access.namespace)
    .where('owner', '=', access.principalId)
    .where('concat', '=', concat)
    .where('metadata', metadata === undefined ? 'is' : '=', metadata ?? null)
    .where('file_id', 'is not', null)
    .executeTakeFirst();
  return row && uploadOf(row);
}

function completePart(upload: PendingUpload): PendingUpload {
  if (!isPartial(upload)) throw badHeader('The header Upload-Concat', `names ${upload.id}, which is no part`);
  if (upload.fileId !== undefined)
    throw conflict(`The part ${upload.id} is in a file already.`, 'Upload it again for another file.');
  if (upload.received === upload.size) return upload;
  throw conflict(`The part ${upload.id} is not complete.`, 'Send what is missing of it first.');
}
