import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention } from '../../../reading/reading.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { fieldCalled, numberAt, opened } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** How many words before a number may be its name. */
const BEFORE = 3;

/** `Anteil 0,66` is a share of the units, and no deviation: what is called so is asked for anew. */
export function holdProportion(
  call: PlannedCall,
  mention: NumberMention,
  { text }: SaidNumbers,
): PlannedCall {
  const sd = fieldCalled(call, 'standard deviation');
  if (sd === undefined || numberAt(call, sd) !== mention.value) return call;
  const lead =
    text
      .slice(0, mention.start)
      .split(/[,;.:!?\n]\s/u)
      .at(-1) ?? '';
  const language = languageOf(text);
  const concepts = conceptsAt(wordsOf(lead).slice(-BEFORE), language).flat();
  const isShare = concepts.includes('field.proportion') && !concepts.includes('field.sd');
  return isShare ? opened(call, sd) : call;
}

/** `78% users` and no deviation: a mean that is said as a share is that of units, where the tool tells the two apart. */
export function holdShareOfUnits(call: PlannedCall, mention: NumberMention): PlannedCall {
  const [sd, mean] = [fieldCalled(call, 'standard deviation'), fieldCalled(call, 'mean')];
  const isShare = mention.percent || mention.fraction;
  if (!isShare || mention.value > 1 || numberAt(call, sd) !== undefined) return call;
  if (numberAt(call, mean) !== mention.value) return call;
  const kind = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(
    ({ choices }) => choices.includes('mean') && choices.includes('proportion'),
  );
  if (kind === undefined || getPath(call.args, kind.path) !== undefined) return call;
  return {
    ...call,
    args: withPath(call.args, kind.path, 'proportion'),
    missing: call.missing.filter((field) => field.path.join('.') !== sd?.path.join('.')),
  };
}
