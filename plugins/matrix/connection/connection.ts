import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient } from 'matrix-js-sdk';
import { messageOf } from 'oracle-runtime/kit';
import { type Blobs, type HealthReport, type Keys, type Logger, OracleError } from 'oracle-runtime/plugin';
import { signOwnDevice } from '../account/cross-signing.js';
import { type Homeserver, homeserverAt } from '../account/homeserver.js';
import { type RecoveryKey, readRecoveryKey } from '../account/recovery-key.js';
import { type Credentials, logIn, type SignedIn, signIn } from '../account/sign-in.js';
import { type Keeper, openKeeper } from '../crypto-store/keeper.js';
import type { Accounts, KeptAccount } from '../store/accounts.js';
import { isSameDevice, keysLost } from './check-device.js';
import { openClient } from './open-client.js';
import { Pulse } from './pulse.js';
import { stopClient } from './stop-client.js';
import { untilPrepared } from './until-prepared.js';

export interface ConnectionDeps {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** As the environment gives it. */
  readonly recoveryKey: string | undefined;
  readonly accounts: Accounts;
  readonly blobs: Blobs;
  readonly keys: Keys;
  readonly logger: Logger;
  /** Gets a client before it begins to sync. */
  readonly onClient: (client: MatrixClient) => Promise<void>;
  /** The client has synced; what it held until then is history where it `isFirst`. */
  readonly onPrepared: (client: MatrixClient, isFirst: boolean) => Promise<void>;
  /** Resolves once what is being sent by the client has left, or will not. */
  readonly idle: () => Promise<void>;
}

