import type { ChildProcess } from 'node:child_process';
import type { Stats } from 'node:fs';
import { chmod, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileOf, jailed, type Language, type Limits, startJailed } from './jail.js';
import { useOf } from './process-tree.js';
import { deletedBytes, filesInMemory } from './unseen-files.js';
import type { WorkspaceFile, Workspaces } from './workspaces.js';

export interface Program {
  readonly language: Language;
  readonly code: string;
  readonly stdin: string | undefined;
  /** Of the clock on the wall. */
  readonly seconds: number;
}

export type Ended = 'exit' | 'time' | 'memory' | 'processes' | 'disk' | 'output' | 'crash';

export interface Ran {
  readonly ended: Ended;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cut: boolean;
  readonly seconds: number;
  readonly files: readonly WorkspaceFile[];
}

const MIB = 1024 * 1024;
/** How often is looked at what a run uses. */
const LOOK_MS = 50;
/** Bytes that a run may print, kept or not, before it is ended. */
const MOST_PRINTED = 50 * MIB;

/** Runs a program in the jail, and ends all of it at the first limit that it reaches. */
export async function runCode(
  program: Program,
  folder: string,
  workspaces: Workspaces,
  limits: Limits,
  signal: AbortSignal,
): Promise<Ran> {
  const place = await workspaces.codePlace();
  const began = Date.now();
  try {
    await chmod(place, 0o755);
    await writeFile(join(place, fileOf(program.language)), program.code, { mode: 0o644 });
    const { file, args } = jailed(
      program.language,
      { workspace: folder, code: place },
      limits,
      program.seconds,
    );
    const workspace = await stat(folder);
    const child = startJailed(file, args);
    const stop = new Stop(child);
    const out = collect(required(child.stdout), limits.output, stop);
    const err = collect(required(child.stderr), limits.output, stop);
    const stdin = required(child.stdin);
    stdin.on('error', () => undefined);
    stdin.end(program.stdin ?? '');
    const onAbort = () => stop.now('time');
    signal.addEventListener('abort', onAbort, { once: true });
    const clock = setTimeout(() => stop.now('time'), program.seconds * 1_000);
    const over = new AbortController();
    const watched = watch(child, folder, workspace, workspaces, limits, stop, over.signal);
    const [exitCode, by] = await ended(child);
    over.abort();
    clearTimeout(clock);
    signal.removeEventListener('abort', onAbort);
    await watched;
    const use = await workspaces.use(folder);
    const isFull = use.over || stop.reason === 'disk';
    return {
      ended: isFull ? 'disk' : (stop.reason ?? reasonOf(exitCode, by)),
      exitCode,
      stdout: out.text(),
      stderr: err.text(),
      cut: out.isCut() || err.isCut(),
      seconds: (Date.now() - began) / 1_000,
      files: use.files,
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** A child that was started with pipes has them. */
function required<T>(pipe: T | null): T {
  if (pipe === null) throw new Error('A program has no pipes.');
  return pipe;
}

/** Ends all processes of a run; the first reason counts. */
class Stop {
  reason: Ended | undefined;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  now(reason: Ended): void {
    this.reason ??= reason;
    const { pid } = this.#child;
    // The first process of the namespace dies with bubblewrap, and all others with it.
    if (pid !== undefined) kill(-pid);
  }
}

function kill(group: number): void {
  try {
    process.kill(group, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

async function watch(
  child: ChildProcess,
  folder: string,
  workspace: Stats,
  workspaces: Workspaces,
  limits: Limits,
  stop: Stop,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted && child.pid !== undefined) {
    const [tree, disk] = await Promise.all([useOf(child.pid), workspaces.use(folder)]);
    const [deleted, inMemory] = await Promise.all([
      deletedBytes(tree.processes, workspace.dev),
      filesInMemory(tree.processes, workspace),
    ]);
    if (over.aborted) return;
    if (tree.memory > limits.memory * MIB) stop.now('memory');
    // Bubblewrap itself is two of them.
    else if (tree.processes.length > limits.processes + 2) stop.now('processes');
    else if (disk.over || disk.bytes + deleted > limits.disk * MIB || inMemory > limits.files)
      stop.now('disk');
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => undefined);
  }
}

function collect(stream: NodeJS.ReadableStream, most: number, stop: Stop) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (text.length < most) text += decoder.decode(chunk, { stream: true });
    if (bytes > MOST_PRINTED) stop.now('output');
  });
  return { text: () => text.slice(0, most), isCut: () => text.length > most || bytes > text.length * 4 };
}

function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve([code, by]));
  });
}

/** What the kernel ended: 128 and the number of the signal, as bubblewrap passes it on. */
function reasonOf(exitCode: number | null, by: NodeJS.Signals | null): Ended {
  if (exitCode === 128 + 24 || by === 'SIGXCPU') return 'time';
  if (exitCode === 128 + 25 || by === 'SIGXFSZ') return 'disk';
  if (exitCode === null || exitCode >= 128) return 'crash';
  return 'exit';
}
