import { printable } from '../kit/printable.js';
import { linesOf } from './lines-of.js';
import { guarded } from './terminal/guarded.js';
import type { LineOptions } from './terminal/line-editor.js';
import type { Screen } from './terminal/live-region.js';
import { openTerminal, type Terminal } from './terminal/terminal.js';

/** The terminal around the CLI, as a value, so that tests can be one. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Content on standard output, as it is; a terminal gets what could act on it written out. */
  readonly bytes: (content: Uint8Array) => void;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A person sits at both ends: prompts make sense. */
  readonly interactive: boolean;
  /** A person types the lines of standard input. */
  readonly byHand?: boolean;
  /** Standard error is a terminal: a line may be rewritten in place. */
  readonly richErrors: boolean;
  /** The size of the terminal where answers and words about them meet; undefined when either goes elsewhere. */
  readonly screen: (() => Screen) | undefined;
  /** One text from the person; undefined when they leave (Ctrl-C on nothing, Ctrl-D). */
  ask(prompt: string, options?: LineOptions): Promise<string | undefined>;
  /** Gives the terminal back, which is held from one question to the next. */
  release(): void;
  /** Lines of a standard input that is no terminal. */
  lines(): AsyncIterable<string>;
  /** Calls the listener on Ctrl-C instead of ending; returns how to stop that. */
  onInterrupt(listener: () => void): () => void;
  /** Leaves at once. */
  exit(code: number): void;
}

export function processIo(): CliIo {
  let opened: Terminal | undefined;
  const terminal = () => {
    opened ??= openTerminal(process.stdin, process.stdout);
    return opened;
  };
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const why = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
    process.stderr.write(`Error: Standard output takes no more: ${why}.\n`);
    process.exit(1);
  });
  return {
    stdout: writerTo(process.stdout),
    stderr: writerTo(process.stderr),
    bytes: bytesTo(process.stdout),
    cwd: process.cwd(),
    env: process.env,
    interactive:
      process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb',
    screen:
      process.stdout.isTTY === true && process.stderr.isTTY === true && process.env['TERM'] !== 'dumb'
        ? () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 })
        : undefined,
    byHand: process.stdin.isTTY === true,
    richErrors: process.stderr.isTTY === true,
    ask: (prompt, options) => terminal().ask(prompt, options),
    release: () => opened?.release(),
    lines: () => linesOf(process.stdin),
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      const stop = opened?.onInterrupt(listener);
      return () => {
        process.off('SIGINT', listener);
        stop?.();
      };
    },
    exit: (code) => process.exit(code),
  };
}

function writerTo(stream: NodeJS.WriteStream): (text: string) => void {
  return stream.isTTY === true
    ? (text) => void stream.write(guarded(text))
    : (text) => void stream.write(text);
}

function bytesTo(stream: NodeJS.WriteStream): (content: Uint8Array) => void {
  const decoder = new TextDecoder();
  return stream.isTTY === true
    ? (content) => void stream.write(printable(decoder.decode(content, { stream: true })))
    : (content) => void stream.write(content);
}
