/**
 * The fake model of the benchmark, in a process of its own: a streaming OpenAI-compatible endpoint whose answer is
 * told by the last user message. `[20]`: 20 tokens at once. `[120@10]`: 120 tokens at 10 a second. `[three]`: two
 * tool calls, each in a turn of its own, then 20 tokens. Every token holds `zq`. Tells its parent the bytes of each
 * tool list. Ids are unique, since LangChain takes two answers of one id for one message.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const chatRequest = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.unknown()).default([]),
});
type ChatRequest = z.output<typeof chatRequest>;

let answers = 0;

async function answer({ messages, tools }: ChatRequest, response: ServerResponse): Promise<void> {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const content = messages[asked]?.content;
  // Some clients send a list of parts.
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  const results = messages.slice(asked).filter(({ role }) => role === 'tool').length;
  process.send?.({ results, toolBytes: JSON.stringify(tools).length });

  answers += 1;
  const id = `chatcmpl-${answers}`;
  const head = { id, object: 'chat.completion.chunk', created: 1, model: 'fake' };
  const send = (fields: object) => response.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`);
  const delta = (part: object) => send({ choices: [{ index: 0, delta: part, finish_reason: null }] });
  const end = (reason: string, count: number) => {
    send({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: count, total_tokens: 100 + count } });
    response.end('data: [DONE]\n\n');
  };
  const call = (name: string, args: object) => {
    const wire = { name, arguments: JSON.stringify(args) };
    delta({ tool_calls: [{ index: 0, id: `call_${answers}`, type: 'function', function: wire }] });
    end('tool_calls', 10);
  };

  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  delta({ role: 'assistant', content: '' });
  if (text.includes('[three]') && results === 0) return call('load_capability', { names: ['bench-weather'] });
  if (text.includes('[three]') && results === 1) return call('get_bench_weather', { city: 'Berlin' });
  const [, count = '20', rate] = /\[(\d+)(?:@(\d+))?\]/.exec(text) ?? [];
  for (let token = 0; token < Number(count) && !response.destroyed; token += 1) {
    if (token > 0 && rate !== undefined) await sleep(1000 / Number(rate));
    delta({ content: ` zq${token}` });
  }
  end('stop', Number(count));
}

const server = createServer((request, response) => {
  json(request)
    .then((body) => answer(chatRequest.parse(body), response))
    .catch((error: unknown) => {
      process.stderr.write(`fake model: ${String(error)}\n`);
      response.destroy();
    });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
});
process.on('disconnect', () => process.exit(0));
