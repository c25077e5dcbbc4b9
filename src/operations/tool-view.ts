import { fieldErrors, knownFieldsOnly } from '../kit/index.js';
import {
  type AnyOperation,
  type AnyTool,
  type ApprovalRule,
  defineTool,
  type LeftUndone,
  OracleError,
} from '../plugin/index.js';
import { afterRun, invoke, type OperationDeps } from './invoke.js';

/** The agent's view of an operation; undefined where agents have none. */
export function toolOf(operation: AnyOperation, deps: OperationDeps): AnyTool | undefined {
  const { name, title, description, effect, additive, scope, ability, tool, describe, foresee, embed, view } =
    operation;
  if (tool === false) return undefined;
  return defineTool({
    name,
    title,
    description,
    effect,
    ...(additive === undefined ? {} : { additive }),
    input: tool?.input ?? operation.input,
    idempotent: tool?.idempotent ?? effect === 'read',
    approval: approvalOf(operation),
    ...(describe === undefined ? {} : { describe: (args) => describe(inputOf(operation, args) as never) }),
    ...(foresee === undefined
      ? {}
      : { foresee: (args, asker) => foresee(inputOf(operation, args) as never, asker) }),
    ...(scope === undefined ? {} : { scope }),
    ...(ability === undefined ? {} : { ability }),
    ...(view === undefined ? {} : { view }),
    ...(embed === undefined ? {} : { embed: (answer) => embed(answer as never) }),
    ...(tool?.timeoutMs === undefined ? {} : { timeoutMs: tool.timeoutMs }),
    async run(args, rt) {
      const { principal, signal, logger, attachments, sessionId, runId, toolCallId } = rt;
      const { answer, undo } = await invoke(
        operation,
        inputOf(operation, args),
        {
          via: rt.via,
          principal,
          signal,
          logger,
          attachments,
          // Without a run it is named by its request.
          ...(rt.via === 'mcp' ? { requestId: runId } : { run: { sessionId, runId, toolCallId } }),
          progress: (message, fraction) => rt.progress(message, fraction),
          artifact: (artifact) => {
            rt.artifact(artifact);
          },
        },
        deps,
      );
      if (undo !== undefined) rt.undoable(undo);
      return answerForModel(operation, answer, deps);
    },
  });
}

/**
 * An operation as the call that takes another one back: with the operation's own input, also where agents have no tool
 * of it or are asked for something else. A rule of approval that reads what agents give cannot judge that input, so the
 * person is asked. An answer that says that nothing was done is a failure here: nothing was taken back. Made anew for each
 * call, because it says what that call left undone.
 */
export function inverseTool(
  operation: AnyOperation,
  deps: OperationDeps,
): { readonly tool: AnyTool; leftUndone(): LeftUndone | undefined } | undefined {
  let left: LeftUndone | undefined;
  const { tool, approval, ...said } = operation;
  const asks = tool !== false && tool?.input !== undefined && typeof approval === 'function';
  const rule = asks ? ('always' as const) : approval;
  const timeoutMs = tool === false ? undefined : tool?.timeoutMs;
  const inverse = toolOf(
    {
      ...said,
      ...(rule === undefined ? {} : { approval: rule }),
      ...(timeoutMs === undefined ? {} : { tool: { timeoutMs } }),
      async run(input, caller) {
        const answer = await operation.run(input, caller);
        const why = operation.nothingDone?.(answer as never);
        if (why !== undefined) throw new OracleError('conflict', { detail: why });
        left = operation.leftUndone?.(input as never, answer as never);
        return answer;
      },
    },
    deps,
  );
  return inverse && { tool: inverse, leftUndone: () => left };
}

/**
 * The operation's input from what the agent gave, where that is said differently.
 * @throws OracleError `invalid_request` for what fits the agent's schema and not the operation's
 */
function inputOf({ tool, input }: AnyOperation, args: Readonly<Record<string, unknown>>) {
  if (tool === undefined || tool === false || tool.input === undefined) return args;
  const parsed = knownFieldsOnly(input).safeParse(tool.toInput?.(args as never) ?? args);
  if (parsed.success) return parsed.data;
  throw new OracleError('invalid_request', {
    detail: 'The arguments do not fit.',
    errors: fieldErrors(parsed.error),
  });
}

function approvalOf({ approval, effect }: AnyOperation): ApprovalRule<Record<string, unknown>> {
  const rule = approval ?? (effect === 'destructive' ? 'always' : 'never');
  return rule as ApprovalRule<Record<string, unknown>>;
}

/** An answer as agents get it: what the operation makes of it for them, or its sentence and then the data. */
function answerForModel(operation: AnyOperation, answer: object, deps: OperationDeps): object {
  const { forModel, summary } = operation;
  const short = afterRun(operation, 'forModel', deps, () => forModel?.(answer as never));
  if (short !== undefined) return short;
  const sentence = afterRun(operation, 'summary', deps, () => summary?.(answer as never));
  return sentence === undefined ? answer : { summary: sentence, ...answer };
}
