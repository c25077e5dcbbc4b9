import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an answer comes: so many tokens, one each `everyMs`. */
interface Pace {
  readonly tokens: number;
  readonly everyMs: number;
}

/** `count=300 every=100` in the last message of a request; short and quick without. */
function paceOf(body: string): Pace {
  const [, tokens = '20'] = /count=(\d+)/g.exec(body) ?? [];
  const [, everyMs = '20'] = /every=(\d+)/g.exec(body) ?? [];
  return { tokens: Number(tokens), everyMs: Number(everyMs) };
}

const chunk = (choice: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'paced', choices: [choice], ...more })}\n\n`;

function answer(response: ServerResponse, { tokens, everyMs }: Pace): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    response.write(chunk({ index: 0, delta: { content: `word${sent} ` }, finish_reason: null }));
    sent += 1;
    if (sent < tokens) return;
    clearInterval(timer);
    const usage = { prompt_tokens: 10, completion_tokens: tokens, total_tokens: 10 + tokens };
    response.end(`${chunk({ index: 0, delta: {}, finish_reason: 'stop' }, { usage })}data: [DONE]\n\n`);
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

/** A model of a process of its own, whose answers come at the pace that they are asked for. */
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => answer(response, paceOf(body.slice(body.lastIndexOf('"role":"user"')))));
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }),
);
process.on('disconnect', () => process.exit());
