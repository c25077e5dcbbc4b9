import { CORE_SCOPES } from '../../boot/reserved-names.js';
import type { BootResult } from '../../boot/types.js';
import { type Clock, type Logger, OracleError, type Principal } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import { identityMissing } from '../principals/auth-errors.js';
import type { Identity } from '../types.js';
import { createAbilities } from './abilities.js';
import type { Grammar } from './derive.js';
import { createResources, reaches } from './resources.js';
import type { DelegationQuery, StoredDelegations, Ucans } from './types.js';

export interface UcanDeps {
  readonly store: Store;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The origin under which others reach this oracle; gives it a `did:web`. */
  readonly publicUrl?: string | undefined;
  /** Seconds that other clocks may be off. */
  readonly skewSeconds: number;
  /** Whether `did:web` of this machine may be resolved. */
  readonly localDidWeb: boolean;
  /** Who may act by an authority of their own; see `usersOf`. */
  readonly users: readonly string[];
  /** The entity that this oracle is, whose files its controllers reach. */
  readonly entityDid?: string | undefined;
  /** The booted plugins; undefined while they boot and may already hold `delegations`. */
  readonly booted: () => Pick<BootResult, 'abilities' | 'scopes' | 'resources' | 'didDocuments'> | undefined;
}

/** UCANs of this oracle. The code that decodes and verifies loads with the first token. */
export function createUcans(deps: UcanDeps): Ucans {
  let known: Grammar | undefined;
  const grammar = (): Grammar => {
    const { abilities, scopes, resources } = booted(deps);
    known ??= {
      abilities: createAbilities(abilities, [...Object.keys(CORE_SCOPES), ...Object.keys(scopes)], resources),
      resources: createResources(resources),
    };
    return known;
  };
  let loading: ReturnType<typeof load> | undefined;

  async function load(identity: Identity) {
    const ucan = await import('./on-first-token.js');
    const { store, logger } = deps;
    const verifier = ucan.createLocalVerifier({
      ...deps,
      identity,
      ...grammar(),
      documents: (method) => booted(deps).didDocuments.find(({ methods }) => methods.includes(method)),
    });
    return {
      authenticate: (token: string) => ucan.readUcanPrincipal(token, verifier, grammar()),
      check: (principal: Principal, header: string) => ucan.checkSentDelegations(principal, header, verifier),
      delegations: ucan.createDelegations({ store, verifier, ...grammar(), logger }),
    };
  }

  function loaded() {
    if (deps.identity === undefined) throw identityMissing();
    grammar();
    loading ??= load(deps.identity);
    return loading;
  }

  const delegations: StoredDelegations = {
    find: async (query: DelegationQuery) =>
      deps.identity === undefined ? undefined : (await loaded()).delegations.find(query),
    save: async (principal, token) => (await loaded()).delegations.save(principal, token),
    list: async (principal) => (await loaded()).delegations.list(principal),
    revoke: async (principal, cid, token) => (await loaded()).delegations.revoke(principal, cid, token),
  };
  return {
    authenticate: async (token) => (await loaded()).authenticate(token),
    checkDelegations: async (principal, header) => (await loaded()).check(principal, header),
    expand: (scopes) => grammar().abilities.expand(scopes),
    reaches: (granted, claimed) => reaches(grammar().resources, granted, claimed),
    delegations,
  };
}

function booted(deps: UcanDeps): Pick<BootResult, 'abilities' | 'scopes' | 'resources' | 'didDocuments'> {
  const boot = deps.booted();
  if (boot !== undefined) return boot;
  throw new OracleError('unavailable', {
    detail: 'Principals and delegations can be asked for once all plugins are set up.',
    hint: 'Do so when there is a request, a message or a run to serve, not in `setup`.',
  });
}
