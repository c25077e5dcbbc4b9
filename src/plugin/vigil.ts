import type { OracleError } from './errors.js';
import type { Principal } from './principal.js';

/** Looks again and again whether who was let in still is, for as long as something of theirs goes on. */
export interface Vigil {
  /**
   * @param lost gets why, once: the credential ended, or `still` threw an OracleError
   * @param still what else must hold, such as that a thing is shared with the principal
   * @returns how to end the watch
   */
  watch(principal: Principal, lost: (why: OracleError) => void, still?: () => Promise<unknown>): () => void;
}
