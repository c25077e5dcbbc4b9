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

/**
 * Folders as things that their owners share: a place, whatever is in it by then, and never what is hidden there. The share
 * goes along with a folder that is moved and ends with one that is deleted; of a folder that went because nothing is left in
 * it the place stays shared, and listed.
 */
export function shareableFolders({
  oracle,
  owners,
  files,
}: Pick<Vfs, 'oracle' | 'owners' | 'files'>): Shareable {
  async function ownPlace(owner: Principal, said: string) {
    // A key that was made for nobody acts on the owner's files, and they are not its to share.
    if (owner.id !== owner.did) return undefined;
    const { namespace } = await owners.admit(accessOf(oracle, { principal: owner }));
    const place = said.startsWith('/') ? { namespace, path: asPath(said) } : placeOf(said);
    const { path } = place ?? {};
    return path === undefined || place?.namespace !== namespace ? undefined : { namespace, path };
  }

  return {
    kind: KIND,
    allows: {
      read: 'list and read what is in the folder and is not hidden',
      write: 'read it, and write files there; neither delete nor publish them',
    },
    async find(owner, said) {
      const place = await ownPlace(owner, said);
      const folder = place && (await files.findFolderAt(place.namespace, place.path));
      return folder && place && { id: idOf(place.namespace, place.path), title: place.path };
    },
    async place(owner, said) {
      const place = await ownPlace(owner, said);
      return place && { id: idOf(place.namespace, place.path), title: place.path };
    },
  };
}

/** What was shared of a folder and below it follows it when it is moved, and ends when it is deleted, without `to`. */
export async function followFolder(
  { shares }: Pick<Vfs, 'shares'>,
  { namespace, actor, invoker }: Pick<Access, 'namespace' | 'actor' | 'invoker'>,
  from: NamespacePath,
  to?: NamespacePath,
): Promise<void> {
  await shares.follow(KIND, idOf(namespace, from), to && idOf(namespace, to), { actor, invoker });
}

const idOf = (namespace: Namespace, path: NamespacePath) => `${namespace}${path}`;

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
