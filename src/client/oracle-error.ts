import type { ErrorCode, FieldError } from '../plugin/errors.js';

interface OracleErrorOptions {
  readonly status: number;
  readonly detail: string;
  readonly title?: string | undefined;
  readonly hint?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly cause?: unknown;
}

/** The mark of the runtime's own errors, so that either kind is known by the other's `isInstance`. */
const MARK = Symbol.for('oracle-runtime.error');

/**
 * What an oracle refused, or why it could not be asked, in words for the person. The answers of an oracle say their code,
 * title and status themselves, so a browser need not load the runtime's table of all errors.
 */
export class OracleError extends Error {
  readonly code: ErrorCode;
  /** Of HTTP. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** How to mend it. */
  readonly hint: string | undefined;
  /** Every faulty field, when the fault is in the input. */
  readonly errors: readonly FieldError[] | undefined;
  readonly [MARK] = true;

  constructor(code: ErrorCode, { status, detail, title = detail, hint, errors, cause }: OracleErrorOptions) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = 'OracleError';
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.hint = hint;
    this.errors = errors;
  }

  static isInstance(value: unknown): value is OracleError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** For what is there and answers as no oracle does. */
export function noOracle(detail: string, hint?: string | undefined): OracleError {
  return new OracleError('upstream_failed', { status: 502, detail, hint });
}

/** For what cannot be reached, or went away. */
export function away(detail: string, hint: string | undefined, cause?: unknown): OracleError {
  return new OracleError('unavailable', { status: 503, detail, hint, cause });
}
