import { readText } from '../../../filling/read-text.js';
import { saysVerbAnyhow } from '../../consent/verb-classes.js';
import type { PreviousCall } from '../../follow-up/follow-up.js';
import type { PlannedCall } from '../../planning/planned-call.js';

/** What is longer says more than one thing. */
const LONGEST = 200;
/** `And the annex?` asks the same of another thing. */
const AGAIN =
  /^\s*(?:and|und|et|y|e|na|what about|i beg your pardon|sorry|pardon|perdon|perdón|desculpe|samahani)(?![\p{L}])/iu;

/**
 * A read that nobody clearly asks for is only proposed: one of which the message tells as over (`I looked up entity 4471 in
 * spring`), and one that is another than the call before it, of a message that only names something else: `and the annex?`
 */
export function holdTold(call: PlannedCall, message: string, before: PreviousCall | undefined): PlannedCall {
  const { candidate, agreed, band } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || band !== undefined || message.length > LONGEST)
    return call;
  const text = readText(message);
  const { clauses } = text.reading;
  const isOver = clauses.some(({ past }) => past) && clauses.every(({ mood }) => mood === 'statement');
  const isOther =
    before !== undefined &&
    before.candidate !== candidate &&
    AGAIN.test(message) &&
    !saysVerbAnyhow(candidate, text);
  return isOver || isOther ? { ...call, band: 'likely', unsettled: true } : call;
}
