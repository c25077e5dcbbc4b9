import { fold } from '../../../language/fold.js';
import { contentStems } from '../../../language/tokenize.js';
import { getPath, withPath } from '../../../schema/leaves.js';
import { withoutReply } from '../../../understanding/correction/without-reply.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { placeNamed } from '../../turns/places.js';

/** An answer by words alone is short. */
const LONGEST = 60;

/**
 * The call of a question what a number is, with the meaning that an answer without a number chooses: `the variance`, by
 * the name that it was given; `the standard deviation`, by that of the field; `the second`. Undefined where it chooses none.
 */
export function answerTwoWays(call: PlannedCall, text: string): PlannedCall | undefined {
  const [asked, another] = call.readTwoWays ?? [];
  if (asked === undefined || another !== undefined || text.length > LONGEST || /\d/u.test(text))
    return undefined;
  const { said, field, meanings, named } = asked;
  const words = contentStems(withoutReply(text));
  const place = placeNamed(fold(text));
  const calls = (name: string) => {
    const own = contentStems(name);
    return own.length > 0 && words.length > 0 && words.every((word) => own.includes(word));
  };
  const chosen =
    named !== undefined && calls(said)
      ? named
      : named !== undefined && [field.label, ...field.aliases].some(calls)
        ? 0
        : place;
  const value = chosen === undefined ? undefined : meanings.at(chosen)?.value;
  if (value === undefined) return undefined;
  const args = withPath(call.args, field.path, value);
  const { readTwoWays: _, ...rest } = call;
  const missing = call.missing.filter(({ path }) => getPath(args, path) === undefined);
  return { ...rest, args, missing, settled: true };
}
