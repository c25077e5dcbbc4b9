import type { ToolCall } from '../../plugin/index.js';
import { HeldChars } from '../held-chars.js';
import { beginsCall, callsOffered, MARKS, type Mark, STRAY_ENDS } from './marks.js';
import type { OfferedTools } from './offered-tools.js';
import { readMarkedCalls, readUnmarkedCalls } from './read-calls.js';
import { tailOf } from './tail-of.js';
import { TextPlace } from './text-place.js';

/** How text begins that may be a call without a mark. */
const UNMARKED = ['```', '{', '[', 'functools['];
const MEMBERS = ['{"name":', '{"function":', '{"tool":', '{"tool_name":'];
const TYPED = [
  '{"type":"function","name":',
  '{"type":"function","function":{"name":',
  '{"function":{"name":',
];
/** Languages of fences that may hold a call as Python writes it. */
const PYTHON = /^```(?:python|py)?\s/;
/** By then the head of a call has said what it is. */
const LONGEST_HEAD = 300;
/** The list of calls as it stands on the wire. */
const WIRE_LIST = '{"tool_calls":[';
const SIGNS = MARKS.flatMap(({ opening }) => (opening.startsWith('`') ? [] : [opening]));

/** What is held may be. */
type Kind = 'text' | 'undecided' | 'unmarked' | 'stray' | Mark;

/**
 * Finds the tool calls that a model wrote into its text, because its server or its training knows no other way.
 * A mark makes whatever follows it a call; one that cannot be read goes on as malformed, for the loop to refuse in words.
 * An object, or a call in Python, without a mark is a call only if it ends the answer, names a tool that was offered and
 * can be read whole: else the model speaks of one. Nothing in a fence with other content, in code or behind a quotation
 * mark is a call. What may become a call is held back; all else goes on at once.
 */
export class TextCalls {
  readonly #offered: OfferedTools;
  #heads: readonly string[] | undefined;
  readonly #calls: ToolCall[] = [];
  readonly #heldChars = new HeldChars();
  readonly #place = new TextPlace();
  /** What was read as calls. */
  #read = '';
  #held = '';
  #inLine = false;
  /** What is held, once that is certain. */
  #found: Mark | 'unmarked' | undefined;

  constructor(offered: OfferedTools) {
    this.#offered = offered;
  }

