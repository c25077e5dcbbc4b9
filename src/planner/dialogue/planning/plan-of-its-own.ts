import { readText } from '../../filling/read-text.js';
import { knows } from '../../understanding/model.js';
import { answerFigures } from '../asked/answer-figures.js';
import { isAnswerLike } from '../asked/answer-pending.js';
import { bareCorrection } from '../asked/bare-correction.js';
import { behindProposed } from '../asked/behind-shown.js';
import { correctProposal, withMoved } from '../asked/correction.js';
import { chosenFrom, openChoice, withChoice, withoutChoice } from '../asked/offered-choice.js';
import { answerOpenQuestion } from '../asked/open-question.js';
import { pendingCall } from '../asked/pending-call.js';
import { putsOff, type Reply } from '../asked/reply.js';
import { isConsequential } from '../consent/consent.js';
import { asTimed } from '../days/as-timed.js';
import { explanationOf } from '../explain/explain.js';
import { namedFigure, replacedFigure } from '../follow-up/changed-figure.js';
import { beginsAnew, isShort, repliesTo } from '../follow-up/follow-up.js';
import { nextPage, wholeList } from '../follow-up/next-page.js';
import { relativeChange } from '../follow-up/relative-change.js';
import { standingAlone } from '../follow-up/standing-alone.js';
import { withoutZone } from '../held/days/hold-zones.js';
import { holdPlan } from '../held/hold-plan.js';
import { answerTwoWays } from '../held/numbers/answer-two-ways.js';
import { saidNumbers } from '../held/numbers/called-numbers.js';
import { changeFromTo, holdsStart } from '../held/numbers/from-to.js';
import { opened } from '../prose/closed-quotes.js';
import { asOrderedAnew, hangsOn } from '../prose/whole-sentence.js';
import { withoutSignature } from '../prose/without-signature.js';
import { asTaught } from '../taught/as-taught.js';
import { asWritten, saysAnother, withSaidValues } from '../taught/as-written.js';
import { givenAsJson } from '../taught/given-as-json.js';
import { joinedValues } from '../taught/joined-values.js';
import { asNamedTool } from '../taught/named-tool.js';
import type { Conversation } from '../turns/conversation.js';
import { meantEarlier } from '../turns/earlier-results.js';
import { previousCalls } from '../turns/previous-calls.js';
import { isOnOwnMachine, takingFiles } from './brought-file.js';
import { type Known, LETTER, MEMORY } from './known.js';
import { learntOf } from './learnt-of-turn.js';
import type { Plan } from './plan-of-turn.js';
import { type PlannedCall, standingOf } from './planned-call.js';
import { byRules, nearest } from './ruled.js';
import { smallTalkOf, withoutLead } from './small-talk.js';
import { weigh } from './weigh.js';
import { withBrought } from './with-brought.js';

/** Small talk is short. */
const TALK_LIMIT = 200;

