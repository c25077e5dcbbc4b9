import { words } from '../../../language/tokenize.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { faultyFields } from '../../../wording/answer.js';
import type { PreviousCall } from '../../follow-up/follow-up.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { isCalled } from '../../taught/is-called.js';
import { numberAt, numberLeaves } from '../held-call.js';
import { saidNumbers } from './called-numbers.js';

/**
 * A bare value after a call that its tool refused is what the refusal asked for, and changes nothing that was said before:
 * `2 kg` after `expectedSD is required` leaves a mean of 6 kg alone.
 */
export function holdAsked(call: PlannedCall, message: string, before: PreviousCall | undefined): PlannedCall {
  if (before?.failed !== true || before.candidate !== call.candidate) return call;
  const { numbers } = saidNumbers(message);
  const [number, another] = numbers;
  if (number === undefined || another !== undefined || number.percent) return call;
  const fields = rootLeaves(fieldsOf(call.candidate.tool.parameters));
  const asked = faultyFields(before.error, fields).filter(
    (field) => field.kind === 'number' && getPath(before.args, field.path) === undefined,
  );
  const [wanted, further] = asked;
  const stems = new Set(words(message).map(({ stem }) => stem));
  const bent = numberLeaves(call).filter((field) => {
    const stood = getPath(before.args, field.path);
    return stood !== undefined && numberAt(call, field) !== stood && !isCalled(field, stems);
  });
  const [only, more] = bent;
  if (wanted === undefined || further !== undefined || only === undefined || more !== undefined) return call;
  const given = numberAt(call, only);
  if (given === undefined || numberAt(call, wanted) !== undefined) return call;
  const args = withPath(withoutPath(call.args, only.path), only.path, getPath(before.args, only.path));
  return { ...call, args: withPath(args, wanted.path, number.value) };
}
