import {
  type Clock,
  type Middleware,
  type ModelCall,
  type ModelTurn,
  OracleError,
  type RunOutcome,
  type ToolInvocation,
  type ToolOutcome,
  type Usage,
} from 'oracle-runtime/plugin';
import { type Attributes, newPlace, placeOf, type Span, type SpanPlace } from './span.js';

export interface TraceParts {
  /** Name of the oracle. */
  readonly agent: string;
  readonly clock: Clock;
  /** Whether what people and tools say goes along. */
  readonly content: boolean;
  /** Hears of each span once it is over. */
  onEnd(span: Span): void;
}

/** What a content attribute holds at most. */
const MOST_CONTENT = 16_000;

interface Work {
  readonly name: string;
  readonly kind: Span['kind'];
  readonly attributes: Attributes;
}

/** What there is to say once it is over. */
interface Ended {
  readonly attributes: Attributes;
  readonly error?: string | undefined;
}

/**
 * A span for each run, and under it one for each model call and each tool call, by the GenAI conventions of OpenTelemetry
 * 1.41. A client that sends `metadata.traceparent` finds the run in its own trace.
 */
export function runTraces(parts: TraceParts): Middleware {
  const runs = new Map<string, SpanPlace>();

  async function traced<T>(
    work: Work,
    place: SpanPlace,
    parentId: string | undefined,
    signal: AbortSignal,
    run: () => Promise<T>,
    say: (result: T) => Ended,
  ): Promise<T> {
    const start = parts.clock.now();
    const end = ({ attributes, error }: Ended) =>
      parts.onEnd({
        ...place,
        ...work,
        parentId,
        start,
        end: parts.clock.now(),
        attributes: { ...work.attributes, ...attributes, ...(error && { 'error.type': error }) },
        ...(error === undefined ? {} : { error }),
      });
    try {
      const result = await run();
      end(say(result));
      return result;
    } catch (thrown) {
      const code = OracleError.isInstance(thrown) ? thrown.code : 'internal';
      end({ attributes: {}, error: signal.aborted ? 'cancelled' : code });
      throw thrown;
    }
  }

  /** Under its run. */
  const inRun = <T>(
    work: Work,
    call: { readonly runId: string; readonly signal: AbortSignal },
    run: () => Promise<T>,
    say: (result: T) => Ended,
  ) => {
    const parent = runs.get(call.runId);
    return traced(work, newPlace(parent), parent?.spanId, call.signal, run, say);
  };

  return {
    name: 'traces',
    async wrapRun(run, next) {
      const outer = placeOf(run.metadata['traceparent']);
      const place = newPlace(outer);
      runs.set(run.runId, place);
      const work: Work = {
        name: `invoke_agent ${parts.agent}`,
        kind: 'internal',
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.provider.name': 'oracle_runtime',
          'gen_ai.agent.name': parts.agent,
          'gen_ai.conversation.id': run.sessionId,
          'oracle.run.id': run.runId,
        },
      };
      try {
        return await traced(work, place, outer?.spanId, run.signal, () => next(run), outcomeAttributes);
      } finally {
        runs.delete(run.runId);
      }
    },
    wrapModelCall: (call, next) =>
      inRun(
        modelWork(call, parts.content),
        call,
        () => next(call),
        (turn) => turnAttributes(turn, parts.content),
      ),
    wrapToolCall: (call, next) =>
      inRun(
        toolWork(call, parts.content),
        call,
        () => next(call),
        (outcome) => toolAttributes(outcome, parts.content),
      ),
  };
}

function outcomeAttributes({ status, usage, code }: RunOutcome): Ended {
  const error = status === 'error' ? (code ?? 'internal') : status === 'cancelled' ? 'cancelled' : undefined;
  return { attributes: { ...usageAttributes(usage), 'oracle.run.status': status }, error };
}

function modelWork({ model, role, step, sessionId, messages }: ModelCall, content: boolean): Work {
  const [provider, name] = split(model.id);
  return {
    name: `chat ${name}`,
    kind: provider === 'offline' ? 'internal' : 'client',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': name,
      'gen_ai.conversation.id': sessionId,
      'oracle.model.role': role,
      'oracle.step': step,
      ...(content && { 'gen_ai.input.messages': cut(JSON.stringify(messages)) }),
    },
  };
}

function turnAttributes({ usage, reason, message }: ModelTurn, content: boolean): Ended {
  return {
    attributes: {
      ...usageAttributes(usage),
      'gen_ai.response.model': usage.model,
      'gen_ai.response.finish_reasons': [reason],
      ...(content && { 'gen_ai.output.messages': cut(JSON.stringify([message])) }),
    },
  };
}

function toolWork({ call, tool, plugin, sessionId }: ToolInvocation, content: boolean): Work {
  return {
    name: `execute_tool ${tool.name}`,
    kind: 'internal',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool.name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': call.id,
      'gen_ai.conversation.id': sessionId,
      'oracle.plugin': plugin,
      ...(content && { 'gen_ai.tool.call.arguments': cut(JSON.stringify(call.args)) }),
    },
  };
}

function toolAttributes({ status, content: said }: ToolOutcome, content: boolean): Ended {
  return {
    attributes: content ? { 'gen_ai.tool.call.result': cut(said) } : {},
    error: status === 'error' ? 'tool_failed' : undefined,
  };
}

function usageAttributes({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  reasoningTokens,
}: Usage): Attributes {
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
  };
}

function split(modelId: string): [provider: string, name: string] {
  const at = modelId.indexOf(':');
  return at < 0 ? ['unknown', modelId] : [modelId.slice(0, at), modelId.slice(at + 1)];
}

const cut = (text: string) => (text.length > MOST_CONTENT ? `${text.slice(0, MOST_CONTENT)}…` : text);
