import { isMetaTool } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import { splitName, stemOf } from '../../language/tokenize.js';
import { canonical, type PlannedCall } from '../planning/planned-call.js';
import type { Conversation, Executed } from '../turns/conversation.js';

/** How a question begins that is answered by yes or no, as it is folded. */
const YES_OR_NO =
  /^\W*(?:is|are|was|were|does|do|did|has|have|will|would|ist|sind|war|waren|reicht|reichen|genugt|est-ce|suffit|es|esta|son|basta|alcanza|sao|je)(?![\p{L}])/u;

/** `é suficiente?` asks, `e com 20%?` goes on. */
const IS = /^\W*é\s/iu;

/**
 * What a question asks about that was found out last: `what is the confidence level that I must use?` right after a design
 * is no wish for the very design once more, and `how large was the design?` none to do anything with it. `unclear` where a
 * question to answer by yes or no would only change it: `is my sample of 120 still enough?`. Undefined where a message asks
 * for something else.
 */
export function askedOfLast(
  calls: readonly PlannedCall[],
  { reading, words, text }: TextModel,
  { turns }: Conversation,
  index: number,
): Executed | 'unclear' | undefined {
  const asksNow = text.includes('?') || reading.clauses.some(({ mood }) => mood === 'question');
  if (calls.length === 0 || !asksNow) return undefined;
  const last = turns
    .slice(0, index)
    .flatMap(({ executed }) => executed)
    .findLast(({ call, result }) => !isMetaTool(call.name) && result?.status === 'ok');
  if (last === undefined) return undefined;
  const isOfLast = ({ candidate: { tool }, agreed }: PlannedCall) =>
    // What is only read may have changed since.
    tool.effect !== 'read' && agreed !== true && tool.name === last.call.name;
  const isSame = (call: PlannedCall) => isOfLast(call) && canonical(call.args) === canonical(last.call.args);
  const nouns = new Set(splitName(last.call.name).map(stemOf));
  const isOfIt = words.some(({ stem }) => nouns.has(stem));
  const asks = ({ consent }: PlannedCall) => consent.kind === 'refused' && consent.sign === 'question';
  if (calls.every(isSame) || (isOfIt && calls.every(asks))) return last;
  return (YES_OR_NO.test(fold(text)) || IS.test(text)) && calls.every(isOfLast) ? 'unclear' : undefined;
}
