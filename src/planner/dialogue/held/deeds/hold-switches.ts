import { readText } from '../../../filling/read-text.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isConsequential } from '../../consent/consent.js';
import { partsWithNames, type SaidPart } from '../../deed/name-places.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { find, withoutCourtesy } from '../../planning/signs.js';
import { endsSomething } from '../../turns/ending.js';
import { speaksFor } from './hold-ended.js';

/** What is longer is a letter, of which a part alone tells little. */
const LONGEST = 400;

/**
 * A switch that has to be set one way or the other, held to the part of the message that orders it: of `publish /a.md. /b.md is still
 * private` the second part tells of another thing, and puts the first no more out of sight.
 */
export function holdSwitches(call: PlannedCall, message: string): PlannedCall {
  const { candidate, agreed, taught } = call;
  if (agreed === true || taught === true || !isConsequential(candidate.tool) || message.length > LONGEST)
    return call;
  const off = rootLeaves(fieldsOf(candidate.tool.parameters)).find(
    ({ kind, required, path }) => kind === 'boolean' && required && getPath(call.args, path) === false,
  );
  if (off === undefined) return call;
  const parts = partsWithNames(message, [call.args]);
  const text = readText(message);
  const orders = parts.filter(({ words }) => {
    const [head] = withoutCourtesy(words);
    return head !== undefined && speaksFor(off, text, [{ words: [head], sentence: 0, asks: false }]);
  });
  const isPlain = ({ words }: SaidPart) =>
    !saysOpposite(off, words) && !endsSomething(words) && find(words, 'negation') === undefined;
  if (orders.length === 0 || !orders.every(isPlain)) return call;
  const others = parts.filter((part) => !orders.includes(part));
  if (
    others.some(
      ({ words }) => endsSomething(words) || (words[0] !== undefined && saysOpposite(off, words.slice(0, 1))),
    )
  )
    return call;
  return { ...call, args: withPath(call.args, off.path, true), band: 'likely', unsettled: true };
}

function saysOpposite({ opposites }: Field, words: SaidPart['words']): boolean {
  const stems = new Set(opposites.flatMap((one) => one.toLowerCase().split(/\s+/u)));
  return words.some(({ plain, stem }) => stems.has(plain) || stems.has(stem));
}
