export { createDelegations } from './delegations.js';
export { createLocalVerifier } from './local-verifier.js';
export { checkSentDelegations, readUcanPrincipal } from './reader.js';
