// Raw LangChain createAgent behind express; short-lived memory, or SQLite when CHECKPOINT_DB names a file.
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import express from 'express';
import { createAgent, tool } from 'langchain';
import { INSTRUCTIONS, TOOLS } from './tools.mjs';

const { PORT, MODEL_URL, CHECKPOINT_DB } = process.env;
const checkpointer = CHECKPOINT_DB
  ? (await import('@langchain/langgraph-checkpoint-sqlite')).SqliteSaver.fromConnString(CHECKPOINT_DB)
  : new MemorySaver();
const agent = createAgent({
  model: new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration: { baseURL: MODEL_URL } }),
  tools: TOOLS.map(({ name, description, input, run }) =>
    tool(async (args) => JSON.stringify(await run(args)), { name, description, schema: input }),
  ),
  systemPrompt: INSTRUCTIONS,
  checkpointer,
});

const app = express();
app.use(express.json());
app.post('/chat', async (request, response) => {
  const { thread, message } = request.body;
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const send = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  try {
    const stream = await agent.stream(
      { messages: [{ role: 'user', content: message }] },
      { configurable: { thread_id: thread }, streamMode: ['messages', 'updates'], signal: abort.signal },
    );
    for await (const [mode, data] of stream) {
      if (mode === 'messages') {
        const [chunk] = data;
        if (chunk.getType() === 'ai' && chunk.text !== '') send('message', { content: chunk.text });
      } else {
        for (const update of Object.values(data)) {
          for (const entry of update?.messages ?? []) {
            for (const call of entry.tool_calls ?? []) send('tool_call', { id: call.id, name: call.name, args: call.args });
            if (entry.getType?.() === 'tool') send('tool_result', { id: entry.tool_call_id, content: entry.content });
          }
        }
      }
    }
    send('done', {});
  } catch (error) {
    if (!abort.signal.aborted) send('error', { message: String(error) });
  }
  response.end();
});
app.listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
