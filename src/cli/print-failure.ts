import { messageOf } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

/** Says what went wrong and how to mend it, on standard error and without a stack. Boot errors keep their exact lines. */
export function printFailure(error: unknown, stderr: (text: string) => void): void {
  if (!OracleError.isInstance(error)) {
    const words = messageOf(error);
    stderr(`Error: ${words.split('\n')[0] ?? 'unknown'}\n`);
    return;
  }
  stderr(error.detail.startsWith('[boot-error]') ? `${error.detail}\n` : `Error: ${error.detail}\n`);
  if (error.hint !== undefined) stderr(`  ${error.hint}\n`);
}
