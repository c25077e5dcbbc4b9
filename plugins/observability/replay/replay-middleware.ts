import {
  type ChatModel,
  type Conversations,
  hasScope,
  type Middleware,
  type ModelCall,
  type Models,
  OracleError,
  type OracleInfo,
  type RunCall,
  type ToolInvocation,
  type ToolOutcome,
} from 'oracle-runtime/plugin';
import { withPrompt } from './prompt.js';
import { RecordedResults } from './recorded-results.js';
import { type ReplayRequest, replayRequestOf } from './replay-request.js';

export interface ReplayParts {
  readonly oracle: Pick<OracleInfo, 'name' | 'description' | 'prompt'>;
  /** Taken for the first replay by another model. */
  models(): Models;
  readonly conversations: Pick<Conversations, 'follow'>;
}

interface Replay {
  readonly results: RecordedResults;
  readonly model: ChatModel | undefined;
  readonly prompt: string | undefined;
}

/** Tools of the runtime that only show the model what there is. */
const HARMLESS = new Set(['list_capabilities', 'load_capability', 'read_result']);

/**
 * Answers a message once more with the tool results of a recorded run, by another model or another prompt: no tool is run.
 * A call that was not recorded is an error that the model reads.
 */
export function replays({ oracle, models, conversations }: ReplayParts): Middleware {
  const running = new Map<string, Replay>();

  async function replayOf(request: ReplayRequest, { principal, signal }: RunCall): Promise<Replay> {
    if (!hasScope(principal, 'replay'))
      throw new OracleError('forbidden', {
        detail: `${JSON.stringify(principal.name)} may not replay answers.`,
        hint: 'It needs the scope replay.',
      });
    const { sessionId, runId, model, prompt } = request;
    const results = new RecordedResults();
    for await (const batch of conversations.follow(principal, sessionId, runId, 0, signal))
      for (const { event } of batch) results.take(event);
    return {
      results,
      model: model === undefined ? undefined : await models().resolve('main', model),
      prompt,
    };
  }

  function changed(call: ModelCall): ModelCall {
    const replay = running.get(call.runId);
    if (replay === undefined) return call;
    const { model = call.model, prompt } = replay;
    return { ...call, model, messages: withPrompt(call.messages, oracle, prompt) };
  }

  return {
    name: 'replays',
    outermost: true,
    async wrapRun(run, next) {
      const request = replayRequestOf(run.metadata);
      if (request === undefined) return next(run);
      running.set(run.runId, await replayOf(request, run));
      try {
        return await next(run);
      } finally {
        running.delete(run.runId);
      }
    },
    wrapModelCall: (call, next) => next(changed(call)),
    async wrapToolCall(call, next) {
      const replay = running.get(call.runId);
      if (replay === undefined || HARMLESS.has(call.call.name)) return next(call);
      return recorded(call, replay.results);
    },
  };
}

function recorded({ call, tool }: ToolInvocation, results: RecordedResults): ToolOutcome {
  const result = results.next(call);
  if (result === undefined)
    return { status: 'error', content: 'Nothing was recorded for a call with these arguments.' };
  if (result.status === 'error') return { status: 'error', content: result.error };
  const { output } = result;
  const content = tool.render?.(output) ?? (typeof output === 'string' ? output : JSON.stringify(output));
  return { status: 'ok', output, content: content ?? 'Done.' };
}
