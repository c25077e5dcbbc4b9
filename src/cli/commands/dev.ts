import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { DevDoor } from '../dev-door.js';
import { type DevCommand, DevStarts } from '../dev-starts.js';
import type { CliIo } from '../io.js';
import { localConfig } from '../local-oracle.js';

/** Editors write a file in several steps; a burst of events is one change. */
const QUIET_MS = 150;
const messageSchema = z.object({ listening: z.int() });
const WATCHED_FILES: ReadonlySet<string> = new Set(['.env', 'oracle.config.json']);

/**
 * What `oracle dev` runs: the program of a project, `src/main.ts`, else `oracle start`. Errors point at source lines.
 * @param script the file of the `oracle` command itself
 */
export function devCommand(cwd: string, script: string): DevCommand {
  const isProject = existsSync(join(cwd, 'src/main.ts')) && existsSync(join(cwd, 'node_modules/tsx'));
  const ahead = join(dirname(script), '../dist/dev-ahead.js');
  return isProject && usesTheRuntime(cwd)
    ? { options: ['--import', 'tsx'], program: ['src/main.ts'], ahead }
    : { options: ['--enable-source-maps'], program: [script, 'start', '--create-identity'], ahead };
}

/** Not the runtime's own folder, whose program is another. */
function usesTheRuntime(cwd: string): boolean {
  try {
    return /"oracle-runtime"\s*:/.test(readFileSync(join(cwd, 'package.json'), 'utf8'));
  } catch {
    return false;
  }
}

/**
 * `oracle dev`: runs an oracle and starts it again when `.env`, `oracle.config.json` or anything under `src/` changes. It
 * holds the port itself: who comes in between waits for the next one, and answers that are under way are finished first.
 * Resolves when `signal` aborts and the oracle has drained.
 */
export async function dev(command: DevCommand, io: CliIo, signal: AbortSignal): Promise<number> {
  const starts = new DevStarts(command, io);
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
  const door = new DevDoor();
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      const port = await standAt(door, io);
      const child = starts.start(port);
      child.on('message', (message) => {
        const { data } = messageSchema.safeParse(message);
        if (data === undefined) return;
        door.open(data.listening);
        starts.prepare();
      });
      const ended = endOf(child).then(wakeFor);
      await nextWake();
      door.shut();
      await stop(child, ended);
      if (changed !== undefined) io.stderr(`\n${changed} changed: starting again\n`);
      changed = undefined;
    }
  } finally {
    clearTimeout(timer);
    door.close();
    starts.close();
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

/** The address of the settings as they are now. With settings that are wrong the oracle says so itself. */
async function standAt(door: DevDoor, io: CliIo): Promise<number | undefined> {
  try {
    const { host, port } = localConfig(io);
    return await door.stand(host, port);
  } catch {
    return undefined;
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
