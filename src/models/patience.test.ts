import { expect, it } from 'vitest';
import type { ChatModel, ModelEvent } from '../plugin/index.js';
import { withPatience } from './patience.js';

const LIMITS = { firstMs: 600_000, idleMs: 5 };
const END: ModelEvent = { type: 'end', reason: 'stop' };

function modelThat(stream: () => AsyncIterable<ModelEvent>): ChatModel {
  return withPatience({ id: 'openai:m', stream }, LIMITS);
}

const ask = (model: ChatModel) => model.stream([], [], new AbortController().signal);

it('tells the person that a model is silent, and waits for it', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const model = modelThat(async function* () {
    await begun;
    yield { type: 'text', text: 'At last.' };
    yield END;
  });
  const events: ModelEvent[] = [];
  for await (const event of ask(model)) {
    events.push(event);
    if (event.type === 'notice') begin();
  }
  expect(events).toEqual([
    {
      type: 'notice',
      code: 'model_silent',
      text: 'The language model has said nothing for 0.005 s. One on a machine nearby may read its prompt so long: it is waited for up to 10 min (LLM_FIRST_TIMEOUT_MS).',
    },
    { type: 'text', text: 'At last.' },
    END,
  ]);
});

it('says nothing of one that begins in time, also when it pauses later', async () => {
  const model = modelThat(async function* () {
    yield { type: 'text', text: 'At once.' };
    await new Promise((resolve) => setTimeout(resolve, 4 * LIMITS.idleMs));
    yield END;
  });
  const types: string[] = [];
  for await (const { type } of ask(model)) types.push(type);
  expect(types).toEqual(['text', 'end']);
});

it('throws what the model throws, and ends it when nobody reads on', async () => {
  const failing = modelThat(async function* () {
    yield* [];
    throw new Error('refused');
  });
  await expect(ask(failing)[Symbol.asyncIterator]().next()).rejects.toThrow('refused');

  let ended = false;
  const model = modelThat(async function* () {
    try {
      yield { type: 'text', text: 'One.' };
      yield END;
    } finally {
      ended = true;
    }
  });
  for await (const _ of ask(model)) break;
  expect(ended).toBe(true);
});
