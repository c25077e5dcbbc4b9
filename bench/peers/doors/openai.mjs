// A conversation by OpenAI's own client: `node openai.mjs <url> <key>` prints what the client made of it.
import OpenAI from 'openai';

const [url, apiKey] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
const seen = {};

seen.models = (await client.models.list()).data.map(({ id }) => id);

const messages = [{ role: 'user', content: 'Water three beds' }];
const stream = await client.chat.completions.create({
  model: 'oracle',
  messages,
  stream: true,
  stream_options: { include_usage: true },
});
let text = '';
let chunksWithoutChoices = 0;
for await (const chunk of stream) {
  if (!Array.isArray(chunk.choices)) chunksWithoutChoices++;
  text += chunk.choices?.[0]?.delta?.content ?? '';
  seen.finish = chunk.choices?.[0]?.finish_reason ?? seen.finish;
  seen.usage = chunk.usage?.total_tokens ?? seen.usage;
}
Object.assign(seen, { text, chunksWithoutChoices });

messages.push({ role: 'assistant', content: text }, { role: 'user', content: 'And again?' });
const second = await client.chat.completions.create({ model: 'oracle', messages });
seen.second = second.choices[0].message.content;

const tools = [
  {
    type: 'function',
    function: { name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } },
  },
];
const asks = [{ role: 'user', content: 'Which color?' }];
const calling = client.chat.completions.stream({ model: 'oracle', messages: asks, tools });
const called = (await calling.finalChatCompletion()).choices[0];
seen.toolFinish = called.finish_reason;
seen.called = called.message.tool_calls.map((call) => call.function.name);
asks.push(called.message, { role: 'tool', tool_call_id: called.message.tool_calls[0].id, content: 'red' });
seen.colored = (
  await client.chat.completions.create({ model: 'oracle', messages: asks, tools })
).choices[0].message.content;

const wish = [{ role: 'user', content: 'Open the shed' }];
const asked = await client.chat.completions.create({ model: 'oracle', messages: wish });
seen.asked = asked.choices[0].message.content;
wish.push(asked.choices[0].message, { role: 'user', content: 'Yes' });
seen.decided = (await client.chat.completions.create({ model: 'oracle', messages: wish })).choices[0].message.content;

const watered = await client.responses.create({ model: 'oracle', input: 'Water three beds' });
seen.items = watered.output.map(({ type }) => type);
seen.outputText = watered.output_text;
const wished = await client.responses.create({ model: 'oracle', input: 'Open the shed' });
const request = wished.output.find(({ type }) => type === 'mcp_approval_request');
const streaming = client.responses.stream({
  model: 'oracle',
  previous_response_id: wished.id,
  input: [{ type: 'mcp_approval_response', approval_request_id: request.id, approve: false }],
});
seen.events = [];
for await (const event of streaming) seen.events.push(event.type);
seen.declined = (await streaming.finalResponse()).output.map((item) => item.status ?? item.type);
const functions = [{ type: 'function', name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } }];
const picking = await client.responses.create({ model: 'oracle', input: 'Which color?', tools: functions });
const picked = picking.output.find(({ type }) => type === 'function_call');
const answered = await client.responses.create({
  model: 'oracle',
  previous_response_id: picking.id,
  input: [{ type: 'function_call_output', call_id: picked.call_id, output: 'red' }],
  tools: functions,
});
seen.picked = [picked.name, answered.output_text];
seen.retrieved = (await client.responses.retrieve(answered.id)).output_text;

try {
  const broken = await client.chat.completions.create({
    model: 'oracle',
    messages: [{ role: 'user', content: 'Break' }],
    stream: true,
  });
  for await (const _ of broken);
  seen.broken = 'nothing thrown';
} catch (error) {
  seen.broken = error.code;
}
try {
  await client.chat.completions.create({ model: 'oracle', messages: [] });
} catch (error) {
  seen.refused = [error.status, error.type, error.param];
}
console.log(JSON.stringify(seen));
