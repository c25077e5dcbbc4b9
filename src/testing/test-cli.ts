import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliHost } from '../cli/host.js';
import { runCli } from '../cli/index.js';
import type { CliIo } from '../cli/io.js';
import type { Screen } from '../cli/terminal/live-region.js';

/** A project directory and a terminal that records; `interrupt()` is the person's Ctrl-C. */
export interface TestCli {
  readonly dir: string;
  readonly io: CliIo;
  readonly out: () => string;
  readonly err: () => string;
  readonly exits: readonly number[];
  interrupt(): void;
  run(args: readonly string[], host?: Partial<CliHost>): Promise<number>;
  remove(): void;
}

export interface TestCliOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** What the person types; the end of the list is Ctrl-D. Makes the terminal interactive. */
  readonly answers?: readonly string[];
  /** Lines of a standard input that is no terminal. */
  readonly lines?: readonly string[];
  /** A person types those lines. */
  readonly byHand?: boolean;
  readonly richErrors?: boolean;
  /** The size of the terminal that shows answers as they are drawn. */
  readonly screen?: Screen;
}

export function testCli(options: TestCliOptions = {}): TestCli {
  const dir = mkdtempSync(join(tmpdir(), 'oracle-cli-'));
  let out = '';
  let err = '';
  const exits: number[] = [];
  const answers = [...(options.answers ?? [])];
  const listeners = new Set<() => void>();
  const io: CliIo = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    bytes: (content) => {
      out += Buffer.from(content).toString('utf8');
    },
    cwd: dir,
    env: options.env ?? {},
    interactive: options.answers !== undefined,
    screen: options.screen === undefined ? undefined : () => options.screen as Screen,
    byHand: options.byHand ?? false,
    richErrors: options.richErrors ?? false,
    ask: async (prompt) => {
      out += prompt;
      return answers.shift();
    },
    release: () => undefined,
    lines: async function* () {
      yield* options.lines ?? [];
    },
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exit: (code) => exits.push(code),
  };
  const unused = (what: string) => async () => {
    throw new Error(`this test's host has no ${what}`);
  };
  return {
    dir,
    io,
    out: () => out,
    err: () => err,
    exits,
    interrupt: () => {
      for (const listener of listeners) listener();
    },
    run: (args, host = {}) =>
      runCli(
        args,
        {
          start: unused('start'),
          startEphemeral: unused('startEphemeral'),
          loadPlugins: async () => [],
          inspect: unused('inspect'),
          bootReport: unused('bootReport'),
          bootHealth: async () => [],
          openOperations: unused('openOperations'),
          ...host,
        },
        io,
      ),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
