import { type ApprovalDecision, type CallResult, type FieldError, OracleError } from '../plugin/index.js';
import type { RunWait } from './run-context.js';

/** Answers to all that the session's last run waits for. */
export interface RunAnswers {
  readonly decisions: readonly ApprovalDecision[];
  readonly results: readonly CallResult[];
}

/** Bytes of one result of a client, as JSON. */
const RESULT_LIMIT = 256 * 1024;

/**
 * @throws OracleError `invalid_request` unless there is exactly one answer to each thing that waits, and no result is
 * larger than 256 KiB
 */
export function checkAnswers(wait: RunWait, { decisions, results }: RunAnswers): void {
  const approvals = wait.approvals.map(({ id }) => id);
  const calls = wait.calls.map(({ id }) => id);
  const errors = [
    ...mismatches('decisions', 'decision', 'an approval', approvals, decisions),
    ...mismatches('results', 'result', 'a result', calls, results),
    ...results.flatMap((result) =>
      Buffer.byteLength(JSON.stringify('error' in result ? result.error : result.output) ?? '') > RESULT_LIMIT
        ? [{ field: 'results', message: `the result of '${result.id}' is larger than ${RESULT_LIMIT} bytes` }]
        : [],
    ),
  ];
  if (errors.length === 0) return;
  const hints = [
    ...(approvals.length > 0 ? [`Decide on each of: ${approvals.join(', ')}.`] : []),
    ...(calls.length > 0 ? [`Send the result of each of: ${calls.join(', ')}.`] : []),
  ];
  throw new OracleError('invalid_request', {
    detail: 'The answers do not match the calls that wait.',
    hint: hints.join(' '),
    errors,
  });
}

function mismatches(
  field: string,
  one: string,
  waitsFor: string,
  wanted: readonly string[],
  given: readonly { readonly id: string }[],
): FieldError[] {
  const ids = given.map(({ id }) => id);
  return [
    ...wanted
      .filter((id) => ids.filter((other) => other === id).length !== 1)
      .map((id) => ({ field, message: `needs exactly one ${one} for '${id}'` })),
    ...ids
      .filter((id) => !wanted.includes(id))
      .map((id) => ({ field, message: `'${id}' does not wait for ${waitsFor}` })),
  ];
}
