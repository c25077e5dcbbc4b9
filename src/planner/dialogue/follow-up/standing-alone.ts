import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import type { Model } from '../../understanding/model.js';
import { type LearntPlan, learntPlan } from '../planning/learnt.js';
import { isWhole, type PlannedCall } from '../planning/planned-call.js';
import { planRequest } from '../planning/request.js';
import { isWholeSentence } from '../prose/whole-sentence.js';
import type { Conversation } from '../turns/conversation.js';

/** How a wish begins that stands beside what was said before. */
const AND = /^\s*(?:and|und|et|y|e|na)\s+/iu;

interface Known {
  readonly candidates: readonly Candidate[];
  /** Those that words and schemas speak for. */
  readonly worded: readonly Candidate[];
  readonly model?: Model | undefined;
}

/**
 * What a message means by itself, where it is a sentence of its own that says a whole call: of what was said before nothing
 * holds for it. What is hardly meant by it counts only for tools that were `spoken` of. Undefined where it may lean on that.
 */
export function standingAlone(
  conversation: Conversation,
  index: number,
  text: TextModel,
  { candidates, worded, model }: Known,
  spoken: ReadonlySet<Candidate>,
): LearntPlan | undefined {
  // `keep in mind that …` is whole as the author of its plugin wrote it, whatever its `that` may point at.
  if (
    model === undefined ||
    !(isWholeSentence(text) || model.own?.says(text.text.replace(AND, '')) !== undefined)
  )
    return undefined;
  const alone = learntPlan(conversation, index, text, candidates, model, true);
  const isSaid = (call: PlannedCall) =>
    isWhole(call) && Object.keys(call.args).length > 0 && (call.faint !== true || spoken.has(call.candidate));
  return alone.calls.some(isSaid) || planRequest(text, worded).some(isSaid) ? alone : undefined;
}