/** What a message asks for that answers neither a proposal nor what was shown. */
export function planOfItsOwn(
  conversation: Conversation,
  index: number,
  known: Known,
  depth: number,
  {
    prose,
    blocks,
    reply,
    proposal,
    planOf,
  }: {
    readonly prose: string;
    readonly blocks: readonly string[];
    readonly reply: Reply['kind'];
    readonly proposal: readonly PlannedCall[];
    readonly planOf: (index: number) => Plan;
  },
): Plan {
  const { candidates } = known;
  const turn = conversation.turns[index];
  if (turn === undefined) return { kind: 'talk', talk: 'greeting' };
  const offered = openChoice(conversation.turns[index - 1], candidates);
  const chosen = offered === undefined ? undefined : chosenFrom(offered.choices, turn.text);
  if (offered !== undefined && chosen !== undefined)
    return {
      kind: 'calls',
      calls: [withSaidBeside(withChoice(offered, chosen), chosen, turn.text, conversation, known)],
    };
  const earlier = meantEarlier(turn.text, conversation, index, (name) =>
    candidates.some(({ tool }) => tool.name === name && !isConsequential(tool)),
  );
  if (earlier !== undefined) return { kind: 'retell', what: earlier };
  const [proposed, alsoProposed] = proposal;
  const risen =
    proposed === undefined || alsoProposed !== undefined
      ? undefined
      : relativeChange(proposed, readText(turn.text, conversation));
  if (risen !== undefined && risen !== 'unclear') return { kind: 'calls', calls: [risen] };
  const figured = answerFigures(alsoProposed === undefined ? proposed : undefined, turn.text);
  if (figured !== undefined) return { kind: 'calls', calls: [figured] };
  const more = nextPage(turn.text, conversation, index, candidates);
  if (more !== undefined) return { kind: 'calls', calls: [more] };
  const whole = wholeList(turn.text, conversation, index, candidates);
  if (whole !== undefined) return { kind: 'retell', what: whole };
  const previous = previousCalls(conversation, index, candidates);
  const pending = depth < MEMORY ? pendingCall(conversation, index, planOf) : undefined;
  const talk = turn.text.length > TALK_LIMIT || turn.attached.length > 0 ? undefined : smallTalkOf(turn.text);
  if (talk !== undefined && !(pending?.fresh === true && isAnswerLike(talk))) return { kind: 'talk', talk };
  if (reply !== 'other' && pending === undefined)
    return { kind: 'talk', talk: reply === 'yes' ? 'acknowledgement' : 'cancel' };
  const text = withoutZone(joinedValues(withoutSignature(withoutLead(prose))));
  const model = readText(text, { ...conversation, blocks });

  const answered = pending?.fresh === true && reply === 'other' ? pending.call : undefined;
  const other = answered === undefined ? undefined : behindProposed(turn.text, [answered], () => true);
  if (other !== undefined) return { kind: 'calls', calls: other };
  // `on Friday at 9` in answer to the question for a time goes on with the sentence before it.
  const begun = answered === undefined ? '' : (conversation.turns[index - 1]?.text ?? '');
  const timed =
    asTimed(text, candidates, known.model) ??
    (begun === ''
      ? undefined
      : asTimed(`${begun.replace(/[\s.!?]+$/u, '')} ${text}`, candidates, known.model));
  if (timed !== undefined) return { kind: 'calls', calls: timed };
  const taught =
    pending?.fresh === true ? undefined : asTaught(readText(opened(text, blocks), conversation), candidates);
  if (taught !== undefined) return { kind: 'calls', calls: [taught] };
  const given = givenAsJson(turn.text, candidates) ?? asNamedTool(model, candidates);
  if (given !== undefined) return { kind: 'calls', calls: [given] };
  const chosenWay = pending?.fresh === true ? answerTwoWays(pending.call, text) : undefined;
  if (chosenWay !== undefined) return { kind: 'calls', calls: [chosenWay] };
  const isTaught = known.model?.own?.says(model.text) !== undefined;
  const explained = isTaught ? undefined : explanationOf(model, conversation, index, candidates);
  if (explained !== undefined) {
    const open = proposal.length > 0 ? proposal : pending?.fresh === true ? [pending.call] : [];
    if (explained.kind === 'unknown' && open.length === 0)
      return { kind: 'unsure', nearest: nearest(model, candidates, candidates) };
    return { kind: 'explain', what: explained, calls: open };
  }
  // The operations that words and schemas speak for; of a letter only those that nothing was learnt of.
  const { model: shipped } = known;
  const worded =
    shipped === undefined || text.length <= LETTER
      ? candidates
      : candidates.filter(({ tool }) => !knows(shipped, tool.name));
  const changed = proposal.length > 0 ? changeFromTo(text, candidates, conversation.today) : undefined;
  if (changed !== undefined && !proposal.some((call) => holdsStart(call, changed)))
    return { kind: 'calls', calls: [changed] };
  // Whoever begins anew changes nothing of what is open, and answers no question.
  const isAfter = previous.length > 0 || proposal.length > 0 || pending !== undefined;
  const standing = isAfter
    ? standingAlone(
        conversation,
        index,
        model,
        { ...known, worded },
        new Set(
          [...previous, ...proposal, ...(pending === undefined ? [] : [pending.call])].map(
            (one) => one.candidate,
          ),
        ),
      )
    : undefined;
  const lastCall = proposal.length > 1 ? undefined : (proposal[0] ?? previous.at(-1));
  const bare =
    lastCall === undefined || pending !== undefined
      ? undefined
      : bareCorrection(lastCall, model, conversation.turns[index - 1]?.text ?? '');
  if (bare !== undefined) return { kind: 'calls', calls: [bare] };
  const replaced =
    lastCall === undefined || pending !== undefined ? undefined : replacedFigure(lastCall, model);
  if (replaced !== undefined) return { kind: 'calls', calls: [asOpen(replaced, proposal)] };
  const relative =
    lastCall === undefined || pending !== undefined ? undefined : relativeChange(lastCall, model);
  if (relative === 'unclear') return { kind: 'unsure', nearest: [] };
  if (relative !== undefined) return { kind: 'calls', calls: [relative] };
  const corrected =
    standing !== undefined
      ? undefined
      : correctProposal(proposal, model, candidates, conversation, known.model);
  if (corrected !== undefined)
    return { kind: 'calls', calls: [asOrderedAnew(corrected, proposal[0]?.args ?? {}, model)] };
  const done = proposal.length === 0 ? previous.at(-1) : undefined;
  const meant = pending?.fresh === true ? pending.call : done;
  const moved =
    meant === undefined || standing !== undefined ? undefined : withMoved(meant.candidate, meant.args, model);
  if (moved !== undefined) return { kind: 'calls', calls: [moved] };
  if (pending === undefined && isOnOwnMachine(turn))
    return {
      kind: 'unsure',
      nearest: [...new Set([...takingFiles(candidates), ...nearest(model, worded, candidates)])],
      elsewhere: true,
    };
  if (pending?.fresh === true && !pending.call.missing.some(({ kind }) => kind === 'boolean')) {
    // A bare yes or no is no value of what was asked for: not the text of a file, nor the name of a city.
    if (reply === 'no' || putsOff(turn.text)) return { kind: 'talk', talk: 'cancel' };
    if (reply === 'yes') return { kind: 'calls', calls: [pending.call] };
  }
  const open =
    pending === undefined
      ? undefined
      : answerOpenQuestion(pending, model, {
          standsAlone: standing !== undefined,
          worded,
          candidates,
          conversation,
          index,
          model: known.model,
        });
  if (open?.settled === true) return { kind: 'calls', calls: [open.call] };
  const leans =
    standing === undefined &&
    (previous.length > 0 || proposal.length > 0) &&
    (repliesTo(text) || (isShort(model) && !beginsAnew(model)));
  // `with seed 20` behind a wish that nothing was made of belongs to it.
  const before = conversation.turns[index - 1];
  const goesOn =
    before !== undefined &&
    before.executed.length === 0 &&
    !isAfter &&
    isShort(model) &&
    hangsOn(text) &&
    smallTalkOf(before.text) === undefined;
  const ruled = byRules(model, standing === undefined ? previous : [], worded, leans, candidates);
  const weighed =
    known.model === undefined
      ? ruled
      : weigh(
          ruled,
          standing ?? learntOf(conversation, index, model, candidates, known.model, !leans && !goesOn),
          known.model,
        );
  const written =
    known.model === undefined || (isWishOfItsOwn(weighed) && !saysAnother(weighed, model, known.model))
      ? undefined
      : asWritten(model, conversation, index, candidates, known.model);
  const message = { text: model, conversation, index, candidates, model: known.model, leans };
  const withValues = known.model === undefined ? weighed : withSaidValues(weighed, model, known.model);
  const plan = holdPlan(written === undefined ? withValues : { kind: 'calls', calls: [written] }, {
    ...message,
    nearest: () => nearest(model, worded, candidates),
  });
  if (open !== undefined && !isWishOfItsOwn(plan)) return { kind: 'calls', calls: [open.call] };
  const figure =
    lastCall === undefined || pending !== undefined || !hangsOn(text)
      ? undefined
      : namedFigure(lastCall, model);
  const isOfLast =
    plan.kind === 'calls' && plan.calls.some(({ candidate }) => candidate === lastCall?.candidate);
  if (figure !== undefined && !isOfLast) return { kind: 'calls', calls: [asOpen(figure, proposal)] };
  return withBrought(plan, turn, { ...message, nearest: () => nearest(model, worded, candidates) });
}

/** A call that a choice completes; with a number beside the choice (`cdm, and 12% dropout`) it is changed by it and proposed. */
function withSaidBeside(
  call: PlannedCall,
  chosen: string,
  said: string,
  conversation: Conversation,
  { candidates, model }: Known,
): PlannedCall {
  const rest = withoutChoice(said, chosen);
  const { numbers, pairs } = saidNumbers(rest);
  if (numbers.length + pairs.length === 0) return { ...call, agreed: true };
  const changed = correctProposal([call], readText(rest, conversation), candidates, conversation, model);
  const unused = [...numbers, ...pairs].map(({ raw }) => raw);
  return { ...(changed ?? { ...call, unused }), band: 'likely', unsettled: true };
}

/** What changes a proposal is proposed again. */
function asOpen(call: PlannedCall, proposal: readonly PlannedCall[]): PlannedCall {
  return proposal.length === 0 ? call : { ...call, band: 'likely' };
}

/** Whether a message means something that may be done or asked about. */
function isWishOfItsOwn(plan: Plan): boolean {
  return plan.kind === 'calls' && plan.calls.some((call) => standingOf(call) !== 'refuse');
}
