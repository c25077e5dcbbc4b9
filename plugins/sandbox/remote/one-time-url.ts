import { Readable } from 'node:stream';
import { timeLimit } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

const TRANSFER_MS = 5 * 60_000;

/** Sends a file to a URL that holds for this once. Its token is all that it asks for: no header of the operator's goes along. */
export async function sendOnce(
  url: string,
  content: AsyncIterable<Uint8Array>,
  size: number,
  signal: AbortSignal,
): Promise<void> {
  const response = await transfer(url, signal, {
    method: 'PUT',
    headers: { 'Content-Length': String(size), 'Content-Type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>,
    duplex: 'half',
  });
  await response.body?.cancel();
}

/** The file behind such a URL, at most `most` bytes of it. */
export async function fetchOnce(
  url: string,
  most: number,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await transfer(url, signal, { method: 'GET' });
  return capped(body, most);
}

async function* capped(body: ReadableStream<Uint8Array> | null, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most)
      throw new OracleError('payload_too_large', { detail: `The sandbox sends more than ${most} bytes.` });
    yield chunk;
  }
}

async function transfer(
  url: string,
  signal: AbortSignal,
  init: RequestInit & { readonly duplex?: 'half' },
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeLimit(TRANSFER_MS)]),
    });
  } catch {
    signal.throwIfAborted();
    throw new OracleError('unavailable', {
      detail: 'The file could not be moved: the sandbox did not answer.',
      hint: 'Try again in a minute.',
    });
  }
  if (response.ok) return response;
  await response.body?.cancel();
  throw new OracleError('upstream_failed', {
    detail: `The file could not be moved: the sandbox answered ${response.status}.`,
  });
}
