import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { endWithThisProcess, watcherOf } from './outlive.js';

let started: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of started) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  started = [];
});

/** A group of two that lets a request to end pass; the ids of both, once both live. */
async function stubborn(): Promise<readonly number[]> {
  const child = spawn('/bin/sh', ['-c', `trap '' TERM; sleep 600 & echo "$$ $!"; wait; sleep 600`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) return line.split(' ').map(Number);
  throw new Error('it said nothing');
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('ends a group once nobody holds its pipe any more, as when the oracle is killed', async () => {
  const pids = await stubborn();
  const [leader] = started;
  const ended = new Promise((resolve) => leader?.once('exit', (_, signal) => resolve(signal)));
  const watcher = watcherOf(pids[0] ?? 0);
  started.push(watcher);
  expect(pids.map(lives)).toEqual([true, true]);
  watcher.stdin?.destroy();
  expect(await ended).toBe('SIGKILL');
}, 60_000);

it('leaves a group alone that it was told to forget, whatever becomes of the pipe', async () => {
  const pids = await stubborn();
  const watcher = watcherOf(pids[0] ?? 0);
  started.push(watcher);
  const ended = new Promise((resolve) => watcher.once('exit', (_, signal) => resolve(signal)));
  watcher.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  watcher.stdin?.destroy();
  endWithThisProcess(pids[0] ?? 0)();
  expect(pids.map(lives)).toEqual([true, true]);
});
