import { attempt, fieldErrors, knownFieldsOnly, oneLine } from '../kit/index.js';
import { didYouMean } from '../kit/nearest-name.js';
import {
  type AnyOperation,
  type AuditEntry,
  type Caller,
  type Delegations,
  type Grant,
  type Logger,
  type NoUndo,
  needsDelegation,
  OracleError,
  type Undo,
} from '../plugin/index.js';

/** Characters of what the audit says something was done to. */
const LONGEST_SUBJECT = 300;

/** What all operations of an oracle share. */
export interface OperationDeps {
  readonly delegations: Delegations;
  /** Whether a grant on one resource reaches another, as the kinds of resources say. */
  reaches(granted: string, claimed: string): boolean;
  readonly logger: Logger;
  /** Keeps what was done in whose name. */
  record(entry: Omit<AuditEntry, 'id' | 'at' | 'requestId'>): Promise<void>;
  /** Hold every answer to its schema: in tests and development, where a fault of the plugin should be loud. */
  readonly holdAnswers: boolean;
  /** The operations of the plugin, which alone can take its calls back. Added where they are known. */
  readonly own?: readonly AnyOperation[];
}

/** What came of one call. */
export interface Invoked {
  readonly answer: object;
  readonly undo?: Undo | NoUndo;
}

/**
 * One call of an operation, whichever view it came by: the right to the resource, the work, the answer held to its
 * schema, the entry in the audit. The input was parsed by the view.
 * @throws OracleError `forbidden` when nobody granted this, and whatever `run` throws
 */
export async function invoke(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
  deps: OperationDeps,
): Promise<Invoked> {
  const grant = await grantFor(operation, input, caller, deps);
  const answer = await operation.run(input, grant === undefined ? caller : { ...caller, grant });
  if (deps.holdAnswers) holdAnswer(operation, answer);
  const undo = afterRun(operation, 'undo', deps, () => undoOf(operation, input, answer));
  const inverse = undo !== undefined && 'operation' in undo ? undo : undefined;
  if (operation.effect !== 'read' && operation.audit !== 'own')
    await keep(operation, input, caller, inverse, deps);
  if (deps.holdAnswers && inverse !== undefined) holdUndo(operation, inverse, deps);
  return { answer, ...(undo === undefined ? {} : { undo }) };
}

/**
 * Holds what a call answered to its schema, and the call that takes it back to the operations that there are.
 * @throws OracleError `internal` where one of them does not fit
 */
export function holdOutcome(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  answer: object,
  own: readonly AnyOperation[],
): void {
  holdAnswer(operation, answer);
  const undo = undoOf(operation, input, answer);
  if (undo !== undefined && 'operation' in undo) holdUndo(operation, undo, { own });
}

function undoOf(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  answer: object,
): Undo | NoUndo | undefined {
  if (operation.nothingDone?.(answer as never) !== undefined) return { unchanged: true };
  const undo = operation.undo?.(input as never, answer as never);
  if (undo !== undefined) holdUndoShape(operation, undo);
  return undo;
}

const UNDO_KEYS = ['operation', 'input', 'expires', 'whyNot', 'unchanged'];

/** What is neither a call nor a reason would be a change that cannot be taken back, without a word why. */
function holdUndoShape({ name }: AnyOperation, undo: object): void {
  const stray = Object.keys(undo).find((key) => !UNDO_KEYS.includes(key));
  if (stray === undefined && ['operation', 'whyNot', 'unchanged'].some((key) => key in undo)) return;
  const what = stray === undefined ? 'what says nothing' : `'${stray}', which is no part of it`;
  throw new OracleError('internal', {
    detail: `'undo' of '${name}' answers ${what}.${stray === undefined ? '' : didYouMean(stray, UNDO_KEYS)} Answer { operation, input }, { whyNot } or undefined`,
  });
}

