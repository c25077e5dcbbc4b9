import { StringDecoder } from 'node:string_decoder';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Key, KeyDecoder } from './decode-keys.js';
import { type InputLayout, windowOf } from './layout-input.js';
import { LineEditor, type LineOptions, MOST_CHARS } from './line-editor.js';

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_SCREEN = '\u001b[2J\u001b[H';
/** An escape that no sequence follows within this time is the key of that name. */
const ESCAPE_MS = 40;
/** Keys pressed ahead of a question that are kept. */
const MOST_AHEAD = 1000;
/** Signals that end the process, each with its number: the exit code is 128 and that. */
const ENDINGS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

/** A person's terminal, whose keys come one by one from the first question until it is released. */
export interface Terminal {
  /** A text from the person; undefined when they leave (Ctrl-D, Ctrl-C on nothing). */
  ask(prompt: string, options?: LineOptions): Promise<string | undefined>;
  /** Ctrl-C while no question is open. */
  onInterrupt(listener: () => void): () => void;
  /** Gives the terminal back as it was; the next question takes it again. */
  release(): void;
}

/** Takes over a terminal. Whatever ends the process but SIGKILL, the terminal is given back as it was. */
export function openTerminal(input: ReadStream, output: WriteStream): Terminal {
  const decoder = new KeyDecoder();
  const listeners = new Set<() => void>();
  const ahead: Key[] = [];
  let utf8 = new StringDecoder('utf8');
  let escapeTimer: NodeJS.Timeout | undefined;
  let held = false;
  let asking: ((key: Key) => void) | undefined;
  let redraw: (() => void) | undefined;
  /** Leaves the question as it stands and goes below it, for whoever writes next. */
  let goBelow: (() => void) | undefined;

  function dispatch(keys: readonly Key[]): void {
    for (const key of keys) {
      if (key.kind === 'press' && key.name === 'ctrl-z') suspend();
      else if (asking !== undefined) asking(key);
      else if (key.kind === 'press' && key.name === 'ctrl-c') for (const listener of listeners) listener();
      else if (ahead.length < MOST_AHEAD) ahead.push(key);
    }
    // Once for all that came at once: pasted keys are many.
    if (keys.length > 0) redraw?.();
  }
  function onData(chunk: Buffer): void {
    clearTimeout(escapeTimer);
    dispatch(decoder.feed(utf8.write(chunk)));
    if (decoder.undecided) escapeTimer = setTimeout(() => dispatch(decoder.flush()), ESCAPE_MS);
  }
  /** The terminal is gone: nobody will answer. */
  const onEnd = () => asking?.({ kind: 'press', name: 'ctrl-d' });

  function hold(): void {
    if (held) return;
    held = true;
    utf8 = new StringDecoder('utf8');
    input.setRawMode(true);
    output.write(PASTE_ON);
    input.on('data', onData).on('end', onEnd).on('error', onEnd).resume();
    output.on('resize', onResize);
    process.on('exit', release);
    for (const signal of Object.keys(ENDINGS)) process.on(signal, onEnding);
  }
  function release(): void {
    if (!held) return;
    held = false;
    clearTimeout(escapeTimer);
    restore(input, output);
    input.off('data', onData).off('end', onEnd).off('error', onEnd).pause();
    output.off('resize', onResize);
    process.off('exit', release);
    for (const signal of Object.keys(ENDINGS)) process.off(signal, onEnding);
  }
  function onEnding(signal: keyof typeof ENDINGS): void {
    if (signal === 'SIGINT' && listeners.size > 0) return;
    goBelow?.();
    release();
    process.exit(128 + ENDINGS[signal]);
  }
  const onResize = () => redraw?.();
  function suspend(): void {
    goBelow?.();
    release();
    // A signal that is waited for keeps no process alive, and nothing else may be open.
    const alive = setInterval(() => undefined, 60_000);
    process.once('SIGCONT', () => {
      clearInterval(alive);
      hold();
      redraw?.();
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  function ask(prompt: string, options: LineOptions = {}): Promise<string | undefined> {
    hold();
    if (options.fresh === true) ahead.length = 0;
    const editor = new LineEditor(prompt, options);
    const screen = new DrawnInput(output);
    return new Promise((resolve) => {
      const draw = () => screen.draw(editor.layout(columnsOf(output)));
      const end = (answer: string | undefined) => {
        screen.finish(editor.layout(columnsOf(output)));
        asking = undefined;
        redraw = undefined;
        goBelow = undefined;
        resolve(answer);
      };
      const take = (key: Key) => {
        if (key.kind === 'press' && key.name === 'ctrl-l') {
          output.write(CLEAR_SCREEN);
          screen.forget();
          return;
        }
        const pressed = editor.press(key, columnsOf(output));
        if (pressed === 'goes-on') return;
        if (pressed === 'too-long') {
          screen.above(tooLong(key, editor.text.length, options.tooLong));
          return;
        }
        end(pressed === 'ready' ? editor.text : undefined);
      };
      asking = take;
      redraw = draw;
      goBelow = () => screen.finish(editor.layout(columnsOf(output)));
      draw();
      if (ahead.length === 0) return;
      while (asking !== undefined && ahead.length > 0) asking(ahead.shift() as Key);
      if (asking !== undefined) draw();
    });
  }

  return {
    ask,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release,
  };
}

/** Safe at any moment, also while the process ends: what it writes is written when it returns. */
function restore(input: ReadStream, output: WriteStream): void {
  try {
    output.write(PASTE_OFF);
    input.setRawMode(false);
  } catch {
    // The terminal was closed; there is nothing left to restore.
  }
}

/** Why what was pasted or typed was not taken; what stood there before stays. */
function tooLong(key: Key, before: number, remedy = 'Write less.'): string {
  const added = key.kind === 'press' ? 0 : key.text.length + ('leftOut' in key ? (key.leftOut ?? 0) : 0);
  const count = (chars: number) => chars.toLocaleString('en');
  return `Not taken: that is ${count(before + added)} characters, and at most ${count(MOST_CHARS)} can be sent at once. ${remedy}`;
}

function columnsOf(output: WriteStream): number {
  return output.columns > 0 ? output.columns : 80;
}

/** The rows of a question as they stand on the screen, drawn anew in place at each key. */
class DrawnInput {
  readonly #output: WriteStream;
  #drawn: InputLayout | undefined;

  constructor(output: WriteStream) {
    this.#output = output;
  }

  draw(layout: InputLayout): void {
    const shown = windowOf(layout, Math.max(1, (this.#output.rows > 0 ? this.#output.rows : 24) - 1));
    const below = shown.rows.length - 1 - shown.cursor.row;
    const up = below > 0 ? `\u001b[${below}A` : '';
    const right = shown.cursor.column > 0 ? `\u001b[${shown.cursor.column}C` : '';
    this.#output.write(`${this.#toTop()}${textOf(shown)}\r${up}${right}`);
    this.#drawn = shown;
  }

  /** Says something above the question, which is then to be drawn again. */
  above(words: string): void {
    this.#output.write(`${this.#toTop()}${words}\r\n`);
    this.#drawn = undefined;
  }

  /** Leaves all rows on the screen, and the cursor below them. */
  finish(layout: InputLayout): void {
    this.#output.write(`${this.#toTop()}${textOf(layout)}\r\n`);
    this.#drawn = undefined;
  }

  forget(): void {
    this.#drawn = undefined;
  }

  #toTop(): string {
    if (this.#drawn === undefined) return '';
    const { rows, cursor } = this.#drawn;
    // A terminal that became narrower has wrapped what was drawn.
    const columns = columnsOf(this.#output);
    const above = rows
      .slice(0, cursor.row)
      .reduce((sum, { width }) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    const up = above + Math.floor(cursor.column / columns);
    return `${up > 0 ? `\u001b[${up}A` : ''}\r${CLEAR_BELOW}`;
  }
}

function textOf({ rows }: InputLayout): string {
  return rows.map(({ shown }) => shown).join('\r\n');
}
