import { OracleError } from 'oracle-runtime/plugin';
import type { FilesOptions } from './remote.js';

/** What the interface answers, with what to do about it on the command line in place of what it is over HTTP. */
export function inFlags(error: unknown, { hidden, overwrite }: FilesOptions): unknown {
  if (!OracleError.isInstance(error)) return error;
  const say = (detail: string, hint: string) =>
    new OracleError(error.code, { status: error.status, detail, hint, cause: error });
  // A file and a folder are asked for in turn, and what is hidden is neither.
  if (/^There is no such (file|folder)\.$/.test(error.message))
    return hidden === true
      ? say(
          'There is no such file or folder.',
          error.hint ?? 'See what there is with: oracle files ls --hidden',
        )
      : say('There is no such file or folder.', 'If it, or a folder above it, is hidden, add --hidden.');
  if (error.errors?.some(({ field }) => field === 'hidden') === true && hidden !== true)
    return say(error.message, 'Add --hidden to do it with them.');
  if (error.hint?.startsWith('Replace it with PUT') === true && overwrite !== true)
    return say(error.message, 'Add --overwrite to replace it, or choose another path.');
  // What is there is named to whoever sees it.
  if (error.hint === 'Choose another path.' && hidden !== true)
    return say(error.message, 'It is hidden: add --hidden to see and replace it, or choose another path.');
  return error;
}
