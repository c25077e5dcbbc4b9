import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Homeserver } from '../account/homeserver.js';

const known = z.looseObject({
  device_keys: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/**
 * Refuses a device whose keys others know already while ours are lost: new keys under its name look like an attack, and
 * nobody would say why no message can be read.
 * @throws OracleError `config_invalid`
 */
export async function checkDevice(
  server: Homeserver,
  device: {
    readonly userId: string;
    readonly deviceId: string;
    readonly accessToken: string;
    /** Whether there is a crypto store of it. */
    readonly restored: boolean;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { userId, deviceId, accessToken: token, restored, signal } = device;
  if (restored) return;
  const body = { device_keys: { [userId]: [deviceId] } };
  const { device_keys } = known.parse(await server.call('POST', '/keys/query', { token, body, signal }));
  if (device_keys[userId]?.[deviceId] === undefined) return;
  throw new OracleError('config_invalid', {
    detail: `The device ${deviceId} has keys already, which are not in this oracle's data: it could read no encrypted message.`,
    hint: 'Restore the data directory, or log this device out and give a new MATRIX_ORACLE_ADMIN_ACCESS_TOKEN (or the password alone).',
  });
}
