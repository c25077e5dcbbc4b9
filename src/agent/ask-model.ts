import { abortable } from '../kit/index.js';
import { NotAccepted } from '../models/model-errors.js';
import {
  ContextOverflow,
  type ErrorCode,
  type ModelCall,
  type ModelTurn,
  OracleError,
} from '../plugin/index.js';
import type { PromptRequest, ThreadContext } from './context/thread-context.js';
import type { Handler } from './middleware/compose.js';
import type { ModelScope } from './stream-turn.js';

/** Failures of an answer that another try may not meet. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set([
  'provider_overloaded',
  'provider_aborted',
  'answer_empty',
  'stream_damaged',
  'model_failed',
]);

export interface Asking {
  readonly context: ThreadContext;
  readonly chain: Handler<ModelCall, ModelTurn, ModelScope>;
  readonly scope: ModelScope;
  /** What the call at this step begins with. */
  head(): PromptRequest['call'];
  /** The next answer is another message. */
  nextStep(): void;
}

/**
 * One turn of the model. A prompt that is refused for its length is sent again, shorter, as long as it gets shorter;
 * one that is refused in unknown words and is long, or that may be about length, is sent again once.
 * An answer that failed after reasoning alone is asked for once more, as a message of its own. Nothing is tried again
 * once the person has read a word of the answer: two answers in one would be worse than one that says it is not whole.
 * @throws whatever ended the last try; `scope.partial` holds what it had said
 */
export async function askModel(
  { context, chain, scope, head, nextStep }: Asking,
  asked: Omit<PromptRequest, 'call'>,
): Promise<ModelTurn> {
  const { partial, run } = scope;
  let refusal: { readonly error: OracleError; readonly tokens: number } | undefined;
  let again = true;
  while (true) {
    const request = { ...asked, call: head() };
    const prompt = await context.fit(request);
    if (refusal !== undefined && prompt.tokens >= refusal.tokens)
      throw ContextOverflow.isInstance(refusal.error) ? context.tooLong(refusal.error) : refusal.error;
    partial.text = '';
    partial.reasoning = '';
    try {
      const { model, tools, call } = request;
      const sent: ModelCall = { ...call, model, role: 'main', messages: prompt.messages, tools };
      const turn = await abortable(chain(sent, scope), run.signal);
      partial.text = '';
      partial.reasoning = '';
      context.counted(request, prompt, turn.usage);
      return turn;
    } catch (error) {
      if (run.signal.aborted || partial.text !== '') throw error;
      if (ContextOverflow.isInstance(error)) {
        refusal = { error, tokens: prompt.tokens };
        await context.refused(request, prompt, error);
        continue;
      }
      if (error instanceof NotAccepted && context.guessTooLong(error.ofLength)) {
        refusal = { error, tokens: prompt.tokens };
        continue;
      }
      if (!again || partial.reasoning === '' || !mayPass(error)) throw error;
      again = false;
      nextStep();
    }
  }
}

function mayPass(error: unknown): boolean {
  return OracleError.isInstance(error) && MAY_PASS.has(error.code);
}
