import type { ChatModel } from '../plugin/index.js';
import type { SilenceLimits } from './call-watch.js';

/**
 * A model that may take longer to begin than most: the person is told once it has taken as long as another may.
 * @param limits with `firstMs` above `idleMs`
 */
export function withPatience(model: ChatModel, { firstMs, idleMs }: SilenceLimits): ChatModel {
  return {
    ...model,
    async *stream(messages, tools, signal, habits, limits) {
      const events = model.stream(messages, tools, signal, habits, limits)[Symbol.asyncIterator]();
      try {
        const first = events.next();
        if (await isLate(first, idleMs))
          yield {
            type: 'notice',
            code: 'model_silent',
            text: `The language model has said nothing for ${inWords(idleMs)}. One on a machine nearby may read its prompt so long: it is waited for up to ${inWords(firstMs)} (LLM_FIRST_TIMEOUT_MS).`,
          };
        for (let next = await first; next.done !== true; next = await events.next()) yield next.value;
      } finally {
        await events.return?.();
      }
    },
  };
}

/** Whether a promise is still open after `ms`. @throws what it throws by then */
async function isLate(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), ms);
  });
  try {
    return await Promise.race([promise.then(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

function inWords(ms: number): string {
  const seconds = ms / 1000;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
