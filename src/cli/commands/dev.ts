import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../io.js';

/** Editors write a file in several steps; a burst of events is one change. */
const QUIET_MS = 150;
const WATCHED_FILES: ReadonlySet<string> = new Set(['.env', 'oracle.config.json']);

/**
 * `oracle dev`: runs `oracle start --create-identity` and starts it again when `.env`, `oracle.config.json` or
 * anything under `src/` changes. Resolves when `signal` aborts and the oracle has drained.
 * @param command what to run, as `[file, ...args]`
 */
export async function dev(
  command: readonly [string, ...string[]],
  io: CliIo,
  signal: AbortSignal,
): Promise<number> {
  const [file, ...args] = command;
  let wake: () => void = () => undefined;
  let changed: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onChange = (name: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      changed = name;
      wake();
    }, QUIET_MS);
  };
  const watchers = watchProject(io.cwd, onChange);
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      const child = spawn(file, args, {
        cwd: io.cwd,
        env: io.env,
        stdio: ['ignore', 'inherit', 'inherit'],
        // Its own group: a terminal's Ctrl-C would reach it too, and a second signal means "leave without draining".
        detached: true,
      });
      const ended = endOf(child).then(wakeFor);
      await nextWake();
      await stop(child, ended);
      if (changed !== undefined) io.stderr(`\n${changed} changed: starting again\n`);
      changed = undefined;
    }
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
  return 0;

  function nextWake(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      if (signal.aborted || changed !== undefined) resolve();
    });
  }
  /** A start that failed (a bad value, say) waits for the change that mends it. */
  function wakeFor(code: number | null): void {
    if (!signal.aborted && changed === undefined)
      io.stderr(`The oracle ended (${code ?? 'signal'}). Waiting for a change.\n`);
  }
}

function watchProject(cwd: string, onChange: (name: string) => void) {
  const watchers = [
    watch(cwd, (_, name) => {
      if (name !== null && WATCHED_FILES.has(name)) onChange(name);
    }),
  ];
  const sources = join(cwd, 'src');
  if (existsSync(sources))
    watchers.push(watch(sources, { recursive: true }, (_, name) => onChange(join('src', name ?? ''))));
  return watchers;
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await ended;
}
