import { fieldErrors, knownFieldsOnly } from '../kit/index.js';
import { type AnyOperation, type Logger, OracleError, type Principal } from '../plugin/index.js';
import { invoke, type OperationDeps } from './invoke.js';
import { textReader } from './text-fields.js';

export interface OperationCall {
  /** Fields of the input: as text from the command line, or as they are. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The person has said that what is destructive may happen. */
  readonly confirmed: boolean;
  readonly principal: Principal;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Calls an operation from the command line.
 * @returns the whole answer
 * @throws OracleError `invalid_request` for input that does not fit, `conflict` for what has to be confirmed first
 */
export async function callOperation(
  operation: AnyOperation,
  call: OperationCall,
  deps: OperationDeps,
): Promise<object> {
  const { input, name } = operation;
  const read = textReader(input.shape);
  const parsed = knownFieldsOnly(input).safeParse(read(call.input, new Set(Object.keys(call.input))));
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error);
    const words = errors.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
    throw new OracleError('invalid_request', {
      detail: `This is no input of ${name}: ${words.join('; ').replace(/(?<=[^.?!])$/, '.')}`,
      hint: `Fields: ${Object.keys(input.shape).join(', ') || 'none'}.`,
      errors,
    });
  }
  const what = operation.describe?.(parsed.data as never) ?? operation.title;
  if (!call.confirmed && operation.effect === 'destructive') {
    throw new OracleError('conflict', {
      detail: `${what}: this takes something away or cannot be taken back.`,
      hint: 'Call it again with --yes.',
    });
  }
  const { answer } = await invoke(
    operation,
    parsed.data,
    {
      via: 'command',
      principal: call.principal,
      signal: call.signal,
      logger: call.logger,
      attachments: [],
      progress: () => undefined,
      artifact: () => undefined,
    },
    deps,
  );
  return answer;
}
