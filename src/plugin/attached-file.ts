import { OracleError } from './errors.js';
import type { Attachment } from './messages.js';

export interface AttachedFile {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * The file that a message brought: the one of this name, or the only one.
 * @param what what the file should be, for the error
 * @throws OracleError `invalid_request` when there is none, several, or its content is not inline
 */
export function attachedFile(
  attachments: readonly Attachment[],
  wanted: string | undefined,
  what: string,
): AttachedFile {
  const [only] = attachments;
  const found =
    wanted === undefined
      ? attachments.length === 1
        ? only
        : undefined
      : attachments.find(({ name }) => name === wanted);
  if (found === undefined)
    throw refused(
      attachments.length === 0
        ? `No file is attached to the message; attach ${what}.`
        : `Which file is ${what}? Attached: ${attachments.map(({ name }) => name).join(', ')}.`,
    );
  const data = /^data:[^,]*?(;base64)?,(.*)$/s.exec(found.url);
  if (data === null) throw refused(`The file '${found.name}' is not attached as inline content.`);
  const [, base64, text = ''] = data;
  return {
    name: found.name,
    content:
      base64 === undefined ? Buffer.from(decodeURIComponent(text), 'utf8') : Buffer.from(text, 'base64'),
  };
}

function refused(detail: string): OracleError {
  return new OracleError('invalid_request', {
    detail,
    hint: 'Attach the file to the message, or send it to the HTTP route.',
    errors: [{ field: 'attachment', message: 'names no attached file with inline content' }],
  });
}
