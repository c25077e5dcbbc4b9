import { randomUUID } from 'node:crypto';
import { nextTurn } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { isWithin, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { conflict } from './faults.js';
import { fileHere, folderAt } from './find.js';
import { insertFiles } from './insert.js';
import { makeFolder } from './make-folder.js';
import { receiveEach } from './receive.js';
import { mostWordsOf, slicesOf } from './slices.js';
import { changeNamespace } from './transaction.js';
import { requireWholeFolder } from './whole-folder.js';
import { createFile } from './write.js';

const PAGE = 500;

export interface Copy {
  readonly from: NamespacePath;
  readonly to: NamespacePath;
  /** A file takes the place of one that is there, as a new version of it. Default: `conflict`. */
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Copied =
  | { readonly type: 'file'; readonly item: FileRow; readonly files: 1 }
  | { readonly type: 'folder'; readonly item: FolderRow; readonly files: number };

/**
 * Copies a file, or a folder with all that is in it: the content as it is now, without versions and flags, under a key
 * of its own. What it inherits is what its new folder hands down. A folder is copied some files at a time: one that
 * breaks off leaves what was copied.
 * @throws OracleError `forbidden`, `not_found`, `conflict`, `payload_too_large`, `insufficient_storage`
 */
export async function copyItem(vfs: Vfs, access: Access, copy: Copy): Promise<Copied> {
  requireAbility(access, 'fs/read');
  requireAbility(access, 'fs/write');
  requireScope(access, copy.from);
  requireScope(access, copy.to);
  const file = await fileHere(vfs, access, copy.from);
  if (file === undefined) return copyFolder(vfs, access, copy);
  if (copy.from === copy.to) throw conflict('A file cannot be copied onto itself.');
  return { type: 'file', item: await copyFile(vfs, access, file, copy.to, copy.overwrite), files: 1 };
}

async function copyFile(
  vfs: Vfs,
  access: Access,
  file: FileRow,
  path: NamespacePath,
  overwrite = false,
): Promise<FileRow> {
  const { mimeType, size } = file;
  const release = vfs.files.pin([file]);
  try {
    const source = vfs.files.open(file).read();
    return await createFile(vfs, access, { path, source, size, mimeType, overwrite });
  } finally {
    release();
  }
}

async function copyFolder(vfs: Vfs, access: Access, { from, to, signal }: Copy): Promise<Copied> {
  await folderAt(vfs, access, 'fs/read', from);
  if (from === ROOT || isWithin(to, from)) throw conflict('A folder cannot be copied into itself.');
  await requireWholeFolder(vfs.db, access, from);
  await requireSmall(vfs, access, from);
  const item = await makeFolder(vfs, access, to);
  let files = 0;
  for (let after: NamespacePath | undefined; ; ) {
    const page = await vfs.files.listFiles({
      namespace: access.namespace,
      path: from,
      view: 'flat',
      limit: PAGE,
      revealed: access.revealed,
      ...(after === undefined ? {} : { after }),
    });
    for (const slice of slicesOf(page, workOf)) {
      await nextTurn();
      signal?.throwIfAborted();
      await copySlice(vfs, access, slice, { from, to });
      files += slice.length;
    }
    after = page.at(-1)?.path;
    if (page.length < PAGE || after === undefined) return { type: 'folder', item, files };
  }
}

/** Its own rows take as long as so many of the index. */
const OWN_ROWS = 40;
/** Bytes that are copied in the time of one; what is larger than a slice is one of its own. */
const BYTES_A_ROW = 256;
const workOf = (file: FileRow) => OWN_ROWS + mostWordsOf(file) + file.size / BYTES_A_ROW;

/** These files of a folder, in one transaction. */
async function copySlice(
  vfs: Vfs,
  access: Access,
  files: readonly FileRow[],
  { from, to }: Pick<Copy, 'from' | 'to'>,
): Promise<void> {
  const { namespace } = access;
  const release = vfs.files.pin(files);
  try {
    const copies = [];
    for (const file of files) {
      const id = randomUUID();
      copies.push({
        namespace,
        id,
        fileId: id,
        wrappedKey: await vfs.fileKeys.create(namespace, id),
        path: `${to}${file.path.slice(from.length)}` as NamespacePath,
        mimeType: file.mimeType,
        source: vfs.files.open(file).read(),
        size: file.size,
      });
    }
    await receiveEach(vfs, copies, (contents) =>
      changeNamespace(vfs, access, (trx) => insertFiles(vfs, trx, access, contents)),
    );
  } finally {
    release();
  }
}

/** What one archive may hold, one copy may. @throws OracleError `payload_too_large` */
async function requireSmall(vfs: Vfs, { namespace }: Access, path: NamespacePath): Promise<void> {
  const { zipMaxFiles, zipMaxBytes } = vfs.config;
  const { files, bytes } = await vfs.files.measure({ namespace, path, revealed: [ROOT] }, zipMaxFiles + 1);
  if (files <= zipMaxFiles && bytes <= zipMaxBytes) return;
  throw new OracleError('payload_too_large', {
    detail: `The folder holds more than ${zipMaxFiles} files or ${zipMaxBytes} bytes.`,
    hint: 'Copy the folders in it one by one.',
  });
}
