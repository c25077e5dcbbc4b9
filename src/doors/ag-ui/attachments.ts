import { type Attachment, OracleError } from '../../plugin/index.js';
import type { InputContent } from './run-input.js';

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
    if (type !== 'data' || mimeType == null) throw elsewhere();
    return [{ name: `${part.type}-${place + 1}`, mimeType, url: `data:${mimeType};base64,${value}` }];
  });
}

function elsewhere(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'This oracle fetches no addresses that a message names.',
    hint: 'Send pictures and files as { "type": "data", "value": "<base64>", "mimeType": "..." }.',
    errors: [{ field: 'messages', message: 'its source must be of the type data, with its mimeType' }],
  });
}
