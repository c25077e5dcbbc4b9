import { hasScope, OracleError, type Principal, type Shareable, type Shares } from 'oracle-runtime/plugin';
import { asNamespace, type Namespace } from '../paths/namespace.js';
import { asPath, type NamespacePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';

const KIND = 'folder';
/** What each access is in abilities. Deleting is in none. */
const ABILITIES: Readonly<Record<'read' | 'write', readonly Ability[]>> = {
  read: ['fs/list', 'fs/read'],
  write: ['fs/list', 'fs/read', 'fs/write'],
};

/** Folders as things that their owners share: a place, whatever is in it by then, and never what is hidden there. */
export function shareableFolders({
  oracle,
  owners,
  files,
}: Pick<Vfs, 'oracle' | 'owners' | 'files'>): Shareable {
  return {
    kind: KIND,
    allows: {
      read: 'list and read what is in the folder and is not hidden',
      write: 'read it, and write files there; neither delete nor publish them',
    },
    async find(owner, said) {
      // A key that was made for nobody acts on the owner's files, and they are not its to share.
      if (owner.id !== owner.did) return undefined;
      const { namespace } = await owners.admit(accessOf(oracle, { principal: owner }));
      const place = said.startsWith('/') ? { namespace, path: asPath(said) } : placeOf(said);
      if (place?.path === undefined || place.namespace !== namespace) return undefined;
      const folder = await files.findFolderAt(namespace, place.path);
      return folder && { id: `${namespace}${place.path}`, title: place.path };
    },
  };
}

/**
 * What a request reaches of a folder that was shared with it.
 * @throws OracleError `not_found` when none was, or not any more
 */
export async function sharedAccess(
  shares: Pick<Shares, 'inPlaceOf'>,
  principal: Principal,
  id: string,
  requestId: string | undefined,
): Promise<Access> {
  const [place, held] = [placeOf(id), await heldOf(shares, principal, id)];
  if (place?.path === undefined || held === undefined)
    throw new OracleError('not_found', {
      detail: 'No such folder was shared with you.',
      hint: 'GET /shares?kind=folder lists those that were, with their ids.',
    });
  return {
    namespace: place.namespace,
    owner: held.owner,
    root: place.path,
    revealed: [],
    principalId: principal.id,
    actor: principal.did,
    invoker: principal.did,
    requestId,
    isShared: true,
    can: (ability) => held.abilities.includes(ability) && hasScope(principal, ability),
  };
}

async function heldOf(
  shares: Pick<Shares, 'inPlaceOf'>,
  principal: Principal,
  id: string,
): Promise<{ readonly owner: string; readonly abilities: readonly Ability[] } | undefined> {
  for (const access of ['write', 'read'] as const) {
    const inPlace = await shares.inPlaceOf(principal, { kind: KIND, id }, access);
    if (inPlace.id !== principal.id) return { owner: inPlace.id, abilities: ABILITIES[access] };
  }
  return undefined;
}

/** A namespace and a path in it: `user:z6Mk…/reports`. */
function placeOf(
  id: string,
): { readonly namespace: Namespace; readonly path: NamespacePath | undefined } | undefined {
  const slash = id.indexOf('/');
  const namespace = slash === -1 ? undefined : asNamespace(id.slice(0, slash));
  return namespace && { namespace, path: asPath(id.slice(slash)) };
}
