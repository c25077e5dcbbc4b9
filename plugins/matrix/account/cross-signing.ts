import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient } from 'matrix-js-sdk';
import { OracleError } from 'oracle-runtime/plugin';

const LOOKS = 40;
const PAUSE_MS = 250;

/** The key of an account's secret storage, for the client that asks for it. */
export interface RecoveryKey {
  readonly encoded: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @throws OracleError `config_invalid` for what is no recovery key */
export async function readRecoveryKey(encoded: string): Promise<RecoveryKey> {
  const { decodeRecoveryKey } = await import('matrix-js-sdk/lib/crypto-api/recovery-key.js');
  try {
    return { encoded, bytes: Uint8Array.from(decodeRecoveryKey(encoded)) };
  } catch {
    throw new OracleError('config_invalid', {
      detail:
        'MATRIX_ORACLE_ADMIN_RECOVERY_KEY: it is no recovery key, such as EsTc Abcd … (twelve groups of four).',
      errors: [{ field: 'MATRIX_ORACLE_ADMIN_RECOVERY_KEY', message: 'is no recovery key' }],
    });
  }
}

export interface CrossSigning {
  readonly known: RecoveryKey | undefined;
  readonly password: string | undefined;
  /** A key that was just made; the client is to be given it from now on, and it is to be kept. */
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
        const key = await crypto.createRecoveryKeyFromPassphrase();
        await made({ encoded: key.encodedPrivateKey ?? '', bytes: Uint8Array.from(key.privateKey) });
        return key;
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
