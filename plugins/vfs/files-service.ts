import { Readable } from 'node:stream';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Ability } from './access/abilities.js';
import type { AgentAccess } from './access/agent-access.js';
import { sightOf } from './access/onlookers.js';
import { linkOf } from './drive/describe.js';
import { conflict } from './drive/faults.js';
import { fileAt, fileHere, folderAt } from './drive/find.js';
import { listFiles } from './drive/list.js';
import { flagFile, flagFolder } from './drive/publish.js';
import { trashFile, trashFolder } from './drive/trash.js';
import { findVersion, listVersions } from './drive/versions.js';
import { watchFolder } from './drive/watch.js';
import { createFile } from './drive/write.js';
import { parseFilePath, parsePath } from './paths/namespace-path.js';
import type { FileEntry, FileService } from './service.js';
import type { FileRow, FolderRow } from './types.js';
import type { Vfs } from './vfs.js';

const MOST_LISTED = 1_000;

/** Files for other plugins. */
export function createFileService(vfs: Vfs, access: AgentAccess): FileService {
  const find = async (principal: Principal, ability: Ability, text: string) => {
    const path = parseFilePath(text);
    const granted = await access(principal, ability, path);
    return { granted, file: await fileAt(vfs, granted, ability, path) };
  };
  const flag = async (principal: Principal, text: string, value: boolean): Promise<FileRow | FolderRow> => {
    const path = parsePath(text);
    const granted = await access(principal, 'fs/write', path);
    const file = await fileHere(vfs, granted, path);
    if (file !== undefined) return flagFile(vfs, granted, file.id, 'public', value);
    await folderAt(vfs, granted, 'fs/write', path);
    return (await flagFolder(vfs, granted, path, 'public', value)).folder;
  };
  return {
    stat: (principal, path) => find(principal, 'fs/list', path).then(({ file }) => entryOf(file), absent),

    async list(principal, folder, after) {
      const path = parsePath(folder);
      const request = { path, limit: MOST_LISTED, cursor: after };
      const page = await listFiles(vfs, await access(principal, 'fs/list', path), request).catch(absent);
      return (page?.files ?? []).map(entryOf);
    },

    async read(principal, path, version) {
      const { granted, file } = await find(principal, 'fs/read', path);
      const wanted =
        version === undefined ? file : (await findVersion(vfs, granted, file.id, version)).version;
      return {
        entry: entryOf({ ...file, ...wanted }),
        open: () => Readable.from(vfs.files.open(wanted).read(), { objectMode: false }),
      };
    },

    async write(principal, text, content, options) {
      const path = parseFilePath(text);
      const source = content instanceof Uint8Array ? once(content) : content;
      const granted = await access(principal, 'fs/write', path);
      const sight = options?.inSight === true ? undefined : await sightOf(vfs, granted, principal, path);
      if (sight !== undefined) throw conflict(sight.why, 'Choose another place, and show it from there.');
      const file = await createFile(vfs, granted, {
        path,
        source,
        mimeType: options?.mimeType,
        overwrite: options?.overwrite,
      });
      return entryOf(file);
    },

    async remove(principal, text) {
      const path = parsePath(text);
      const granted = await access(principal, 'fs/delete', path);
      const file = await fileHere(vfs, granted, path);
      if (file === undefined) await trashFolder(vfs, granted, path);
      else await trashFile(vfs, granted, file.id);
    },

    async publish(principal, path) {
      return { url: linkOf(await flag(principal, path, true)) };
    },

    async unpublish(principal, path) {
      return { public: (await flag(principal, path, false)).public };
    },

    async history(principal, path) {
      const { granted, file } = await find(principal, 'fs/read', path);
      const versions = await listVersions(vfs, granted, file.id);
      return versions.map(({ version, size, mimeType, contentHash, cid, createdAt, createdBy }) => {
        return { version, size, mimeType, contentHash, cid, createdAt, createdBy };
      });
    },

    async watch(principal, folder, signal) {
      const path = parsePath(folder);
      return watchFolder(vfs, path, () => access(principal, 'fs/list', path), signal);
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function absent(error: unknown): undefined {
  if (OracleError.isInstance(error) && error.code === 'not_found') return undefined;
  throw error;
}

function entryOf(file: FileRow): FileEntry {
  const { id, path, name, size, mimeType, version, contentHash, cid } = file;
  return { id, path, name, size, mimeType, version, contentHash, cid, public: file.public };
}
