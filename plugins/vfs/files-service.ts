import { Readable } from 'node:stream';
import { type FileEntry, type FileService, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Ability } from './access/abilities.js';
import type { AgentAccess } from './access/agent-access.js';
import { fileAt } from './drive/find.js';
import { listFiles } from './drive/list.js';
import { createFile } from './drive/write.js';
import { parseFilePath, parsePath } from './paths/namespace-path.js';
import type { FileRow } from './types.js';
import type { Vfs } from './vfs.js';

const MOST_LISTED = 1_000;

/** Files for other plugins. */
export function createFileService(vfs: Vfs, access: AgentAccess): FileService {
  const find = async (principal: Principal, ability: Ability, text: string): Promise<FileRow> => {
    const path = parseFilePath(text);
    return fileAt(vfs, await access(principal, ability, path), ability, path);
  };
  return {
    stat: (principal, path) => find(principal, 'fs/list', path).then(entryOf, absent),

    async list(principal, folder) {
      const path = parsePath(folder);
      const request = { path, limit: MOST_LISTED };
      const page = await listFiles(vfs, await access(principal, 'fs/list', path), request).catch(absent);
      return (page?.files ?? []).map(entryOf);
    },

    async read(principal, path) {
      const file = await find(principal, 'fs/read', path);
      return {
        entry: entryOf(file),
        open: () => Readable.from(vfs.files.open(file).read(), { objectMode: false }),
      };
    },

    async write(principal, text, content, options) {
      const path = parseFilePath(text);
      const source = content instanceof Uint8Array ? once(content) : content;
      const file = await createFile(vfs, await access(principal, 'fs/write', path), {
        path,
        source,
        mimeType: options?.mimeType,
        overwrite: options?.overwrite,
      });
      return entryOf(file);
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
