import type { ManagedKeys } from '../../auth/types.js';
import { CORE_SCOPES } from '../../boot/reserved-names.js';
import type { Config } from '../../config-types.js';
import { alignRows } from '../../kit/align-rows.js';
import { OracleError, type Principal } from '../../plugin/index.js';
import type { ApiKeyRow } from '../../store/types.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import {
  localConfig,
  localIdentity,
  requireLocalIdentity,
  SYSTEM_CLOCK,
  withStore,
} from '../local-oracle.js';
import { parseDuration } from '../parse-duration.js';
import { scopesOf } from '../scopes-of.js';

/** Whoever works at the data directory of an oracle that has no identity yet. */
const OPERATOR: Principal = {
  id: 'operator',
  kind: 'owner',
  did: 'operator',
  scopes: new Set(['*']),
  name: 'owner',
};

export interface KeyOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly expires?: string;
  readonly limit?: string;
  readonly atOnce?: string;
  readonly did?: string;
  readonly owner?: boolean;
}

/** `oracle keys create`: the key alone on standard output, once; everything else goes to standard error. */
export async function createKey(options: KeyOptions, host: CliHost, io: CliIo): Promise<number> {
  const config = localConfig(io);
  const scopes = options.scope.flatMap((part) => part.split(',')).map((part) => part.trim());
  const expiresAt =
    options.expires === undefined ? undefined : SYSTEM_CLOCK.now() + parseDuration(options.expires);
  const perMinute = limitOf('--limit', options.limit, 1_000_000, 'requests a minute the key may make');
  const runsAtOnce = limitOf('--at-once', options.atOnce, 10_000, 'answers to the key are under way at once');
  const did = await didOf(options, config);
  const { row, secret } = await withKeys(config, await scopesOf(host), (keys, by) =>
    keys.create(by, {
      name: options.name,
      scopes: scopes.filter((scope) => scope !== ''),
      ...(did === undefined ? {} : { did }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(runsAtOnce === undefined ? {} : { runsAtOnce }),
    }),
  );
  io.stdout(`${secret}\n`);
  const until = row.expiresAt === null ? 'until revoked' : `until ${day(row.expiresAt)}`;
  const requests = row.perMinute === null ? '' : `, ${row.perMinute} requests a minute`;
  const answers = row.runsAtOnce === null ? '' : `, ${row.runsAtOnce} at once`;
  io.stderr(
    `Key '${row.name}' (${row.id}), valid ${until}${requests}${answers}, for: ${row.scopes.join(', ')}.\n`,
  );
  io.stderr('It is shown this once: only its hash is stored.\n');
  return 0;
}

/** @throws OracleError `invalid_request` */
function limitOf(option: string, text: string | undefined, most: number, what: string): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw new OracleError('invalid_request', {
    detail: `${option} must be a whole number from 1 to ${most}, not ${text}.`,
    hint: `It is how many ${what}.`,
  });
}

/** The DID that the key is to be. @throws OracleError `invalid_request`, `identity_missing` for an owner without one */
async function didOf({ did, owner }: KeyOptions, config: Config): Promise<string | undefined> {
  if (owner !== true) return did;
  if (did === undefined) return (await requireLocalIdentity(config)).did;
  throw new OracleError('invalid_request', {
    detail: 'A key is either the owner or another DID.',
    hint: 'Leave out --owner or --did.',
  });
}

