import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ChatModel,
  type Middleware,
  type ModelCall,
  type ModelEvent,
  type ModelRole,
  type Models,
  type ModelTurn,
  NO_USAGE,
  OracleError,
  type ToolCall,
  type ToolInvocation,
} from '../plugin/index.js';
import { compose, type Handler, layersOf } from './middleware/compose.js';

/** Takes an event; resolves once whoever asked has it. */
type Hand = (event: ModelEvent) => Promise<void>;
type AskedCall = Pick<ToolInvocation, 'runId' | 'sessionId' | 'principal' | 'metadata'>;

/** For whom the code that runs now was called as a tool. */
const askedFor = new AsyncLocalStorage<AskedCall | undefined>();
/** Whether any plugin of this process has taken the models. */
let mayAsk = false;

/**
 * Runs a tool: models that its plugin asks meanwhile are asked in the name of whoever the call is for. Where no plugin has
 * models, nothing is kept for them: on Node 20 the first use of such a context slows down every promise of the process
 * from then on, a chat by a tenth.
 */
export function inNameOf<T>(invocation: AskedCall, work: () => T): T {
  return mayAsk ? askedFor.run(invocation, work) : work();
}

/**
 * The models as plugins have them: what a tool asks a model passes the plugins' middleware, as calls of the agent do, so
 * that it is metered and counts against the budget of the person. Outside of a tool call there is nobody to count it for.
 *
 * @returns the models for a plugin that takes them; to be called only then
 */
export function pluginModels(models: Models, middleware: () => readonly Middleware[]): () => Models {
  let chain: Handler<ModelCall, ModelTurn, Hand> | undefined;
  const ask: Handler<ModelCall, ModelTurn, Hand> = (call, hand) => {
    chain ??= compose(
      layersOf(middleware(), ({ wrapModelCall }) => wrapModelCall),
      gatherTurn,
    );
    return chain(call, hand);
  };
  const overheardModels: Models = {
    resolve: async (role, model) => overheard(await models.resolve(role, model), role, ask),
  };
  return () => {
    mayAsk = true;
    return overheardModels;
  };
}

function overheard(model: ChatModel, role: ModelRole, ask: Handler<ModelCall, ModelTurn, Hand>): ChatModel {
  return {
    id: model.id,
    contextTokens: async (signal) => model.contextTokens?.(signal),
    async *stream(messages, tools, signal, habits, limits) {
      const asked = askedFor.getStore();
      if (asked === undefined) return yield* model.stream(messages, tools, signal, habits, limits);
      const { runId, sessionId, principal, metadata } = asked;
      const left = new AbortController();
      const call: ModelCall = {
        ...{ runId, sessionId, principal, metadata, model, role, messages, tools, step: 1 },
        ...(habits !== undefined && { habits }),
        signal: AbortSignal.any([signal, left.signal]),
      };
      // What middleware asks a model itself is not asked once more in the same name.
      yield* handedOver((hand) => askedFor.run(undefined, () => ask(call, hand)), left);
    },
  };
}

/** The core of such a call: hands each event on, and gathers the turn for the layers around it. */
async function gatherTurn(call: ModelCall, hand: Hand): Promise<ModelTurn> {
  const { model, messages, tools, signal, habits } = call;
  const toolCalls: ToolCall[] = [];
  let [content, usage] = ['', NO_USAGE];
  let reason: ModelTurn['reason'] | undefined;
  for await (const event of model.stream(messages, tools, signal, habits)) {
    await hand(event);
    signal.throwIfAborted();
    if (event.type === 'text') content += event.text;
    else if (event.type === 'take_back') content = '';
    else if (event.type === 'tool_call') toolCalls.push(event.call);
    else if (event.type === 'usage') usage = event.usage;
    else if (event.type === 'end') reason = event.reason;
  }
  if (reason === undefined)
    throw new OracleError('model_failed', { detail: `The model '${model.id}' stopped without an end.` });
  const id = `${call.runId}:asked`;
  return {
    message: { role: 'assistant', id, content, ...(toolCalls.length > 0 && { toolCalls }) },
    usage,
    reason,
  };
}

/** The events that `work` hands on, one at a time; who stops listening ends the work. */
async function* handedOver(
  work: (hand: Hand) => Promise<unknown>,
  left: AbortController,
): AsyncGenerator<ModelEvent> {
  const waiting: { readonly event: ModelEvent; taken(): void }[] = [];
  let ended = false;
  let wake: () => void = () => undefined;
  const hand: Hand = (event) =>
    new Promise((taken) => {
      if (left.signal.aborted) return taken();
      waiting.push({ event, taken });
      wake();
    });
  const running = work(hand).finally(() => {
    ended = true;
    wake();
  });
  running.catch(() => undefined);
  try {
    while (!ended || waiting.length > 0) {
      const next = waiting.shift();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      try {
        yield next.event;
      } finally {
        next.taken();
      }
    }
    await running;
  } finally {
    left.abort();
    for (const { taken } of waiting) taken();
    await running.catch(() => undefined);
  }
}
