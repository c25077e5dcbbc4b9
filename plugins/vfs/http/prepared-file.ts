import type { IncomingMessage } from 'node:http';
import { prepared, type Reply, reply } from 'oracle-runtime/plugin';
import type { FileRow, FileStore } from '../types.js';
import { selectResponse } from './select-response.js';
import { type DownloadOptions, namingFile, representationOf, wholeHeaders } from './send-file.js';
import { notModifiedHeaders, type Sent } from './send-selection.js';

/** A file with all that answers most of its requests, ready to be sent again and again. */
export interface PreparedFile {
  readonly file: FileRow;
  /** Its content, when that is small. */
  readonly bytes: Uint8Array | undefined;
  /** Whether it can be kept: not while the second of its last change lasts, see `lastModifiedOf`. */
  readonly lasts: boolean;
  /** The answer to a GET of the whole, or under a condition that it meets; undefined when there is more to it. */
  answer(request: Pick<IncomingMessage, 'method' | 'headers'>): PreparedAnswer | undefined;
}

export interface PreparedAnswer extends Sent {
  readonly reply: Reply;
}

/** Reads the content of a file when it is small, and lays out its headers. */
export async function prepareFile(
  store: Pick<FileStore, 'open'>,
  file: FileRow,
  options: DownloadOptions,
): Promise<PreparedFile> {
  const bytes = await namingFile(file, store.open(file).bytes());
  const representation = representationOf(file);
  const lasts = representation.lastModified !== undefined;
  const headers = prepared(wholeHeaders(file, representation, options));
  const whole: PreparedAnswer = {
    status: 200,
    bytes: file.size,
    whole: true,
    reply: reply({ headers, body: bytes }),
  };
  const unchanged: PreparedAnswer = {
    status: 304,
    bytes: 0,
    whole: true,
    reply: reply({ status: 304, headers: prepared(notModifiedHeaders(headers)) }),
  };
  return {
    file,
    bytes,
    lasts,
    answer({ method, headers: asked }) {
      const { status } = selectResponse(method, asked, representation);
      if (status === 304) return unchanged;
      return status === 200 && method === 'GET' && bytes !== undefined ? whole : undefined;
    },
  };
}