/** `oracle keys list [--json]`, oldest first, revoked and expired ones included. */
export async function listKeys(options: { json?: boolean }, io: CliIo): Promise<number> {
  const rows = await withKeys(localConfig(io), CORE_SCOPES, (keys, by) => keys.list(by));
  if (options.json === true) {
    io.stdout(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) {
    io.stderr('There are no keys. Make one: oracle keys create --name N --scope chat\n');
    return 0;
  }
  const now = SYSTEM_CLOCK.now();
  const { keyState } = await import('../../auth/index.js');
  io.stdout(
    alignRows([
      ['ID', 'NAME', 'SCOPES', 'ACTS AS', 'DATA', 'CREATED', 'LAST USED', 'STATE'],
      ...rows.map((row) => [
        row.id,
        row.name,
        row.scopes.join(','),
        row.did ?? 'the owner',
        row.principal === row.did ? 'of its DID' : 'its own',
        day(row.createdAt),
        lastUse(row),
        stateWords(row, keyState(row, now), now),
      ]),
    ]),
  );
  return 0;
}

/** `oracle keys revoke <id|name>` */
export async function revokeKey(idOrName: string, io: CliIo): Promise<number> {
  const row = await withKeys(localConfig(io), CORE_SCOPES, (keys, by) => keys.revoke(by, idOrName));
  io.stderr(`Revoked '${row.name}' (${row.id}). A running oracle refuses it from now on.\n`);
  return 0;
}

/** `oracle keys rotate <id|name>`: the new secret alone on standard output, once. */
export async function rotateKey(idOrName: string, options: { grace?: string }, io: CliIo): Promise<number> {
  const graceMs = options.grace === undefined ? 0 : parseDuration(options.grace);
  const { row, secret } = await withKeys(localConfig(io), CORE_SCOPES, (keys, by) =>
    keys.rotate(by, idOrName, graceMs),
  );
  io.stdout(`${secret}\n`);
  const old =
    row.previousUntil === null
      ? 'is refused from now on'
      : `holds too until ${minute(row.previousUntil)} UTC`;
  io.stderr(`Key '${row.name}' (${row.id}) has a new secret; the old one ${old}.\n`);
  io.stderr('It is shown this once: only its hash is stored.\n');
  return 0;
}

/** `oracle keys rotate`: a running oracle goes on undisturbed. @throws OracleError `invalid_request` for a grace */
export async function rotateMasterKey({ grace }: { grace?: string }, io: CliIo): Promise<number> {
  if (grace !== undefined)
    throw new OracleError('invalid_request', {
      detail: 'The master key has no grace: what it protects is wrapped anew at once.',
      hint: 'Name the API key that is to be rotated: oracle keys rotate <id|name> --grace 24h',
    });
  const { keys } = await withStore(localConfig(io), (store) => store.rotateMasterKey());
  io.stderr(`Made a new master key and wrapped ${keys} ${keys === 1 ? 'key' : 'keys'} with it.\n`);
  io.stderr('Back up master-keys.json in DATA_DIR: without it the stored files cannot be read.\n');
  return 0;
}

async function withKeys<T>(
  config: Config,
  scopes: Readonly<Record<string, string>>,
  work: (keys: ManagedKeys, by: Principal) => Promise<T>,
): Promise<T> {
  const identity = await localIdentity(config);
  const { createManagedKeys, localOwner } = await import('../../auth/index.js');
  return withStore(config, (store) =>
    work(
      createManagedKeys({ store, ownerDid: identity?.did, clock: SYSTEM_CLOCK, scopes }),
      identity === undefined ? OPERATOR : localOwner(identity),
    ),
  );
}

function lastUse({ lastUsedAt, lastUsedFrom }: ApiKeyRow): string {
  if (lastUsedAt === null) return 'never';
  return lastUsedFrom === null ? minute(lastUsedAt) : `${minute(lastUsedAt)} from ${lastUsedFrom}`;
}

function stateWords(row: ApiKeyRow, state: 'active' | 'expired' | 'revoked', now: number): string {
  if (row.revokedAt !== null) return `revoked ${day(row.revokedAt)}`;
  const words =
    row.expiresAt === null ? state : `${state}${state === 'active' ? ' until' : ''} ${day(row.expiresAt)}`;
  const inGrace = row.previousUntil !== null && row.previousUntil > now;
  return inGrace ? `${words}, old secret until ${minute(row.previousUntil)}` : words;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
