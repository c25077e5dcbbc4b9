// The same conversation by the AI SDK over its OpenAI-compatible provider: `node ai-sdk.mjs <url> <key>`.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';

const [url, apiKey] = process.argv.slice(2);
const model = createOpenAICompatible({ name: 'oracle', baseURL: `${url}/v1`, apiKey, includeUsage: true })('oracle');
const seen = {};

const parts = [];
const first = streamText({ model, prompt: 'Water three beds', maxRetries: 0 });
for await (const part of first.fullStream) parts.push(part.type);
seen.kinds = [...new Set(parts)];
seen.text = await first.text;
seen.finish = await first.finishReason;
seen.usage = (await first.usage).totalTokens;

const colored = streamText({
  model,
  prompt: 'Which color?',
  maxRetries: 0,
  stopWhen: stepCountIs(3),
  tools: {
    pickColor: tool({
      description: 'Asks',
      inputSchema: jsonSchema({ type: 'object', properties: {} }),
      execute: () => 'red',
    }),
  },
});
await colored.consumeStream();
seen.colored = await colored.text;
seen.steps = (await colored.steps).length;

let failed;
const broken = streamText({ model, prompt: 'Break', maxRetries: 0, onError: ({ error }) => (failed = error) });
await broken.consumeStream();
seen.broken = failed !== undefined;
console.log(JSON.stringify(seen));
