import { type ApprovalDecision, type CallResult, type FieldError, OracleError } from '../plugin/index.js';
import type { RunWait } from './run-context.js';

/** Answers to all that the session's last run waits for. */
export interface RunAnswers {
  readonly decisions: readonly ApprovalDecision[];
  readonly results: readonly CallResult[];
  /** The words that the decisions were read from, where they were said and not pressed. */
  readonly said?: string;
}

/** Calls of one turn of a model that are made, so that what can wait is bounded. */
export const MOST_CALLS = 64;

/** Bytes of one result of a client, as JSON. */
export const RESULT_LIMIT = 256 * 1024;
const WENT_ON = 'It was left open, and something else was said.';
/** U+0000 in JSON that this runtime wrote; no store can hold it in text. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

export function isSome(answers: RunAnswers | undefined): answers is RunAnswers {
  return answers !== undefined && answers.decisions.length + answers.results.length > 0;
}

/** Whether it says no more than that its call was left open. */
export function isLeftOpen(result: CallResult): boolean {
  return 'error' in result && result.error === WENT_ON;
}

/** Answers to all that waits: what a client leaves out when it says something new is not done. */
export function completed({ approvals, calls }: RunWait, { decisions, results }: RunAnswers): RunAnswers {
  const open =
    (given: readonly { readonly id: string }[]) =>
    ({ id }: { readonly id: string }) =>
      given.every((each) => each.id !== id);
  return {
    decisions: [
      ...decisions,
      ...approvals.filter(open(decisions)).map(({ id }) => ({ id, approved: false, reason: WENT_ON })),
    ],
    results: [...results, ...calls.filter(open(results)).map(({ id }) => ({ id, error: WENT_ON }))],
  };
}

/**
 * @throws OracleError `invalid_request` unless there is exactly one answer to each thing that waits, no result is
 * larger than 256 KiB, and none holds U+0000
 */
export function checkAnswers(wait: RunWait, { decisions, results }: RunAnswers): void {
  const approvals = wait.approvals.map(({ id }) => id);
  const calls = wait.calls.map(({ id }) => id);
  const errors = [
    ...mismatches('decisions', 'decision', 'an approval', approvals, decisions),
    ...mismatches('results', 'result', 'a result', calls, results),
    ...decisions.flatMap(({ id, reason }) =>
      reason?.includes('\0') === true
        ? [{ field: 'decisions', message: `the reason of '${id}' holds the character U+0000` }]
        : [],
    ),
    ...decisions.flatMap(({ id, args }) => argsFaults(id, args)),
    ...results.flatMap((result) => {
      const json = JSON.stringify('error' in result ? result.error : result.output) ?? '';
      const message = resultFault(result.id, json);
      return message === undefined ? [] : [{ field: 'results', message }];
    }),
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

/** Arguments go to the tool and to the thread, so they are held to what a result is held to. */
function argsFaults(id: string, args: ApprovalDecision['args']): readonly FieldError[] {
  const json = args === undefined ? '' : JSON.stringify(args);
  const size = Buffer.byteLength(json);
  if (size > RESULT_LIMIT)
    return [
      { field: 'decisions', message: `the arguments of '${id}' are larger than ${RESULT_LIMIT} bytes` },
    ];
  return NUL.test(json)
    ? [{ field: 'decisions', message: `the arguments of '${id}' hold the character U+0000` }]
    : [];
}

function resultFault(id: string, json: string): string | undefined {
  if (Buffer.byteLength(json) > RESULT_LIMIT)
    return `the result of '${id}' is larger than ${RESULT_LIMIT} bytes`;
  return NUL.test(json) ? `the result of '${id}' holds the character U+0000` : undefined;
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
