import { isRecord } from '../kit/index.js';
import { CONNECTION_CLOSED, STREAM_ENDED } from './error-codes.js';

/**
 * The event stream that answers a POST, ended by an error for each request that it leaves without an answer: the SDK would
 * wait for one until its time is over. A stream that has named an event stays as it is, for the SDK goes on with it.
 * @param sent body of the POST
 */
export function endedStream(response: Response, sent: string): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  const open = requestsIn(sent);
  const decoder = new TextDecoder();
  let line = '';
  let goesOn = false;
  const read = (text: string) => {
    const lines = (line + text).split(/\r\n|\n|\r/);
    line = lines.pop() ?? '';
    for (const each of lines) {
      if (/^id:\s*\S/.test(each)) goesOn = true;
      // Of a message over several lines nothing is known: who has its answer does not hear that it was lost.
      if (each.startsWith('data:')) open.delete(answeredBy(each.slice('data:'.length)));
    }
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          read(decoder.decode(value, { stream: true }));
          return controller.enqueue(value);
        }
        read(`${decoder.decode()}\n`);
      } catch (error) {
        if (goesOn || open.size === 0) return controller.error(error);
      }
      if (!goesOn) for (const id of open) controller.enqueue(lost(id));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function lost(id: unknown): Uint8Array {
  const error = { code: CONNECTION_CLOSED, message: STREAM_ENDED };
  return new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`);
}

function requestsIn(sent: string): Set<unknown> {
  const parsed = parse(sent);
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return new Set(
    all.filter(isRecord).flatMap(({ id, method }) => (method === undefined || id === undefined ? [] : [id])),
  );
}

function answeredBy(data: string): unknown {
  const message = parse(data);
  return isRecord(message) && ('result' in message || 'error' in message) ? message['id'] : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
