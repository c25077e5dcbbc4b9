import { type ErrorCode, OracleError } from 'oracle-runtime/plugin';

/** One thing wrong with a request. `field` is a dotted path. */
export interface Fault {
  readonly code: Extract<ErrorCode, 'invalid_request' | 'conflict' | 'insufficient_data'>;
  readonly field: string;
  readonly message: string;
}

const DETAILS = {
  invalid_request: 'is invalid.',
  conflict: 'contradicts itself.',
  insufficient_data: 'has too little data for a sample.',
} as const;

/**
 * Throws when there is a fault, with all of them: 400 when any value is invalid, else 409 when strata conflict,
 * else 422 when data do not suffice.
 */
export function throwFaults(faults: readonly Fault[], hint?: string, what = 'The sampling request'): void {
  const first = (['invalid_request', 'conflict', 'insufficient_data'] as const).find((code) =>
    faults.some((fault) => fault.code === code),
  );
  if (first === undefined) return;
  const listed = faults.map(({ field, message }) => ({ field, message: withoutPeriod(message) }));
  throw new OracleError(first, {
    detail: `${what} ${DETAILS[first]} ${listed.map(({ field, message }) => `${field}: ${message}.`).join(' ')}`,
    errors: listed,
    hint,
  });
}

/** Messages stand in lists, where callers set the punctuation. */
export function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}
