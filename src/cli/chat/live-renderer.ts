import { fieldOf } from '../../client/field-of.js';
import type { WireEvent } from '../../client/follow-run.js';
import { printable } from '../../kit/printable.js';
import { hang } from '../markdown/render-table.js';
import { wrapSpans } from '../markdown/wrap-spans.js';
import { cutToWidth } from '../terminal/display-width.js';
import { LiveRegion, type Screen } from '../terminal/live-region.js';
import type { Paint } from '../terminal/paint.js';
import { AnswerView } from './answer-view.js';
import { callLine, callWords, noteWords, timeWords } from './event-words.js';
import { type Renderer, THOUGHT_ABOVE } from './renderer.js';
import { workingLines } from './working.js';

export interface LiveOptions {
  readonly write: (text: string) => void;
  readonly screen: () => Screen;
  readonly paint: Paint;
  /** Long answers are folded, as `/more` shows the rest. */
  readonly fold: boolean;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** Lines of thought that are shown while it goes on, and may stay. */
const THOUGHT_LINES = 6;
/** From then on it helps to know how to stop it. */
const LONG_WAIT_MS = 5_000;

interface Running {
  readonly data: unknown;
  readonly since: number;
  progress: string;
}

/** Shows runs on a terminal: Markdown to its width, calls as a line each, and what goes on with its seconds. */
export function liveRenderer({ write, screen, paint, fold }: LiveOptions): Renderer {
  const region = new LiveRegion(write, screen);
  const running = new Map<string, Running>();
  const calls: unknown[] = [];
  const rests: string[][] = [];
  let ticker: NodeJS.Timeout | undefined;
  let since = 0;
  let view: AnswerView | undefined;
  let messageId: unknown;
  let thought = { text: '', since: 0 };
  let reasoning = '';
  /** Whether anything was printed, and whether text was last, so that what follows stands apart. */
  let begun = false;
  let afterText = false;
  let parts: (readonly string[])[] = [];
  /** Stands where it is said what goes on. */
  let notice = '';

  const columns = () => Math.max(20, screen().columns - 1);
  const dim = (text: string) => paint(text, 'dim');

  function print(lines: readonly string[]): void {
    begun ||= lines.length > 0;
    region.print(lines);
  }
  function line(text: string): void {
    print([...(afterText ? [''] : []), text]);
    afterText = false;
  }
  function printText(lines: readonly string[]): void {
    if (lines.length === 0) return;
    print(lines);
    afterText = true;
  }
  function endText(): void {
    if (view === undefined) return;
    printText(view.end());
    if (view.rest.length > 0) rests.push([...view.rest]);
    view = undefined;
  }
  function endThought(): void {
    const { text } = thought;
    if (text.trim() === '') return;
    const lines = thoughtLines();
    reasoning += `${reasoning === '' ? '' : '\n\n'}${text.trim()}`;
    const took = `Thought for ${timeWords(Date.now() - thought.since)}`;
    if (lines.length <= THOUGHT_LINES) print(lines.map(dim));
    else print([dim(fold ? `${took}. /more shows it.` : `${took}.`)]);
    thought = { text: '', since: 0 };
  }
  function thoughtLines(): readonly string[] {
    return wrapSpans([{ text: thought.text.trim(), styles: [] }], columns() - 2, (text) => text).map(
      (text) => `  ${text}`,
    );
  }

  function statusLines(now: number): readonly string[] {
    if (notice !== '') return [dim(cutToWidth(notice, columns()))];
    const frame = FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length] ?? '';
    const seconds = (from: number) => `${Math.floor((now - from) / 1000)} s`;
    const stop = now - since > LONG_WAIT_MS ? ' · Ctrl-C stops' : '';
    if (running.size > 0)
      return [...running.values()].flatMap(({ data, since: from, progress }, at) => [
        `${frame} ${callWords(data, 60)} ${seconds(from)}${at === 0 ? stop : ''}`,
        ...(progress === '' ? [] : [dim(cutToWidth(`    ${progress}`, columns()))]),
      ]);
    const held = view?.heldLines ?? 0;
    const what = held > 0 ? `Writing, ${held} lines for /more` : view === undefined ? 'Thinking' : 'Writing';
    return [dim(`${frame} ${what} ${seconds(since)}${stop}`)];
  }
  function draw(): void {
    const now = Date.now();
    if (view !== undefined) printText(view.settle());
    const thoughts = thought.text.trim() === '' ? [] : thoughtLines().slice(-THOUGHT_LINES).map(dim);
    const words = view === undefined ? [] : view.preview();
    region.draw([...thoughts, ...words, ...statusLines(now)]);
  }

