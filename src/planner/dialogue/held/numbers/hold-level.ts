import { conceptsAt } from '../../../language/concepts.js';
import { wordsOf } from '../../../language/words.js';
import { getPath, rootLeaves, withoutPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { fieldCalled, numberAt, round } from '../held-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** Nobody is sure by less than a toss of a coin. */
const LEAST = 0.5;

/** A call without a confidence that can be none: `se nos pierde un 12%` is told as unused, where nothing else takes it. */
export function holdLevel(call: PlannedCall, said: readonly SaidNumbers[]): PlannedCall {
  const level = fieldCalled(call, 'confidence');
  const value = numberAt(call, level);
  if (level?.fraction !== true || value === undefined || value >= LEAST || call.agreed === true) return call;
  const mention = said
    .flatMap(({ numbers }) => numbers)
    .find((one) => [one.value, round(one.value / 100)].includes(value));
  if (mention === undefined) return call;
  const { raw } = mention;
  return {
    ...call,
    args: withoutPath(call.args, level.path),
    unused: call.unused.includes(raw) ? call.unused : [...call.unused, raw],
    band: 'likely',
    unsettled: true,
  };
}

/** What says that a share of all is meant. */
const SHARES = new Set(['field.proportion', 'field.usageShare']);

/** A call of a measure with its deviation, without the word that it is a share, where nobody says so. */
export function holdMeasure(call: PlannedCall, said: readonly SaidNumbers[]): PlannedCall {
  const choice = rootLeaves(fieldsOf(call.candidate.tool.parameters)).find(
    ({ kind, choices, path }) =>
      kind === 'enum' && choices.includes('proportion') && getPath(call.args, path) === 'proportion',
  );
  const hasSpread = numberAt(call, fieldCalled(call, 'standard deviation')) !== undefined;
  if (choice === undefined || !hasSpread || call.agreed === true) return call;
  const reader = createReader();
  const isShare = said.some(({ text }) =>
    conceptsAt(wordsOf(text), reader.languageOf(text))
      .flat()
      .some((concept) => SHARES.has(concept)),
  );
  return isShare ? call : { ...call, args: withoutPath(call.args, choice.path) };
}
