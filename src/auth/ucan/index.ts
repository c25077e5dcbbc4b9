export { createDelegations } from './delegations.js';
export { createLocalVerifier } from './local-verifier.js';
export { readUcanPrincipal } from './reader.js';
