import type { Identity } from '../auth/types.js';
import { loadConfig } from '../config.js';
import type { Config } from '../config-types.js';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import type { CliIo } from './io.js';

export const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

/** The configuration of the oracle in the working directory. */
export function localConfig(io: Pick<CliIo, 'cwd' | 'env'>): Config {
  return loadConfig({ cwd: io.cwd, env: io.env });
}

/** Where the oracle of this configuration is reached from this machine. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Opens the oracle's database for the length of `work`. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const { openStore } = await import('../store/index.js');
  const store = await openStore({
    dataDir: config.dataDir,
    clock: SYSTEM_CLOCK,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The identity of the configuration or the data directory; never makes one. */
export async function localIdentity(config: Config): Promise<Identity | undefined> {
  const { loadIdentity } = await import('../auth/index.js');
  return loadIdentity({
    dataDir: config.dataDir,
    create: false,
    ...(config.signingMnemonic === undefined ? {} : { mnemonic: config.signingMnemonic }),
  });
}

/** @throws OracleError `identity_missing` */
export async function requireLocalIdentity(config: Config): Promise<Identity> {
  const identity = await localIdentity(config);
  if (identity !== undefined) return identity;
  throw new OracleError('identity_missing', {
    detail: `There is no signing identity in ${config.dataDir}.`,
    hint: 'Run `oracle start --create-identity` (`npm start` in a clone) once, or set SIGNING_MNEMONIC.',
  });
}

/**
 * A one-time code that signs its holder in as the owner.
 * @throws OracleError `identity_missing`
 */
export async function mintLocalCode(config: Config): Promise<string> {
  const identity = await requireLocalIdentity(config);
  const { mintLoginCode } = await import('../auth/index.js');
  return mintLoginCode(identity, { clock: SYSTEM_CLOCK });
}
