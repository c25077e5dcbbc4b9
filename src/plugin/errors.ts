/**
 * Every error the runtime raises on purpose. One table: code -> HTTP status and title, so that a
 * client can switch on `code` and a reader finds all of them in one place.
 */
export const ERROR_TABLE = {
  // input
  invalid_request: { status: 400, title: 'Invalid request' },
  malformed_json: { status: 400, title: 'Malformed JSON' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  insufficient_data: { status: 422, title: 'Insufficient data' },
  // authentication and authorization
  unauthenticated: { status: 401, title: 'Authentication required' },
  identity_missing: { status: 401, title: 'No signing identity' },
  credits_exhausted: { status: 402, title: 'Credits are used up' },
  forbidden: { status: 403, title: 'Forbidden' },
  // resources
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  run_active: { status: 409, title: 'A run is active on this session' },
  gone: { status: 410, title: 'Gone' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  too_many_runs: { status: 429, title: 'Too many answers at once' },
  rate_limited: { status: 429, title: 'Too many requests' },
  // the runtime and what it depends on
  internal: { status: 500, title: 'Internal error' },
  not_supported: { status: 501, title: 'Not supported' },
  upstream_failed: { status: 502, title: 'Upstream failed' },
  unavailable: { status: 503, title: 'Unavailable' },
  shutting_down: { status: 503, title: 'Shutting down' },
  insufficient_storage: { status: 507, title: 'Insufficient storage' },
  upstream_timeout: { status: 504, title: 'Upstream timed out' },
  // the agent
  model_failed: { status: 502, title: 'The language model failed' },
  content_filtered: { status: 502, title: 'The answer was withheld by a content filter' },
  provider_overloaded: { status: 503, title: 'The language model is overloaded' },
  provider_aborted: { status: 502, title: 'The language model broke off its answer' },
  answer_empty: { status: 502, title: 'The language model gave no answer' },
  stream_damaged: { status: 502, title: 'The answer was damaged on its way' },
  context_overflow: { status: 502, title: 'The conversation is too long for the language model' },
  model_not_configured: { status: 503, title: 'The language model is not configured' },
  tool_failed: { status: 502, title: 'A tool failed' },
  answer_too_long: { status: 502, title: 'The answer is too long' },
  run_too_long: { status: 504, title: 'The answer took too long' },
  run_too_large: { status: 507, title: 'The answer is too large' },
  run_interrupted: { status: 500, title: 'The run was interrupted' },
  // boot
  config_invalid: { status: 500, title: 'Invalid configuration' },
  already_serving: { status: 500, title: 'Another process serves this oracle' },
  plugin_invalid: { status: 500, title: 'Invalid plugin' },
  plugin_packages_missing: { status: 500, title: 'Packages of a plugin are missing' },
  plugin_env_invalid: { status: 500, title: 'Invalid plugin environment' },
  plugin_dependency_missing: { status: 500, title: 'Missing plugin dependency' },
  plugin_dependency_cycle: { status: 500, title: 'Plugin dependency cycle' },
  plugin_name_taken: { status: 500, title: 'Duplicate name' },
  plugin_failed: { status: 500, title: 'Plugin failed' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** One fault of one field; `field` is a dotted path such as `stratification.strata.0.weight`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What a program reads of an error besides its code. */
export type ErrorMembers = Readonly<Record<string, string | number | null>>;

export interface OracleErrorOptions {
  /** What happened, for the person who reads it. Never holds a secret or a stack. */
  readonly detail: string;
  /** How to mend it. */
  readonly hint?: string | undefined;
  /** Every faulty field, when the fault is in the input. */
  readonly errors?: readonly FieldError[] | undefined;
  /** Further members of the problem document, such as a balance (RFC 9457, section 3.2). */
  readonly members?: ErrorMembers | undefined;
  /** Overrides the table's HTTP status. */
  readonly status?: number | undefined;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/** Survives two copies of this module in one process (a bundled core and a plugin's own import). */
const MARK = Symbol.for('oracle-runtime.error');

/**
 * An expected failure with a stable code, an HTTP status and words for the person it reaches.
 * Anything else that is thrown is a defect and reaches clients only as `internal`.
 */
export class OracleError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly hint: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly members: ErrorMembers | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly [MARK] = true;

  constructor(code: ErrorCode, options: OracleErrorOptions) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'OracleError';
    this.code = code;
    this.status = options.status ?? ERROR_TABLE[code].status;
    this.title = ERROR_TABLE[code].title;
    this.detail = options.detail;
    this.hint = options.hint;
    this.errors = options.errors;
    this.members = options.members;
    this.headers = options.headers;
  }

  static isInstance(value: unknown): value is OracleError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** For a cursor that is not one of the list. @throws OracleError `invalid_request` */
export function refuseCursor(): never {
  throw new OracleError('invalid_request', {
    detail: 'The cursor is not one that this list gave out.',
    hint: 'Start again without a cursor.',
    errors: [{ field: 'cursor', message: 'malformed' }],
  });
}
