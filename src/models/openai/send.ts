import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';

/** Idle connections are kept, so that the next call saves the handshake. */
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/** Of the few addresses that are asked again and again. */
const addresses = new WeakMap<URL, ReturnType<typeof urlToHttpOptions>>();

function addressOf(url: URL): ReturnType<typeof urlToHttpOptions> {
  const known = addresses.get(url) ?? urlToHttpOptions(url);
  addresses.set(url, known);
  return known;
}

/** The connection was a kept one that the server had closed meanwhile; the request may be sent again at once. */
export class StaleConnection extends Error {}

/**
 * Sends a JSON body, or asks with GET when there is none, and resolves with the response as soon as its head is there.
 * `node:http` costs half the CPU of `fetch` for a streamed answer, and a chat is little else. Aborting `signal` closes
 * the socket.
 */
export function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const secure = url.protocol === 'https:';
    const bodyHeaders =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = (secure ? httpsRequest : httpRequest)({
      ...addressOf(url),
      method: body === undefined ? 'GET' : 'POST',
      agent: secure ? agents.https : agents.http,
      headers: { ...bodyHeaders, ...headers },
    });
    const onAbort = () => {
      reject(signal.reason);
      // Without an error: the socket may be back in the pool by then, where nobody listens for one.
      request.destroy();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', onAbort));
    request.once('response', (response) => {
      // Whoever reads the body hears of its errors; one that comes when nobody reads must not end the process.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error);
    });
    request.end(body);
  });
}

/** The body as text, cut after `limit` characters. */
export async function readText(response: IncomingMessage, limit: number): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) {
    text += part;
    if (text.length > limit) break;
  }
  return text.slice(0, limit);
}
