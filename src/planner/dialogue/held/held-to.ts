import type { Candidate } from '../../choosing/candidates.js';
import type { Model } from '../../understanding/model.js';
import { asksForValues } from '../../wording/speak.js';
import type { Conversation } from '../conversation.js';
import type { PlannedCall } from '../planned-call.js';
import { previousCalls } from '../previous-calls.js';
import { recallAsked } from '../recall-asked.js';
import { holdAccount } from './account.js';
import { holdAddresses } from './hold-addresses.js';
import { holdAfterthought } from './hold-afterthought.js';
import { holdAsked } from './hold-asked.js';
import { holdBeside } from './hold-beside.js';
import { holdClock } from './hold-clock.js';
import { holdCounted } from './hold-counted.js';
import { holdCounts } from './hold-counts.js';
import { holdCursor } from './hold-cursor.js';
import { holdDates } from './hold-dates.js';
import { holdDayValues } from './hold-day-values.js';
import { holdDenied } from './hold-denied.js';
import { holdDigits } from './hold-digits.js';
import { holdEnded } from './hold-ended.js';
import { holdEvidence } from './hold-evidence.js';
import { holdExamples } from './hold-examples.js';
import { holdExcept } from './hold-except.js';
import { holdFigures } from './hold-figures.js';
import { holdFresh, holdLeftOpen } from './hold-fresh.js';
import { holdHeard } from './hold-heard.js';
import { holdKept } from './hold-kept.js';
import { holdKinds } from './hold-kinds.js';
import { holdLabelled } from './hold-labelled.js';
import { holdLanguages } from './hold-languages.js';
import { holdLists } from './hold-lists.js';
import { holdMeasures } from './hold-measures.js';
import { holdMonths } from './hold-months.js';
import { holdNames } from './hold-names.js';
import { holdNumbers } from './hold-numbers.js';
import { holdObjects } from './hold-objects.js';
import { holdOtherWishes } from './hold-other-wishes.js';
import { holdPairs } from './hold-pairs.js';
import { holdPicks } from './hold-picks.js';
import { holdPlaces } from './hold-places.js';
import { holdPolarity } from './hold-polarity.js';
import { holdProse } from './hold-prose.js';
import { holdQuoted } from './hold-quoted.js';
import { isRepeated } from './hold-repeated.js';
import { holdRestricted } from './hold-restricted.js';
import { holdSearch } from './hold-search.js';
import { holdSecond } from './hold-second.js';
import { holdSentences } from './hold-sentences.js';
import { holdSince } from './hold-since.js';
import { isSpoken } from './hold-spoken.js';
import { holdStale } from './hold-stale.js';
import { holdStandIn } from './hold-stand-in.js';
import { holdStrange } from './hold-strange.js';
import { holdStrata } from './hold-strata.js';
import { holdStruck } from './hold-struck.js';
import { holdSwallowed } from './hold-swallowed.js';
import { holdSwitches } from './hold-switches.js';
import { holdTakenBack } from './hold-taken-back.js';
import { holdTexts } from './hold-texts.js';
import { holdTold } from './hold-told.js';
import { holdTorn } from './hold-torn.js';
import { holdTurned } from './hold-turned.js';
import { holdUnheard } from './hold-unheard.js';
import { holdWays } from './hold-ways.js';
import { holdWhom } from './hold-whom.js';
import { holdZones } from './hold-zones.js';
import { plainlySaid } from './plainly-said.js';

/**
 * Planned calls, held to what the person said: the message and those before it whose questions it answers, latest first.
 * However a call was understood, none of its values may be another than was said, and what was said may not be left out.
 */
export function heldTo(
  calls: readonly PlannedCall[],
  said: readonly string[],
  conversation: Conversation,
  index: number,
  { candidates, model }: { readonly candidates: readonly Candidate[]; readonly model?: Model | undefined },
  proposed: () => readonly PlannedCall[] = () => [],
): readonly PlannedCall[] {
  // Who says yes agrees to what was shown, and to nothing else.
  if (calls.every(({ agreed }) => agreed === true)) return calls;
  const [latest = ''] = said;
  const before = conversation.turns[index - 1]?.said ?? '';
  const asked = asksForValues(before) ? before : '';
  const { today } = conversation;
  const previous = previousCalls(conversation, index, candidates);
  const last = ({ candidate }: PlannedCall) => previous.findLast((one) => one.candidate === candidate);
  const open = ({ candidate }: PlannedCall) => proposed().find((one) => one.candidate === candidate);
  // What goes on with a call needs no verb of its own.
  const goesOn = (call: PlannedCall) =>
    index > 0 && (asked !== '' || last(call) !== undefined || open(call) !== undefined);
  const held = plainlySaid(calls, latest, model)
    .filter((call) => isSpoken(call, latest, model) || goesOn(call))
    .filter((call) => !isRepeated(call, latest, conversation, index))
    .flatMap((call) => holdTorn(call, latest) ?? [])
    .map((call) => holdWays(holdObjects(holdSwitches(holdStandIn(call, latest), latest), latest), latest))
    .map((call) => holdProse(call, latest, before))
    .map((call) => holdDenied(holdTakenBack(holdZones(holdClock(call, said), said), latest), latest))
    .map((call) => holdWhom(holdPolarity(call, latest), latest, candidates))
    .map((call) => holdStruck(call, latest, last(call)?.args))
    .map((call) => holdAsked(holdLists(call, said), latest, last(call)))
    .map((call) => holdEvidence(call, said, asked, last(call)?.args, () => open(call)?.args))
    .map((call) => holdNumbers(call, said, asked, last(call)?.args))
    .map((call) => holdMonths(holdCounts(holdLabelled(call, latest), latest)))
    .map((call) => holdFigures(call, latest, conversation.decimal))
    .map((call) => holdSince(holdDates(holdDayValues(call), said, today), latest, today))
    .map((call) => holdPairs(holdCursor(holdTurned(call, latest), latest), latest))
    .map((call) => holdExcept(holdExamples(holdAddresses(call, latest), latest), latest))
    .map((call) => holdTexts(holdPicks(holdSearch(call, latest), latest, calls), latest, candidates))
    .map((call) => holdSentences(holdStrata(call, latest), latest))
    .map((call) => (index > 0 ? holdCounted(call, latest, conversation, index, candidates) : call))
    .map((call) => (index > 0 ? holdFresh(call, latest) : call))
    .map((call) => holdLeftOpen(call, latest, conversation.turns[index - 1]))
    .map((call) => holdSecond(recallAsked(call, conversation, index), latest, candidates));
  const own = holdNames(holdHeard(holdOtherWishes(held, latest), said, before), latest);
  const heard = holdUnheard(own, latest, { candidates, today });
  const text = [...said].reverse().join('\n');
  const whole = heard
    .map((call) => holdQuoted(holdStale(call, latest, last(call)), said))
    .map((call) => holdEnded(holdPlaces(call, latest, last(call)), text))
    .map((call) => holdLanguages(holdMeasures(call, latest), latest))
    .map((call) => holdTold(call, latest, previous.at(-1)))
    .map((call) => holdRestricted(call, latest, model, today))
    .map((call) => holdKinds(holdSwallowed(call), latest))
    .map((call) => holdBeside(call, latest, model))
    .map((call) => holdStrange(call, said, model, last(call)?.args))
    .map((call) => holdKept(holdAfterthought(call, latest, last(call)?.args), latest, last(call)?.args))
    .map((call) => holdDigits(call, said));
  return holdAccount(whole, latest, { candidates, today });
}
