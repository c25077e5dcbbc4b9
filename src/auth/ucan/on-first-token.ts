export { createDelegations } from './delegations.js';
export { createLocalVerifier } from './local-verifier.js';
export { checkSentDelegation, readUcanPrincipal } from './reader.js';
