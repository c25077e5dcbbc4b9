import { messageOf, printable } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import type { CliIo } from './io.js';
import { hang } from './markdown/render-table.js';
import { NO_PAINT } from './terminal/paint.js';

/**
 * Says what went wrong and how to mend it, on standard error and without a stack, broken between words at the edge of a
 * terminal. Boot errors keep their exact lines.
 */
export function printFailure(error: unknown, io: Pick<CliIo, 'stderr' | 'screen'>): void {
  const columns = io.screen?.().columns;
  const say = (indent: string, text: string) => {
    const lines =
      columns === undefined
        ? [`${indent}${text}`]
        : hang(indent, indent, [{ text, styles: [] }], columns, NO_PAINT);
    io.stderr(`${lines.join('\n')}\n`);
  };
  if (!OracleError.isInstance(error)) {
    const words = printable(messageOf(error));
    say('', `Error: ${words.split('\n')[0] ?? 'unknown'}`);
    return;
  }
  const detail = printable(error.detail);
  if (detail.startsWith('[boot-error]')) io.stderr(`${detail}\n`);
  else say('', `Error: ${detail}`);
  if (error.hint !== undefined) say('  ', printable(error.hint));
}
