import { fold } from '../../../language/fold.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { standingOf } from '../../planning/planned-call.js';

/** `stratified by region`, in six languages, without accents; what it is by belongs to it. */
const STRATIFIED =
  /(?<!\p{L})(?:not |nicht |non |no |nao )?(?:stratif\p{L}+|estratif\p{L}+|geschichtet\p{L}*|stratifizier\p{L}*)(?: (?:by|nach|par|por|kwa) (?:the |der |dem |la |le |el |o |a )?[\p{L}_-]+)?/u;
const DENIED = /^(?:not|nicht|non|no|nao) /u;

/**
 * A call held to the strata that the message speaks of: where its tool takes a list of them and has none, that is named as
 * unused, and nothing is done of one whole in silence.
 */
export function holdStrata(call: PlannedCall, message: string): PlannedCall {
  const { candidate, args, agreed, unused } = call;
  const found = STRATIFIED.exec(fold(message));
  const lists = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(
    ({ kind, name }) => kind === 'array' && name === 'strata',
  );
  if (found === null || DENIED.test(found[0]) || lists.length === 0) return call;
  if (agreed === true || standingOf(call) === 'refuse') return call;
  const isHeld = lists.some(({ path }) => getPath(args, path) !== undefined);
  const said = message.slice(found.index, found.index + found[0].length);
  if (isHeld || unused.some((one) => said.includes(one) || one.includes(said))) return call;
  return { ...call, unused: [...unused, said], band: 'likely', unsettled: true };
}
