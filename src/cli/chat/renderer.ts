import { printable } from '../../kit/printable.js';
import type { CliIo } from '../io.js';
import { fieldOf } from './client.js';
import type { WireEvent } from './follow-run.js';
import { shortArgs } from './short-args.js';

export type Outcome = 'done' | 'error' | 'cancelled' | 'interrupted';

/** Shows the events of one run. Text goes to standard output, all about it to standard error. */
export interface Renderer {
  show(event: WireEvent): void;
  /** Brings the cursor back to the start of a line. */
  finish(): void;
  note(text: string): void;
}

/** One JSON object a line: `{"event":"message","id":"run:3","data":{…}}`. */
export function jsonRenderer(io: Pick<CliIo, 'stdout' | 'stderr'>): Renderer {
  return {
    show: (event) => io.stdout(`${JSON.stringify(event)}\n`),
    finish: () => undefined,
    note: (text) => io.stderr(`${text}\n`),
  };
}

export function textRenderer(io: Pick<CliIo, 'stdout' | 'stderr' | 'richErrors' | 'interactive'>): Renderer {
  let midLine = false;
  /** The tool call whose line stands unfinished on the terminal. */
  let open: string | undefined;

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
  function text(content: string): void {
    const shown = printable(content);
    if (shown === '') return;
    closeTool();
    io.stdout(shown);
    midLine = !shown.endsWith('\n');
  }
  function tool(data: unknown): void {
    const id = String(fieldOf(data, 'id'));
    const status = fieldOf(data, 'status');
    const call = `${printable(String(fieldOf(data, 'name')))}(${shortArgs(fieldOf(data, 'args'))})`;
    if (status === 'running') {
      if (!io.richErrors) return;
      closeTool();
      if (midLine && io.interactive) io.stdout('\n');
      midLine = false;
      io.stderr(`  … ${call}`);
      open = id;
      return;
    }
    const ms = fieldOf(data, 'ms');
    const time = typeof ms === 'number' ? ` ${Math.round(ms)} ms` : '';
    const error = fieldOf(data, 'error');
    const line = `  ${status === 'error' ? '✗' : '✓'} ${call}${time}${typeof error === 'string' ? `: ${printable(error)}` : ''}`;
    if (open !== id) {
      note(line);
      return;
    }
    open = undefined;
    io.stderr(`\r\u001b[2K${line}\n`);
  }

  return {
    show({ event, data }) {
      switch (event) {
        case 'message':
          return text(String(fieldOf(data, 'content') ?? ''));
        case 'tool_call':
          return tool(data);
        case 'capability': {
          const loaded = fieldOf(data, 'loaded');
          return note(`  + ${Array.isArray(loaded) ? printable(loaded.join(', ')) : ''}`);
        }
        case 'progress':
          if (io.richErrors) note(`    ${printable(String(fieldOf(data, 'message') ?? ''))}`);
          return;
        case 'notice':
          return note(printable(String(fieldOf(data, 'text') ?? '')));
        case 'artifact': {
          const url = String(fieldOf(data, 'path') ?? fieldOf(data, 'url') ?? '');
          const place = url === '' || url.startsWith('data:') ? '' : ` (${printable(url)})`;
          return note(`  # ${printable(String(fieldOf(data, 'title') ?? ''))}${place}`);
        }
        case 'done':
          if (fieldOf(data, 'finishReason') === 'limit') note('The run reached its limit of steps.');
          if (fieldOf(data, 'finishReason') === 'length')
            note('The answer was cut at the length limit of the model.');
          return;
        case 'error': {
          const hint = fieldOf(data, 'hint');
          note(`Error: ${printable(String(fieldOf(data, 'message') ?? fieldOf(data, 'code')))}`);
          if (typeof hint === 'string') note(`  ${printable(hint)}`);
          return;
        }
        case 'cancelled':
          return note('Cancelled.');
      }
    },
    finish() {
      closeTool();
      if (midLine) io.stdout('\n');
      midLine = false;
    },
    note,
  };
}
