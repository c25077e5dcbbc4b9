import { describe, expect, it } from 'vitest';
import { followRun, type WireEvent } from './follow-run.js';

const stream = (...chunks: (string | 'hang')[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) if (chunk !== 'hang') controller.enqueue(new TextEncoder().encode(chunk));
        if (!chunks.includes('hang')) controller.close();
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream', 'Content-Location': '/messages/s/runs/r%201' } },
  );
const frame = (seq: number, event: string, data = '{}') =>
  `event: ${event}\nid: r 1:${seq}\ndata: ${data}\n\n`;

async function collect(first: Response, ...rejoins: (Response | undefined)[]) {
  const asked: unknown[] = [];
  const events: WireEvent[] = [];
  const run = followRun({
    sessionId: 's',
    open: async () => first,
    client: {
      rejoin: async (sessionId, runId, lastId) => {
        asked.push([sessionId, runId, lastId]);
        return rejoins.shift();
      },
    },
    signal: new AbortController().signal,
    stallMs: 30,
  });
  for await (const event of run) events.push(event);
  return { asked, seen: events.map(({ event, id }) => [event, id]) };
}

describe('followRun', () => {
  it('takes silence without a heartbeat for a drop', async () => {
    const { asked, seen } = await collect(
      stream('retry: 1\n\n', frame(1, 'run'), 'hang'),
      stream(frame(2, 'done')),
    );
    expect(asked).toEqual([['s', 'r 1', 'r 1:1']]);
    expect(seen).toEqual([
      ['run', 'r 1:1'],
      ['done', 'r 1:2'],
    ]);
  });

  it('passes over what a server repeats', async () => {
    const { seen } = await collect(
      stream('retry: 1\n\n', frame(1, 'run'), frame(2, 'message')),
      stream(frame(1, 'run'), frame(2, 'message'), frame(3, 'done')),
    );
    expect(seen.map(([, id]) => id)).toEqual(['r 1:1', 'r 1:2', 'r 1:3']);
  });

  it('reads events and characters that are cut anywhere', async () => {
    const bytes = new TextEncoder().encode(frame(1, 'message', '{"content":"ä€😀"}') + frame(2, 'done'));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const events: unknown[] = [];
    for await (const { data } of followRun({
      sessionId: 's',
      open: async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
      client: { rejoin: async () => undefined },
      signal: new AbortController().signal,
    }))
      events.push(data);
    expect(events).toEqual([{ content: 'ä€😀' }, {}]);
  });

  it('fails when there is nothing left and no terminal event came', async () => {
    await expect(collect(stream('retry: 1\n\n', frame(1, 'run')), undefined)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('refuses an event that is no JSON', async () => {
    await expect(collect(stream(frame(1, 'message', 'x')))).rejects.toMatchObject({
      code: 'upstream_failed',
    });
  });
});
