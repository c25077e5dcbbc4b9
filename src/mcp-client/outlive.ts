import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads until nobody can write to it any more, which is when the oracle has ended, however it was ended. The group may
 * then end by itself, as a server does whose input ends; what is left is asked to, and then killed.
 */
const WATCH =
  'while read -r _; do :; done; sleep 1; kill -s TERM -- "-$1" && sleep 1 && kill -s KILL -- "-$1"';

/**
 * Sees to it that a process group does not outlive this process, not even one that is killed. Without a shell, as on
 * Windows, nothing does.
 * @param group its id, that of its leader
 * @returns stops seeing to it; to be called when the group has ended, so that no other of its id is taken for it
 */
export function endWithThisProcess(group: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  return release(watcherOf(group));
}

/** In a group of its own: a Ctrl-C meant for the oracle does not reach it. */
export function watcherOf(group: number): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'sh', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }) },
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  // Neither keeps this process alive.
  watcher.unref();
  (watcher.stdin as { unref?(): void } | null)?.unref?.();
  return watcher;
}

function release(watcher: ChildProcess): () => void {
  return () => {
    // Before its pipe is closed, which would tell it that this process has ended.
    watcher.kill('SIGKILL');
  };
}
