import { foldInPlace } from '../../../language/fold.js';
import { splitName, stemOf, words } from '../../../language/tokenize.js';
import { canonical, type PlannedCall } from '../../planning/planned-call.js';
import type { Conversation } from '../../turns/conversation.js';
import { saidNumbers } from '../numbers/called-numbers.js';

/** With fewer words a message may lean on what was done: `and now?` */
const FEWEST = 5;
/** One value may be what the message goes on with: `and publish that one, too`. */
const FEWEST_VALUES = 2;
const AGAIN =
  /(?<!\p{L})(?:again|once more|another|same|repeat|redo|retry|one more|anew|noch ?mal|noch ein\p{L}*|erneut|wieder\p{L}*|neu|encore|de nouveau|meme|refais|otr[ao]|de nuevo|otra vez|mism[oa]|de novo|outr[ao]|novamente|mesm[oa]|tena|nyingine|ile ile)(?!\p{L})/u;

/**
 * Whether a call has nothing but what one of its tool had before, for a message that says nothing of it: `make the form in
 * Swahili and English` behind a design is no wish for the same design.
 */
export function isRepeated(
  { candidate, args, agreed, unused }: PlannedCall,
  message: string,
  { turns }: Conversation,
  index: number,
): boolean {
  const { name, effect } = candidate.tool;
  if (agreed === true || effect === 'read' || Object.keys(args).length < FEWEST_VALUES) return false;
  const said = words(message);
  if (said.length < FEWEST || AGAIN.test(foldInPlace(message))) return false;
  if (saidNumbers(message).numbers.length > unused.length) return false;
  const own = new Set(splitName(name).map(stemOf));
  if (said.some(({ stem }) => own.has(stem))) return false;
  const made = turns.slice(0, index).flatMap(({ executed }) => executed);
  return made.some(
    ({ call, result }) =>
      call.name === name &&
      result?.status !== 'error' &&
      Object.entries(args).every(([key, value]) => canonical(value) === canonical(call.args[key])),
  );
}
