import { messageOf, timeLimit } from 'oracle-runtime/kit';
import { type Attachment, type Logger, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import type { SlackFile } from '../events/incoming.js';

export interface FilesInOptions {
  readonly botToken: string;
  /** Beside Slack's own hosts, files come from where its API is. */
  readonly apiUrl: string;
  readonly files: FileService | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Bytes of one file that is kept, and of one that only goes with the message. */
const MOST_KEPT = 50 * 1024 * 1024;
const MOST_INLINE = 1024 * 1024;
const DOWNLOAD_MS = 60_000;

/** What came of the files of a message. */
export interface TakenFiles {
  readonly attachments: readonly Attachment[];
  /** In words, what could not be taken. */
  readonly missing: readonly string[];
}

/**
 * Files of a message as attachments: kept below `/slack/<channel>` of the person's files, or, for somebody who has none
 * here, with the message itself.
 */
export async function takeFiles(
  sent: readonly SlackFile[],
  folder: string,
  principal: Principal,
  options: FilesInOptions,
): Promise<TakenFiles> {
  const attachments: Attachment[] = [];
  const missing: string[] = [];
  for (const file of sent) {
    try {
      attachments.push(await takeFile(file, folder, principal, options));
    } catch (error) {
      options.signal.throwIfAborted();
      missing.push(
        `${file.name}: ${OracleError.isInstance(error) ? error.detail : 'it could not be downloaded'}`,
      );
      options.logger.warn({ reason: messageOf(error) }, 'A file from Slack could not be taken');
    }
  }
  return { attachments, missing };
}

async function takeFile(
  file: SlackFile,
  folder: string,
  principal: Principal,
  { botToken, apiUrl, files, signal }: FilesInOptions,
): Promise<Attachment> {
  const { mimeType } = file;
  const name = safeName(file.name);
  const most = files === undefined ? MOST_INLINE : MOST_KEPT;
  if (file.size > most) throw tooLarge(most);
  const content = await download(file, botToken, apiUrl, most, signal);
  const path = `${folder}/${name}`;
  try {
    if (files === undefined) throw new OracleError('forbidden', { detail: 'There are no files here.' });
    await files.write(principal, path, content, { mimeType, overwrite: true, inSight: true });
    return { name, mimeType, url: path };
  } catch (error) {
    if (!OracleError.isInstance(error) || error.code !== 'forbidden') throw error;
    if (content.length > MOST_INLINE) throw tooLarge(MOST_INLINE);
    return { name, mimeType, url: `data:${mimeType};base64,${content.toString('base64')}` };
  }
}

async function download(
  file: SlackFile,
  botToken: string,
  apiUrl: string,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  // The token goes to Slack alone, whatever an event names.
  if (!isSlack(file.url, apiUrl)) throw new OracleError('forbidden', { detail: 'it does not lie at Slack' });
  const response = await fetch(file.url, {
    headers: { Authorization: `Bearer ${botToken}` },
    redirect: 'manual',
    signal: AbortSignal.any([signal, timeLimit(DOWNLOAD_MS)]),
  });
  const isPage =
    /^text\/html\b/.test(response.headers.get('content-type') ?? '') && !/html/.test(file.mimeType);
  if (!response.ok || isPage || response.body === null) {
    await response.body?.cancel();
    throw new OracleError('upstream_failed', {
      detail: 'Slack does not give it to the bot; the app may lack the scope files:read',
    });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSlack(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (origin === new URL(apiUrl).origin) return true;
  return protocol === 'https:' && /(^|\.)slack(-gov|-files)?\.com$/.test(hostname);
}

/** A name that is one segment of a path and shows what it is. */
function safeName(name: string): string {
  const clean = name
    .replace(/[/\\]|\p{C}/gu, '_')
    .replace(/^\.+/, '_')
    .trim();
  return clean === '' ? 'file' : clean.slice(-120);
}

function tooLarge(most: number): OracleError {
  return new OracleError('payload_too_large', { detail: `it has more than ${most / 1024 / 1024} MB` });
}
