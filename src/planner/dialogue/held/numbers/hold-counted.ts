import { type Candidate, isMetaTool } from '../../../choosing/candidates.js';
import { stemOf, words } from '../../../language/tokenize.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import type { Conversation } from '../../turns/conversation.js';
import { numberAt, numberLeaves } from '../held-call.js';
import { saidNumbers } from './called-numbers.js';

const namesOfTool = new WeakMap<Candidate, ReadonlySet<string>>();

/**
 * A call that changes an earlier one of its tool, held to what the person counts: in `and with 12 replacements?` the 12
 * belongs to another tool, and is no other population. The value of before stays, and the count is asked about.
 */
export function holdCounted(
  call: PlannedCall,
  message: string,
  conversation: Conversation,
  index: number,
  candidates: readonly Candidate[],
): PlannedCall {
  const { candidate, agreed } = call;
  const own = namesOf(candidate);
  const strange = saidNumbers(message).numbers.flatMap(({ value, percent, unit, end, raw }) => {
    const [noun] = words(message.slice(end, end + 40));
    const isCount = Number.isInteger(value) && !percent && unit === undefined;
    const isElsewhere =
      noun !== undefined &&
      !own.has(noun.stem) &&
      candidates.some((other) => other !== candidate && namesOf(other).has(noun.stem));
    const isBeside = /^\s+\p{L}/u.test(message.slice(end));
    return isCount && isElsewhere && isBeside ? [{ value, said: `${raw} ${noun.text}` }] : [];
  });
  if (agreed === true || strange.length === 0) return call;
  const before = conversation.turns
    .slice(0, index)
    .flatMap(({ executed }) => executed)
    .findLast((one) => !isMetaTool(one.call.name));
  if (before?.call.name !== candidate.tool.name) return call;
  return strange.reduce((held, { value, said }) => {
    const taken = numberLeaves(held).find((field) => field.integer && numberAt(held, field) === value);
    if (taken === undefined) return held;
    const earlier = getPath(before.call.args, taken.path);
    if (earlier === value) return held;
    const args =
      earlier === undefined ? withoutPath(held.args, taken.path) : withPath(held.args, taken.path, earlier);
    const unused = [...held.unused.filter((one) => !said.startsWith(one)), said];
    return withArgs(held, args, unused);
  }, call);
}

function withArgs(call: PlannedCall, args: PlannedCall['args'], unused: readonly string[]): PlannedCall {
  return { ...call, args, unused, band: 'likely', unsettled: true };
}

/** Stems of what the numbers of a tool are called, where one word says it. */
function namesOf(candidate: Candidate): ReadonlySet<string> {
  const known = namesOfTool.get(candidate);
  if (known !== undefined) return known;
  const names = rootLeaves(fieldsOf(candidate.tool.parameters))
    .filter(({ kind }: Field) => kind === 'number')
    .flatMap(({ label, aliases }) => [label, ...aliases])
    .filter((name) => /^\p{L}+$/u.test(name));
  const stems = new Set(names.map((name) => stemOf(name.toLowerCase())));
  namesOfTool.set(candidate, stems);
  return stems;
}
