import { randomBytes } from 'node:crypto';
import { timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Homeserver, homeserverAt, Refused } from './account/homeserver.js';
import { newRecoveryKey, readRecoveryKey } from './account/recovery-key.js';
import { logIn, signIn } from './account/sign-in.js';
import { type Registration, register } from './provisioning/register.js';

export interface BotRequest {
  readonly baseUrl: string;
  /** The name of the account, without server. */
  readonly name: string;
  /** What people see. */
  readonly displayName: string;
  readonly registration: Registration;
  /** What an earlier run has made: it is taken up again. */
  readonly before: Partial<Bot>;
  /** Keeps what was made as soon as it is there, so that a run that is stopped leaves nothing that nobody knows. */
  keep(made: Partial<Bot>): Promise<void>;
}

/** The account of an oracle, as its environment names it. */
export interface Bot {
  readonly userId: string;
  readonly password: string;
  /** Of the device that the oracle is from now on. */
  readonly accessToken: string;
  readonly recoveryKey: string;
}

export interface Provisioned extends Bot {
  readonly deviceId: string;
  /** A private room for what concerns the account itself. */
  readonly accountRoomId: string;
  /** False: the account was there. */
  readonly created: boolean;
}

/** Where an account keeps which room is its own. */
const ACCOUNT_ROOM = 'io.ixo.oracle.account_room';

/**
 * Registers an account for an oracle, or logs in to the one that is there: with a device, a recovery key (by which the
 * oracle signs that device at its first start) and an account room. Run again it changes nothing.
 * @throws OracleError `unavailable` when the homeserver is away; `conflict`, `forbidden` when it lets nobody register so;
 * `config_invalid` for a password or a recovery key that is none
 */
export async function provisionBot(request: BotRequest): Promise<Provisioned> {
  const { baseUrl, name, displayName, registration, before, keep } = request;
  const server = homeserverAt(baseUrl);
  const password = before.password ?? randomBytes(24).toString('base64url');
  const recoveryKey = before.recoveryKey ?? newRecoveryKey().encoded;
  if (readRecoveryKey(recoveryKey) === undefined)
    throw new OracleError('config_invalid', {
      detail: 'MATRIX_ORACLE_ADMIN_RECOVERY_KEY is no recovery key.',
    });
  await keep({ password, recoveryKey });
  const { created, ...device } = await signedIn(server, { name, password, registration, before });
  const { userId, accessToken: token } = device;
  await keep({ userId, accessToken: token });
  const own = `/user/${encodeURIComponent(userId)}`;
  await server.call('PUT', `/profile/${encodeURIComponent(userId)}/displayname`, {
    token,
    body: { displayname: displayName },
  });
  const accountRoomId = await accountRoom(server, token, own, displayName);
  return { ...device, password, recoveryKey, accountRoomId, created };
}

async function signedIn(
  server: Homeserver,
  account: Pick<BotRequest, 'name' | 'registration' | 'before'> & { readonly password: string },
) {
  const { name, password, registration, before } = account;
  const { userId, accessToken } = before;
  if (userId !== undefined && accessToken !== undefined) {
    const signal = timeLimit(60_000);
    const device = await signIn(server, { userId, accessToken, password }, undefined, signal);
    return { userId, deviceId: device.deviceId, accessToken: device.accessToken, created: false };
  }
  const known = await attemptLogIn(server, name, password);
  if (known !== undefined) return { ...known, created: false };
  await register(server, { name, password }, registration);
  return { ...(await logIn(server, { userId: name, password, deviceId: undefined })), created: true };
}

/** Undefined when there is no such account, or its password is another: servers do not say which. */
async function attemptLogIn(server: Homeserver, name: string, password: string) {
  try {
    return await logIn(server, { userId: name, password, deviceId: undefined });
  } catch (error) {
    if (error instanceof OracleError && error.code === 'config_invalid') return undefined;
    throw error;
  }
}

const roomAnswer = z.looseObject({ room_id: z.string() });

async function accountRoom(
  server: Homeserver,
  token: string,
  own: string,
  displayName: string,
): Promise<string> {
  const path = `${own}/account_data/${ACCOUNT_ROOM}`;
  const known = await server.call('GET', path, { token }).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
  const parsed = roomAnswer.safeParse(known);
  if (parsed.success) return parsed.data.room_id;
  const encryption = {
    type: 'm.room.encryption',
    state_key: '',
    content: { algorithm: 'm.megolm.v1.aes-sha2' },
  };
  const body = { name: `${displayName}: account`, preset: 'private_chat', initial_state: [encryption] };
  const room = roomAnswer.parse(await server.call('POST', '/createRoom', { token, body }));
  await server.call('PUT', path, { token, body: { room_id: room.room_id } });
  return room.room_id;
}
