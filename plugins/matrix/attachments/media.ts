import type { MatrixClient } from 'matrix-js-sdk';
import { timeLimit } from 'oracle-runtime/kit';
import { type Attachment, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { SentFile } from '../rooms/message.js';
import { decryptFile } from './ciphertext.js';

const PATIENCE_MS = 60_000;

/**
 * A file that somebody sent, for the message that brings it.
 * @throws OracleError `payload_too_large`, `invalid_request`, `upstream_failed`
 */
export async function readFile(
  client: MatrixClient,
  file: SentFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Attachment> {
  const [, server, id] = /^mxc:\/\/([^/?#]+)\/([A-Za-z0-9_-]+)$/.exec(file.url) ?? [];
  if (server === undefined || id === undefined)
    throw new OracleError('invalid_request', { detail: `'${file.name}' has no address on the homeserver.` });
  const answer = await request(client, `/_matrix/client/v1/media/download/${server}/${id}`, {}, signal);
  const bytes = await bodyOf(answer, file.name, maxBytes);
  const plain = file.encrypted === undefined ? bytes : decryptFile(bytes, file.encrypted);
  const { name, mimeType } = file;
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
  return { name, mimeType: type, url: `data:${type};base64,${plain.toString('base64')}` };
}

const uploaded = z.looseObject({ content_uri: z.string() });

/** Stores bytes on the homeserver. Returns their `mxc://` address. @throws OracleError `upstream_failed` */
export async function storeFile(
  client: MatrixClient,
  bytes: Buffer,
  mimeType: string,
  signal: AbortSignal,
): Promise<string> {
  const answer = await request(
    client,
    '/_matrix/media/v3/upload',
    { method: 'POST', body: new Uint8Array(bytes), headers: { 'Content-Type': mimeType } },
    signal,
  );
  return uploaded.parse(await answer.json()).content_uri;
}

async function request(
  client: MatrixClient,
  path: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`${client.getHomeserverUrl()}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${client.getAccessToken()}` },
      signal: AbortSignal.any([signal, timeLimit(PATIENCE_MS)]),
    });
  } catch (cause) {
    throw new OracleError('upstream_failed', {
      detail: 'The homeserver did not answer about a file.',
      cause,
    });
  }
  if (answer.ok) return answer;
  throw new OracleError('upstream_failed', {
    detail: `The homeserver refused a file (status ${answer.status}).`,
  });
}

async function bodyOf(answer: Response, name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > maxBytes)
      throw new OracleError('payload_too_large', {
        detail: `'${name}' is larger than ${maxBytes} bytes, the most that is read here.`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
