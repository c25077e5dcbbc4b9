/** What a capability is about. `path` is its subtree, one entry a segment; empty means the whole. */
export type Resource =
  /** `ixo:oracle`: this oracle's own scopes, such as `oracle/chat`. */
  | { readonly kind: 'oracle'; readonly path: readonly [] }
  /**
   * `ixo:filesystem[/<sub/tree>]`: the files of whoever issued the first link of the chain, or, with `did`,
   * `ixo:filesystem/<did>[/<sub/tree>]`: those of that entity.
   */
  | { readonly kind: 'filesystem'; readonly did?: string; readonly path: readonly string[] };

export const ORACLE_RESOURCE = 'ixo:oracle';
const FILESYSTEM = 'ixo:filesystem';
/** DID Core, section 3.1, without percent-encoding, which would give one DID two spellings. `%3A` is did:web's port. */
const DID = /^did:[a-z0-9]+:(?:[A-Za-z0-9._:-]|%3A)*[A-Za-z0-9._-]$/;
const LONGEST = 1100;

/** Whether the text is a DID that this runtime accepts. */
export function isDid(text: string): boolean {
  return text.length <= 512 && DID.test(text);
}

/**
 * A resource in its one normal form, or undefined: no percent signs, no empty, `.` or `..` segments, no backslash
 * or control characters, Unicode in NFC. A form with two spellings would let a check and a look-up disagree.
 */
export function parseResource(text: string): Resource | undefined {
  if (text === ORACLE_RESOURCE) return { kind: 'oracle', path: [] };
  if (text === FILESYSTEM) return { kind: 'filesystem', path: [] };
  if (!text.startsWith(`${FILESYSTEM}/`) || text.length > LONGEST) return undefined;
  const segments = text.slice(FILESYSTEM.length + 1).split('/');
  const [first = ''] = segments;
  if (!first.startsWith('did:')) {
    return segments.every(isSegment) ? { kind: 'filesystem', path: segments } : undefined;
  }
  const path = segments.slice(1);
  return isDid(first) && path.every(isSegment) ? { kind: 'filesystem', did: first, path } : undefined;
}

/** Whether one path segment is in normal form; see {@link parseResource}. */
function isSegment(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    !/[\p{Cc}\p{Cs}\\%]/u.test(segment) &&
    segment.normalize('NFC') === segment
  );
}

/**
 * Whether a grant on `granted` reaches `claimed`: the same files, and a path that equals or lies below it, segment
 * by segment, so that `/docs` does not reach `/docs2`.
 */
export function resourceCovers(granted: Resource, claimed: Resource): boolean {
  if (granted.kind !== claimed.kind) return false;
  if (granted.kind === 'filesystem' && claimed.kind === 'filesystem' && granted.did !== claimed.did)
    return false;
  return pathCovers(granted.path, claimed.path);
}

/** Whether `claimed` equals `granted` or lies below it. */
export function pathCovers(granted: readonly string[], claimed: readonly string[]): boolean {
  return granted.length <= claimed.length && granted.every((segment, index) => segment === claimed[index]);
}

/** The segments of an absolute path such as `/a/b` (`/` has none), or undefined when it is not in normal form. */
export function parsePathPrefix(text: string): readonly string[] | undefined {
  if (text === '/') return [];
  if (!text.startsWith('/') || text.length > LONGEST) return undefined;
  const segments = text.slice(1).split('/');
  return segments.every(isSegment) ? segments : undefined;
}

/** The namespace of a DID's own files: `user:<method-specific id>`. */
export function personalNamespace(did: string): string {
  return `user:${did.split(':').slice(2).join(':')}`;
}
