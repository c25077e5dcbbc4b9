import { knownFieldsOnly } from '../../kit/index.js';
import {
  type AnyTool,
  type ApprovalDecision,
  type FieldError,
  OracleError,
  type PendingApproval,
} from '../../plugin/index.js';
import { patternOf } from './arguments-pattern.js';
import type { Remembered } from './decisions.js';

/** Nobody remembers for longer what they have allowed. */
export const LONGEST_MS = 90 * 24 * 3_600_000;

/**
 * What is to be remembered of these decisions, by the id of the held call. A call of a tool that takes something away is
 * covered by what its arguments say alone: none of them may be anything.
 *
 * @throws OracleError `invalid_request` that names every fault, as `decisions.0.remember.until`
 */
export function rememberedOf(
  decisions: readonly ApprovalDecision[],
  { approvals }: { readonly approvals: readonly PendingApproval[] },
  toolOf: (callId: string) => AnyTool | undefined,
  now: number,
): ReadonlyMap<string, Remembered> {
  const errors: FieldError[] = [];
  const found = new Map<string, Remembered>();
  for (const [at, { id, approved, args, remember }] of decisions.entries()) {
    if (remember === undefined) continue;
    const fault = (field: string, message: string) =>
      errors.push({
        field: ['decisions', at, 'remember', ...(field === '' ? [] : [field])].join('.'),
        message,
      });
    const { until, args: rules = {} } = remember;
    const tool = toolOf(id);
    if (!approved) fault('', 'only what is approved can be remembered');
    if (tool === undefined || tool.runs === 'client')
      fault('', 'only for a tool of the oracle itself can a decision be remembered');
    if (until <= now || until > now + LONGEST_MS) fault('until', 'must lie within the next 90 days');
    for (const [name, rule] of Object.entries(rules))
      if ('anything' in rule && tool !== undefined && takesAway(tool))
        fault(`args.${name}`, 'cannot be anything: the tool takes something away');
    const held = approvals.find((approval) => approval.id === id);
    const decided =
      args === undefined ? held?.args : ((tool && knownFieldsOnly(tool.input).safeParse(args).data) ?? args);
    const read = patternOf(decided ?? {}, rules);
    if ('pattern' in read) found.set(id, { pattern: read.pattern, until });
    else for (const [name, message] of read.faults) fault(`args.${name}`, message);
  }
  if (errors.length === 0) return found;
  throw new OracleError('invalid_request', {
    detail: `This cannot be remembered: ${errors.map(({ field, message }) => `${field}: ${message}`).join('; ')}`,
    hint: 'Nothing was done and the approval is still open: decide again.',
    errors,
  });
}

/** What asks for some of its calls alone asks for those that overwrite or publish. */
function takesAway({ effect, approval }: AnyTool): boolean {
  return effect === 'destructive' || typeof approval === 'function' || typeof approval === 'object';
}
