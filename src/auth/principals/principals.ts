import {
  type Clock,
  type ExternalAccount,
  OracleError,
  type Principal,
  type Principals,
} from '../../plugin/index.js';
import type { LinkBinding, LinkRow, Store } from '../../store/types.js';
import { refusalOf, type StandingDeps } from '../standing/refusal.js';
import type { Identity, Linking } from '../types.js';
import { accountId, accountName } from './external-account.js';
import { codeDigestsIn, linkCodeDigest, newLinkCode } from './link-code.js';

const CODE_TTL_MS = 10 * 60_000;
const TRIES = 5;
const TRIES_WINDOW_MS = 3_600_000;

export interface PrincipalDeps {
  readonly store: StandingDeps['store'] & Pick<Store, 'audit'>;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  /** What the operator lets accounts from outside do. */
  readonly allowed: readonly string[];
  /** What scopes allow in all. */
  expand(scopes: readonly string[]): ReadonlySet<string>;
}

/** Accounts from outside: whom plugins say they are, and the DIDs that people have linked them to. */
export function createPrincipals(deps: PrincipalDeps): {
  readonly principals: Principals;
  readonly linking: Linking;
} {
  const { store, identity, clock, expand } = deps;

  /** A link to an owner that was replaced ends with that identity. */
  const holds = (link: LinkRow | undefined) =>
    link?.linkedAs === 'owner' && link.did !== identity?.did ? undefined : link;

  function principalOf(account: ExternalAccount, link: LinkRow | undefined): Principal {
    const id = accountId(account);
    const allowed = expand(deps.allowed);
    const may = (scope: string) => allowed.has(scope) && (link === undefined || grants(link, scope));
    return {
      id: link?.did ?? id,
      kind: 'external',
      did: link?.did ?? id,
      scopes: new Set([...expand(account.scopes ?? deps.allowed)].filter(may)),
      name: accountName(account),
      credential: { id },
      ...(link === undefined ? {} : { linkedAs: link.linkedAs }),
    };
  }

  const audit = (action: string, { account, did, name }: LinkRow, invoker: string) =>
    store.audit.record({ action, subject: account, actor: did, invoker, details: { name } });

  /** Digests of codes that were withdrawn, and until when they are known: the same words may come again, or twice at once. */
  const withdrawn = new Map<string, number>();

  const principals: Principals = {
    external: async (account) => principalOf(account, holds(await store.links.find(accountId(account)))),

    async link(account, code) {
      const id = accountId(account);
      // Counted before it is tried, so that many at once are no more tries than one after the other.
      const { count, endsAt } = await store.links.attempt(id, TRIES_WINDOW_MS);
      if (count > TRIES) throw tooManyTries(endsAt - clock.now());
      const hash = linkCodeDigest(code);
      const known = await store.links.find(id);
      if (known !== undefined && holds(known) === undefined) await store.links.remove(id);
      const link = hash === undefined ? undefined : await store.links.redeem(hash, id, accountName(account));
      if (link === undefined) throw noSuchCode();
      await audit('account.link', link, id);
      return principalOf(account, holds(link));
    },

    async withdrawCodes(words) {
      const now = clock.now();
      for (const [hash, until] of withdrawn) if (until <= now) withdrawn.delete(hash);
      const known = new Set([...(await store.links.offered()), ...withdrawn.keys()]);
      if (known.size === 0) return false;
      let isAny = false;
      for (const hash of codeDigestsIn(words)) {
        if (!known.delete(hash)) continue;
        isAny = true;
        withdrawn.set(hash, now + CODE_TTL_MS);
        await store.links.withdraw(hash);
      }
      return isAny;
    },

    async unlink(account) {
      const id = accountId(account);
      const link = await store.links.remove(id);
      if (link !== undefined) await audit('account.unlink', link, id);
      return link !== undefined;
    },

    admitted: async (principal) => (await refusalOf({ store, clock }, principal)) === undefined,
  };

  const linking: Linking = {
    async offer(principal) {
      const code = newLinkCode();
      const expiresAt = clock.now() + CODE_TTL_MS;
      const { did } = principal;
      const binding = { did, linkedAs: linkableAs(principal), scopes: [...principal.scopes] };
      await store.links.offer(linkCodeDigest(code) ?? '', binding, expiresAt);
      return { code, expiresAt };
    },

    async links(principal) {
      linkableAs(principal);
      return store.links.list(principal.did);
    },

    async remove(principal, account) {
      linkableAs(principal);
      const { did } = principal;
      const link = await store.links.remove(account, did);
      if (link !== undefined) await audit('account.unlink', link, did);
      return link !== undefined;
    },
  };

  return { principals, linking };
}

const grants = ({ scopes }: LinkBinding, scope: string) => scopes.includes('*') || scopes.includes(scope);

/**
 * A link lasts, so only who holds the DID itself makes and unmakes one: no key, and no delegate.
 * @throws OracleError `forbidden`
 */
function linkableAs({ kind, did, grant }: Principal): LinkBinding['linkedAs'] {
  if (kind === 'owner') return 'owner';
  if (kind === 'ucan' && grant?.owner === did) return 'ucan';
  throw new OracleError('forbidden', {
    detail: 'Accounts are linked by the holder of a DID alone.',
    hint: 'Sign in as the owner, or use a UCAN that your DID issued itself.',
  });
}

function noSuchCode(): OracleError {
  return new OracleError('forbidden', {
    detail: 'This code does not hold.',
    hint: 'A code is good once, for ten minutes. Get a new one where you are signed in (`POST /links`).',
  });
}

function tooManyTries(ms: number): OracleError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new OracleError('rate_limited', {
    detail: 'Too many codes from this account did not hold.',
    hint: `Wait ${Math.ceil(seconds / 60)} minutes, then use a new code.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
