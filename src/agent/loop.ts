import type { Config } from '../config-types.js';
import { abortable } from '../kit/index.js';
import {
  type AssistantMessage,
  addUsage,
  type Clock,
  type ModelCall,
  type Models,
  type ModelTurn,
  OracleError,
  type PendingApproval,
  type ThreadMessage,
  type Usage,
} from '../plugin/index.js';
import type { RunAnswers } from '../runs/answers.js';
import type { RunContext, RunResult } from '../runs/run-context.js';
import { assistantMessageId, closeAsInterrupted, unansweredCalls } from '../runs/thread-calls.js';
import type { Threads } from '../store/types.js';
import { type Asking, askModel } from './ask-model.js';
import { callIdsOf } from './call-ids.js';
import type { CapabilitySources } from './capability-sources.js';
import type { Catalog } from './catalog.js';
import { asAmended } from './context/as-amended.js';
import { ThreadContext, type ThreadContextDeps } from './context/thread-context.js';
import type { TokenGauge } from './context/token-gauge.js';
import { decidedFor, limitWords, MOST_STRAY_TURNS, strayWords, sumUp } from './last-words.js';
import { LoadedCapabilities } from './loaded-capabilities.js';
import type { Handler } from './middleware/compose.js';
import { emitInterrupted, runTools, type ToolChain } from './run-tools.js';
import { type ModelScope, unheardScope } from './stream-turn.js';
import { type ToolScope, toolScopeOf } from './tool-scope.js';

export interface LoopDeps {
  readonly catalog: Catalog;
  readonly sources: CapabilitySources;
  readonly models: Models;
  readonly threads: Threads;
  readonly gauge: TokenGauge;
  readonly limits: Pick<Config['models'], 'maxSteps' | 'maxHistoryChars'>;
  readonly clock: Clock;
  endWait(run: RunContext): Promise<void>;
  readonly modelChain: Handler<ModelCall, ModelTurn, ModelScope>;
  readonly toolChain: ToolChain;
  systemPrompt(run: RunContext): Promise<string>;
  /** Whether whoever asked for the run has allowed such calls beforehand. */
  foreseen(run: RunContext, held: PendingApproval): Promise<boolean>;
  /** The whole rendering of an earlier run's tool result; undefined when its log was dropped. */
  wholeResult(thread: readonly ThreadMessage[], toolCallId: string): Promise<string | undefined>;
}

/** What a loop begins with. */
interface LoopStart {
  readonly thread: ThreadMessage[];
  readonly loadedPlugins: readonly string[];
  readonly answers: RunAnswers | undefined;
  /** Of all calls in the session, also in answers that others have replaced. */
  readonly callIds: Set<string>;
}

/**
 * The agent's work on one run: prompt, model, tools, again, until the model answers, a person or the client must answer, the
 * step limit is reached or the run is aborted. Every complete message is stored the moment it exists. It does not
 * throw for what models and tools do: the result says how the run ended, and the thread is left fit for the next
 * message.
 */
export async function runLoop(
  deps: LoopDeps,
  run: RunContext,
  answers: RunAnswers | undefined,
): Promise<RunResult> {
  const [{ messages: thread, replaced }, loadedPlugins] = await Promise.all([
    deps.threads.withReplaced(run.sessionId),
    deps.threads.loadedPlugins(run.sessionId),
  ]);
  for (const message of thread) run.budget.holds(message.content);
  // The message at the end of the thread is the answer to what was waited for: it will not be done.
  if (answers === undefined && unansweredCalls(thread.slice(0, -1)).length > 0) await deps.endWait(run);
  return new Loop(deps, run, {
    thread,
    loadedPlugins,
    answers,
    callIds: callIdsOf([...replaced, ...thread]),
  }).run();
}

class Loop {
  readonly #deps: LoopDeps;
  readonly #run: RunContext;
  readonly #thread: ThreadMessage[];
  readonly #answers: RunAnswers | undefined;
  readonly #loadedBefore: readonly string[];
  readonly #loaded: LoadedCapabilities;
  readonly #tools: ToolScope;
  readonly #model: ModelScope;
  readonly #asking: Asking;
  #step = 0;
  /** Number of the last amendment of the thread that this loop has heard. */
  #amendment = 0;
  /** Turns in a row in which nothing was called that exists. */
  #strayTurns = 0;

