import { readFileSync } from 'node:fs';

const CHECK_MS = 500;

/**
 * Calls once when the process that started this one is gone: at once where it already was. Node tells of the end of a
 * channel; npm has none. It runs a script by a shell and passes signals on to that alone, which dies of them without a word
 * to what it runs (dash, as in Debian).
 */
export function whenParentGone(act: () => void): void {
  let heard = false;
  const once = () => {
    if (heard) return;
    heard = true;
    act();
  };
  process.on('disconnect', once);
  const isGone = process.connected === false || (byNpm() && isOrphan());
  if (isGone) once();
  if (isGone || !byNpm()) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    // An orphan has another parent; on Windows it keeps the old one.
    if (process.ppid === parent) return;
    clearInterval(timer);
    once();
  }, CHECK_MS);
  timer.unref();
}

/** Whether an npm script started this process. */
export function byNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/**
 * Whether the shell of npm is gone by now: its children are in its group, and whoever takes in orphans is in another. What
 * leads a group of its own was put there on purpose.
 */
function isOrphan(): boolean {
  if (process.platform !== 'linux') return process.ppid === 1;
  try {
    const own = groupOf('self');
    return own !== process.pid && groupOf(process.ppid) !== own;
  } catch {
    return false;
  }
}

/** `pid (name) state ppid pgrp …`, proc(5); the name may have spaces and brackets. */
function groupOf(pid: number | 'self'): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]);
}
