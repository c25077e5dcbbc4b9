import { defineResource, isDid } from 'oracle-runtime/plugin';
import { abilities } from './abilities.js';
import { revealCaveats } from './reveal.js';
import { isSegment, LONGEST, pathCovers } from './segments.js';

/** The files that a UCAN is about. `path` is their subtree, one entry a segment; empty means the whole. */
export interface FilesResource {
  /** The entity whose they are; without one they are those of whoever issued the first link of the chain. */
  readonly did?: string;
  readonly path: readonly string[];
}

/** The files of whoever grants them, all of them. */
export const FILES = 'ixo:filesystem';

/**
 * `ixo:filesystem[/<did>][/<sub/tree>]` in its one normal form, or undefined: no percent signs, no empty, `.` or `..`
 * segments, no backslash or control characters, Unicode in NFC.
 */
export function parseFilesResource(text: string): FilesResource | undefined {
  if (text === FILES) return { path: [] };
  if (!text.startsWith(`${FILES}/`) || text.length > LONGEST) return undefined;
  const segments = text.slice(FILES.length + 1).split('/');
  const [first = ''] = segments;
  if (!first.startsWith('did:')) return segments.every(isSegment) ? { path: segments } : undefined;
  const path = segments.slice(1);
  return isDid(first) && path.every(isSegment) ? { did: first, path } : undefined;
}

/**
 * Files as UCANs know them. They belong to people, so on them nothing counts but abilities `fs/…`: anybody may sign
 * whatever they like about files of their own.
 */
export const filesResource = defineResource({
  name: 'files',
  prefix: FILES,
  abilities: Object.keys(abilities),
  usage: `${FILES}, ${FILES}/<folder> or ${FILES}/<did>[/<folder>], with no percent signs, no dots for a folder, Unicode composed (NFC)`,
  parse: parseFilesResource,
  covers: (granted, claimed) => granted.did === claimed.did && pathCovers(granted.path, claimed.path),
  owner: ({ did }) => (did === undefined ? 'issuer' : { did }),
  caveats: revealCaveats,
});
