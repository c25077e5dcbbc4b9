import { existsSync } from 'node:fs';
import type { PluginHealth, PluginStatus } from '../../boot/types.js';
import type { Config } from '../../config-types.js';
import { messageOf } from '../../kit/index.js';
import { type Inspection, OracleError, type StoredFault } from '../../plugin/index.js';
import type { CliHost } from '../host.js';
import { localIdentity, withStore } from '../local-oracle.js';
import { type Finding, fail, ok, warn } from './finding.js';

export async function checkIdentity(config: Config): Promise<Finding> {
  try {
    const identity = await localIdentity(config);
    if (identity !== undefined) return ok('identity', identity.did);
    return warn(
      'identity',
      'none yet, so every authenticated request is refused',
      'Run `oracle start --create-identity` (`npm start` in a clone) once, or set SIGNING_MNEMONIC',
    );
  } catch (error) {
    return failOf('identity', error, 'Correct SIGNING_MNEMONIC or the identity file in the data directory');
  }
}

/** Who may come with UCANs of their own. That everybody may is worth a look where a proxy may stand in front. */
export function checkUsers({ ucanUsers, env }: Pick<Config, 'ucanUsers' | 'env'>): Finding {
  if (ucanUsers.length === 0) return ok('users', 'the owner, the entity, and whom they delegate to');
  if (!ucanUsers.includes('*')) return ok('users', ucanUsers.join(', '));
  if (env['UCAN_USERS'] !== undefined)
    return ok('users', 'anybody with a UCAN of their own may keep files here');
  return ok('users', 'anybody on this machine; behind a proxy set PUBLIC_URL or UCAN_USERS');
}

/** Opens the database, which also brings its schema up to date. A data directory that is not there yet stays so. */
export async function checkDatabase(config: Config): Promise<Finding> {
  if (config.databaseUrl === undefined && !existsSync(config.dataDir))
    return ok('database', 'SQLite, made on the first start');
  try {
    return await withStore(config, async ({ dialect }) =>
      ok('database', dialect === 'sqlite' ? 'SQLite opens' : 'PostgreSQL answers'),
    );
  } catch (error) {
    return failOf('database', error, 'Check DATABASE_URL, or the files in the data directory');
  }
}

/** That the master key file is the one of this database. Silent without a database, which has a line of its own. */
export async function checkKeys(config: Config): Promise<readonly Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(config.dataDir)) return [];
  return withStore(config, async (store) => {
    try {
      await store.checkKeys();
      return [ok('keys', 'the master key opens what is stored')];
    } catch (error) {
      return [failOf('keys', error, 'Put back the master-keys.json of this database from a backup')];
    }
  }).catch(() => []);
}

/** Boots the plugins without listening. Excluded is as configured; failed and pending are worth a look. */
export async function checkPlugins(host: CliHost): Promise<readonly Finding[]> {
  let report: readonly PluginStatus[];
  let health: readonly PluginHealth[];
  try {
    report = await host.bootReport();
    health = await host.bootHealth();
  } catch (error) {
    const faults = OracleError.isInstance(error) ? error.detail.split('\n') : [firstLine(error)];
    const mend = (OracleError.isInstance(error) ? error.hint : undefined) ?? 'Mend what the line names';
    return faults.map((line) => fail('plugins', line.replace(/^\[boot-error\] /, ''), mend));
  }
  const up = report.filter(({ state }) => state === 'loaded' || state === 'pending').length;
  return [
    ok('plugins', `${up} of ${report.length} load`),
    ...report.flatMap(findingOf),
    ...health.flatMap(troubleOf),
  ];
}

/** What a plugin says is wrong with what it was set up to ask: the oracle starts all the same. */
function troubleOf({ name, status, detail = `is ${status}` }: PluginHealth): readonly Finding[] {
  if (status === 'ok') return [];
  const mend =
    'What needs it fails until that is mended; see what is set for it in .env, oracle.config.json or here';
  return [warn(`plugin ${name}`, detail, mend)];
}

/** What plugins have stored: each thing that is wrong with it, or that nothing is. */
export async function checkStored(host: CliHost, how: Inspection): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const faulty = new Set<string>();
  try {
    const looked = await host.inspect(how, (plugin, { kind, detail }) => {
      if (kind !== 'removed') faulty.add(plugin);
      findings.push(STORED[kind](`stored by ${plugin}`, detail));
    });
    const sound = looked.filter((plugin) => !faulty.has(plugin));
    return [
      ...findings,
      ...sound.map((plugin) =>
        ok(`stored by ${plugin}`, how.deep ? 'all is there and opens' : 'all is there'),
      ),
    ];
  } catch (error) {
    return [...findings, failOf('stored', error, 'Mend what the lines above name')];
  }
}

const STORED: Readonly<Record<StoredFault['kind'], (subject: string, detail: string) => Finding>> = {
  lost: (subject, detail) => fail(subject, detail, 'Put it back from a backup, or delete it'),
  stray: (subject, detail) =>
    warn(subject, detail, 'Once a day old, oracle doctor --files --repair removes it'),
  removed: ok,
};

function findingOf({ name, state, reason = 'no reason given' }: PluginStatus): readonly Finding[] {
  if (state === 'failed')
    return [fail(`plugin ${name}`, `failed: ${reason}`, `Mend it, or set features.${name} to false`)];
  if (state !== 'excluded') return [];
  return [
    ok(
      `plugin ${name}`,
      `left out (${reason})${/^[A-Z]/.test(reason) ? `; set ${reason} to enable it` : ''}`,
    ),
  ];
}

function failOf(subject: string, error: unknown, mend: string): Finding {
  return OracleError.isInstance(error)
    ? fail(subject, error.detail, error.hint ?? mend)
    : fail(subject, firstLine(error), mend);
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0] ?? '';
}
