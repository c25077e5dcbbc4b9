import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { locateJsonFault } from '../json/locate-json-fault.js';
import { locateRepeatedKey } from '../json/locate-repeated-key.js';
import { MOST_LEVELS, nestsTooDeep } from '../kit/json-depth.js';
import { hasRepeatedKey } from '../kit/repeated-key.js';
import { OracleError } from '../plugin/index.js';

export const DEFAULT_BODY_LIMIT = 1024 * 1024;
/** Larger bodies are tables, written by programs; looking for keys that stand twice in them would take others' time. */
const LONGEST_CHECKED = 1024 * 1024;
/** How much of an oversized body is still read and dropped, so that its sender lives to read the refusal. */
const DISCARD_LIMIT = 16 * 1024 * 1024;

/** A JSON body is small; one that drips in for longer holds a socket for nothing. */
const DEFAULT_DEADLINE_MS = 30_000;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * The JSON body of a request, bounded by `limit` bytes; undefined when there is none.
 * @throws OracleError `unsupported_media_type`, `payload_too_large`, `malformed_json`; `invalid_request` (408) for a
 * body that is not complete after `deadlineMs`.
 */
export async function readJsonBody(
  request: IncomingMessage,
  limit: number,
  deadlineMs = DEFAULT_DEADLINE_MS,
): Promise<unknown> {
  const { headers } = request;
  const declared = Number(headers['content-length'] ?? 0);
  if (declared === 0 && headers['transfer-encoding'] === undefined) return undefined;
  if (declared > limit) {
    if (declared <= DISCARD_LIMIT) await readBytes(request, 0, deadlineMs);
    throw tooLarge(limit);
  }
  checkMediaType(headers['content-type'], headers['content-encoding']);
  const bytes = await readBytes(request, limit, deadlineMs);
  if (bytes === undefined) throw tooLarge(limit);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

function checkMediaType(type: string | undefined, encoding: string | undefined): void {
  const charset = CHARSET.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (type !== undefined && JSON_TYPE.test(type) && (charset === 'utf-8' || charset === 'utf8') && plain)
    return;
  throw new OracleError('unsupported_media_type', {
    detail: plain
      ? `The body must be JSON in UTF-8, not ${type === undefined ? 'of an unnamed type' : JSON.stringify(type)}.`
      : 'The body must not be compressed.',
    hint: 'Send `Content-Type: application/json`.',
    headers: { Accept: 'application/json' },
  });
}

function tooLarge(limit: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The body is larger than ${limit} bytes.`,
    hint: 'Send less at once, or upload a file and name it in the request.',
    headers: { Connection: 'close' },
  });
}

/** The whole body, or undefined when it has more than `limit` bytes; holds at most `limit` bytes of it. */
function readBytes(request: IncomingMessage, limit: number, deadlineMs: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const deadline = setTimeout(() => settle(() => reject(slowBody(deadlineMs))), deadlineMs);
    const settle = (finish: () => void) => {
      clearTimeout(deadline);
      request.off('data', take).off('end', complete).off('error', fail).off('close', torn);
      finish();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      if (size > DISCARD_LIMIT) settle(() => resolve(undefined));
    };
    const complete = () =>
      settle(() =>
        resolve(size > limit ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
      );
    const fail = () => settle(() => reject(tornBody()));
    const torn = () => settle(() => reject(tornBody()));
    request.on('data', take).on('end', complete).on('error', fail).on('close', torn);
  });
}

function tornBody(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The connection closed before the body was complete.',
  });
}

function slowBody(deadlineMs: number): OracleError {
  return new OracleError('invalid_request', {
    status: 408,
    detail: `The body was not complete after ${deadlineMs / 1000} s.`,
    hint: 'Send the body at once.',
    headers: { Connection: 'close' },
  });
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.', 'not valid UTF-8');
  const raw = bytes.toString('utf8');
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw;
  if (nestsTooDeep(text)) {
    throw new OracleError('invalid_request', {
      detail: `The body nests deeper than ${MOST_LEVELS} levels.`,
      errors: [{ field: 'body', message: `at most ${MOST_LEVELS} levels of nesting` }],
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = locateJsonFault(text);
    const where =
      fault === undefined
        ? ''
        : `position ${fault.position} (line ${fault.line}, column ${fault.column}): ${fault.message}`;
    throw malformed(`The body is not valid JSON at ${where}.`, where);
  }
  if (text.length <= LONGEST_CHECKED && hasRepeatedKey(text, value)) throw saidTwice(text);
  return value;
}

/** Which of two values counts is left to whoever reads it (RFC 8259, 4): a number that is bent in silence. */
function saidTwice(text: string): OracleError {
  const field = locateRepeatedKey(text)?.join('.') ?? 'body';
  return new OracleError('invalid_request', {
    detail: `The body says '${field}' twice, and no one can tell which counts.`,
    errors: [{ field, message: 'stands twice: say it once' }],
  });
}

function malformed(detail: string, message: string): OracleError {
  return new OracleError('malformed_json', { detail, errors: [{ field: 'body', message }] });
}
