import type { PluginHealth, PluginStatus } from '../boot/types.js';
import type { Effect, Inspection, Plugin, StoredFault } from '../plugin/index.js';

/** An oracle that lives inside the CLI's process for one conversation. */
export interface EphemeralOracle {
  readonly url: string;
  readonly app: {
    /** `http://…/#login=<code>`; undefined without an identity. */
    loginLink(): Promise<string | undefined>;
  };
  close(): Promise<void>;
}

/** An operation as the CLI lists it. */
export interface CallableOperation {
  readonly name: string;
  readonly title: string;
  readonly effect: Effect;
  readonly fields: readonly string[];
}

/** The operations of an oracle that is booted for one call and does not listen. */
export interface OpenOperations {
  readonly operations: readonly CallableOperation[];
  call(name: string, input: Readonly<Record<string, unknown>>, confirmed: boolean): Promise<object>;
  close(): Promise<void>;
}

/** What the CLI asks of the process around it. The CLI itself knows no plugin and starts no server. */
export interface CliHost {
  /** Boots and listens; resolves once listening. The process then lives until a signal ends it. */
  start(options: { readonly createIdentity?: boolean }): Promise<void>;
  /**
   * Boots quietly on a free port of 127.0.0.1.
   * @param log gets the lines of its log, from warnings on
   */
  startEphemeral(log: (line: string) => void): Promise<EphemeralOracle>;
  /** Every plugin that could boot here: bundled, optional, the project's own. */
  loadPlugins(): Promise<readonly Plugin[]>;
  /** Boots without listening. */
  openOperations(): Promise<OpenOperations>;
  /** Boots without listening on what is stored here. Gives the plugins that looked through what they have stored. */
  inspect(how: Inspection, found: (plugin: string, fault: StoredFault) => void): Promise<readonly string[]>;
  /** Boots without listening, reports, and closes again. */
  bootReport(): Promise<readonly PluginStatus[]>;
  /** Boots without listening, asks each plugin that tells how it is, and closes again. Nothing is stored there. */
  bootHealth(): Promise<readonly PluginHealth[]>;
}
