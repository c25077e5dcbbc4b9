import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Homeserver } from '../account/homeserver.js';

const known = z.looseObject({
  device_keys: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/**
 * Whether the homeserver and the crypto store tell of the same device: both have its keys, or neither has. New keys under
 * the name of a device that others know look like an attack, and one that the homeserver has forgotten never uploads its
 * keys again; in both cases nobody would say why no message can be read.
 */
export async function isSameDevice(
  server: Homeserver,
  device: {
    readonly userId: string;
    readonly deviceId: string;
    readonly accessToken: string;
    /** Whether there is a crypto store of it. */
    readonly restored: boolean;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const { userId, deviceId, accessToken: token, restored, signal } = device;
  const body = { device_keys: { [userId]: [deviceId] } };
  const { device_keys } = known.parse(await server.call('POST', '/keys/query', { token, body, signal }));
  return (device_keys[userId]?.[deviceId] !== undefined) === restored;
}

/** Of a device that came by a token: there is no other way in. */
export function keysLost(deviceId: string): OracleError {
  return new OracleError('config_invalid', {
    detail: `The device ${deviceId} has keys already, which are not in this oracle's data: it could read no encrypted message.`,
    hint: 'Restore the data directory, or log this device out and give a new MATRIX_ORACLE_ADMIN_ACCESS_TOKEN, or the password alone.',
  });
}
