import type { Candidate } from '../../choosing/candidates.js';
import { chooseTools } from '../../choosing/choose-tool.js';
import type { TextModel } from '../../filling/read-text.js';
import type { Model } from '../../understanding/model.js';
import { learntPlan } from '../planning/learnt.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { weighAnswer } from '../planning/weigh.js';
import type { Conversation } from '../turns/conversation.js';
import { answerPending, isBareAnswer, isSameQuestion } from './answer-pending.js';
import { correctOpen } from './correction.js';
import type { pendingCall } from './pending-call.js';

type OpenQuestion = NonNullable<ReturnType<typeof pendingCall>>;

/** What a message is read with. */
interface ReadWith {
  /** It is a wish by itself. */
  readonly standsAlone: boolean;
  /** The operations that words and schemas speak for. */
  readonly worded: readonly Candidate[];
  readonly candidates: readonly Candidate[];
  readonly conversation: Conversation;
  readonly index: number;
  readonly model: Model | undefined;
}

/**
 * The call that was asked about, with what a message answers. `settled`: the message is an answer; else the question stays
 * unless the message turns out to be a wish of its own. Undefined where it says nothing to the question.
 */
export function answerOpenQuestion(
  pending: OpenQuestion,
  text: TextModel,
  { standsAlone, worded, candidates, conversation, index, model }: ReadWith,
): { readonly call: PlannedCall; readonly settled: boolean } | undefined {
  if (standsAlone && !isBareAnswer(text)) return undefined;
  const own = chooseTools(text, worded)[0];
  const answer = answerPending(pending.call, text, own);
  // `no, sd 0.1` in answer to the question for a dropout changes what was given before, and the question stays.
  const isOpen = answer === undefined ? isBareAnswer(text) : isSameQuestion(answer, pending.call);
  const isOther =
    answer !== undefined && isSameQuestion(answer, pending.call) && wishesForOther(pending.call);
  const mended =
    model !== undefined && !standsAlone && pending.fresh && isOpen && !isOther
      ? correctOpen(pending.call, text, conversation, model)
      : undefined;
  if (mended !== undefined) return { call: mended, settled: true };
  // A later answer is one only if it gives a wanted value and is no complete wish of its own.
  const gives = answer !== undefined && answer.missing.length < pending.call.missing.length;
  const meant =
    pending.fresh ||
    own?.candidate === pending.call.candidate ||
    (gives && (own?.filled.missing.length !== 0 || !own.named));
  if (answer === undefined || !meant || isOther) return undefined;
  const call =
    model === undefined
      ? answer
      : weighAnswer(
          answer,
          learntPlan(conversation, index, text, candidates, model, false),
          isBareAnswer(text),
        );
  // A message that answers nothing may be a wish of its own; else the question stays.
  if (!pending.fresh || isBareAnswer(text) || !isSameQuestion(call, pending.call))
    return { call, settled: true };
  return { call: { ...call, repeated: true }, settled: false };

  /** `draw the sample from households.csv` answers no question for the design of a chart, though words alone mistake it for one. */
  function wishesForOther({ candidate }: PlannedCall): boolean {
    return (
      model !== undefined &&
      !isBareAnswer(text) &&
      learntPlan(conversation, index, text, candidates, model, true).calls.some(
        (one) => one.candidate !== candidate && one.faint !== true && Object.keys(one.args).length > 0,
      )
    );
  }
}
