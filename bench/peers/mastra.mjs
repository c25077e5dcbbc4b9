// Mastra behind its own Hono adapter; the agent's own stream route, no memory configured.
import { serve } from '@hono/node-server';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { MastraServer } from '@mastra/hono';
import { Hono } from 'hono';
import { INSTRUCTIONS, TOOLS } from './tools.mjs';

const { PORT, MODEL_URL } = process.env;
const agent = new Agent({
  id: 'oracle',
  name: 'oracle',
  instructions: INSTRUCTIONS,
  model: { providerId: 'fake', modelId: 'fake', url: MODEL_URL, apiKey: 'none' },
  tools: Object.fromEntries(
    TOOLS.map(({ name, description, input, run }) => [
      name,
      createTool({ id: name, description, inputSchema: input, execute: (args) => run(args) }),
    ]),
  ),
});
const app = new Hono();
await new MastraServer({ app, mastra: new Mastra({ agents: { oracle: agent }, logger: false }) }).init();
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, () => console.log('listening'));
