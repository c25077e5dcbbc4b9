import { messageOf } from 'oracle-runtime/kit';
import type { ArtifactEvent, Logger, Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import { patiently, type WebClient } from '../connection/web-api.js';
import type { ChatFile } from '../service.js';
import type { Place } from './place.js';

/** Bytes of one file that is handed over in Slack. */
const MOST_BYTES = 50 * 1024 * 1024;

export interface FilesOut {
  readonly web: WebClient;
  readonly files: FileService | undefined;
  readonly principal: Principal;
  /** Where relative links begin. */
  readonly origin: string | undefined;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** A picture or file as one that can be uploaded; words with a link for what is elsewhere or too large. */
export async function fileOf(artifact: ArtifactEvent, out: FilesOut): Promise<ChatFile | string> {
  const { title, mimeType, path, url } = artifact;
  const data = /^data:[^,]*;base64,(.*)$/s.exec(url ?? '');
  if (data !== null) {
    return { name: withEnding(title, mimeType), content: Buffer.from(data[1] ?? '', 'base64') };
  }
  if (path !== undefined && out.files !== undefined) {
    try {
      const { entry, open } = await out.files.read(out.principal, path);
      if (entry.size <= MOST_BYTES) return { name: entry.name, content: await whole(open()) };
    } catch (error) {
      out.logger.warn({ reason: messageOf(error) }, 'A file could not be handed over in Slack');
    }
  }
  if (url === undefined) return `${title}: ${path ?? 'it cannot be shown here'}`;
  return `[${title}](${/^https?:/.test(url) ? url : `${out.origin ?? ''}${url}`})`;
}

/** Uploads files into the thread. */
export async function uploadFiles(
  files: readonly ChatFile[],
  { channel, threadTs }: Pick<Place, 'channel' | 'threadTs'>,
  web: WebClient,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, content } of files) {
    const file = { filename: name, title: name, file: Buffer.from(content) };
    await patiently(signal, () =>
      threadTs === undefined
        ? web.filesUploadV2({ channel_id: channel, ...file })
        : web.filesUploadV2({ channel_id: channel, thread_ts: threadTs, ...file }),
    );
  }
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
  'text/csv': '.csv',
  'text/plain': '.txt',
};

function withEnding(title: string, mimeType: string): string {
  const ending = ENDINGS[mimeType] ?? '';
  return title.endsWith(ending) ? title : `${title}${ending}`;
}
