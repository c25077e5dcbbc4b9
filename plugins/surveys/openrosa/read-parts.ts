import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { OracleError } from 'oracle-runtime/plugin';

/** What a phone posts: the document of answers, and files that it names. */
export interface SubmittedParts {
  readonly xml: string;
  readonly files: readonly SubmittedFile[];
  /** Further posts of the same document bring more of its files. */
  readonly incomplete: boolean;
}

export interface SubmittedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/** Bytes of the document of answers. */
const MOST_XML = 1024 * 1024;
const MOST_FILES = 100;

/**
 * Reads a multipart submission (OpenRosa 1.0) of at most `limit` bytes.
 * @throws OracleError `unsupported_media_type`, `payload_too_large`, `invalid_request`
 */
export async function readParts(
  headers: IncomingHttpHeaders | Readonly<Record<string, string | string[] | undefined>>,
  body: Readable,
  limit: number,
): Promise<SubmittedParts> {
  const type = String(headers['content-type'] ?? '');
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new OracleError('unsupported_media_type', {
      detail: 'A submission is multipart/form-data with a part xml_submission_file.',
    });
  const bytes = await readAll(body, Number(headers['content-length'] ?? 0), limit);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new OracleError('invalid_request', {
        detail: 'The submission is no whole multipart document.',
        hint: 'Send it again.',
        cause,
      });
    });
  let xml: string | undefined;
  const files: SubmittedFile[] = [];
  for (const [field, part] of form) {
    if (field === 'xml_submission_file') {
      if (typeof part !== 'string' && part.size > MOST_XML) throw tooLarge(MOST_XML);
      xml = typeof part === 'string' ? part : await part.text();
    } else if (typeof part !== 'string') {
      if (files.length === MOST_FILES)
        throw new OracleError('payload_too_large', {
          detail: `A submission has at most ${MOST_FILES} files.`,
        });
      files.push({
        name: part.name,
        mimeType: part.type === '' ? 'application/octet-stream' : part.type,
        content: new Uint8Array(await part.arrayBuffer()),
      });
    }
  }
  if (xml === undefined)
    throw new OracleError('invalid_request', {
      detail: 'The submission has no part xml_submission_file.',
      errors: [{ field: 'xml_submission_file', message: 'is missing' }],
    });
  if (Buffer.byteLength(xml) > MOST_XML) throw tooLarge(MOST_XML);
  return { xml, files, incomplete: form.has('*isIncomplete*') };
}

async function readAll(body: Readable, announced: number, limit: number): Promise<Buffer> {
  if (announced > limit) throw tooLarge(limit);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) throw tooLarge(limit);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

function tooLarge(limit: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `A submission may have at most ${limit} bytes at once.`,
    hint: 'Photos go in several posts, each with the document of answers.',
    headers: { Connection: 'close' },
  });
}
