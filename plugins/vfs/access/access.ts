import { hasScope, OracleError, type Principal, personalNamespace } from 'oracle-runtime/plugin';
import { asNamespace, entityNamespace, isPersonal, type Namespace } from '../paths/namespace.js';
import { asPath, isWithin, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { parseFilesResource } from './files-resource.js';
import { type Reveal, readReveal } from './reveal.js';

/** What one request may reach. */
export interface Access {
  readonly namespace: Namespace;
  /** The DID that a personal namespace must belong to; undefined for one that names its DID itself. */
  readonly owner: string | undefined;
  /** It is another DID's by its name, and reached only if it was given to the owner. */
  readonly isAdopted?: true;
  /** The owner's own, not asked for by its name: it may be at home in one that was adopted. */
  readonly isOwn?: true;
  /** Nothing outside of this folder (or file) exists for the request. */
  readonly root: NamespacePath;
  /** Hidden things at or under these paths are shown. */
  readonly revealed: readonly NamespacePath[];
  /** Stable owner id of who asks. */
  readonly principalId: string;
  /** In whose name, for the audit. */
  readonly actor: string;
  /** Who does it: the actor, or the oracle for the actor. */
  readonly invoker: string;
  readonly requestId: string | undefined;
  /** By a UCAN, which says itself what it reveals. */
  readonly isGranted?: true;
  /** By a share, which lets nobody publish. */
  readonly isShared?: true;
  /** Before the paths of a shared folder, as whom it was shared with knows them: `/@Cora`. */
  readonly prefix?: string;
  can(ability: Ability): boolean;
}

export interface AccessRequest {
  readonly principal: Principal;
  /** A namespace other than the principal's own; with a UCAN it must be the one that the token names. */
  readonly namespace?: string | undefined;
  /** Show hidden things. A UCAN says so itself (`nb.hidden`), and only it. */
  readonly hidden?: boolean | undefined;
  readonly requestId?: string | undefined;
  /** The oracle acts for the principal. */
  readonly byOracle?: boolean;
}

/**
 * Where a principal's files are and what it may do there: with a UCAN the resource that it names, else the files of the oracle's owner, and those
 * of the oracle's entity or of a namespace that it adopted when asked for. Nothing may be done with it before `Owners.admit` has said whether
 * they are its own.
 * @throws OracleError `forbidden`
 */
export function accessOf(oracle: Vfs['oracle'], request: AccessRequest): Access {
  const { principal } = request;
  const { namespace, owner, root, revealed, isAdopted } =
    principal.grant === undefined ? ownPlace(oracle, request) : grantedPlace(principal.grant);
  if (request.namespace !== undefined && request.namespace !== namespace) throw notGranted();
  const actor = principal.grant?.owner ?? principal.did;
  return {
    namespace,
    owner,
    ...(isAdopted === true && { isAdopted }),
    ...(principal.grant !== undefined && { isGranted: true as const }),
    ...(request.namespace === undefined && owner !== undefined && { isOwn: true as const }),
    root,
    revealed,
    principalId: principal.id,
    actor: request.byOracle === true ? principal.did : actor,
    invoker: request.byOracle === true ? 'oracle' : principal.did,
    requestId: request.requestId,
    // The runtime has spelled out what the credential's abilities imply.
    can: (ability) => hasScope(principal, ability),
  };
}

type Place = Pick<Access, 'namespace' | 'owner' | 'root' | 'revealed' | 'isAdopted'>;

function ownPlace(oracle: Vfs['oracle'], { principal, namespace: wanted, hidden }: AccessRequest): Place {
  const own = asNamespace(personalNamespace(principal.did));
  const entity = oracle.entityDid === undefined ? undefined : entityNamespace(oracle.entityDid);
  const namespace = wanted === undefined ? own : asNamespace(wanted);
  if (namespace === undefined) throw notGranted();
  const all = { namespace, root: ROOT, revealed: hidden === true ? [ROOT] : [] };
  if (namespace === own) return { ...all, owner: principal.did };
  if (namespace === entity) return { ...all, owner: undefined };
  if (!isPersonal(namespace)) throw notGranted();
  return { ...all, owner: principal.did, isAdopted: true };
}

/** The runtime has verified that the chain begins with who owns the resource. */
function grantedPlace(grant: NonNullable<Principal['grant']>): Place {
  const resource = parseFilesResource(grant.with);
  const reveal = readReveal(grant.nb);
  if (resource === undefined || reveal === undefined) throw notGranted();
  const { did } = resource;
  const namespace = did === undefined ? asNamespace(personalNamespace(grant.owner)) : entityNamespace(did);
  const root = asPath(`/${resource.path.join('/')}`);
  if (namespace === undefined || root === undefined) throw notGranted();
  const owner = did === undefined ? grant.owner : undefined;
  return { namespace, owner, root, revealed: revealedBy(reveal) };
}

function revealedBy(reveal: Reveal): NamespacePath[] {
  if (reveal === 'all') return [ROOT];
  return reveal.flatMap((segments) => asPath(`/${segments.join('/')}`) ?? []);
}

export function notGranted(): OracleError {
  return new OracleError('forbidden', { detail: 'The credential does not grant this.' });
}

/** @throws OracleError `forbidden` when the credential lacks the ability */
export function requireAbility(access: Access, ability: Ability): void {
  if (access.can(ability)) return;
  throw new OracleError('forbidden', {
    detail: `The credential does not grant ${ability}.`,
    hint: `Use one that does: a UCAN that can ${ability}, or an API key with that scope.`,
  });
}

/** @throws OracleError `forbidden` for whom a folder was only shared with */
export function requirePublishing(access: Access): void {
  if (access.isShared !== true) return;
  throw new OracleError('forbidden', {
    detail: 'A shared folder is published and hidden by its owner alone.',
    hint: 'Ask who shared it with you.',
  });
}

/** @throws OracleError `forbidden` for a path outside of what was granted */
export function requireScope(access: Access, path: NamespacePath): void {
  if (!isWithin(path, access.root)) throw notGranted();
}

/**
 * Whether the owner asks with a UCAN of their own. What they sign publishes a folder's dotfiles with it; whoever is
 * signed in, or has a key, says so in the request.
 */
export function isOwnToken({ owner, actor, invoker, isGranted }: Access): boolean {
  return isGranted === true && owner !== undefined && actor === owner && invoker === owner;
}

/** Whether a thing with these flags exists for the request. */
export function sees(
  access: Access,
  item: { readonly namespace: Namespace; readonly path: NamespacePath; readonly hidden: boolean },
): boolean {
  if (item.namespace !== access.namespace || !isWithin(item.path, access.root)) return false;
  return !item.hidden || access.revealed.some((prefix) => isWithin(item.path, prefix));
}
