import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { nextTurn, Turns } from 'oracle-runtime/kit';

/** What may wait for the client: while the kernel takes some, more is made ready. */
const AHEAD_BYTES = 256 * 1024;

/** A client that takes fewer bytes a second holds content for ever and is cut off. */
const SLOWEST = 512;
/** What waits goes to the kernel in one piece, so this is how long a client of that pace is not heard of. */
const STALL_MS = (AHEAD_BYTES / SLOWEST) * 1_000;

export interface Head {
  readonly status: number;
  /** Among them the `content-length`. */
  readonly headers: OutgoingHttpHeaders;
}

/**
 * Sends a body of exactly `size` bytes at the pace of the client. The head goes out with the first byte, so a source
 * that fails before it can still be answered with an error; one that fails later tears the connection, and the client
 * sees that its copy is not whole. A client that leaves is no error.
 * @returns whether all of it was handed over
 * @throws whatever the source failed with, or an Error when it is not as long as promised
 */
export async function pump(
  source: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  size: number,
  head: Head,
): Promise<boolean> {
  let sent = 0;
  const turns = new Turns();
  try {
    for await (const chunk of source) {
      // A source that is made as it is sent never leaves the thread, and neither does what the kernel takes at once.
      await turns.others();
      sent += chunk.length;
      if (sent > size) break;
      if (response.destroyed) return false;
      if (!response.headersSent) response.writeHead(head.status, head.headers);
      response.write(chunk);
      if (response.writableLength < AHEAD_BYTES) continue;
      if (!(await drained(response))) return false;
      // A fast client drains within the turn: all others have theirs between.
      await nextTurn();
    }
    if (sent !== size) throw new Error(`The content ended with ${sent} bytes instead of ${size}.`);
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  }
  if (!response.headersSent) response.writeHead(head.status, head.headers);
  response.end();
  return true;
}

/** Whether the client took what it was sent; false once it is gone. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), STALL_MS);
    const settle = (alive: boolean) => {
      clearTimeout(stalled);
      response.off('drain', onDrain);
      response.off('close', onClose);
      resolve(alive);
    };
    const onDrain = () => settle(true);
    const onClose = () => settle(false);
    response.once('drain', onDrain);
    response.once('close', onClose);
  });
}
