import type { Attachment } from '../../plugin/index.js';
import { notInRequest } from '../not-in-request.js';
import type { InputContent } from './run-input.js';

const AS_SOURCE = 'Send its source as { "type": "data", "value": "<base64>", "mimeType": "..." }.';

/**
 * Pictures and files of a message's content, as attachments.
 * @throws OracleError `invalid_request` for one that is not in the request itself
 */
export function attachmentsOf(content: InputContent): readonly Attachment[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part, place) => {
    if (part.type === 'text') return [];
    const { type, value, mimeType } = part.source as {
      type: string;
      value: string;
      mimeType?: string | null;
    };
    if (type !== 'data' || mimeType == null) throw notInRequest(AS_SOURCE);
    return [{ name: `${part.type}-${place + 1}`, mimeType, url: `data:${mimeType};base64,${value}` }];
  });
}