  function message(data: unknown): void {
    const content = printable(String(fieldOf(data, 'content') ?? ''));
    if (content === '') return;
    endThought();
    const id = fieldOf(data, 'messageId');
    if (view !== undefined && id !== messageId) endText();
    if (view === undefined) {
      if (begun) print(['']);
      view = new AnswerView({
        columns: columns(),
        paint,
        ...(fold ? { foldAfter: Math.max(10, screen().rows - 8) } : {}),
      });
    }
    messageId = id;
    view.append(content);
  }
  /** The words so far were a thought: what can still be taken off the screen is, of the rest it is said. */
  function takeBack(): void {
    const stays = view?.begun === true;
    view = undefined;
    region.clear();
    if (stays) line(dim(THOUGHT_ABOVE));
  }
  function tool(data: unknown): void {
    endThought();
    endText();
    const id = String(fieldOf(data, 'id'));
    if (fieldOf(data, 'status') === 'running') {
      running.set(id, { data, since: Date.now(), progress: '' });
      return;
    }
    running.delete(id);
    calls.push(data);
    const failed = fieldOf(data, 'status') === 'error';
    const shown = cutToWidth(`  ${callLine(data, columns() - 2).replace(/\n/g, ' ')}`, columns());
    line(failed ? paint(shown, 'bad') : dim(shown));
  }
  function other(event: WireEvent): void {
    const words = noteWords(event);
    if (words.length === 0) return;
    endThought();
    endText();
    const bad = event.event === 'error';
    for (const text of words) {
      const indent = /^ */.exec(text)?.[0] ?? '';
      const spans = [{ text: text.trimStart(), styles: bad ? (['bad'] as const) : [] }];
      const lines = hang(indent, indent, spans, columns(), paint);
      line(lines[0] ?? '');
      print(lines.slice(1));
    }
  }

  return {
    begin() {
      since = Date.now();
      running.clear();
      notice = '';
      calls.length = 0;
      rests.length = 0;
      parts = [];
      reasoning = '';
      begun = false;
      afterText = false;
      ticker ??= setInterval(draw, FRAME_MS);
      draw();
    },
    show(event) {
      const { data } = event;
      if (event.event === 'message') message(data);
      else if (event.event === 'reasoning') {
        if (fieldOf(data, 'replaces') === true) takeBack();
        if (thought.text === '') thought.since = Date.now();
        thought.text += printable(String(fieldOf(data, 'content') ?? ''));
      } else if (event.event === 'tool_call') tool(data);
      else if (event.event === 'progress') {
        const call = running.get(String(fieldOf(data, 'id')));
        if (call !== undefined)
          call.progress = printable(String(fieldOf(data, 'message') ?? ''))
            .replace(/\s+/g, ' ')
            .trim();
      } else other(event);
    },
    finish() {
      clearInterval(ticker);
      ticker = undefined;
      running.clear();
      endThought();
      endText();
      region.clear();
      const working = workingLines({ reasoning, calls }, columns(), paint);
      parts = [...rests, ...(working.length > 0 ? [working] : [])];
    },
    note(text) {
      endThought();
      endText();
      line(text);
    },
    passing(text) {
      notice = text;
      draw();
    },
    more: () => parts.shift() ?? [],
  };
}
