import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient } from 'matrix-js-sdk';

import { newRecoveryKey, type RecoveryKey } from './recovery-key.js';

const LOOKS = 40;
const PAUSE_MS = 250;

export interface CrossSigning {
  readonly known: RecoveryKey | undefined;
  readonly password: string | undefined;
  /** The key of a new secret storage; the client is to be given it from now on, and it is to be kept. */
  made(key: RecoveryKey): Promise<void>;
}

/**
 * Has the account sign this device, so that clients which send keys to verified devices alone send them here: by the keys
 * in its secret storage, which the recovery key opens, or by new ones where it has none.
 * @returns why it could not, in words for the operator; undefined when it is signed
 */
export async function signOwnDevice(
  client: MatrixClient,
  { known, password, made }: CrossSigning,
): Promise<string | undefined> {
  const crypto = client.getCrypto();
  if (crypto === undefined) return 'this client has no encryption';
  if (await isSigned(client)) return undefined;
  const hasStorage = (await client.secretStorage.getDefaultKeyId()) !== null;
  if (hasStorage && known === undefined)
    return 'the account has a secret storage already, and MATRIX_ORACLE_ADMIN_RECOVERY_KEY is not set: its device stays unverified';
  try {
    await crypto.bootstrapSecretStorage({
      createSecretStorageKey: async () => {
        const key = known ?? newRecoveryKey();
        await made(key);
        return { privateKey: key.bytes, encodedPrivateKey: key.encoded };
      },
    });
    await crypto.bootstrapCrossSigning({
      authUploadDeviceSigningKeys: async (upload) => {
        await upload(
          password === undefined
            ? null
            : {
                type: 'm.login.password',
                identifier: { type: 'm.id.user', user: client.getUserId() },
                password,
              },
        );
      },
    });
  } catch (error) {
    return `its device could not be signed (${error instanceof Error ? error.message : String(error)})`;
  }
  // The signature comes back with the next look at the account's devices.
  for (let look = 0; look < LOOKS; look++) {
    if (await isSigned(client)) return undefined;
    await sleep(PAUSE_MS);
  }
  return 'its device was not signed';
}

async function isSigned(client: MatrixClient): Promise<boolean> {
  const status = await client
    .getCrypto()
    ?.getDeviceVerificationStatus(client.getUserId() ?? '', client.getDeviceId() ?? '');
  return status?.signedByOwner === true;
}
