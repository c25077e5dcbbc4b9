import { expect, it } from 'vitest';
import { startTestAgent, textOf } from './test-agent.js';

it('answers a message in one model call', async () => {
  const agent = await startTestAgent({
    script: [{ text: ['Hel', 'lo'], usage: { inputTokens: 7, outputTokens: 2 } }],
  });
  const session = await agent.session();
  const events = await agent.chat(session, 'hi');
  expect(textOf(events)).toBe('Hello');
  expect(events.at(-1)).toEqual({
    type: 'done',
    finishReason: 'stop',
    usage: { inputTokens: 7, outputTokens: 2 },
  });
  await agent.close();
});
