import type { Principal, RunEvent } from 'oracle-runtime/plugin';
import { expect, it } from 'vitest';
import { relay } from './relay.js';

const ada = { id: 'matrix:@ada:localhost' } as Principal;
const end: RunEvent = {
  type: 'done',
  finishReason: 'stop',
  usage: { inputTokens: 0, outputTokens: 0 },
};

async function saidOf(events: readonly RunEvent[]): Promise<string> {
  let text = '';
  await relay(
    { principal: ada, sessionId: 's', runId: 'r' },
    {
      conversations: {
        async *follow() {
          yield [...events, end].map((event, i) => ({ seq: i + 1, event }));
        },
      },
      live: {
        show: () => undefined,
        finish: async (whole) => {
          text = whole;
        },
      },
      typing: async () => undefined,
      signal: new AbortController().signal,
    },
  );
  return text;
}

const message = (messageId: string, content: string): RunEvent => ({ type: 'message', messageId, content });
const notice: RunEvent = { type: 'notice', code: 'n', text: 'Not done.' };

it('sets a notice in a paragraph of its own, wherever it comes', async () => {
  expect(await saidOf([notice, message('a', 'do'), message('a', 'ne')])).toBe('_Not done._\n\ndone');
  expect(await saidOf([message('a', 'One.'), notice, message('a', 'Two.'), message('b', 'Three.')])).toBe(
    'One.\n\n_Not done._\n\nTwo.\n\nThree.',
  );
});
