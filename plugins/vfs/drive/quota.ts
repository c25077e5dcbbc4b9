import type { Kysely, Selectable } from 'kysely';
import { OracleError, personalNamespace } from 'oracle-runtime/plugin';
import { entityNamespace, type Namespace } from '../paths/namespace.js';
import type { UploadTable, VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';

type Settings = Pick<Vfs, 'config' | 'oracle' | 'owners'>;

/** Bytes that a namespace takes up, and all users' namespaces together where it is one of them. */
export interface Usage {
  readonly own: number;
  readonly users: number;
}

/** Namespaces of the oracle itself by their name: its owner's, and its entity's. All others are users', but for adopted ones. */
function oracleNamespaces({ did, entityDid }: Vfs['oracle']): readonly string[] {
  const owner = (did === undefined ? undefined : personalNamespace(did)) ?? '';
  const entity = entityDid === undefined ? undefined : entityNamespace(entityDid);
  return entity === undefined ? [owner] : [owner, entity];
}

export function isUsers({ oracle, owners }: Pick<Vfs, 'oracle' | 'owners'>, namespace: Namespace): boolean {
  return !oracleNamespaces(oracle).includes(namespace) && !owners.isAdopted(namespace);
}

/** Bytes that the namespace may hold; null without a limit. */
export function quotaOf(vfs: Settings, namespace: Namespace): number | null {
  const { quotaBytes, userQuotaBytes } = vfs.config;
  if (!isUsers(vfs, namespace)) return quotaBytes;
  return least(quotaBytes, userQuotaBytes);
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** What is stored by now. Costs nothing where nothing is limited. */
export async function usageOf(
  vfs: Settings & Pick<Vfs, 'db'>,
  namespace: Namespace,
  db: Kysely<VfsTables> = vfs.db,
): Promise<Usage> {
  const limited = quotaOf(vfs, namespace) !== null;
  const shared = isUsers(vfs, namespace) && vfs.config.usersQuotaBytes !== null;
  return {
    own: limited ? await usedBytes(db, namespace) : 0,
    users: shared ? await storedByUsers(vfs, db) : 0,
  };
}

export async function usedBytes(db: Kysely<VfsTables>, namespace: Namespace): Promise<number> {
  const row = await db
    .selectFrom('vfs_namespaces')
    .select('used_bytes')
    .where('namespace', '=', namespace)
    .executeTakeFirst();
  return row?.used_bytes ?? 0;
}

/** Bytes of all versions of all users' files. */
async function storedByUsers({ oracle }: Pick<Vfs, 'oracle'>, db: Kysely<VfsTables>): Promise<number> {
  const { bytes } = await db
    .selectFrom('vfs_namespaces')
    .select((eb) => eb.fn.sum<number | null>('used_bytes').as('bytes'))
    .where('namespace', 'not in', oracleNamespaces(oracle))
    .where('namespace', 'not in', db.selectFrom('vfs_adoptions').select('namespace'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Bytes that users have announced to upload in parts. */
async function announcedByUsers({ oracle, db }: Pick<Vfs, 'oracle' | 'db'>): Promise<number> {
  const { bytes } = await db
    .selectFrom('vfs_uploads')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('namespace', 'not in', oracleNamespaces(oracle))
    .where('namespace', 'not in', db.selectFrom('vfs_adoptions').select('namespace'))
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** @throws OracleError `insufficient_storage` when the usage is more than is allowed */
export function requireWithin(vfs: Settings, namespace: Namespace, usage: Usage): void {
  const quota = quotaOf(vfs, namespace);
  if (quota !== null && usage.own > quota) throw overQuota(`The quota of ${quota} bytes is used up.`);
  const shared = vfs.config.usersQuotaBytes;
  if (shared !== null && isUsers(vfs, namespace) && usage.users > shared)
    throw overQuota(`The ${shared} bytes that all users share are used up.`);
}

/**
 * Makes sure that an upload in parts will fit once it is complete, besides all that were begun.
 * @throws OracleError `insufficient_storage`
 */
export async function requireRoomFor(
  vfs: Vfs,
  { namespace, size }: Pick<Selectable<UploadTable>, 'size'> & { readonly namespace: Namespace },
  pending: number,
): Promise<void> {
  const { own, users } = await usageOf(vfs, namespace);
  const shared = isUsers(vfs, namespace) && vfs.config.usersQuotaBytes !== null;
  const pendingOfAll = shared ? await announcedByUsers(vfs) : 0;
  requireWithin(vfs, namespace, { own: own + pending + size, users: users + pendingOfAll + size });
}

function overQuota(detail: string): OracleError {
  return new OracleError('insufficient_storage', {
    detail,
    hint: 'Purge files or old versions (the trash counts too), or ask the operator for more.',
  });
}
