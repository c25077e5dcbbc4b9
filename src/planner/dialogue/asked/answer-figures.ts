import { type Args, getPath, withPath } from '../../schema/leaves.js';
import { numberLeaves } from '../held/held-call.js';
import { saidNumbers } from '../held/numbers/called-numbers.js';
import { isNear } from '../held/numbers/numbers-in.js';
import type { PlannedCall } from '../planning/planned-call.js';

/** A number and what may stand around it where it is the whole answer. */
const BARE = /^\s*(?:(?:it is|it's|i mean|i meant|the)\s+)?[\d.,'\s]+\s*[.!]?\s*$/iu;

/**
 * The call of a question which of two numbers some figures are (`3.5 or 3,500?`), with the one that a bare number answers: it goes to
 * the field that was asked about, and to no other. Undefined where nothing such was asked, or the answer is neither.
 */
export function answerFigures(call: PlannedCall | undefined, text: string): PlannedCall | undefined {
  const asked = call?.faults?.filter((fault) => fault.kind === 'figures') ?? [];
  const [fault, another] = asked;
  const [number, further] = BARE.test(text) ? saidNumbers(text).numbers : [];
  if (call === undefined || fault === undefined || another !== undefined) return undefined;
  if (number === undefined || further !== undefined) return undefined;
  const { values } = fault;
  const chosen = values.find((value) => isNear(value, number.value));
  const fields = numberLeaves(call).filter((field) => {
    const own = getPath(call.args, field.path);
    return typeof own === 'number' && values.some((value) => isNear(value, own));
  });
  const [field, other] = fields;
  if (chosen === undefined || field === undefined || other !== undefined) return undefined;
  const args: Args = withPath(call.args, field.path, chosen);
  const faults = (call.faults ?? []).filter((one) => one !== fault);
  return { ...call, args, faults, unused: [], band: 'likely', settled: true };
}
