export { createAuthenticator } from './authenticator.js';
export { loadIdentity } from './identity.js';
export { localOwner } from './local-owner.js';
export { mintLoginCode, redeemLoginCode } from './login-code.js';
export { createPlainDids } from './plain-dids.js';
export { CORE_SCOPES } from './scopes.js';
export { createUcans } from './ucans.js';
