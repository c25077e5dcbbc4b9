import { messageOf, printable } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

/** Says what went wrong and how to mend it, on standard error and without a stack. Boot errors keep their exact lines. */
export function printFailure(error: unknown, stderr: (text: string) => void): void {
  if (!OracleError.isInstance(error)) {
    const words = printable(messageOf(error));
    stderr(`Error: ${words.split('\n')[0] ?? 'unknown'}\n`);
    return;
  }
  const detail = printable(error.detail);
  stderr(detail.startsWith('[boot-error]') ? `${detail}\n` : `Error: ${detail}\n`);
  if (error.hint !== undefined) stderr(`  ${printable(error.hint)}\n`);
}
