import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DOOR_VARIABLE } from '../http/listen.js';
import type { CliIo } from './io.js';

interface Waiting {
  readonly child: ChildProcess;
  /** When what it has loaded was written. */
  readonly loaded: number;
}

/** `node <options> <program>` */
export interface DevCommand {
  readonly options: readonly string[];
  /** A file and its arguments. */
  readonly program: readonly string[];
  /** A module that loads the runtime and then waits for its turn. */
  readonly ahead?: string;
}

/**
 * Starts one process after the other of a command. The next one is made ready while one serves, as far as it can be without
 * the project's own files.
 */
export class DevStarts {
  #waiting: Waiting | undefined;

  constructor(
    private readonly command: DevCommand,
    private readonly io: Pick<CliIo, 'cwd' | 'env'>,
  ) {}

  /** @param port of the door that it is to stand behind */
  start(port: number | undefined): ChildProcess {
    const door = port === undefined ? {} : { [DOOR_VARIABLE]: String(port) };
    const ready = this.#take();
    if (ready === undefined) return this.#spawn([], door);
    ready.send({ turn: door });
    return ready;
  }

  /** Makes the next one ready. */
  prepare(): void {
    const { ahead } = this.command;
    const loaded = writtenAt(ahead);
    if (ahead === undefined || loaded === undefined || this.#waiting !== undefined) return;
    const child = this.#spawn(['--import', pathToFileURL(ahead).href], {});
    this.#waiting = { child, loaded };
    child.once('error', () => this.#drop(child));
    child.once('exit', () => this.#drop(child));
  }

  close(): void {
    this.#waiting?.child.kill('SIGKILL');
    this.#waiting = undefined;
  }

  /** None that ended, or that has loaded what was built anew since. */
  #take(): ChildProcess | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined || !waiting.child.connected) return undefined;
    if (waiting.loaded === writtenAt(this.command.ahead)) return waiting.child;
    waiting.child.kill('SIGKILL');
    return undefined;
  }

  #drop(child: ChildProcess): void {
    if (this.#waiting?.child === child) this.#waiting = undefined;
  }

  #spawn(before: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    const { cwd } = this.io;
    const { options, program } = this.command;
    return spawn(process.execPath, [...options, ...before, ...program], {
      cwd,
      env: { ...this.io.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own group: a terminal's Ctrl-C would reach it too, and a second signal means "leave without draining".
      detached: true,
    });
  }
}

function writtenAt(file: string | undefined): number | undefined {
  return file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
