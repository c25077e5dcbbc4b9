import { nextTurn } from 'oracle-runtime/kit';
import { FieldScanner, type Fields } from './field-scanner.js';
import type { Layout } from './layout.js';
import type { LoggerSource } from './source.js';
import { utf8Pieces } from './text-bytes.js';

/** Bytes that are read before others get their turn. */
const TURN_BYTES = 2 ** 18;

/**
 * Gives each row of readings of a file to `onRow`, until that says to stop.
 * @throws OracleError as `FieldScanner` and `utf8Pieces`; the reason of an aborted signal
 */
export async function scanFile(
  source: LoggerSource,
  { dialect, leadingLines }: Layout,
  signal: AbortSignal,
  begin: (fields: Fields) => (bytes: Uint8Array, count: number, line: number) => boolean,
): Promise<void> {
  let done = false;
  const scanner: FieldScanner = new FieldScanner(dialect, (bytes, count, line) => {
    if (line > leadingLines && !done) done = !onRow(bytes, count, line);
  });
  const onRow = begin(scanner);
  for await (const piece of utf8Pieces(source.name, await source.open())) {
    for (let at = 0; at < piece.length && !done; at += TURN_BYTES) {
      signal.throwIfAborted();
      scanner.push(piece.subarray(at, at + TURN_BYTES));
      await nextTurn();
    }
    if (done) return;
  }
  scanner.end();
}
