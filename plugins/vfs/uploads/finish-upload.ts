import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Access } from '../access/access.js';
import { type SealedContent, SMALL_BYTES } from '../content/content-store.js';
import type { KeyRef } from '../content/file-keys.js';
import { type BlobPart, newJoinedBlob } from '../content/joined-blobs.js';
import { isTextType } from '../content/mime-type.js';
import { notFound } from '../drive/faults.js';
import { insertFile } from '../drive/insert.js';
import { checkPreconditions } from '../drive/preconditions.js';
import type { Received } from '../drive/receive.js';
import { changeDurably, changeNamespace } from '../drive/transaction.js';
import { activeFile, addVersion, fileToReplace, requireRoomForVersion } from '../drive/write.js';
import type { Namespace } from '../paths/namespace.js';
import { IndexText } from '../search/index-text.js';
import { indexedWords } from '../search/word-index.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import type { Assembly } from './assembly.js';
import { wrongOffset } from './faults.js';
import type { PendingUpload, UploadTarget } from './pending-upload.js';
import { allParts, dropParts, keyOf, putPart } from './upload-parts.js';

/** Uploads that together are a file. */
export interface Finish {
  readonly target: UploadTarget;
  /** In the order of their bytes. */
  readonly uploads: readonly PendingUpload[];
  /** Of all their bytes, those of `last` too. */
  readonly assembly: Assembly;
  /** The last part of the last upload, which is stored with the file or not at all. */
  readonly last?: SealedContent;
  /** What else is stored with the file. */
  readonly also?: (trx: Transaction<VfsTables>, file: FileRow) => Promise<void>;
}

/**
 * Makes a file of uploads that are complete, in one transaction with the last of their bytes: no upload is ever seen
 * complete without its file. Large content is not written again: the file holds the parts as they came.
 * @throws OracleError `conflict` for an occupied place, `precondition_failed`, `insufficient_storage`, `forbidden`
 */
export async function finishUpload(vfs: Vfs, access: Access, finish: Finish): Promise<FileRow> {
  const { target, assembly } = finish;
  const present = await fileToReplace(vfs, access, target);
  if (present !== undefined) await requireRoomForVersion(vfs, vfs.db, present.id);
  const { namespace } = access;
  const id = present?.id ?? randomUUID();
  const wrappedKey = present?.wrappedKey ?? (await vfs.fileKeys.create(namespace, id));
  const key = { namespace, fileId: id, wrappedKey };
  const { mimeType } = target;
  const head = assembly.head();
  const measured = assembly.finish();
  const words = isTextType(mimeType) ? await wordsOf(vfs, namespace, head) : [];
  const small = measured.size > SMALL_BYTES ? undefined : await sealWhole(vfs, key, head);
  const partKeys = await Promise.all(
    finish.uploads.map((upload) => vfs.fileKeys.wrapPart(key, keyOf(upload))),
  );
  const change = present !== undefined && target.public === false ? changeDurably : changeNamespace;
  return change(vfs, access, async (trx) => {
    await takeLast(vfs, trx, finish);
    const bytes = small ?? (await joinParts(trx, finish.uploads, partKeys));
    const content: Received = { ...bytes, ...measured, mimeType, words };
    const file =
      present === undefined
        ? await insertFile(vfs, trx, access, {
            ...content,
            id,
            wrappedKey,
            path: target.path,
            public: target.public,
          })
        : await replace(vfs, trx, access, present, target, content);
    for (const upload of finish.uploads) await becomeFile(vfs, trx, upload, file.id);
    await finish.also?.(trx, file);
    return file;
  });
}

async function wordsOf(vfs: Vfs, namespace: Namespace, head: Buffer) {
  const text = new IndexText();
  text.add(head);
  return indexedWords(vfs.fileKeys, namespace, text.finish());
}

/** What is small stands in one row, in whatever number of parts it came. */
function sealWhole(vfs: Vfs, key: KeyRef, bytes: Buffer): Promise<SealedContent> {
  const source = (async function* () {
    yield bytes;
  })();
  return vfs.content.seal(source, { key, admit: () => undefined });
}

async function takeLast(vfs: Vfs, trx: Transaction<VfsTables>, { uploads, last }: Finish): Promise<void> {
  const upload = uploads.at(-1);
  if (last === undefined || upload === undefined) return;
  if (!(await putPart(vfs, trx, upload, last))) throw wrongOffset();
}

/** The parts go over to the file, and their keys under its key. */
async function joinParts(
  trx: Transaction<VfsTables>,
  uploads: readonly PendingUpload[],
  partKeys: readonly string[],
): Promise<Pick<Received, 'blob' | 'small' | 'parts'>> {
  const parts: BlobPart[] = [];
  let before = 0;
  for (const [index, { id }] of uploads.entries()) {
    const wrappedKey = partKeys[index] ?? '';
    let size = 0;
    for (const part of await allParts(trx, id)) {
      parts.push({ ...part, start: before + part.start, sealedFor: id, wrappedKey });
      size += part.size;
    }
    before += size;
    await trx.deleteFrom('vfs_upload_parts').where('upload_id', '=', id).execute();
  }
  return { blob: newJoinedBlob(), small: undefined, parts };
}

async function replace(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  { id }: FileRow,
  target: UploadTarget,
  content: Received,
): Promise<FileRow> {
  const current = await activeFile(trx, id);
  if (current === undefined) throw notFound();
  checkPreconditions(current, target);
  return addVersion(vfs, trx, access, current, content, 'replace', target.public);
}

/** What is left of the upload says what became of it until it expires, to a client that did not hear the answer. */
async function becomeFile(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  { id }: PendingUpload,
  fileId: string,
): Promise<void> {
  await dropParts(vfs, trx, id);
  const { numUpdatedRows } = await trx
    .updateTable('vfs_uploads')
    .set({ file_id: fileId })
    .where('id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw wrongOffset();
}
