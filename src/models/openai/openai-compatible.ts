import {
  type AnswerLimits,
  type ChatModel,
  ContextOverflow,
  type ModelEvent,
  type PromptMessage,
  type ToolSchema,
} from '../../plugin/index.js';
import { hasPictures } from '../attached.js';
import type { CallLimits, CallSettings } from '../call-settings.js';
import { CallWatch, type SilenceLimits } from '../call-watch.js';
import { PAUSE_MS, tryAgain } from '../try-again.js';
import { OfferedTools } from '../written/offered-tools.js';
import { ReasoningHabit } from '../written/reasoning-habit.js';
import { connect } from './connect.js';
import { ContextSize } from './context-size.js';
import { type EndpointOptions, readEndpoint } from './endpoint.js';
import { createRenderer } from './openai-request.js';
import { firstQuirks, learnQuirk, lesserAnswer, pictureRefusal } from './quirks.js';
import { readAnswer } from './read-answer.js';
import { mayRefuseSilence, otherSilence } from './silence.js';

export interface OpenAiCompatibleOptions extends EndpointOptions, CallSettings, CallLimits {
  readonly model: string;
}

/** Any endpoint that speaks OpenAI's chat completions, streaming. */
export function createOpenAiCompatibleModel(options: OpenAiCompatibleOptions): ChatModel {
  const { model, timeoutMs, firstTimeoutMs = timeoutMs, pauseMs = PAUSE_MS } = options;
  const id = `openai:${model}`;
  const endpoint = readEndpoint(options);
  const quirks = firstQuirks(endpoint.chat);
  const renderer = createRenderer(id, model, options, quirks);
  const habit = new ReasoningHabit(model);
  const size = new ContextSize(endpoint, model, options.contextTokens);
  const unlimited = isUnlimited(options);
  const limits: SilenceLimits = { firstMs: firstTimeoutMs, idleMs: timeoutMs };

  async function* answer(
    messages: readonly PromptMessage[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
    most: number | undefined,
  ): AsyncGenerator<ModelEvent> {
    const watch = new CallWatch(limits, signal);
    const pictures = messages.some(hasPictures);
    let blind = quirks.withoutPictures;
    let { silence } = quirks;
    let triesSilence = false;
    let refused: ReturnType<typeof pictureRefusal>;
    let complete = false;
    /** What is set is the operator's to mend: only what a call asks for beside is asked for shorter. */
    const asked = () => (most === undefined ? undefined : Math.min(most, quirks.mostTokens ?? most));
    try {
      const response = await connect(
        {
          endpoint,
          model,
          pauseMs,
          body: () => renderer.render(messages, tools, { blind, silence, maxTokens: asked() }),
          shorten(status, error) {
            const sent = asked();
            const lesser = sent === undefined ? undefined : lesserAnswer(status, error, sent);
            quirks.mostTokens = lesser ?? quirks.mostTokens;
            return lesser !== undefined;
          },
          learn(status, error) {
            refused = pictures && !blind ? pictureRefusal(status, error) : undefined;
            if (refused !== undefined) {
              blind = true;
              return true;
            }
            if (learnQuirk(quirks, status, error, tools.length > 0)) return true;
            if (triesSilence || !mayRefuseSilence(messages, status, error)) return false;
            triesSilence = true;
            silence = otherSilence(silence);
            return 'guess';
          },
        },
        watch,
      );
      if (quirks.withoutTools && tools.length > 0) yield toolsUnsupported(model);
      // Only now it is clear what it was for.
      if (triesSilence) quirks.silence = silence;
      if (refused === 'model') quirks.withoutPictures = true;
      if (blind && asksOfPictures(messages)) yield picturesUnsupported(model);
      const offered = new OfferedTools(quirks.withoutTools ? [] : tools);
      const reading = { endpoint, model, id, offered, habit, unlimited: unlimited && most === undefined };
      for await (const event of readAnswer(response, reading, watch)) {
        complete = event.type === 'end';
        yield event;
      }
    } catch (error) {
      const fault = watch.fault ?? error;
      if (ContextOverflow.isInstance(fault)) size.learn(fault.tokens.limit);
      throw fault;
    } finally {
      if (complete) watch.release();
      else watch.stop();
    }
  }

  return {
    id,
    stream(messages, tools, signal, _habits, limits: AnswerLimits = {}) {
      const attempt = () => {
        signal.throwIfAborted();
        return answer(messages, tools, signal, limits.maxTokens);
      };
      return tryAgain(attempt, signal, pauseMs);
    },
    contextTokens: (signal) => size.tokens(signal),
    seesPictures: () => !quirks.withoutPictures,
  };
}

/** Whether nothing that is sent limits the length of an answer. */
function isUnlimited({ maxTokens, extraBody = {} }: CallSettings): boolean {
  return maxTokens === undefined && !Object.keys(extraBody).some((name) => /max|predict|option/i.test(name));
}

function toolsUnsupported(model: string): ModelEvent {
  return {
    type: 'notice',
    code: 'tools_unsupported',
    text: `The language model '${model}' cannot call tools: it answers from what it knows and looks nothing up.`,
  };
}

/** Whether the person's last message brings pictures: of earlier ones they were told. */
function asksOfPictures(messages: readonly PromptMessage[]): boolean {
  const last = messages.findLast(({ role }) => role === 'user');
  return last !== undefined && hasPictures(last);
}

function picturesUnsupported(model: string): ModelEvent {
  return {
    type: 'notice',
    code: 'pictures_unsupported',
    text: `The language model '${model}' did not take the pictures of this message: it has not seen them.`,
  };
}
