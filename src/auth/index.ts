export { createPlainDids } from './did/plain-dids.js';
export { loadIdentity } from './identity/identity.js';
export { mintLoginCode, redeemLoginCode } from './identity/login-code.js';
export { createAuthenticator } from './principals/authenticator.js';
export { localOwner } from './principals/local-owner.js';
export { createPrincipals } from './principals/principals.js';
export { warnOfUnknownScopes } from './principals/scopes.js';
export { createUcans } from './ucan/ucans.js';
