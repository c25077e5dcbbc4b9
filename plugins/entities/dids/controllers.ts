import { type DidDocument, OracleError } from 'oracle-runtime/plugin';
import type { ResolveDid } from './resolve-did.js';

/** Who controls a DID. One that is itself controlled by others has them in `controllers`. */
export interface Controller {
  readonly did: string;
  /** `no-document`: it may be a key, but nothing is known about it. `unresolved`: nobody was asked, or could say. */
  readonly state: 'active' | 'deactivated' | 'no-document' | 'unresolved';
  readonly controllers?: readonly Controller[];
}

const DEEPEST = 3;
const MOST = 10;

/** DIDs of a document's `controller`, which DID Core allows to be one or a list. */
function controllerDids({ controller }: Pick<DidDocument, 'controller'>): readonly string[] {
  const list: readonly unknown[] = typeof controller === 'string' ? [controller] : (controller ?? []);
  return list.filter((each): each is string => typeof each === 'string');
}

/** The controllers of a document, and theirs, at most three steps up; whoever was met before is not followed again. */
export async function controllersOf(
  document: Pick<DidDocument, 'id' | 'controller'>,
  resolve: ResolveDid,
  signal: AbortSignal,
  met: ReadonlySet<string> = new Set(),
): Promise<readonly Controller[]> {
  const seen = new Set([...met, document.id]);
  const found: Controller[] = [];
  for (const did of controllerDids(document).slice(0, MOST)) {
    found.push(seen.has(did) ? { did, state: 'active' } : await describe(did, resolve, signal, seen));
  }
  return found;
}

async function describe(
  did: string,
  resolve: ResolveDid,
  signal: AbortSignal,
  seen: ReadonlySet<string>,
): Promise<Controller> {
  // A stranger's document may name any host; who controls something is a question to the chain alone.
  if (seen.size > DEEPEST || did.startsWith('did:web:')) return { did, state: 'unresolved' };
  try {
    const resolution = await resolve(did, signal);
    if (resolution.status === 'deactivated') return { did, state: 'deactivated' };
    if (resolution.status === 'failed')
      return { did, state: resolution.error === 'notFound' ? 'no-document' : 'unresolved' };
    const controllers = await controllersOf(resolution.document, resolve, signal, seen);
    return controllers.length > 0 ? { did, state: 'active', controllers } : { did, state: 'active' };
  } catch (error) {
    if (OracleError.isInstance(error)) return { did, state: 'unresolved' };
    throw error;
  }
}