  constructor(deps: LoopDeps, run: RunContext, start: LoopStart) {
    this.#deps = deps;
    this.#run = run;
    this.#thread = start.thread;
    this.#answers = start.answers;
    this.#loadedBefore = start.loadedPlugins;
    const earlierResult = (id: string) => deps.wholeResult(this.#thread, id);
    this.#loaded = new LoadedCapabilities({ ...deps, earlierResult }, run);
    this.#tools = toolScopeOf(run, start.thread, start.answers, {
      foreseen: (held) => deps.foreseen(run, held),
      onCut: (id, whole) => this.#loaded.onCut(id, whole),
    });
    this.#model = {
      run,
      partial: { text: '', reasoning: '' },
      callIds: start.callIds,
      told: new Set(),
    };
    const context: ThreadContextDeps = {
      ...deps,
      maxHistoryChars: deps.limits.maxHistoryChars,
      ask: (call) => deps.modelChain(call, unheardScope(run)),
      append: (message) => this.#append(message),
      count: (usage) => this.#count(usage),
    };
    this.#asking = {
      context: new ThreadContext(context, run, this.#thread),
      chain: deps.modelChain,
      scope: this.#model,
      head: () => this.#head(),
      nextStep: () => {
        this.#step += 1;
      },
    };
  }

  async run(): Promise<RunResult> {
    try {
      return await this.#steps();
    } catch (error) {
      await this.#keepPartial();
      if (this.#run.signal.aborted) return { type: 'aborted' };
      if (OracleError.isInstance(error)) return { type: 'error', error };
      this.#run.logger.error({ err: error }, 'run failed');
      return {
        type: 'error',
        error: new OracleError('internal', { detail: 'The run failed because of a fault in the oracle.' }),
      };
    }
  }

  async #steps(): Promise<RunResult> {
    const { limits, models, systemPrompt } = this.#deps;
    const run = this.#run;
    for (const name of this.#loadedBefore) await this.#loaded.bind(name);
    const goesOn = this.#answers !== undefined || run.opensWithCalls === true;
    const resumed = goesOn ? unansweredCalls(this.#thread) : [];
    const [model, system] = await abortable(
      Promise.all([models.resolve('main'), systemPrompt(run)]),
      run.signal,
    );
    if (resumed.length > 0) {
      const wait = await this.#runTools(resumed);
      if (wait !== undefined && run.says === undefined) return { type: 'waits', ...wait };
      const other = askedByAnother(run, this.#thread);
      if (other !== undefined && run.says === undefined)
        return this.#endAs(decidedFor(other, this.#answers ?? { decisions: [] }), 'stop');
    }
    if (run.says !== undefined) {
      await this.#closeCalls();
      await this.#append(run.says);
    }
    while (true) {
      this.#step += 1;
      // The last call that the limit allows gets no tools, so that it sums up what was found.
      const last = this.#step >= limits.maxSteps && this.#step > 1;
      const asked = last
        ? { model, system, tools: [], last: sumUp(run.runId, limits.maxSteps) }
        : { model, system, tools: this.#loaded.belt.schemas };
      await this.#hearAmendments();
      const turn = await askModel(this.#asking, asked);
      if (last) return this.#endAtLimit(turn, limits.maxSteps);
      await this.#append(asSaid(turn));
      this.#count(turn.usage);
      const calls = turn.message.toolCalls ?? [];
      if (calls.length === 0) {
        const finishReason = turn.reason === 'length' ? 'length' : 'stop';
        return { type: 'done', finishReason, usage: this.#run.usage };
      }
      const wait = await this.#runTools(calls);
      if (wait !== undefined) return { type: 'waits', ...wait };
      const strays = calls.every(({ name }) => this.#loaded.belt.lookup(name).kind === 'unknown');
      this.#strayTurns = strays ? this.#strayTurns + 1 : 0;
      if (this.#strayTurns === MOST_STRAY_TURNS) return this.#endAs(strayWords(calls), 'limit');
    }
  }

  #head(): Pick<ModelCall, 'runId' | 'sessionId' | 'principal' | 'metadata' | 'signal' | 'step'> {
    const { runId, sessionId, principal, metadata, signal } = this.#run;
    return { runId, sessionId, principal, metadata, signal, step: this.#step };
  }

  async #runTools(calls: NonNullable<ReturnType<typeof unansweredCalls>>) {
    const { toolChain, clock } = this.#deps;
    const wait = await runTools({
      calls,
      belt: this.#loaded.belt,
      scope: this.#tools,
      chain: toolChain,
      clock,
      store: (message) => this.#append(message),
    });
    this.#loaded.report();
    if (wait !== undefined) await this.#run.requireOwn();
    return wait;
  }

  async #endAtLimit(turn: ModelTurn, maxSteps: number): Promise<RunResult> {
    const notice = `${turn.message.content === '' ? '' : '\n\n'}${limitWords(maxSteps)}`;
    this.#run.emit({ type: 'message', messageId: turn.message.id, content: notice });
    const { toolCalls: _, ...message } = turn.message;
    const said = asSaid({ ...turn, message });
    await this.#append({ ...said, content: said.content + notice });
    this.#count(turn.usage);
    return { type: 'done', finishReason: 'limit', usage: this.#run.usage };
  }

  /** Ends with words of our own. */
  async #endAs(content: string, finishReason: 'stop' | 'limit'): Promise<RunResult> {
    this.#step += 1;
    const id = assistantMessageId(this.#run.runId, this.#step);
    this.#run.emit({ type: 'message', messageId: id, content });
    await this.#append({ role: 'assistant', id, content });
    return { type: 'done', finishReason, usage: this.#run.usage };
  }

  /** Messages that were corrected or taken back while the run goes on stand so in what models read next. */
  async #hearAmendments(): Promise<void> {
    const { last, messages } = await this.#deps.threads.amendedSince(this.#run.sessionId, this.#amendment);
    this.#amendment = last;
    asAmended(this.#thread, messages);
  }

  #count(usage: Usage): void {
    this.#run.usage = addUsage(this.#run.usage, usage);
    this.#run.emit({ type: 'usage', ...usage });
  }

  async #append(message: ThreadMessage): Promise<void> {
    await this.#run.keep(message);
    this.#thread.push(message);
  }

  /** Leaves the thread fit for the next message: what was said is kept, calls without a result are closed. */
  async #keepPartial(): Promise<void> {
    const { runId } = this.#run;
    const { text, reasoning } = this.#model.partial;
    await this.#closeCalls();
    if (text === '') return;
    await this.#append({
      role: 'assistant',
      id: assistantMessageId(runId, this.#step),
      content: text,
      ...(reasoning === '' ? {} : { reasoning }),
      interrupted: true,
    });
  }

  async #closeCalls(): Promise<void> {
    const open = unansweredCalls(this.#thread);
    emitInterrupted(open, this.#tools, this.#loaded.belt);
    for (const message of closeAsInterrupted(open, this.#run.runId)) await this.#append(message);
  }
}

/**
 * The name of who wrote what this run goes on with, where that is not whose run it is: what their words lead to next would be
 * done with rights that nobody lent.
 */
function askedByAnother(
  { principal, owner }: RunContext,
  thread: readonly ThreadMessage[],
): string | undefined {
  const question = thread.findLast((message) => message.role === 'user');
  if (question === undefined || (question.askedBy?.id ?? owner) === principal.id) return undefined;
  return question.askedBy?.name ?? 'the owner of this conversation';
}

/** The message as the thread keeps it: one that was cut says so wherever it is read again. */
function asSaid({ message, reason }: ModelTurn): AssistantMessage {
  return reason === 'length' && message.toolCalls === undefined ? { ...message, cutOff: true } : message;
}
