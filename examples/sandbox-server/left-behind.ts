import { readFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, JAIL_USER } from './jail.js';
import { removeTree } from './remove-tree.js';

/** `sandbox-<process>-<when it began>-<anything>` */
const PLACE = /^sandbox-(\d+)-(\d+)-\w{6}$/;

/** How the folder of this server's workspaces begins: by it another one sees whether the server still runs. */
export function placeOfServer(): string {
  return `sandbox-${process.pid}-${beginOf(process.pid) ?? 0}-`;
}

/** Removes the workspaces of servers that were killed: nobody uses them any more, and they hold people's files. */
export async function removeLeftBehind(folder: string): Promise<void> {
  const owner = isRoot ? JAIL_USER : process.getuid?.();
  for (const name of await readdir(folder)) {
    const [, pid, began] = PLACE.exec(name) ?? [];
    if (pid === undefined || beginOf(Number(pid)) === began) continue;
    const place = join(folder, name);
    const found = await lstat(place).catch(() => undefined);
    if (found?.isDirectory() === true && found.uid === owner) await removeTree(place);
  }
}

/** When a process began, in ticks since the machine did: two that had the same number one after the other differ in it. */
function beginOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
