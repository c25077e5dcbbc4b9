import { fieldOf } from '../../client/field-of.js';
import type { WireEvent } from '../../client/follow-run.js';
import { printable } from '../../kit/printable.js';
import type { CliIo } from '../io.js';
import { callLine, callWords, noteWords } from './event-words.js';

/** Below words that turned out to be no part of the answer once they stood there. */
export const THOUGHT_ABOVE = '(What stands above was the reasoning of the model; its answer follows.)';

export type Outcome = 'done' | 'error' | 'cancelled' | 'interrupted';

/** Shows the events of runs, one run after the other. Text goes to standard output, all about it to standard error. */
export interface Renderer {
  /** A run is about to start. */
  begin(): void;
  show(event: WireEvent): void;
  /** Brings the cursor back to the start of a line. */
  finish(): void;
  note(text: string): void;
  /** Words about a run that goes on, which the answer does not wait for. */
  passing(text: string): void;
  /** Of the last run what was not shown, a part at each call: the long rest, then how it came about. */
  more(): readonly string[];
}

/** One JSON object a line: `{"event":"message","id":"run:3","data":{…}}`. */
export function jsonRenderer(io: Pick<CliIo, 'stdout' | 'stderr'>): Renderer {
  return {
    begin: () => undefined,
    show: (event) => io.stdout(`${JSON.stringify(event)}\n`),
    finish: () => undefined,
    note: (text) => io.stderr(`${text}\n`),
    passing: (text) => io.stderr(`${text}\n`),
    more: () => [],
  };
}

/** Text as it comes, for pipes, files and terminals that can do no more. */
export function textRenderer(io: Pick<CliIo, 'stdout' | 'stderr' | 'richErrors' | 'interactive'>): Renderer {
  let midLine = false;
  /** The tool call whose line stands unfinished on the terminal. */
  let open: string | undefined;
  /** The message of which the last words were. */
  let messageId: unknown;

  function note(text: string): void {
    closeTool();
    if (midLine && io.interactive) {
      io.stdout('\n');
      midLine = false;
    }
    io.stderr(`${text}\n`);
  }
  function closeTool(): void {
    if (open !== undefined) io.stderr('\n');
    open = undefined;
  }
  function text(data: unknown): void {
    const shown = printable(String(fieldOf(data, 'content') ?? ''));
    if (shown === '') return;
    closeTool();
    const id = fieldOf(data, 'messageId');
    // Two messages are two paragraphs, whatever stands between them on standard error.
    if (messageId !== undefined && id !== messageId) io.stdout(midLine ? '\n\n' : '\n');
    messageId = id;
    io.stdout(shown);
    midLine = !shown.endsWith('\n');
  }
  function tool(data: unknown): void {
    const id = String(fieldOf(data, 'id'));
    if (fieldOf(data, 'status') === 'running') {
      if (!io.richErrors) return;
      closeTool();
      if (midLine && io.interactive) io.stdout('\n');
      midLine = false;
      io.stderr(`  … ${callWords(data)}`);
      open = id;
      return;
    }
    const line = `  ${callLine(data)}`;
    if (open !== id) {
      note(line);
      return;
    }
    open = undefined;
    io.stderr(`\r\u001b[2K${line}\n`);
  }

  return {
    begin() {
      messageId = undefined;
    },
    show(event) {
      if (event.event === 'message') text(event.data);
      else if (event.event === 'reasoning') {
        if (fieldOf(event.data, 'replaces') === true) note(THOUGHT_ABOVE);
      } else if (event.event === 'tool_call') tool(event.data);
      else if (event.event === 'progress') {
        if (io.richErrors) note(`    ${printable(String(fieldOf(event.data, 'message') ?? ''))}`);
      } else for (const words of noteWords(event)) note(words);
    },
    finish() {
      closeTool();
      if (midLine) io.stdout('\n');
      midLine = false;
    },
    note,
    passing: note,
    more: () => [],
  };
}
