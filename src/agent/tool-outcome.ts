import { messageOf } from '../kit/index.js';
import { type AnyTool, OracleError, type ToolOutcome } from '../plugin/index.js';

const MESSAGE_LIMIT = 1_000;

/** Failures that may be gone a moment later. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['upstream_failed', 'upstream_timeout', 'unavailable']);
const TRANSIENT_ERRNO: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Outcomes of transient failures. Kept beside the outcome, so that plugins see plain values. */
const transient = new WeakSet<ToolOutcome>();

export function isTransient(outcome: ToolOutcome): boolean {
  return transient.has(outcome);
}

/** An outcome that the model reads as a failure. */
export function toolError(text: string): ToolOutcome & { readonly status: 'error' } {
  return { status: 'error', content: `Error: ${text}` };
}

/** The outcome of a thrown value: an OracleError's detail, fields and hint, or another error's first line; never a stack. */
export function thrownOutcome(error: unknown): ToolOutcome & { readonly status: 'error' } {
  const outcome = toolError(describeThrown(error));
  if (isTransientError(error)) transient.add(outcome);
  return outcome;
}

function describeThrown(error: unknown): string {
  if (OracleError.isInstance(error)) {
    const fields = (error.errors ?? []).map(({ field, message }) => `\n- ${field}: ${message}`).join('');
    return `${error.detail}${fields}${error.hint === undefined ? '' : `\n${error.hint}`}`;
  }
  const message = messageOf(error);
  const line = message.split('\n', 1)[0] ?? '';
  return line === '' ? 'The tool failed without saying why.' : line.slice(0, MESSAGE_LIMIT);
}

function isTransientError(error: unknown): boolean {
  if (OracleError.isInstance(error)) return TRANSIENT_CODES.has(error.code);
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && TRANSIENT_ERRNO.has(at.code)) return true;
  }
  return false;
}

/**
 * A result as the model reads it: as its tool words it, else text as it is and anything else as compact JSON.
 * @throws OracleError `tool_failed` when the value cannot be written as JSON
 */
export function renderOutput(output: unknown, tool: AnyTool | undefined): string {
  if (tool?.render !== undefined) return tool.render(output);
  if (typeof output === 'string') return output;
  if (output === undefined) return 'Done.';
  try {
    return JSON.stringify(output) ?? 'Done.';
  } catch (cause) {
    throw new OracleError('tool_failed', {
      detail: 'The tool returned data that cannot be written as JSON.',
      cause,
    });
  }
}
