import { Agent, request } from 'node:http';

/** One chat as a server wants it. */
export interface ChatCall {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ChatTiming {
  /** Milliseconds from sending the request to the first token. */
  readonly firstTokenMs: number;
  readonly totalMs: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** Milliseconds between chunks after the first token. */
  readonly gapsMs: readonly number[];
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 1000 });
const MARK = 'zq';

/**
 * Sends one chat and reads its stream to the end.
 * @throws Error when the answer is no 200 or the last token, `lastToken`, is not in it
 */
export function chat(call: ChatCall, lastToken: string): Promise<ChatTiming> {
  const payload = JSON.stringify(call.body);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      call.url,
      {
        method: 'POST',
        agent: keepAlive,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(payload),
          Accept: 'text/event-stream',
          ...call.headers,
        },
      },
      (response) => {
        const chunks: string[] = [];
        const gapsMs: number[] = [];
        let bytes = 0;
        let firstTokenMs = Number.NaN;
        let lastAt = 0;
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const now = performance.now();
          chunks.push(chunk);
          bytes += Buffer.byteLength(chunk);
          if (!Number.isNaN(firstTokenMs)) gapsMs.push(now - lastAt);
          else if (chunk.includes(MARK)) firstTokenMs = now - startedAt;
          lastAt = now;
        });
        response.on('error', reject);
        response.on('end', () => {
          const body = chunks.join('');
          if (response.statusCode === 200 && body.includes(lastToken)) {
            resolve({ firstTokenMs, totalMs: performance.now() - startedAt, bytes, gapsMs });
          } else {
            reject(new Error(`HTTP ${response.statusCode} without ${lastToken}: ${body.slice(0, 600)}`));
          }
        });
      },
    );
    outgoing.on('error', (error) => {
      // The server closed an idle connection just as it was taken again.
      const stale = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (stale) resolve(chat(call, lastToken));
      else reject(error);
    });
    outgoing.end(payload);
  });
}

/** Runs `calls` with `concurrency` of them open at a time. */
export async function chats(
  calls: readonly ChatCall[],
  concurrency: number,
  lastToken: string,
): Promise<ChatTiming[]> {
  const timings: ChatTiming[] = [];
  const queue = calls.values();
  const worker = async () => {
    for (const call of queue) timings.push(await chat(call, lastToken));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return timings;
}
