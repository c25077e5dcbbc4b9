import { sha256Hex } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import type { FileEntry, FileService } from '../../vfs/service.js';
import { isDocument } from '../readers/read-document.js';
import { beyond, isRefused, MOST_BYTES, MOST_DOCUMENTS, MOST_LISTED, type Shelf } from './shelf.js';

/** As many as `FileService.list` gives at once. */
const PAGE = 1_000;

/**
 * The files of whoever asks; undefined for who has none. The index is that of the DID, whatever credential it comes
 * with: what the credential does not reach is not read, and so not quoted.
 */
export function filesShelf(files: FileService, principal: Principal): Shelf | undefined {
  if (principal.kind === 'anonymous' || principal.did === '') return undefined;
  return {
    kind: 'files',
    owner: ownerOf(principal.did),
    prefix: '',
    // Other processes may change them, and nobody tells.
    trustMs: 15_000,
    async list(signal) {
      const found: FileEntry[] = [];
      for (let after: string | undefined; ; ) {
        signal.throwIfAborted();
        const page = await files.list(principal, '/', after);
        found.push(...page.filter(({ path }) => isDocument(path)));
        after = page.at(-1)?.path;
        if (page.length < PAGE || found.length >= MOST_LISTED || after === undefined) break;
      }
      return found
        .slice(0, MOST_LISTED)
        .map((entry, index) => (index < MOST_DOCUMENTS ? entry : beyond(entry.path, entry.size)));
    },
    async read(path, version, contentHash) {
      try {
        const { entry, open } = await files.read(principal, path);
        if (entry.version !== version || entry.contentHash !== contentHash || entry.size > MOST_BYTES)
          return undefined;
        const bytes = Buffer.concat(await open().toArray());
        return sha256Hex(bytes) === contentHash ? bytes : undefined;
      } catch (error) {
        if (isRefused(error)) return undefined;
        throw error;
      }
    },
  };
}

/** In the index: no name of another shelf, and no DID's name is the beginning of another's. */
function ownerOf(did: string): string {
  return `files of ${did}`;
}
