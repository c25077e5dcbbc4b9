import { type Attachment, OracleError } from '../../plugin/index.js';
import { AS_DATA_URL, notInRequest } from '../not-in-request.js';
import type { ChatMessage } from './chat-request.js';

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)[;,]/;

/**
 * Pictures and files of a message's content, as attachments; one without a name is counted among its kind.
 * @throws OracleError `invalid_request` for one that is not in the request itself
 */
export function attachmentsOf(content: ChatMessage['content']): readonly Attachment[] {
  if (typeof content === 'string') return [];
  let pictures = 0;
  let files = 0;
  return (content ?? []).flatMap((part) => {
    if (part.type === 'image_url') {
      pictures += 1;
      return [inline(`image-${pictures}`, part.image_url.url)];
    }
    if (part.type === 'input_audio' || part.type === 'video_url') throw unheard();
    if (part.type !== 'file') return [];
    files += 1;
    const { filename = `file-${files}`, file_data } = part.file;
    if (file_data === undefined && 'file_id' in part.file)
      throw notInRequest(AS_DATA_URL, JSON.stringify(filename), 'keeps no files of its own over this API');
    return [inline(filename, file_data ?? '')];
  });
}

function inline(name: string, url: string): Attachment {
  const mimeType = DATA_URL.exec(url)?.[1];
  if (mimeType !== undefined) return { name, mimeType, url };
  throw notInRequest(AS_DATA_URL, JSON.stringify(name));
}

function unheard(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'Sound and film are not taken.',
    hint: 'Send what is said in them as text.',
    errors: [{ field: 'messages', message: 'sound and film are not taken' }],
  });
}