/**
 * What a plugin says of work that is done: it stays done, and the operator hears when the words fail. In tests and
 * development they must not fail: an answer without its sentence looks like one that has none.
 */
export function afterRun<T>(
  { name }: AnyOperation,
  what: 'undo' | 'describe' | 'summary' | 'forModel',
  { logger, holdAnswers }: Pick<OperationDeps, 'logger' | 'holdAnswers'>,
  say: () => T,
): T | undefined {
  if (holdAnswers) return say();
  return attempt(say, (err) =>
    logger.error({ operation: name, err }, `'${what}' of an operation failed after its work was done`),
  );
}

/** The right to the operation's resource, where it has one. What belongs to the oracle's owner needs no grant. */
async function grantFor(
  { ability, resource }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { principal, via }: Caller,
  { delegations, reaches }: OperationDeps,
): Promise<Grant | undefined> {
  if (ability === undefined || resource === undefined || !needsDelegation(principal)) return principal.grant;
  const wanted = resource(input as never);
  const grant =
    via === 'agent' ? await delegations.find({ principal, resource: wanted, ability }) : principal.grant;
  if (grant !== undefined && reaches(grant.with, wanted)) return grant;
  throw new OracleError('forbidden', {
    detail: `${ability} on ${wanted} was not granted.`,
    hint:
      via === 'agent'
        ? 'Delegate it to this oracle and store that with POST /delegation, or send it along in X-Ucan-Delegation.'
        : 'Use a credential that claims it on this resource or one above it.',
  });
}

function holdAnswer({ name, answer: { schema } }: AnyOperation, answer: object): void {
  if (schema === undefined) return;
  // As it goes over the wire: a Date is text there, and what is undefined is absent.
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(answer)));
  if (parsed.success) return;
  const errors = fieldErrors(parsed.error);
  throw new OracleError('internal', {
    detail: `'${name}' answered what does not fit its own schema: ${errors.map(({ field, message }) => `${field}: ${message}`).join('; ')}`,
    errors,
  });
}

/** An inverse that is not there, or would refuse its input, is found when somebody wants it: too late. */
function holdUndo({ name }: AnyOperation, undo: Undo, { own }: Pick<OperationDeps, 'own'>): void {
  if (own === undefined) return;
  const inverse = own.find((each) => each.name === undo.operation);
  if (inverse === undefined) {
    const names = own.map((each) => each.name);
    throw new OracleError('internal', {
      detail: `'${name}' is taken back by '${undo.operation}', which its plugin does not have.${didYouMean(undo.operation, names)}`,
    });
  }
  const parsed = knownFieldsOnly(inverse.input).safeParse(undo.input);
  if (parsed.success) return;
  const errors = fieldErrors(parsed.error);
  throw new OracleError('internal', {
    detail: `'${name}' is taken back by '${undo.operation}' with an input that it refuses: ${errors.map(({ field, message }) => `${field}: ${message}`).join('; ')}`,
    errors,
  });
}

/** The work is done by now: a failure to write it down is told to the operator, not to the caller. */
async function keep(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  { principal, via, requestId, run }: Caller,
  undo: Undo | undefined,
  deps: OperationDeps,
): Promise<void> {
  const { record, logger } = deps;
  const byAgent = via === 'agent';
  const words = afterRun(operation, 'describe', deps, () => operation.describe?.(input as never));
  try {
    await record({
      action: operation.name,
      subject: oneLine(words ?? operation.title, LONGEST_SUBJECT),
      actor: principal.did,
      invoker: byAgent ? 'oracle' : principal.did,
      details: {
        via,
        ...(requestId === undefined ? {} : { request: requestId }),
        ...(run === undefined ? {} : { session: run.sessionId, run: run.runId }),
        ...(undo === undefined || operation.audit === 'wordless' ? {} : { undo: JSON.stringify(undo) }),
      },
    });
  } catch (error) {
    logger.error({ operation: operation.name, actor: principal.did, err: error }, 'audit entry not stored');
  }
}
