import type { Candidate } from '../../choosing/candidates.js';
import type { Model } from '../../understanding/model.js';
import { asksForValues } from '../../wording/speak.js';
import type { PlannedCall } from '../planning/planned-call.js';
import type { Conversation } from '../turns/conversation.js';
import { previousCalls } from '../turns/previous-calls.js';
import { recallAsked } from '../turns/recall-asked.js';
import { holdAccount } from './account.js';
import { holdClock } from './days/hold-clock.js';
import { holdDates } from './days/hold-dates.js';
import { holdDayValues } from './days/hold-day-values.js';
import { holdMonths } from './days/hold-months.js';
import { holdSince } from './days/hold-since.js';
import { holdZones } from './days/hold-zones.js';
import { holdAfterthought } from './deeds/hold-afterthought.js';
import { holdBeside } from './deeds/hold-beside.js';
import { holdDenied } from './deeds/hold-denied.js';
import { holdEnded } from './deeds/hold-ended.js';
import { holdExcept } from './deeds/hold-except.js';
import { holdObjects } from './deeds/hold-objects.js';
import { holdOtherWishes } from './deeds/hold-other-wishes.js';
import { holdPolarity } from './deeds/hold-polarity.js';
import { isRepeated } from './deeds/hold-repeated.js';
import { holdRestricted } from './deeds/hold-restricted.js';
import { holdSecond } from './deeds/hold-second.js';
import { isSpoken } from './deeds/hold-spoken.js';
import { holdStandIn } from './deeds/hold-stand-in.js';
import { holdSwitches } from './deeds/hold-switches.js';
import { holdTakenBack } from './deeds/hold-taken-back.js';
import { holdTold } from './deeds/hold-told.js';
import { holdTorn } from './deeds/hold-torn.js';
import { holdWays } from './deeds/hold-ways.js';
import { holdWhom } from './deeds/hold-whom.js';
import { plainlySaid } from './deeds/plainly-said.js';
import { holdHeard } from './hold-heard.js';
import { holdAsked } from './numbers/hold-asked.js';
import { holdCounted } from './numbers/hold-counted.js';
import { holdCounts } from './numbers/hold-counts.js';
import { holdDigits } from './numbers/hold-digits.js';
import { holdEvidence } from './numbers/hold-evidence.js';
import { holdFigures } from './numbers/hold-figures.js';
import { holdFresh, holdLeftOpen } from './numbers/hold-fresh.js';
import { holdKept } from './numbers/hold-kept.js';
import { holdLabelled } from './numbers/hold-labelled.js';
import { holdMeasures } from './numbers/hold-measures.js';
import { holdNumbers } from './numbers/hold-numbers.js';
import { holdStrange } from './numbers/hold-strange.js';
import { holdStrata } from './numbers/hold-strata.js';
import { holdStruck } from './numbers/hold-struck.js';
import { holdExamples } from './texts/hold-examples.js';
import { holdProse } from './texts/hold-prose.js';
import { holdQuoted } from './texts/hold-quoted.js';
import { holdSentences } from './texts/hold-sentences.js';
import { holdStale } from './texts/hold-stale.js';
import { holdSwallowed } from './texts/hold-swallowed.js';
import { holdTexts } from './texts/hold-texts.js';
import { holdAddresses } from './things/hold-addresses.js';
import { holdCursor } from './things/hold-cursor.js';
import { holdKinds } from './things/hold-kinds.js';
import { holdLanguages } from './things/hold-languages.js';
import { holdLists } from './things/hold-lists.js';
import { holdNames } from './things/hold-names.js';
import { holdPairs } from './things/hold-pairs.js';
import { holdPicks } from './things/hold-picks.js';
import { holdPlaces } from './things/hold-places.js';
import { holdSearch } from './things/hold-search.js';
import { holdTurned } from './things/hold-turned.js';
import { holdUnheard } from './things/hold-unheard.js';

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
