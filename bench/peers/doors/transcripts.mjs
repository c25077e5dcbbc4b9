// What clients that others wrote make of recorded streams: `node transcripts.mjs <folder>` serves each and prints what came of it.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { Role, taskStateToJSON } from '@a2a-js/sdk';
import { HttpAgent } from '@ag-ui/client';
import { AbstractChat, DefaultChatTransport } from 'ai';
import OpenAI from 'openai';

const [folder] = process.argv.slice(2);
const DOORS = [
  ['/v1/chat/completions', 'openai-chat'],
  ['/v1/responses', 'openai-responses'],
  ['/ai/chat', 'ai-sdk'],
  ['/ag-ui', 'ag-ui'],
  ['/a2a', 'a2a'],
];
console.debug = () => {};
console.warn = () => {};
console.error = () => {};

const server = createServer((request, response) => {
  const [, name, ...rest] = request.url.split('/');
  const path = `/${rest.join('/')}`;
  if (path.endsWith('agent-card.json')) return response.end(JSON.stringify(card(`${origin}/${name}`)));
  const door = DOORS.find(([each]) => each === path)?.[1];
  let body = '';
  request.on('data', (bytes) => (body += bytes));
  request.on('end', () => {
    const { id } = JSON.parse(body);
    const stream = readFileSync(`${folder}/${door}/${name}.sse`, 'utf8');
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      ...(door === 'ai-sdk' ? { 'x-vercel-ai-ui-message-stream': 'v1' } : {}),
    });
    // JSON-RPC answers by the id of the request.
    response.end(door === 'a2a' ? stream.replaceAll('"id":1,', `"id":${JSON.stringify(id)},`) : stream);
  });
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${server.address().port}`;

function card(base) {
  return {
    name: 'oracle',
    description: 'x',
    version: '1',
    supportedInterfaces: [{ url: `${base}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

/** What was thrown, in the words that do not depend on the machine. */
const thrown = (error) => ({ thrown: error.code ?? error.name, message: error.message });
const client = (name) => new OpenAI({ baseURL: `${origin}/${name}/v1`, apiKey: 'x', maxRetries: 0 });

const READERS = {
  async 'openai-chat'(name) {
    const seen = { chunks: 0, ownMembers: 0 };
    try {
      const stream = client(name).chat.completions.stream({ model: 'oracle', messages: [{ role: 'user', content: 'x' }] });
      for await (const chunk of stream) {
        seen.chunks += 1;
        if ('oracle' in chunk) seen.ownMembers += 1;
      }
      const { choices, usage } = await stream.finalChatCompletion();
      return { ...seen, choices, usage };
    } catch (error) {
      return { ...seen, ...thrown(error) };
    }
  },
  async 'openai-responses'(name) {
    const events = [];
    try {
      const stream = client(name).responses.stream({ model: 'oracle', input: 'x' });
      for await (const { type } of stream) if (events.at(-1) !== type) events.push(type);
      const { status, output, output_text, error, incomplete_details, usage } = await stream.finalResponse();
      return { events, status, output, output_text, error, incomplete_details, usage };
    } catch (error) {
      return { events, ...thrown(error) };
    }
  },
  async 'ai-sdk'(name) {
    const state = {
      status: 'ready',
      error: undefined,
      messages: [],
      pushMessage: (message) => state.messages.push(message),
      popMessage: () => state.messages.pop(),
      replaceMessage: (index, message) => (state.messages[index] = message),
      snapshot: (value) => structuredClone(value),
    };
    class Chat extends AbstractChat {}
    const transport = new DefaultChatTransport({ api: `${origin}/${name}/ai/chat` });
    const chat = new Chat({ id: 'x', state, transport, onError: () => {} });
    await chat.sendMessage({ text: 'x' });
    const { role, parts } = state.messages.at(-1);
    return { status: state.status, error: state.error?.message, role, parts };
  },
  async 'ag-ui'(name) {
    const agent = new HttpAgent({ url: `${origin}/${name}/ag-ui`, threadId: 'x' });
    agent.messages.push({ id: 'u1', role: 'user', content: 'x' });
    const seen = {};
    try {
      await agent.runAgent({}, {
        onRunErrorEvent: ({ event }) => (seen.error = { code: event.code, message: event.message }),
        onRunFinishedEvent: ({ event }) => (seen.outcome = event.outcome),
      });
    } catch (error) {
      seen.thrown = error.message;
    }
    return { ...seen, messages: agent.messages.slice(1), state: agent.state, pending: agent.pendingInterrupts };
  },
  async a2a(name) {
    const options = { transports: [new JsonRpcTransportFactory()] };
    const factory = new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default, options));
    const reader = await factory.createFromUrl(`${origin}/${name}/`);
    const seen = [];
    const message = {
      messageId: 'm1',
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text', value: 'x' }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    try {
      for await (const event of reader.sendMessageStream({ tenant: '', message, configuration: undefined, metadata: undefined })) {
        const kind = event.payload?.$case ?? Object.keys(event)[0];
        const value = event.payload?.value ?? event[kind];
        const parts = (value.artifact?.parts ?? value.status?.message?.parts ?? []).map(({ content }) => content?.value);
        seen.push([kind, value.status && taskStateToJSON(value.status.state), ...parts]);
      }
    } catch (error) {
      return { seen, ...thrown(error) };
    }
    return { seen };
  },
};

const names = readdirSync(`${folder}/ag-ui`).map((file) => file.replace('.sse', '')).sort();
const made = {};
for (const [door, read] of Object.entries(READERS)) {
  made[door] = {};
  for (const name of names) made[door][name] = await read(name);
}
process.stdout.write(JSON.stringify(made));
server.close();
server.closeAllConnections();
