import { OracleError, type Principal } from '../../plugin/index.js';
import { unauthenticated } from '../principals/auth-errors.js';
import type { Grammar } from './derive.js';
import { InvalidUcan, UngrantedUcan, type Verified, type Verifier } from './verify.js';

/** Delegations that come with one request. */
const MOST_SENT = 8;

/**
 * Who a request's UCAN speaks for, and what it may do.
 * @throws OracleError `unauthenticated` (the same words for every token that does not hold), `forbidden` when its
 * chain does not grant what it claims
 */
export async function readUcanPrincipal(
  token: string,
  verifier: Verifier,
  grammar: Grammar,
): Promise<Principal> {
  try {
    return principalOf(await verifier.invocation(token), grammar);
  } catch (error) {
    if (error instanceof InvalidUcan) throw unauthenticated();
    if (error instanceof UngrantedUcan) throw ungranted();
    throw error;
  }
}

/**
 * Checks the delegations that a request brings along: to this oracle, holding now, and issued by whoever asks.
 * @throws OracleError `unauthenticated`, `forbidden`, `invalid_request`
 */
export async function checkSentDelegations(
  principal: Principal,
  header: string,
  verifier: Verifier,
): Promise<string> {
  const tokens = sentDelegations(header);
  if (tokens.length > MOST_SENT)
    throw new OracleError('invalid_request', {
      detail: `X-Ucan-Delegation brings ${tokens.length} delegations, of at most ${MOST_SENT}.`,
      hint: 'Store them with POST /delegation: they count until they are taken back.',
    });
  if (tokens.length === 0) throw notHeld();
  for (const token of tokens) await checkSent(principal, token, verifier);
  return tokens.join(',');
}

/** The tokens of the header: HTTP joins headers of one name by commas. */
export function sentDelegations(header: string): readonly string[] {
  return header.split(/[\s,]+/u).filter((token) => token !== '');
}

/** Not the words of a credential that does not hold: that was good, and another would not help. */
function notHeld(): OracleError {
  return new OracleError('unauthenticated', {
    detail:
      'The credential holds, but a delegation in X-Ucan-Delegation does not: it is malformed, revoked, expired or not issued to this oracle.',
    hint: 'Send one that holds (`oracle delegate` makes one), several with commas between, or leave the header out.',
  });
}

async function checkSent(principal: Principal, token: string, verifier: Verifier): Promise<void> {
  try {
    const { issuer } = await verifier.delegation(token);
    if (issuer === principal.did) return;
  } catch (error) {
    if (error instanceof InvalidUcan) throw notHeld();
    if (error instanceof UngrantedUcan) throw ungranted();
    throw error;
  }
  throw new OracleError('forbidden', {
    detail: 'The delegation in X-Ucan-Delegation was issued by someone else.',
    hint: 'Send one that the DID of the credential issued to this oracle.',
  });
}

function principalOf(
  { cid, issuer, grants, provenUntil }: Verified,
  { abilities, resources }: Grammar,
): Principal {
  const [grant] = grants;
  const resource = grant === undefined ? undefined : resources.parse(grant.with);
  if (grant === undefined || resource === undefined) throw ungranted();
  return {
    id: issuer,
    kind: 'ucan',
    did: issuer,
    scopes: abilities.scopesOn(resource.kind, grant.can),
    name: issuer,
    grant,
    credential: { id: cid, ...(provenUntil === undefined ? {} : { until: provenUntil }) },
  };
}

function ungranted(): OracleError {
  return new OracleError('forbidden', {
    detail: 'The UCAN holds, but its chain does not grant what it claims.',
    hint: 'Claim no more than every delegation of the chain grants, and begin it with the owner of the resource, whom this oracle must serve: its own owner, or a user that the operator admits (UCAN_USERS).',
  });
}
