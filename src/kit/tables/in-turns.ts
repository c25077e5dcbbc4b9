import { nextTurn } from '../turns.js';

/** Bytes that are read before others have their turn: some thousand rows, ten milliseconds. */
const TURN_BYTES = 64 * 1024;

/** The same bytes, in pieces that keep nobody waiting for long, however large those are that come. */
export async function* inTurns(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += TURN_BYTES) {
      yield piece.subarray(at, at + TURN_BYTES);
      await nextTurn();
    }
}
