import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import { requireHolder } from '../passkeys/holder.js';
import { identityMissing } from '../principals/auth-errors.js';
import type { DeviceLinks, Identity, NoDeviceLink } from '../types.js';
import { mintLoginCode } from './login-code.js';

/** Long enough to take up a phone; whoever photographs the screen later comes too late. */
const TTL_MS = 2 * 60_000;

const WHY_NOT: Readonly<Record<NoDeviceLink, string>> = {
  unnamed: 'Another device cannot reach this oracle: it does not know its public address. Set PUBLIC_URL.',
  insecure:
    'The link would travel over plain HTTP, where others can read it. PUBLIC_URL has to begin with https.',
};

export interface DeviceLinkDeps {
  readonly identity: Identity | undefined;
  readonly store: Pick<Store, 'audit'>;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
}

/** Links that sign somebody in on another device of theirs; see {@link DeviceLinks}. */
export function createDeviceLinks({ identity, store, clock, publicUrl }: DeviceLinkDeps): DeviceLinks {
  const refusal = (): NoDeviceLink | undefined => {
    if (publicUrl === undefined) return 'unnamed';
    return publicUrl.startsWith('https:') ? undefined : 'insecure';
  };
  return {
    refusal,
    async make(by: Principal) {
      requireHolder(by);
      if (identity === undefined) throw identityMissing();
      const why = refusal();
      if (why !== undefined)
        throw new OracleError('conflict', {
          detail: WHY_NOT[why],
          hint: 'Sign in there by: npx oracle login',
        });
      const expiresAt = clock.now() + TTL_MS;
      const code = await mintLoginCode(identity, { did: by.did, ttlMs: TTL_MS, device: true, clock });
      await store.audit.record({
        action: 'login.device_link',
        subject: by.did,
        actor: by.id,
        invoker: by.did,
        details: { until: new Date(expiresAt).toISOString() },
      });
      return { link: `${publicUrl}/#login=${code}`, expiresAt };
    },
  };
}
