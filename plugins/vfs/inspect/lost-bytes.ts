import { createHash } from 'node:crypto';
import { messageOf } from 'oracle-runtime/kit';
import type { Namespace } from '../paths/namespace.js';
import { fileOf, versionOf } from '../store/rows.js';
import type { VersionContent } from '../types.js';
import { partsOf } from '../uploads/upload-parts.js';
import type { Vfs } from '../vfs.js';

const BATCH = 100;

/**
 * Every version of every file, those in the trash too, whose stored bytes are lost or not as many as they should be,
 * each by its namespace, path and version; and every upload that could not go on.
 * @param deep also decrypts and hashes all of them
 */
export async function* lostBytes(
  { db, content }: Pick<Vfs, 'db' | 'content'>,
  deep: boolean,
): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('vfs_files')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const file of rows.map(fileOf)) {
      const older = await db
        .selectFrom('vfs_versions')
        .selectAll()
        .where('file_id', '=', file.id)
        .where('version', '!=', file.version)
        .execute();
      for (const version of [file, ...older.map((row) => versionOf(row, file))]) {
        const fault = await faultOf(content, version, deep);
        // A running oracle may have purged it since its row was read.
        if (fault !== undefined && (await isStillThere(db, version)))
          yield `${file.namespace}${file.path}, version ${version.version}: ${fault}`;
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.id;
  }
  yield* lostParts(db, content);
}

/** Uploads under way of which a part is lost. */
async function* lostParts(db: Vfs['db'], content: Vfs['content']): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const uploads = await db
      .selectFrom('vfs_uploads')
      .select(['id', 'namespace', 'path', 'wrapped_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, path, wrapped_key: wrappedKey, ...row } of uploads) {
      const namespace = row.namespace as Namespace;
      for await (const { start, size, blob } of partsOf(db, id)) {
        const fault = await content.check({ namespace, fileId: id, wrappedKey, blob, size }).then(
          () => undefined,
          (error: unknown) => messageOf(error),
        );
        if (fault !== undefined && (await isUnderWay(db, id, blob)))
          yield `${namespace}${path}, upload ${id}, from byte ${start} on: ${fault}`;
      }
    }
    const last = uploads.at(-1);
    if (last === undefined || uploads.length < BATCH) return;
    after = last.id;
  }
}

async function isUnderWay(db: Vfs['db'], upload: string, blob: string): Promise<boolean> {
  const part = await db
    .selectFrom('vfs_upload_parts')
    .select('start')
    .where('upload_id', '=', upload)
    .where('blob', '=', blob)
    .executeTakeFirst();
  return part !== undefined;
}

async function faultOf(
  content: Vfs['content'],
  version: VersionContent,
  deep: boolean,
): Promise<string | undefined> {
  try {
    await content.check(version);
    if (!deep) return undefined;
    const hash = createHash('sha256');
    for await (const piece of content.read(version)) hash.update(piece);
    return hash.digest('hex') === version.contentHash
      ? undefined
      : 'The bytes are not those that were stored';
  } catch (error) {
    return messageOf(error);
  }
}

async function isStillThere(db: Vfs['db'], { fileId, blob }: VersionContent): Promise<boolean> {
  const [current, older] = await Promise.all([
    db
      .selectFrom('vfs_files')
      .select('id')
      .where('id', '=', fileId)
      .where('blob', '=', blob)
      .executeTakeFirst(),
    db
      .selectFrom('vfs_versions')
      .select('version')
      .where('file_id', '=', fileId)
      .where('blob', '=', blob)
      .executeTakeFirst(),
  ]);
  return current !== undefined || older !== undefined;
}
