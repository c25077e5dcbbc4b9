import type { MatrixClient } from 'matrix-js-sdk';
import type { Logger } from 'oracle-runtime/plugin';
import type { Keeper } from '../crypto-store/keeper.js';
import { quietLogger, type SdkLogger } from './quiet-logger.js';
import { silenceConsole } from './silence-console.js';

export interface ClientSettings {
  readonly baseUrl: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly accessToken: string;
  readonly keeper: Pick<Keeper, 'save'>;
  readonly logger: Logger;
  /** The key of the account's secret storage, where it is known. */
  readonly secretStorageKey: () => Uint8Array<ArrayBuffer> | undefined;
}

/**
 * A client with end-to-end encryption that has not begun to sync. No request that others can see the keys of leaves before
 * the crypto store is kept: a sync tells the server that what came before was received, and each message moves a ratchet.
 */
export async function openClient(settings: ClientSettings): Promise<MatrixClient> {
  const { baseUrl, userId, deviceId, accessToken, keeper, secretStorageKey } = settings;
  await silenceConsole();
  const sdk = await import('matrix-js-sdk');
  const logger: SdkLogger = quietLogger(settings.logger);
  const client = sdk.createClient({
    baseUrl,
    userId,
    deviceId,
    accessToken,
    logger,
    localTimeoutMs: 60_000,
    // Whoever sends tries again itself, each room for itself.
    scheduler: new sdk.MatrixScheduler(
      () => -1,
      () => null,
    ),
    // Interactive verification needs somebody who compares; the device is signed by the account's own key instead.
    verificationMethods: [],
    cryptoCallbacks: {
      getSecretStorageKey: async ({ keys }) => {
        const [id] = Object.keys(keys);
        const key = secretStorageKey();
        return id === undefined || key === undefined ? null : [id, key];
      },
    },
    fetchFn: async (input, init) => {
      const method = init?.method ?? 'GET';
      if (method !== 'GET' || String(input).includes('/sync?')) await keeper.save();
      return fetch(input, init);
    },
  });
  await client.initRustCrypto({ useIndexedDB: true });
  return client;
}
