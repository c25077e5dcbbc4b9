// OpenAI Agents SDK behind node:http, chat completions API, a session in memory for each thread.
import { createServer } from 'node:http';
import { Agent, MemorySession, run, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled, tool } from '@openai/agents';
import { OpenAI } from 'openai';
import { INSTRUCTIONS, TOOLS } from './tools.mjs';

const { PORT, MODEL_URL } = process.env;
setTracingDisabled(true);
setOpenAIAPI('chat_completions');
setDefaultOpenAIClient(new OpenAI({ apiKey: 'none', baseURL: MODEL_URL }));
const agent = new Agent({
  name: 'oracle',
  model: 'fake',
  instructions: INSTRUCTIONS,
  tools: TOOLS.map(({ name, description, input, run: execute }) =>
    // Strict mode has no optional fields; the schemas stay as they are for everyone.
    tool({ name, description, parameters: toJsonSchema(input), strict: false, execute }),
  ),
});
const sessions = new Map();

function toJsonSchema(input) {
  const { $schema, ...schema } = input.toJSONSchema ? input.toJSONSchema() : {};
  return { required: [], ...schema, additionalProperties: true };
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { thread, message } = JSON.parse(Buffer.concat(chunks).toString());
  const session = sessions.get(thread) ?? new MemorySession();
  sessions.set(thread, session);
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const send = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  try {
    const stream = await run(agent, message, { stream: true, session, signal: abort.signal });
    for await (const event of stream) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') {
        send('message', { content: event.data.delta });
      } else if (event.type === 'run_item_stream_event' && event.name === 'tool_called') {
        send('tool_call', { name: event.item.rawItem.name });
      } else if (event.type === 'run_item_stream_event' && event.name === 'tool_output') {
        send('tool_result', { content: event.item.output });
      }
    }
    await stream.completed;
    send('done', {});
  } catch (error) {
    if (!abort.signal.aborted) send('error', { message: String(error) });
  }
  response.end();
}).listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
