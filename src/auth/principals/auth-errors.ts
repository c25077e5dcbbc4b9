import { OracleError } from '../../plugin/index.js';

/** One text for every credential that does not hold, so that it tells an attacker nothing. */
export function unauthenticated(): OracleError {
  return new OracleError('unauthenticated', {
    detail: 'The credential is malformed, unknown, revoked or expired.',
    hint: 'Send `Authorization: Bearer <API key>` (`oracle keys create` makes one), a fresh UCAN with `X-Auth-Type: ucan` (`oracle token` makes one), or log in again.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

export function identityMissing(): OracleError {
  return new OracleError('identity_missing', {
    detail: 'This oracle has no signing identity, so it can authenticate nobody.',
    hint: 'Set SIGNING_MNEMONIC, or start once with `oracle start --create-identity` (`npm start` in a clone), which creates an identity in DATA_DIR.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
