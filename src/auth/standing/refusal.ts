import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';

export interface StandingDeps {
  readonly store: Pick<Store, 'apiKeys' | 'people' | 'ucans' | 'links'>;
  readonly clock: Clock;
}

/** Why a principal that was let in would not be now; undefined when it still would. */
export async function refusalOf(
  { store, clock }: StandingDeps,
  { kind, did, credential, grant, linkedAs }: Principal,
): Promise<OracleError | undefined> {
  if (kind === 'person') return (await store.people.find(did)) === undefined ? gone(PERSON) : undefined;
  if (credential === undefined) return undefined;
  const { id, until } = credential;
  if (kind === 'api-key') return (await store.apiKeys.holds(id)) ? undefined : gone(KEY);
  if (kind === 'ucan') {
    if (until !== undefined && until <= clock.now()) return gone(DELEGATION);
    return (await store.ucans.isRevoked([id, ...(grant?.proofs ?? [])])) ? gone(DELEGATION) : undefined;
  }
  if (kind === 'external' && linkedAs !== undefined)
    return (await store.links.find(id))?.did === did ? undefined : gone(LINK);
  return undefined;
}

const KEY = {
  detail: 'The API key that asked for this answer was revoked or has expired, so the answer was stopped.',
  hint: '`oracle keys list` names the valid keys.',
};
const PERSON = {
  detail: 'The person who asked for this answer is no longer let in, so the answer was stopped.',
  hint: '`oracle people list` says who is let in.',
};
const DELEGATION = {
  detail:
    'A delegation behind the UCAN that asked for this answer was revoked or has expired, so the answer was stopped.',
  hint: 'Ask again with a chain that holds.',
};
const LINK = {
  detail:
    'The account that asked for this answer is no longer linked to the DID that it acted for, so the answer was stopped.',
  hint: 'Link it again, with a code from where you are signed in.',
};

function gone({ detail, hint }: { readonly detail: string; readonly hint: string }): OracleError {
  return new OracleError('unauthenticated', { detail, hint: `What was said so far is kept. ${hint}` });
}
