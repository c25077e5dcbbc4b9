import type { Attachment } from '../../plugin/index.js';
import { AS_DATA_URL, notInRequest } from '../not-in-request.js';
import type { ChatMessage } from './chat-request.js';

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)[;,]/;

/**
 * Pictures and files of a message's content, as attachments.
 * @throws OracleError `invalid_request` for one that is not in the request itself
 */
export function attachmentsOf(content: ChatMessage['content']): readonly Attachment[] {
  if (typeof content === 'string') return [];
  return (content ?? []).flatMap((part, place) => {
    if (part.type === 'image_url') return [inline(`image-${place + 1}`, part.image_url.url)];
    if (part.type === 'file')
      return [inline(part.file.filename ?? `file-${place + 1}`, part.file.file_data ?? '')];
    return [];
  });
}

function inline(name: string, url: string): Attachment {
  const mimeType = DATA_URL.exec(url)?.[1];
  if (mimeType !== undefined) return { name, mimeType, url };
  throw notInRequest(AS_DATA_URL, JSON.stringify(name));
}
