import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type ModelEvent, OracleError } from '../../plugin/index.js';
import type { CallWatch } from '../call-watch.js';
import { brokenOff, damaged, endless, noBody } from '../model-errors.js';
import { AnswerParser, type Asked, MAX_ANSWER_CHARS, readDocument } from './answer-parser.js';

/** How long the end of a finished answer is awaited, so that its connection can be used again. */
const LINGER_MS = 1_000;

/**
 * Reads what an endpoint answers with status 200: an event stream, or one document where a stream was asked for. What it
 * says decides, not its content type.
 * @throws OracleError when there is no answer in it, or not the whole of one
 */
export async function* readAnswer(
  response: IncomingMessage,
  asked: Asked,
  watch: CallWatch,
): AsyncGenerator<ModelEvent> {
  const answer = new AnswerParser(asked);
  let document: string | undefined;
  let came = 0;
  /** A document begins a line; what follows `data:` does not. */
  let beginsLine = true;
  try {
    for await (const part of textOf(response)) {
      came += part.length;
      if (document !== undefined) watch.alive();
      if (document !== undefined) {
        document += part;
        if (document.length > MAX_ANSWER_CHARS) throw endless(MAX_ANSWER_CHARS);
        continue;
      }
      if (answer.parts === 0 && beginsLine && /^\s*[[{<]/.test(part)) {
        document = part;
        continue;
      }
      const before = answer.parts;
      const wasFinished = answer.finished;
      if (before === 0) beginsLine = /[\r\n]\s*$/.test(part) || (beginsLine && part.trim() === '');
      answer.feed(part);
      yield* answer.drain();
      if (answer.fault !== undefined) throw answer.fault;
      // Comments and chunks of nothing keep a connection open, but no answer comes by them.
      if (answer.parts > before && !answer.finished) watch.answering();
      else if (answer.parts > before || answer.finished !== wasFinished) watch.ending();
      if (answer.over) break;
    }
    if (!answer.over) answer.close();
  } catch (error) {
    // Silent or cut off after the model had said that it is done: the answer is whole.
    if (answer.fault !== undefined || !answer.finished)
      throw (
        answer.fault ?? watch.fault ?? (OracleError.isInstance(error) ? error : brokenOff(error, came === 0))
      );
  }
  if (answer.fault !== undefined) throw answer.fault;
  if (document !== undefined) {
    yield* readDocument(document, asked);
    return;
  }
  if (!answer.over && !answer.finished)
    throw answer.parts === 0
      ? noBody(asked.endpoint.chat, response.statusCode ?? 200, came > 0)
      : brokenOff();
  if (answer.over) finishInBackground(response);
  yield* answer.end();
}

/**
 * The body's text. A character that cannot be read must not become another answer.
 * @throws OracleError `stream_damaged`
 */
async function* textOf(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // The first part may begin with a mark, a later one with the rest of a character: both are the decoder's.
  let open = true;
  for await (const part of bytesOf(response)) {
    const bytes: Buffer = part;
    const endsOpen = (bytes.at(-1) ?? 0) > 0x7f;
    let text: string;
    // Most parts are whole in themselves, and then this costs half as much.
    if (!open && !endsOpen && isUtf8(bytes)) text = bytes.toString();
    else {
      try {
        text = decoder.decode(bytes, { stream: true });
      } catch (error) {
        throw damaged('part of it is no UTF-8', error);
      }
    }
    open = endsOpen;
    if (text !== '') yield text;
  }
}

/** How some servers pack an answer although nobody asked them to. */
const UNPACK: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function bytesOf(response: IncomingMessage): AsyncIterable<Buffer> {
  const unpack = UNPACK[response.headers['content-encoding']?.trim().toLowerCase() ?? ''];
  if (unpack === undefined) return response.iterator({ destroyOnReturn: false });
  // Errors of either end where the text is read.
  return pipeline(response, unpack(), () => undefined);
}

/** Reads the end of the body that follows `[DONE]`, so that the connection can be used again. */
function finishInBackground(response: IncomingMessage): void {
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
  response.resume();
}
