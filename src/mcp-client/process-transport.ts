import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { asSent, keepDigits } from './exact-numbers.js';
import { endWithThisProcess } from './outlive.js';

/** How long a program may take to end by itself, and again after it was asked to. */
const GRACE_MS = 1_000;
/** Bytes that are kept of what a program writes to its standard error: the last. */
const KEPT_WORDS = 2_000;
/** What every program gets of this process's environment, as `sudo` would leave it. */
const INHERITED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'TMPDIR', 'LANG'];

export interface ProcessAddress {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * A server that is a program, spoken to over its standard streams, a line a message. It leads a process group of its
 * own: whatever it started ends with it, and a Ctrl-C meant for the oracle does not reach it. Nor does the group outlive an
 * oracle that is killed.
 */
export class ProcessTransport implements Transport {
  readonly #address: ProcessAddress;
  readonly #maxBytes: number;
  /** What has come of a line that has no end yet. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #reason: string | undefined;
  #words = Buffer.alloc(0);
  #wordsAreCut = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  /** @param maxBytes of one message */
  constructor(address: ProcessAddress, maxBytes: number) {
    this.#address = address;
    this.#maxBytes = maxBytes;
  }

  /** How it ended, in words, once it has. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The last of what it wrote to its standard error, in whole lines. */
  get lastWords(): string {
    const words = this.#words.toString();
    return this.#wordsAreCut ? words.slice(words.indexOf('\n') + 1 || words.length) : words;
  }

  start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#address;
    const child = spawn(command, [...args], {
      env: { ...inherited(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    const release = child.pid === undefined ? undefined : endWithThisProcess(child.pid);
    this.#ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      // What it started may hold its streams open.
      child.once('exit', () => {
        killGroup(child);
        release?.();
      });
      child.once('close', (code, signal) => {
        this.#reason =
          signal === null ? `its program ended with code ${code}` : `its program ended (${signal})`;
        this.#child = undefined;
        resolve();
        this.onclose?.();
      });
    });
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on('error', (error) => this.onerror?.(error));
    child.stderr?.on('data', (chunk: Buffer) => {
      const words = Buffer.concat([this.#words, chunk]);
      this.#wordsAreCut ||= words.length > KEPT_WORDS;
      this.#words = words.subarray(-KEPT_WORDS);
    });
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('the program has ended');
    await new Promise<void>((resolve, reject) => {
      stdin.write(asSent(serializeMessage(message)), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin?.end();
    if (!(await within(this.#ended))) {
      killGroup(child, 'SIGTERM');
      if (!(await within(this.#ended))) killGroup(child);
    }
    await this.#ended;
    this.#forget();
  }

  #read(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(10, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      this.#rest.push(part);
      this.#restBytes += part.length;
      if (this.#restBytes > this.#maxBytes) {
        // Too large to be held: what comes after it cannot be read either.
        this.#forget();
        this.onerror?.(new Error(`a line of more than ${this.#maxBytes} bytes`));
        void this.close();
        return;
      }
      if (end === -1) return;
      const line = Buffer.concat(this.#rest).toString();
      this.#forget();
      this.#take(line);
      from = end + 1;
    }
  }

  #take(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(keepDigits(line)));
    } catch (error) {
      // A line that is no message, such as a greeting: the next may be one.
      this.onerror?.(error as Error);
    }
  }

  #forget(): void {
    this.#rest = [];
    this.#restBytes = 0;
  }
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function within(ended: Promise<void>): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([
      ended.then(() => true),
      sleep(GRACE_MS, false, { signal: late.signal }).catch(() => false),
    ]);
  } finally {
    late.abort();
  }
}

/** The program and what it started; those that are gone already are no error. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}
