import { CORE_SCOPES } from '../../boot/reserved-names.js';
import type { Config } from '../../config-types.js';
import { alignRows } from '../../kit/align-rows.js';
import { didYouMean } from '../../kit/nearest-name.js';
import { OracleError } from '../../plugin/index.js';
import type { ApiKeyRow } from '../../store/types.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig, requireLocalIdentity, SYSTEM_CLOCK, withStore } from '../local-oracle.js';
import { parseDuration } from '../parse-duration.js';

/** A DID, or one with a path, as validators have: `did:ixo:validator/acme`. */
const ACTOR = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+(\/[A-Za-z0-9._:%-]+)*$/;

export interface KeyOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly expires?: string;
  readonly did?: string;
  readonly owner?: boolean;
}

/** `oracle keys create`: the key alone on standard output, once; everything else goes to standard error. */
export async function createKey(options: KeyOptions, host: CliHost, io: CliIo): Promise<number> {
  const config = localConfig(io);
  const name = options.name.trim();
  if (name === '')
    throw new OracleError('invalid_request', { detail: 'A key needs a name.', hint: 'Add --name N.' });
  const scopes = await checkScopes(options.scope, host);
  const expiresAt =
    options.expires === undefined ? undefined : SYSTEM_CLOCK.now() + parseDuration(options.expires);
  const did = await didOf(options, config);
  const { row, secret } = await withStore(config, (store) =>
    store.apiKeys.create({
      name,
      scopes,
      ...(did === undefined ? {} : { did }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }),
  );
  io.stdout(`${secret}\n`);
  const until = row.expiresAt === null ? 'until revoked' : `until ${day(row.expiresAt)}`;
  io.stderr(`Key '${row.name}' (${row.id}), valid ${until}, for: ${row.scopes.join(', ')}.\n`);
  io.stderr('It is shown this once: only its hash is stored.\n');
  return 0;
}

/** The DID that the key is to be. @throws OracleError `invalid_request`, `identity_missing` for an owner without one */
async function didOf({ did, owner }: KeyOptions, config: Config): Promise<string | undefined> {
  if (owner === true && did !== undefined)
    throw new OracleError('invalid_request', {
      detail: 'A key is either the owner or another DID.',
      hint: 'Leave out --owner or --did.',
    });
  if (owner === true) return (await requireLocalIdentity(config)).did;
  if (did !== undefined && !ACTOR.test(did))
    throw new OracleError('invalid_request', {
      detail: `'${did}' is no DID.`,
      hint: 'Write it in full, such as --did did:ixo:validator/acme.',
    });
  return did;
}

async function checkScopes(given: readonly string[], host: CliHost): Promise<readonly string[]> {
  const scopes = [...new Set(given.flatMap((part) => part.split(',')).map((part) => part.trim()))].filter(
    (scope) => scope !== '',
  );
  const known = new Map(Object.entries(CORE_SCOPES));
  for (const plugin of await host.loadPlugins()) {
    for (const [scope, allows] of Object.entries(plugin.scopes ?? {})) known.set(scope, allows);
  }
  const list = [...known].map(([scope, allows]) => `${scope} (${allows})`).join(', ');
  if (scopes.length === 0)
    throw new OracleError('invalid_request', {
      detail: 'A key needs at least one scope.',
      hint: `Known scopes: ${list}.`,
    });
  const unknown = scopes.filter((scope) => !known.has(scope));
  if (unknown.length === 0) return scopes;
  throw new OracleError('invalid_request', {
    detail: unknown
      .map((scope) => `There is no scope '${scope}'.${didYouMean(scope, known.keys())}`)
      .join(' '),
    hint: `Known scopes: ${list}.`,
  });
}

/** `oracle keys list [--json]`, oldest first, revoked and expired ones included. */
export async function listKeys(options: { json?: boolean }, io: CliIo): Promise<number> {
  const rows = await withStore(localConfig(io), (store) => store.apiKeys.list());
  if (options.json === true) {
    io.stdout(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) {
    io.stderr('There are no keys. Make one: oracle keys create --name N --scope chat\n');
    return 0;
  }
  const now = SYSTEM_CLOCK.now();
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
        row.lastUsedAt === null ? 'never' : day(row.lastUsedAt),
        stateOf(row, now),
      ]),
    ]),
  );
  return 0;
}

/** `oracle keys revoke <id|name>` */
export async function revokeKey(idOrName: string, io: CliIo): Promise<number> {
  const row = await withStore(localConfig(io), (store) => store.apiKeys.revoke(idOrName));
  if (row === undefined) {
    throw new OracleError('not_found', {
      detail: `There is no active key '${idOrName}'.`,
      hint: 'See them with: oracle keys list',
    });
  }
  io.stderr(`Revoked '${row.name}' (${row.id}). A running oracle refuses it from now on.\n`);
  return 0;
}

/** `oracle keys rotate`: a running oracle goes on undisturbed. */
export async function rotateKeys(io: CliIo): Promise<number> {
  const { keys } = await withStore(localConfig(io), (store) => store.rotateMasterKey());
  io.stderr(`Made a new master key and wrapped ${keys} ${keys === 1 ? 'key' : 'keys'} with it.\n`);
  io.stderr('Back up master-keys.json in DATA_DIR: without it the stored files cannot be read.\n');
  return 0;
}

function stateOf(row: ApiKeyRow, now: number): string {
  if (row.revokedAt !== null) return `revoked ${day(row.revokedAt)}`;
  if (row.expiresAt === null) return 'active';
  return row.expiresAt <= now ? `expired ${day(row.expiresAt)}` : `active until ${day(row.expiresAt)}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
