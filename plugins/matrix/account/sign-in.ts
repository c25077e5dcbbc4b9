import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Homeserver, Refused } from './homeserver.js';

export interface Credentials {
  readonly userId: string;
  readonly accessToken: string | undefined;
  readonly password: string | undefined;
}

/** Who a client is from now on. */
export interface SignedIn {
  readonly deviceId: string;
  readonly accessToken: string;
  /** By the password, just now or at an earlier start: the token is to be kept. */
  readonly byPassword: boolean;
}

const whoami = z.looseObject({ user_id: z.string(), device_id: z.string().optional() });
const login = z.looseObject({ user_id: z.string(), device_id: z.string(), access_token: z.string() });

/** Codes by which a token is told to be good no more. */
const SPENT = ['M_UNKNOWN_TOKEN', 'M_MISSING_TOKEN'];

/**
 * Signs in as one device for ever: by the token that is configured, by that of an earlier log-in, or by the password as
 * the device of before.
 * @throws OracleError `config_invalid` when the homeserver refuses what is configured; `unavailable` when it is away
 */
export async function signIn(
  server: Homeserver,
  { userId, accessToken, password }: Credentials,
  kept: { readonly deviceId: string; readonly accessToken: string | undefined } | undefined,
  signal: AbortSignal,
): Promise<SignedIn> {
  for (const [token, byPassword] of [
    [accessToken, false],
    [password === undefined ? undefined : kept?.accessToken, true],
  ] as const) {
    const deviceId = token === undefined ? undefined : await deviceOf(server, token, userId, signal);
    if (token !== undefined && deviceId !== undefined) return { deviceId, accessToken: token, byPassword };
  }
  if (password === undefined)
    throw refused(
      'MATRIX_ORACLE_ADMIN_ACCESS_TOKEN',
      'the homeserver does not know this token',
      'Make another, or set MATRIX_ORACLE_ADMIN_PASSWORD',
    );
  return {
    ...(await logIn(server, { userId, password, deviceId: kept?.deviceId, signal })),
    byPassword: true,
  };
}

/**
 * The device of a token; undefined when the token is good no more.
 * @throws OracleError `config_invalid` for one of another account or of no device; `unavailable`
 */
export async function deviceOf(
  server: Homeserver,
  token: string,
  userId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { user_id, device_id } = whoami.parse(
      await server.call('GET', '/account/whoami', { token, signal }),
    );
    if (user_id !== userId)
      throw refused('MATRIX_ORACLE_ADMIN_USER_ID', `the token is that of ${user_id}`, `Set it to ${user_id}`);
    if (device_id === undefined)
      throw refused(
        'MATRIX_ORACLE_ADMIN_ACCESS_TOKEN',
        'the token belongs to no device, and without one nothing can be encrypted',
        'Take one that a log-in gave',
      );
    return device_id;
  } catch (error) {
    if (error instanceof Refused && SPENT.includes(error.errcode)) return undefined;
    throw wordsOf(error, 'MATRIX_ORACLE_ADMIN_ACCESS_TOKEN');
  }
}

/** Logs in by password; with a device's id as that device. */
export async function logIn(
  server: Homeserver,
  request: {
    readonly userId: string;
    readonly password: string;
    readonly deviceId: string | undefined;
    readonly signal?: AbortSignal;
  },
): Promise<{ readonly userId: string; readonly deviceId: string; readonly accessToken: string }> {
  const { userId, password, deviceId, signal } = request;
  try {
    const answer = login.parse(
      await server.call('POST', '/login', {
        body: {
          type: 'm.login.password',
          identifier: { type: 'm.id.user', user: userId },
          password,
          initial_device_display_name: 'Oracle',
          ...(deviceId !== undefined && { device_id: deviceId }),
        },
        ...(signal !== undefined && { signal }),
      }),
    );
    return {
      userId: answer.user_id,
      deviceId: answer.device_id,
      accessToken: answer.access_token,
    };
  } catch (error) {
    throw wordsOf(error, 'MATRIX_ORACLE_ADMIN_PASSWORD');
  }
}

/** What is refused for good ends the plugin's start; all else may pass. */
function wordsOf(error: unknown, variable: string): unknown {
  if (!(error instanceof Refused)) return error;
  if (error.errcode === 'M_LIMIT_EXCEEDED')
    return new OracleError('unavailable', { detail: 'The homeserver asks for patience (M_LIMIT_EXCEEDED).' });
  return refused(variable, error.message, 'Check it and MATRIX_ORACLE_ADMIN_USER_ID');
}

function refused(variable: string, why: string, how: string): OracleError {
  return new OracleError('config_invalid', {
    detail: `${variable}: ${why}. ${how}, or disable it: features: { matrix: false }`,
    errors: [{ field: variable, message: why }],
  });
}