/** How long after a failed attempt the next one comes: doubled each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** One device of the oracle's account, from the first attempt to the end of the process. */
export class Connection {
  readonly #deps: ConnectionDeps;
  #client: MatrixClient | undefined;
  #trouble: string | undefined = 'it has not connected yet';
  #unsigned: string | undefined;
  readonly #pulse = new Pulse();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  get client(): MatrixClient | undefined {
    return this.#client;
  }

  /** Whether it knows its rooms and hears them. */
  get isConnected(): boolean {
    return this.#client !== undefined && this.#trouble === undefined;
  }

  health(): HealthReport {
    const trouble = this.#trouble ?? this.#pulse.silence(performance.now());
    if (trouble !== undefined) return { status: 'degraded', detail: trouble };
    return this.#unsigned === undefined
      ? { status: 'ok' }
      : { status: 'ok', detail: `Encrypted rooms: ${this.#unsigned}.` };
  }

  /**
   * Resolves once it is connected, however long the homeserver is away.
   * @throws OracleError `config_invalid` for what waiting does not mend
   */
  async connect(signal: AbortSignal): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#connectOnce(signal);
        return;
      } catch (error) {
        await this.close();
        if (signal.aborted || (error instanceof OracleError && error.code === 'config_invalid')) {
          this.#trouble = messageOf(error);
          throw error;
        }
        if (this.#trouble !== messageOf(error))
          this.#deps.logger.warn({ err: error }, 'matrix: not connected');
        this.#trouble = messageOf(error);
      }
      await sleep(pause, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#pulse.over();
    if (client === undefined) return;
    await this.#deps.idle();
    stopClient(client);
  }

  async #connectOnce(signal: AbortSignal): Promise<void> {
    const { baseUrl, credentials, accounts, logger, onClient, onPrepared } = this.#deps;
    const { userId } = credentials;
    const server = homeserverAt(baseUrl);
    const before = await accounts.of(userId);
    const { keeper, ...signedIn } = await this.#device(server, before, signal);
    let account = accountOf(signedIn, before);
    const keep = async (changed: Partial<KeptAccount>) => {
      account = { ...account, ...changed };
      await accounts.keep(userId, account);
    };
    await keep({});

    let recovery = this.#recoveryKey(account);
    const client = await openClient({
      baseUrl,
      userId,
      ...signedIn,
      keeper,
      logger,
      secretStorageKey: () => recovery?.bytes,
    });
    this.#client = client;
    await onClient(client);
    await untilPrepared(client, (trouble) => this.#tell(trouble), signal);
    if (credentials.password !== undefined) await this.#comeBack(client, signal);
    this.#unsigned = await signOwnDevice(client, {
      known: recovery,
      password: credentials.password,
      made: async (key) => {
        recovery = key;
        await keep({ recoveryKey: key.encoded });
      },
    });
    if (this.#unsigned !== undefined) logger.warn({ why: this.#unsigned }, 'matrix: encrypted rooms');
    const isFirst = account.startedAt === undefined;
    await onPrepared(client, isFirst);
    if (isFirst) await keep({ startedAt: Date.now() });
    this.#trouble = undefined;
  }

  /** The device of before with its keys; by the password also a new one, where those are lost. */
  async #device(
    server: Homeserver,
    before: KeptAccount | undefined,
    signal: AbortSignal,
  ): Promise<SignedIn & { readonly keeper: Keeper }> {
    const { credentials, blobs, keys, logger } = this.#deps;
    const { userId, password } = credentials;
    const open = (deviceId: string) => openKeeper({ blobs, keys, blob: `crypto/${deviceId}` });
    const signedIn = await signIn(server, credentials, before, signal);
    const keeper = await open(signedIn.deviceId);
    const { restored } = keeper;
    if (await isSameDevice(server, { userId, ...signedIn, restored, signal })) return { ...signedIn, keeper };
    if (!signedIn.byPassword || password === undefined) {
      // A first start that was stopped before it uploaded its keys does so now.
      if (restored) return { ...signedIn, keeper };
      throw keysLost(signedIn.deviceId);
    }
    logger.warn(
      { device: signedIn.deviceId },
      'matrix: the keys of this device are lost; logging in as a new one',
    );
    const device = await logIn(server, { userId, password, deviceId: undefined, signal });
    return { ...device, byPassword: true, keeper: await open(device.deviceId) };
  }

  /** Connects anew when the device is logged out elsewhere. */
  async #comeBack(client: MatrixClient, signal: AbortSignal): Promise<void> {
    const { HttpApiEvent } = await import('matrix-js-sdk');
    client.once(HttpApiEvent.SessionLoggedOut, () => {
      if (signal.aborted || this.#client !== client) return;
      void this.close()
        .then(() => this.connect(signal))
        .catch(() => undefined);
    });
  }

  #recoveryKey(account: KeptAccount): RecoveryKey | undefined {
    const encoded = this.#deps.recoveryKey ?? account.recoveryKey;
    if (encoded === undefined) return undefined;
    const key = readRecoveryKey(encoded);
    if (key !== undefined) return key;
    throw new OracleError('config_invalid', {
      detail:
        'MATRIX_ORACLE_ADMIN_RECOVERY_KEY: it is no recovery key, such as EsTc Abcd … (twelve groups of four).',
      errors: [{ field: 'MATRIX_ORACLE_ADMIN_RECOVERY_KEY', message: 'is no recovery key' }],
    });
  }

  #tell(trouble: string | undefined): void {
    if (trouble === undefined) this.#pulse.heard(performance.now());
    if (trouble !== undefined && trouble !== this.#trouble)
      this.#deps.logger.warn({ why: trouble }, 'matrix: connection lost');
    if (trouble === undefined && this.#trouble !== undefined && this.#client !== undefined)
      this.#deps.logger.info({}, 'matrix: connected');
    this.#trouble = trouble;
  }
}

function accountOf(
  { deviceId, accessToken, byPassword }: SignedIn,
  before: KeptAccount | undefined,
): KeptAccount {
  return {
    deviceId,
    accessToken: byPassword ? accessToken : undefined,
    recoveryKey: before?.recoveryKey,
    startedAt: before?.startedAt,
  };
}
