import type { OfferedText, TextSource } from 'oracle-runtime/plugin';
import type { FileEntry, FileService } from '../service.js';

const PREFIX = 'oracle://files';
/** Files that a list names; all others are read by their paths. */
const MOST_LISTED = 200;

/** The files of whoever asks, to be read by their paths: `oracle://files/reports/a.pdf`. */
export function fileTexts(files: Pick<FileService, 'list' | 'read'>): TextSource {
  return {
    template: {
      uri: `${PREFIX}/{+path}`,
      name: 'file',
      title: 'A file',
      description: 'A file of yours by its path, such as oracle://files/reports/june.pdf.',
    },
    async list(principal) {
      const entries = await files.list(principal, '/');
      return entries.slice(0, MOST_LISTED).map(offered);
    },
    async read(uri, principal) {
      const path = pathOf(uri);
      if (path === undefined) return undefined;
      const { entry, open } = await files.read(principal, path);
      const chunks: Buffer[] = [];
      for await (const chunk of open()) chunks.push(chunk as Buffer);
      return { content: Buffer.concat(chunks), mimeType: entry.mimeType };
    },
  };
}

function offered({ path, name, size, mimeType, contentHash: sha256 }: FileEntry): OfferedText {
  const uri = PREFIX + path.split('/').map(encodeURIComponent).join('/');
  return { uri, name, title: path, description: `The file ${path}.`, mimeType, size, sha256 };
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(`${PREFIX}/`)) return undefined;
  try {
    return decodeURIComponent(uri.slice(PREFIX.length));
  } catch {
    return undefined;
  }
}
