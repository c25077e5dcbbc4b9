import { type ChatModel, OracleError } from '../plugin/index.js';
import { AwayError } from './model-errors.js';
import { isSaid } from './try-again.js';

/**
 * A model behind another: who answers when the first is away or overloaded, before a word was said.
 * @param second is loaded when it is first needed
 */
export function withFallback(first: ChatModel, second: () => Promise<ChatModel>): ChatModel {
  return {
    ...first,
    async *stream(messages, tools, signal, habits, limits) {
      let said = false;
      try {
        for await (const event of first.stream(messages, tools, signal, habits, limits)) {
          said ||= isSaid(event);
          yield event;
        }
        return;
      } catch (error) {
        if (said || signal.aborted || !isAway(error)) throw error;
      }
      const model = await second();
      yield {
        type: 'notice',
        code: 'fallback_model',
        text: `The language model '${first.id}' is away or overloaded: '${model.id}' answers in its place.`,
      };
      yield* model.stream(messages, tools, signal, habits, limits);
    },
  };
}

function isAway(error: unknown): boolean {
  return (
    error instanceof AwayError || (OracleError.isInstance(error) && error.code === 'provider_overloaded')
  );
}
