import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { type Args, getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { fieldsNamed } from '../../follow-up/relative-change.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { saidNumbers } from './called-numbers.js';
import { gives } from './hold-evidence.js';

/** Words that take a figure away: `drop the dropout`. */
const TAKES_AWAY =
  /^(?:without|no|drop|remove|forget|ignore|leave|skip|ohne|kein\p{L}*|weg|streich\p{L}*|sans|enleve\p{L}*|retire\p{L}*|sin|quita\p{L}*|sem|tira\p{L}*|bila|ondoa)$/u;

/**
 * A change of what stands already, held to all that it leaves as it was: behind a design `6 of 40 homes refused` takes the size of its
 * population no more away than its confidence. A number that the call lost without a word is there again, and the call is asked about.
 * @param before what the last call of the same tool was given
 */
export function holdKept(call: PlannedCall, message: string, before: Args | undefined): PlannedCall {
  if (before === undefined || call.agreed === true || call.settled === true || call.taught === true)
    return call;
  const fields = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(
    ({ kind, path }) => kind === 'number' && typeof getPath(before, path) === 'number',
  );
  const said = saidNumbers(message);
  const isSaid = (value: number, field: Field) =>
    said.numbers.some((one) => gives(one, value, field)) ||
    said.pairs.some(({ values }) => values.includes(value));
  // Who says all of it begins anew.
  const goesOn = fields.some((field) => {
    const value = getPath(call.args, field.path);
    return typeof value === 'number' && value === getPath(before, field.path) && !isSaid(value, field);
  });
  if (!goesOn) return call;
  const named = fieldsNamed(message, call.candidate.tool.parameters, fields);
  const isDenied = words(message).some(
    ({ text, plain }) =>
      TAKES_AWAY.test(plain) ||
      conceptsAt(wordsOf(text), languageOf(message)).flat().includes('talk.negation'),
  );
  const asked = new Set([
    ...call.missing.map(({ path }) => path.join('.')),
    ...(call.readTwoWays ?? []).map(({ field }) => field.path.join('.')),
  ]);
  const lost = fields.filter(
    (field) =>
      getPath(call.args, field.path) === undefined &&
      !asked.has(field.path.join('.')) &&
      !(isDenied && named.includes(field)) &&
      !isPutOut(field, call),
  );
  if (lost.length === 0) return call;
  const args = lost.reduce<Args>((all, { path }) => withPath(all, path, getPath(before, path)), call.args);
  return { ...call, args, band: 'likely', unsettled: true };
}

/** Whether another field that the call has stands in the place of one. */
function isPutOut({ name, orElse, insteadOf }: Field, { candidate, args }: PlannedCall): boolean {
  return rootLeaves(fieldsOf(candidate.tool.parameters)).some(
    (other) =>
      getPath(args, other.path) !== undefined &&
      (orElse.includes(other.name) || insteadOf.includes(other.name) || other.insteadOf.includes(name)),
  );
}
