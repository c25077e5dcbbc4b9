import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool } from '../plugin/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

const weather = definePlugin({
  name: 'weather',
  version: '1.0.0',
  manifest: {
    title: 'Weather',
    summary: 'Tells the weather.',
    whenToUse: ['Someone asks for the weather'],
    loading: 'always',
  },
  setup: () => ({
    tools: [
      defineTool({
        name: 'get_weather',
        description: 'Tells the weather of a city.',
        input: z.object({ city: z.string() }),
        run: () => ({ degrees: 20 }),
      }),
    ],
  }),
});

/** A call as Gemini signs it, after reasoning as DeepSeek sends it: no provider does both, and both must hold. */
const SIGNED = [
  { reasoning_content: 'I need the weather.' },
  {
    tool_calls: [
      {
        index: 0,
        id: 'function-call-1',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Berlin"}' },
        extra_content: { google: { thought_signature: 'CtkBAdHtim9' } },
      },
    ],
  },
  {},
].map((delta, place) => {
  const finish_reason = place === 2 ? 'tool_calls' : null;
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
});

let oracle: TestOracle | undefined;
afterEach(async () => {
  await oracle?.close();
  oracle = undefined;
});

it('gives a provider back what it added to a call, in the turn and after it, and shows it to nobody else', async () => {
  oracle = await startTestOracle({
    plugins: [weather],
    script: [
      { raw: { chunks: [...SIGNED, 'data: [DONE]\n\n'] } },
      { text: 'It has 20 degrees.' },
      { text: 'You are welcome.' },
    ],
  });
  const chat = await oracle.owner.chat();
  await chat.say('Weather in Berlin?');
  await chat.say('Thank you.');
  const callOf = (request: number) =>
    oracle?.model.requests[request]?.body.messages.find(({ tool_calls }) => tool_calls !== undefined);
  const signed = { extra_content: { google: { thought_signature: 'CtkBAdHtim9' } } };
  expect(callOf(1)).toMatchObject({ reasoning_content: 'I need the weather.', tool_calls: [signed] });
  expect(callOf(2)).toMatchObject({ tool_calls: [signed] });
  expect(callOf(2)).not.toHaveProperty('reasoning_content');
  const { text } = await oracle.owner.get(`/sessions/${chat.sessionId}/messages`);
  expect(text).toContain('function-call-1');
  expect(text).not.toMatch(/thought_signature|echo/);
});
