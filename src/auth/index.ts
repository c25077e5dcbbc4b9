export { createAuthenticator } from './authenticator.js';
export { loadIdentity } from './identity.js';
export { localOwner } from './local-owner.js';
export { mintLoginCode, redeemLoginCode } from './login-code.js';
export { createPlainDids } from './plain-dids.js';
export { createPrincipals } from './principals.js';
export { CORE_SCOPES, warnOfUnknownScopes } from './scopes.js';
export { createUcans } from './ucans.js';