  /** The part of the text that can be shown now. @throws OracleError `answer_too_long` */
  add(delta: string): string {
    this.#held += delta;
    if (this.#found !== undefined) this.#heldChars.add(delta.length);
    return this.#advance(undefined);
  }

  /** @param cutOff whether the answer was cut at its length */
  end(cutOff: boolean): { readonly text: string; readonly calls: readonly ToolCall[] } {
    return { text: this.#advance({ cutOff }), calls: this.#calls };
  }

  /** What was not shown of the text, when it turns out that nothing in it was meant. */
  get hidden(): string {
    return this.#read + this.#held;
  }

  /** @param end given when nothing more comes */
  #advance(end: { readonly cutOff: boolean } | undefined): string {
    let shown = '';
    while (this.#held !== '') {
      if (this.#inLine) {
        const before = this.#held.length;
        shown += this.#passLine(end !== undefined);
        if (this.#inLine && this.#held.length === before) return shown;
        continue;
      }
      const rest = this.#held.trimStart();
      const kind = this.#found ?? this.#judge(rest);
      if (kind === 'undecided' && end === undefined) return shown;
      if (kind === 'stray') {
        const end = STRAY_ENDS.find((stray) => rest.startsWith(stray)) ?? '';
        this.#hide(this.#held.length - rest.length + end.length);
        continue;
      }
      if (kind !== 'text' && kind !== 'undecided') {
        this.#found = kind;
        const used = kind === 'unmarked' ? this.#readUnmarked(rest, end) : this.#readMarked(kind, rest, end);
        if (used === undefined) return shown;
        this.#found = undefined;
        if (used > 0) {
          this.#hide(this.#held.length - rest.length + used);
          continue;
        }
      }
      shown += this.#take(this.#held.length - rest.length + Math.min(1, rest.length));
      this.#inLine = rest !== '';
    }
    return shown;
  }

  /** Passes what is left of a line, up to a token that makes a call of what follows, or to what may become one. */
  #passLine(isEnd: boolean): string {
    const newline = this.#held.indexOf('\n');
    const line = newline === -1 ? this.#held : this.#held.slice(0, newline + 1);
    const token = this.#place.isFenced ? undefined : this.#markIn(line, isEnd);
    if (token !== undefined) {
      this.#inLine = token.mark === undefined;
      this.#found = token.mark;
      return this.#take(token.at);
    }
    this.#inLine = newline === -1;
    return this.#take(line.length - (isEnd || newline !== -1 ? 0 : tailOf(line, SIGNS)));
  }

  /**
   * Where a mark stands in the line that makes a call of what follows; without it while that is open. A tag that is no token
   * does so behind a whole sentence, and before a tool that was offered.
   */
  #markIn(line: string, isEnd: boolean): { readonly at: number; readonly mark?: Mark } | undefined {
    for (let at = indexOfSign(line, 0); at !== -1; at = indexOfSign(line, at + 1)) {
      const place = this.#place.after(line.slice(0, at));
      if (place.isQuoted) continue;
      const mark = MARKS.find(({ opening }) => line.startsWith(opening, at));
      if (mark === undefined || !(mark.isToken || place.endsSentence)) continue;
      const rest = this.#held.slice(at + mark.opening.length);
      const begins = mark.isToken ? beginsCall(rest) : callsOffered(rest, this.#offered);
      if (begins === true) return { at, mark };
      if (begins === undefined && !isEnd) return { at };
    }
    return undefined;
  }

  #judge(rest: string): Kind {
    if (this.#place.isFenced) return 'text';
    const mark = MARKS.find(({ opening }) => rest.startsWith(opening));
    if (mark !== undefined) return mark.named === undefined ? mark : this.#judgeNamed(mark, mark.named, rest);
    if (this.#calls.length > 0) {
      if (STRAY_ENDS.some((stray) => rest.startsWith(stray))) return 'stray';
      if (STRAY_ENDS.some((stray) => stray.startsWith(rest))) return 'undecided';
    }
    if ([...MARKS.map(({ opening }) => opening), ...UNMARKED].some((opening) => opening.startsWith(rest)))
      return 'undecided';
    if (!UNMARKED.some((opening) => rest.startsWith(opening))) return 'text';
    this.#heads ??= headsOf(this.#offered);
    const heads = PYTHON.test(rest) ? [...this.#heads, ...pythonHeadsOf(this.#offered)] : this.#heads;
    const head = compactHead(rest);
    if (heads.some((each) => head.startsWith(each))) return 'unmarked';
    const open = rest.length < LONGEST_HEAD && heads.some((each) => each.startsWith(head));
    return open ? 'undecided' : 'text';
  }

  #judgeNamed(mark: Mark, name: RegExp, rest: string): Kind {
    const [, named] = name.exec(rest) ?? [];
    if (named === undefined) return rest.length < LONGEST_HEAD ? 'undecided' : 'text';
    return this.#offered.has(named) ? mark : 'text';
  }

  /** How many characters it took; undefined while its end has not come. */
  #readMarked(
    { opening, closing, isRead }: Mark,
    rest: string,
    end: { readonly cutOff: boolean } | undefined,
  ): number | undefined {
    const close = closing === undefined ? -1 : rest.indexOf(closing, opening.length);
    if (close === -1 && end === undefined) return undefined;
    const body = rest.slice(isRead ? 0 : opening.length, close === -1 ? undefined : close);
    this.#calls.push(...readMarkedCalls(body, opening, this.#offered, close === -1 && end?.cutOff === true));
    return close === -1 ? rest.length : close + (closing?.length ?? 0);
  }

  /** All of the rest or, when it is no call, nothing; undefined before the end of the answer. */
  #readUnmarked(rest: string, end: { readonly cutOff: boolean } | undefined): number | undefined {
    if (end === undefined) return undefined;
    const calls = readUnmarkedCalls(rest, this.#offered, end.cutOff);
    this.#calls.push(...calls);
    return calls.length === 0 ? 0 : rest.length;
  }

  #hide(count: number): void {
    this.#read += this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
  }

  #take(count: number): string {
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
    this.#place.add(taken);
    return taken;
  }
}

function indexOfSign(line: string, from: number): number {
  if (!/[<[]/.test(line)) return -1;
  const found = SIGNS.map((sign) => line.indexOf(sign, from)).filter((at) => at !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** How calls of these tools begin, without white space. */
function headsOf(offered: OfferedTools): readonly string[] {
  return offered.names.flatMap((name) => [
    WIRE_LIST,
    ...[...MEMBERS, ...TYPED].flatMap((head) => [
      `${head}"${name}"`,
      `[${head}"${name}"`,
      `functools[${head}"${name}"`,
    ]),
    `[${name}(`,
  ]);
}

/** How they begin in a fence of Python. */
function pythonHeadsOf(offered: OfferedTools): readonly string[] {
  return offered.names.flatMap((name) =>
    ['', 'print('].flatMap((print) =>
      ['', 'default_api.', 'functions.'].map((api) => `${print}${api}${name}(`),
    ),
  );
}

/** The beginning of a call without its fence and white space. */
function compactHead(rest: string): string {
  return rest
    .slice(0, LONGEST_HEAD)
    .replace(/^```[a-z_]*\s*/, '')
    .replace(/\s+/g, '');
}
