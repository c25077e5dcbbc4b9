import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import type { Args } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import { isVerb } from '../consent/is-verb.js';
import { canonical, type PlannedCall } from '../planning/planned-call.js';
import { withoutCourtesy } from '../planning/signs.js';

/** Openings that hang a message on the one before it: `and with 20%`, `what about Paris`, `no, the other`. */
const HANGS_ON =
  /^\W*(?:and|but|or|also|plus|what about|how about|what if|what would|same|again|instead|with|without|no|not|i mean|i meant|actually|rather|make (?:it|that|the)|put the|change|do (?:it|that|the same)|the same|redo|repeat|rerun|only|just|for|in|at|on|to|if|assume|assuming|suppose|increase|decrease|reduce|raise|lower|keep|correction|sorry|und|aber|was ist mit|wie (?:ist|ware) es mit|stattdessen|mit|ohne|doch|lieber|et|mais|avec|sans|plutot|y|pero|con|sin|en cambio|mejor|e|mas|com|sem|na|lakini|kwa|je kwa|bila)(?![\p{L}])/u;

/** Words that stand for what was spoken of before, in six languages. */
const REFERS =
  /^(?:it|its|this|that|these|those|them|they|their|ones?|same|again|instead|too|latest|previous|above|es|ihn|sie|davon|daraus|damit|dazu|dasselbe|nochmals?|stattdessen|cela|ca|celui|celle|meme|encore|eso|esto|mismo|misma|isso|isto|ele|ela|mesmo|mesma|hiyo|hilo|huo|hii|yake|tena)$/u;

/** An order whose verb is read as no order elsewhere, since `use` is a noun as well. */
const ORDERS =
  /^\W*(?:(?:please|bitte|por favor|tafadhali)\s+)?(?:use|nutze|verwende|benutze|nimm|utilise[zr]?|usa|tumia)(?![\p{L}])/u;

/** Whether a message opens as what goes on with the one before it. */
export function hangsOn(text: string): boolean {
  return HANGS_ON.test(fold(text.slice(0, 60)));
}

/**
 * Whether a message asks or orders in a sentence of its own and points at nothing that was said before: what it leaves out
 * is left out, and not what an earlier turn said. Whether that sentence says a whole call is for others to see.
 */
export function isWholeSentence({ text, reading, words }: TextModel): boolean {
  const opening = fold(text.slice(0, 60));
  if (hangsOn(text) || words.some(({ plain }) => REFERS.test(plain))) return false;
  return ORDERS.test(opening) || reading.clauses.some(({ mood }) => mood !== 'statement');
}

/**
 * A changed proposal of what takes any of its fields alone, as the message says it: `set my language to Swahili` after
 * `set my units to metric` is another order, and sets no units.
 */
export function asOrderedAnew(call: PlannedCall, before: Args, text: TextModel): PlannedCall {
  const [first] = withoutCourtesy(text.words);
  const isOrder = first !== undefined && isVerb(first, call.candidate) && isWholeSentence(text);
  if (!isOrder || fieldsOf(call.candidate.tool.parameters).some(({ required }) => required)) return call;
  const plain = fold(text.text);
  const isSaid = ([name, value]: [string, unknown]) =>
    canonical(value) !== canonical(before[name]) ||
    (typeof value === 'string' && plain.includes(fold(value)));
  const said = Object.entries(call.args).filter(isSaid);
  return said.length === 0 ? call : { ...call, args: Object.fromEntries(said) };
}
