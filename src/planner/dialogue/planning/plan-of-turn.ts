import type { Candidate } from '../../choosing/candidates.js';
import type { Explanation } from '../explain/explain.js';
import type { NamedNext } from '../taught/named-next.js';
import type { Executed } from '../turns/conversation.js';
import type { PlannedCall } from './planned-call.js';
import type { SmallTalk } from './small-talk.js';

/** What a turn asks for. */
export type Plan =
  | {
      readonly kind: 'talk';
      readonly talk: SmallTalk;
      /** What was shown right before and has not been done. */
      readonly open?: NamedNext;
    }
  | {
      readonly kind: 'calls';
      readonly calls: readonly PlannedCall[];
      /** What was proposed before and is neither done nor proposed any more. */
      readonly aside?: readonly PlannedCall[];
      /** What was shown right before and has not been done. */
      readonly open?: NamedNext;
    }
  /** What was found out before is to be told again. */
  | { readonly kind: 'retell'; readonly what: Executed }
  /** What is there is explained; the calls that the turn before left open stay open. */
  | { readonly kind: 'explain'; readonly what: Explanation; readonly calls: readonly PlannedCall[] }
  | {
      readonly kind: 'unsure';
      readonly nearest: readonly Candidate[];
      /** What is meant lies in a file that has to be brought here first. */
      readonly elsewhere?: true;
      /** What was shown right before and has not been done. */
      readonly open?: NamedNext;
    };

export function callsOf(plan: Plan): readonly PlannedCall[] {
  return plan.kind === 'calls' || plan.kind === 'explain' ? plan.calls : [];
}
