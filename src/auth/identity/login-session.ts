import type { Clock } from '../../plugin/index.js';
import type { PersonRow, Store } from '../../store/types.js';

const SESSION_TTL_MS = 7 * 24 * 60 * 60 * 1_000;

/** A session of the page or the CLI; its token goes into a cookie or a `Bearer` header. */
export interface LoginSession {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly did: string;
}

/** Signs somebody in for seven days, a person no longer than they may come, and records it. */
export async function openLoginSession(
  deps: {
    readonly store: Pick<Store, 'logins' | 'audit'>;
    readonly clock: Clock;
    /** Where the client is. */
    readonly address?: string | undefined;
  },
  who: {
    readonly did: string;
    /** Undefined for the owner. */
    readonly person: PersonRow | undefined;
    /** The passkey that opens it, and what its holder calls it. */
    readonly passkey?: { readonly id: string; readonly name: string };
  },
): Promise<LoginSession> {
  const { store, clock, address } = deps;
  const { did, person, passkey } = who;
  const ttlMs = Math.min(SESSION_TTL_MS, (person?.expiresAt ?? Number.POSITIVE_INFINITY) - clock.now());
  const session = await store.logins.createSession(did, ttlMs, passkey?.id);
  await store.audit.record({
    action: 'login',
    subject: did,
    actor: did,
    invoker: did,
    details: {
      name: person?.name ?? 'owner',
      ...(passkey === undefined ? {} : { passkey: passkey.name }),
      ...(address === undefined ? {} : { from: address }),
      until: new Date(session.expiresAt).toISOString(),
    },
  });
  return { ...session, did };
}
