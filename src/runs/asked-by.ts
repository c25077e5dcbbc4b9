import type { Principal, TerminalEvent } from '../plugin/index.js';
import type { Store } from '../store/types.js';

/** Whom a run is for, where that can end while the run goes on. */
export interface AskedBy {
  /** Whether the key or the person is still let in. */
  holds(): Promise<boolean>;
  /** How the run ends when not. */
  readonly refusal: TerminalEvent;
}

const KEPT = 'What it had said so far is kept.';
const REVOKED: TerminalEvent = {
  type: 'error',
  code: 'unauthenticated',
  message: 'The API key that asked for this answer was revoked or has expired, so the answer was stopped.',
  hint: `${KEPT} \`oracle keys list\` names the valid keys.`,
};
const ENDED: TerminalEvent = {
  type: 'error',
  code: 'unauthenticated',
  message: 'The person who asked for this answer is no longer let in, so the answer was stopped.',
  hint: `${KEPT} \`oracle people list\` says who is let in.`,
};

/** Undefined for who is always let in, as the owner is. */
export function askedByOf(
  { apiKeys, people }: Pick<Store, 'apiKeys' | 'people'>,
  { kind, name, did }: Principal,
  since: number,
): AskedBy | undefined {
  if (kind === 'api-key') return { holds: () => apiKeys.holds(name, since), refusal: REVOKED };
  if (kind === 'person') return { holds: async () => (await people.find(did)) !== undefined, refusal: ENDED };
  return undefined;
}
