// VoltAgent behind its own Hono server; the UI message stream route, memory in the process.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Agent, createTool, InMemoryStorageAdapter, Memory, VoltAgent } from '@voltagent/core';
import { honoServer } from '@voltagent/server-hono';
import { INSTRUCTIONS, TOOLS } from './tools.mjs';

const { PORT, MODEL_URL } = process.env;
const provider = createOpenAICompatible({ name: 'fake', baseURL: MODEL_URL, apiKey: 'none' });
const agent = new Agent({
  name: 'oracle',
  instructions: INSTRUCTIONS,
  model: provider('fake'),
  memory: new Memory({ storage: new InMemoryStorageAdapter() }),
  tools: TOOLS.map(({ name, description, input, run }) =>
    createTool({ name, description, parameters: input, execute: run }),
  ),
});
new VoltAgent({
  agents: { oracle: agent },
  server: honoServer({ port: Number(PORT), hostname: '127.0.0.1' }),
  checkDependencies: false,
});
