import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isRoot } from './jail.js';

const run = promisify(execFile);

/**
 * Removes a folder with all that is in it, however deep: a program makes paths longer than the kernel takes in one piece,
 * so it is left to programs that go down step by step. Links lead nowhere.
 * @returns whether it is gone
 */
export async function removeTree(folder: string): Promise<boolean> {
  const remove = () =>
    run('rm', ['-rf', '--one-file-system', '--', folder]).then(
      () => true,
      () => false,
    );
  if (await remove()) return true;
  // A folder that its owner shut for itself opens first; root needs no leave.
  if (!isRoot) await run('chmod', ['-R', 'u+rwx', '--', folder]).catch(() => undefined);
  if (await remove()) return true;
  process.stderr.write(`${folder} could not be removed.\n`);
  return false;
}
