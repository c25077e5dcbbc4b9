export { type Abilities, createAbilities } from './abilities.js';
export { createDids } from './did/resolve-did.js';
export { webDidOf } from './did/web-did.js';
export { delegate, invoke } from './issue.js';
export { readUcanPrincipal } from './reader.js';
export { createVerifier } from './verify.js';
