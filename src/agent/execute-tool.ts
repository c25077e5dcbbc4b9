import { abortable, attempt, fieldErrors, oneLine } from '../kit/index.js';
import {
  type ArtifactNote,
  type Logger,
  type NoUndo,
  OracleError,
  type ToolCall,
  type ToolInvocation,
  type ToolOutcome,
  type ToolRuntime,
  type Undo,
} from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';
import { artifactEvent } from './artifact-event.js';
import { inNameOf } from './plugin-models.js';
import { RUNTIME_PLUGIN } from './runtime-plugin.js';
import { renderOutput, thrownOutcome } from './tool-outcome.js';
import type { CallNotes, ToolScope } from './tool-scope.js';

/** Characters of what a change is called. */
const CHANGE_LENGTH = 300;
const DEFAULT_TIMEOUT_MS = 60_000;

/** What a call is made with. */
export type ExecuteScope = Pick<ToolScope, 'attachments' | 'results' | 'notes'> & {
  readonly run: Pick<RunContext, 'logger' | 'metadata' | 'emit'>;
};

/**
 * The core of a tool call: runs the tool within its time, checks what it returns, renders it. Every failure of
 * the tool is an outcome. A tool that ignores its signal is left behind: its late result goes nowhere.
 *
 * @throws the abort reason when the run is cancelled
 */
export async function executeTool(invocation: ToolInvocation, scope: ExecuteScope): Promise<ToolOutcome> {
  const { call, tool } = invocation;
  const { run } = scope;
  const notes: CallNotes = {};
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const controller = new AbortController();
  const onAbort = () => controller.abort(invocation.signal.reason);
  const timer = setTimeout(
    () =>
      controller.abort(
        new OracleError('upstream_timeout', {
          detail: `'${call.name}' took longer than ${timeoutMs / 1000} s and was stopped.`,
        }),
      ),
    timeoutMs,
  );
  invocation.signal.addEventListener('abort', onAbort, { once: true });
  if (invocation.signal.aborted) onAbort();
  let undo: Undo | NoUndo | undefined;
  const artifacts: ArtifactNote[] = [];
  const rt: ToolRuntime = {
    principal: invocation.principal,
    sessionId: invocation.sessionId,
    runId: invocation.runId,
    toolCallId: call.id,
    via: invocation.via ?? 'agent',
    signal: controller.signal,
    logger: run.logger,
    attachments: scope.attachments,
    undoable: (call) => {
      undo = call;
    },
    metadata: run.metadata,
    artifact: (artifact) => {
      controller.signal.throwIfAborted();
      const event = artifactEvent(artifact, call.id, artifacts.length + 1);
      const { id, title, mimeType, path } = event;
      artifacts.push({ id, title, mimeType, ...(path === undefined ? {} : { path }) });
      run.emit(event);
      return event.id;
    },
    progress: (message, fraction) => {
      if (controller.signal.aborted) return;
      run.emit({ type: 'progress', id: call.id, message, ...(fraction === undefined ? {} : { fraction }) });
    },
  };
  try {
    const returned = await abortable(
      Promise.resolve().then(() =>
        tool.runs === 'client'
          ? clientOutput(call, scope)
          : inNameOf(invocation, () => tool.run(call.args, rt)),
      ),
      controller.signal,
    );
    const output = checkOutput(invocation, returned);
    const content = renderOutput(output, tool);
    const inverse = undo !== undefined && 'operation' in undo ? { undo } : {};
    const unchanged = undo !== undefined && 'unchanged' in undo;
    if (changes(invocation) && !unchanged) {
      const whyNot =
        undo !== undefined && 'whyNot' in undo ? { whyNot: oneLine(undo.whyNot, CHANGE_LENGTH) } : {};
      notes.change = { what: whatWasDone(invocation, run.logger), ...inverse, ...whyNot };
    }
    return { status: 'ok', output, content, ...inverse };
  } catch (error) {
    if (invocation.signal.aborted) throw invocation.signal.reason;
    logFailure(invocation, run.logger, error);
    return thrownOutcome(error);
  } finally {
    if (artifacts.length > 0) notes.artifacts = artifacts;
    scope.notes.set(call.id, notes);
    clearTimeout(timer);
    invocation.signal.removeEventListener('abort', onAbort);
  }
}

/** Whether a call that went well has changed something; a tool that does not say so may have. */
function changes({ tool, plugin }: ToolInvocation): boolean {
  return plugin !== RUNTIME_PLUGIN && (tool.effect ?? 'write') !== 'read';
}

/** What the call did, in one line. It is done: a plugin that cannot say what changes nothing of that. */
function whatWasDone({ tool, call }: ToolInvocation, logger: Logger): string {
  const words = attempt(
    () => tool.describe?.(call.args),
    (err) => logger.error({ tool: tool.name, err }, "'describe' of a tool failed after its work was done"),
  );
  return oneLine(words ?? tool.title ?? tool.name, CHANGE_LENGTH);
}

/** What the client sent for the call. */
function clientOutput({ id }: ToolCall, { results }: Pick<ToolScope, 'results'>): unknown {
  const result = results.get(id);
  if (result !== undefined && 'output' in result) return result.output;
  throw new OracleError('tool_failed', { detail: result?.error || 'The client gave no reason.' });
}

function checkOutput({ tool, call }: ToolInvocation, returned: unknown): unknown {
  if (tool.output === undefined) return returned;
  const parsed = tool.output.safeParse(returned);
  if (parsed.success) return parsed.data;
  throw new OracleError('tool_failed', {
    detail: `'${call.name}' returned data that does not fit its own output schema. This is a fault of the ${tool.runs === 'client' ? 'client' : 'tool'}.`,
    errors: fieldErrors(parsed.error),
  });
}

function logFailure({ call, plugin }: ToolInvocation, logger: ToolRuntime['logger'], error: unknown): void {
  const fields = { tool: call.name, plugin, call: call.id };
  if (!OracleError.isInstance(error)) {
    // It may be a defect, and its stack is worth keeping.
    logger.warn({ ...fields, err: error }, 'tool call failed');
    return;
  }
  const { code, status, detail, errors = [] } = error;
  // What is wrong with a wish says the person's own words again; what is out of order here does not.
  const told = status >= 500 ? { why: detail } : { fields: errors.map(({ field }) => field) };
  logger.info({ ...fields, code, ...told }, 'tool call failed');
  if (status < 500) logger.debug({ call: call.id, why: detail }, 'why the tool call failed');
}
