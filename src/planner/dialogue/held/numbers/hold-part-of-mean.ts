import type { NumberMention } from '../../../reading/reading.js';
import { withPath } from '../../../schema/leaves.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { fieldCalled, isSame, numberAt, round } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';
import { isNear } from './numbers-in.js';

/** Behind a part: the mean that it is of, by its name or by a word that points to it. */
const OF_MEAN =
  /^\s*(?:davon|daran|(?:of|von|vom|des|der|de|du|del|da|do|ya|wa)?\s*(?:(?:the|its|their|our|dem|des|der|la|el|le|lo|o|a|l.)\s*)?(?:expected\s+)?(?:mean|average|mittelwert\p{L}*|mittels?|durchschnitts?|moyenne|media|promedio|wastani)|of\s+(?:it|that|this)|de\s+(?:eso|esto|ella|isso|ca|cela|celle-ci)|disso|dela|dele|dessen)(?![\p{L}])/u;

/** `sd a quarter of the mean` is a share of it, as `25% of the mean` is, and no deviation of 0.25. */
export function holdPartOfMean(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const [sd, middle] = [fieldCalled(call, 'standard deviation'), fieldCalled(call, 'mean')];
  if (sd === undefined || middle === undefined || call.agreed === true) return call;
  const spread = numberAt(call, sd);
  if (!mention.fraction || mention.percent || spread === undefined || !isNear(spread, mention.value))
    return call;
  if (!OF_MEAN.test(said.folded.slice(mention.end, mention.end + 32))) return call;
  const mean = numberAt(call, middle);
  if (mean === undefined) return call;
  return {
    ...call,
    args: withPath(call.args, sd.path, round(mention.value * mean)),
    missing: call.missing.filter((field) => !isSame(field, sd)),
    band: 'likely',
  };
}
