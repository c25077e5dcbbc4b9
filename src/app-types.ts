import type { Identity } from './auth/types.js';
import type { PluginHealth, PluginStatus } from './boot/types.js';
import type { Config } from './config-types.js';
import type { Listening } from './http/listen.js';
import type { AnyOperation, Clock, Inspection, Logger, Plugin, StoredFault } from './plugin/index.js';
import type { RunManager } from './runs/run-manager-types.js';
import type { Store } from './store/types.js';

export interface OracleAppOptions {
  readonly config: Config;
  readonly plugins: readonly Plugin[];
  /** Those whose schemas and examples need no check: the ones that ship, which a test holds. */
  readonly proven?: ReadonlySet<Plugin>;
  /** Those that the boot log tells of only when they do not work. */
  readonly unlisted?: ReadonlySet<Plugin>;
  readonly logger: Logger;
  /**
   * It listens or runs agents, so on SQLite it takes the data directory for itself. Default true; false for what only looks
   * or calls one operation beside the process that serves.
   */
  readonly serves?: boolean;
  /** Make and store a signing identity when there is none. Default false. */
  readonly createIdentity?: boolean;
  readonly clock?: Clock;
}

export interface OracleApp {
  readonly config: Config;
  readonly plugins: readonly Plugin[];
  readonly identity: Identity | undefined;
  readonly store: Store;
  readonly runs: RunManager;
  /** The boot report, live. */
  report(): readonly PluginStatus[];
  /** How each plugin that tells it is. */
  health(): Promise<readonly PluginHealth[]>;
  /** @param behind the port of a door that another process holds */
  listen(behind?: number): Promise<Listening>;
  /** What plugins find wrong with what they have stored, and which plugins looked. Nothing need listen. */
  inspect(how: Inspection, found: (plugin: string, fault: StoredFault) => void): Promise<readonly string[]>;
  /** The operations of all plugins, by plugin in boot order. */
  operations(): readonly { readonly plugin: string; readonly operation: AnyOperation }[];
  /**
   * Calls an operation as the owner; nothing need listen.
   * @throws OracleError `not_found`, `identity_missing`, and what the operation throws
   */
  call(name: string, input: Readonly<Record<string, unknown>>, confirmed: boolean): Promise<object>;
  /** A fresh one-time link that signs a browser in as the owner; undefined without an identity. */
  loginLink(): Promise<string | undefined>;
  /** Drains runs up to `graceMs` (default from the configuration), tells open streams, closes everything. Idempotent. */
  close(graceMs?: number): Promise<void>;
}
