import { AsyncLocalStorage } from 'node:async_hooks';
import { Runnable, type RunnableConfig } from '@langchain/core/runnables';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { interrupt } from '@langchain/langgraph/web';

/**
 * A step of the graph as a bare runnable. LangGraph's own wrapper around a function makes a tracing tree, two copies
 * of the configuration and an asynchronous context a call, five times what the rest of a run of the graph costs.
 */
export class GraphStep<Input, Output> extends Runnable<Input, Output> {
  override lc_namespace = ['oracle-runtime', 'agent'];
  readonly #work: (input: Input, config: RunnableConfig) => Promise<Output>;

  constructor(work: (input: Input, config: RunnableConfig) => Promise<Output>) {
    super();
    this.#work = work;
  }

  override invoke(input: Input, config: RunnableConfig = {}): Promise<Output> {
    return this.#work(input, config);
  }
}

/**
 * LangGraph's `interrupt`, which finds its run by an asynchronous context. That context is set up here, at the first
 * question to a person, and not at the start: on Node 20 it slows down every promise of the process from then on.
 */
export function interruptIn<Answer>(config: RunnableConfig, question: unknown): Answer {
  AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());
  return AsyncLocalStorageProviderSingleton.runWithConfig(config, () => interrupt<unknown, Answer>(question));
}
