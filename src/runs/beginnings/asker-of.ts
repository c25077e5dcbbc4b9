import type { Principal } from '../../plugin/index.js';

/** Under whose limits a run is counted. */
export function askerOf({ id, credential }: Principal) {
  return { asker: id, ...(credential?.runsAtOnce === undefined ? {} : { apiKey: credential.id }) };
}
