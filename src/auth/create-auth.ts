import type { BootResult } from '../boot/types.js';
import type { Config } from '../config-types.js';
import type { Clock, Dids, Logger, Principals, Shareable, Shares } from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { Store } from '../store/types.js';
import { createPlainDids } from './did/plain-dids.js';
import { createDeviceLinks } from './identity/device-link.js';
import { createPasskeys } from './passkeys/passkeys.js';
import { relyingPartyOf } from './passkeys/relying-party.js';
import { createShares } from './people/shares.js';
import { createAuthenticator } from './principals/authenticator.js';
import { createPrincipals } from './principals/principals.js';
import { createVigil } from './standing/vigil.js';
import type { Authenticator, DeviceLinks, Identity, Linking, Passkeys } from './types.js';
import type { Ucans } from './ucan/types.js';
import { createUcans } from './ucan/ucans.js';

export interface AuthDeps {
  readonly config: Config;
  readonly store: Store;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Kinds of things that the core lets owners share. */
  readonly shareables: readonly Shareable[];
  /** The booted plugins; undefined while they boot. */
  readonly booted: () => BootResult | undefined;
  /** Where it is reached on this machine, once it listens. */
  readonly port: () => number;
}

/** Who people are here, what they may, and whether they still may. */
export interface Auth {
  readonly ucans: Ucans;
  readonly dids: Dids;
  readonly principals: Principals;
  readonly linking: Linking;
  readonly shares: Shares;
  readonly authenticator: Authenticator;
  readonly passkeys: Passkeys;
  readonly deviceLinks: DeviceLinks;
  readonly vigil: Vigil;
}

export function createAuth({
  config,
  store,
  identity,
  clock,
  logger,
  shareables,
  booted,
  port,
}: AuthDeps): Auth {
  const ucans = createUcans({
    store,
    identity,
    clock,
    logger,
    publicUrl: config.publicUrl,
    skewSeconds: config.ucanSkewSeconds,
    localDidWeb: config.didWebLocal,
    users: config.ucanUsers,
    entityDid: config.entityDid,
    booted,
  });
  const dids = createPlainDids({
    clock,
    did: identity?.did,
    publicUrl: config.publicUrl,
    local: config.didWebLocal,
  });
  const allowed = config.externalScopes;
  const { principals, linking } = createPrincipals({ store, identity, clock, allowed, expand: ucans.expand });
  const shares = createShares({
    store,
    identity,
    kinds: () => [
      ...shareables,
      ...(booted()?.plugins.flatMap(({ contribution }) => contribution.shareables ?? []) ?? []),
    ],
  });
  return {
    ucans,
    dids,
    principals,
    linking,
    shares,
    authenticator: createAuthenticator({ store, identity, clock, ucans }),
    passkeys: createPasskeys({
      store,
      identity,
      clock,
      logger,
      party: () => relyingPartyOf(config, port()),
    }),
    deviceLinks: createDeviceLinks({ identity, store, clock, publicUrl: config.publicUrl }),
    vigil: createVigil({ store, clock, logger }),
  };
}
