import type { ToolCall } from '../../plugin/index.js';
import { HeldChars } from '../held-chars.js';
import { readMarkedCalls, readObjectCalls } from './call-notation.js';

/** What marks a call at the beginning of a line, and what ends it; without an end it goes on to the end of the answer. */
const MARKS: readonly (readonly [opening: string, closing?: string])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<function=', '</function>'],
  ['[TOOL_CALLS]'],
  ['<|python_tag|>'],
];
const FENCE = '```';
/** How an object begins that may be a call. */
const OBJECTS = [FENCE, '{', '['];
const MEMBERS = ['{"name":', '{"function":', '{"tool":', '{"tool_name":'];
const TYPED = [
  '{"type":"function","name":',
  '{"type":"function","function":{"name":',
  '{"function":{"name":',
];
/** By then the head of an object has said what it is. */
const LONGEST_HEAD = 300;

type Kind = 'text' | 'undecided' | 'marked' | 'object';

/**
 * Finds the tool calls that a model wrote into its text, because its server or its training knows no other way.
 * A mark makes whatever follows it a call: `<tool_call>` (Hermes, Qwen), `<function=name>` (Llama, Qwen Coder),
 * `[TOOL_CALLS]` (Mistral), `<|python_tag|>` (Llama); one that cannot be read goes on as malformed, for the loop to
 * refuse in words. An object, alone or in a fence, is a call only if it ends the answer, names a tool that was offered
 * and has arguments: else the model speaks of one. Nothing in a fence with other content is a call.
 * What may become a call is held back; all else goes on at once.
 */
export class TextCalls {
  readonly #names: ReadonlySet<string>;
  #heads: readonly string[] | undefined;
  readonly #calls: ToolCall[] = [];
  readonly #heldChars = new HeldChars();
  #held = '';
  #inLine = false;
  #fenced = false;
  /** What is held, once that is certain. */
  #found: 'marked' | 'object' | undefined;

  /** @param names of the tools that were offered; without any, text is text */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** The part of the text that can be shown now. @throws OracleError `answer_too_long` */
  add(delta: string): string {
    if (this.#names.size === 0) return delta;
    this.#held += delta;
    if (this.#found !== undefined) this.#heldChars.add(delta.length);
    return this.#advance(undefined);
  }

  /** @param cutOff whether the answer was cut at its length */
  end(cutOff: boolean): { readonly text: string; readonly calls: readonly ToolCall[] } {
    return { text: this.#advance({ cutOff }), calls: this.#calls };
  }

  /** @param end given when nothing more comes */
  #advance(end: { readonly cutOff: boolean } | undefined): string {
    let shown = '';
    while (this.#held !== '') {
      if (this.#inLine) {
        const newline = this.#held.indexOf('\n');
        this.#inLine = newline === -1;
        shown += this.#take(this.#inLine ? this.#held.length : newline + 1);
        continue;
      }
      const rest = this.#held.trimStart();
      const kind = this.#found ?? this.#judge(rest);
      if (kind === 'undecided' && end === undefined) return shown;
      if (kind === 'marked' || kind === 'object') {
        this.#found = kind;
        const used = kind === 'marked' ? this.#readMarked(rest, end) : this.#readObject(rest, end);
        if (used === undefined) return shown;
        this.#found = undefined;
        if (used > 0) {
          this.#held = rest.slice(used);
          continue;
        }
      }
      if (rest.startsWith(FENCE)) this.#fenced = !this.#fenced;
      shown += this.#take(this.#held.length - rest.length + 1);
      this.#inLine = true;
    }
    return shown;
  }

  #judge(rest: string): Kind {
    if (this.#fenced) return rest.length < FENCE.length && FENCE.startsWith(rest) ? 'undecided' : 'text';
    const [mark] = MARKS.find(([opening]) => rest.startsWith(opening)) ?? [];
    if (mark !== undefined) return mark === '<function=' ? this.#judgeFunction(rest) : 'marked';
    if ([...MARKS.map(([opening]) => opening), FENCE].some((opening) => opening.startsWith(rest)))
      return 'undecided';
    if (!OBJECTS.some((opening) => rest.startsWith(opening))) return 'text';
    this.#heads ??= headsOf(this.#names);
    const head = compactHead(rest);
    if (this.#heads.some((each) => head.startsWith(each))) return 'object';
    const open = rest.length < LONGEST_HEAD && this.#heads.some((each) => each.startsWith(head));
    return open ? 'undecided' : 'text';
  }

  /** Only the name of a tool makes the tag a call: there is XML that begins alike. */
  #judgeFunction(rest: string): Kind {
    const [, name] = /^<function=([\w.-]*)[^\w.-]/.exec(rest) ?? [];
    if (name === undefined) return rest.length < LONGEST_HEAD ? 'undecided' : 'text';
    return this.#names.has(name) ? 'marked' : 'text';
  }

  /** How many characters it took; undefined while its end has not come. */
  #readMarked(rest: string, end: { readonly cutOff: boolean } | undefined): number | undefined {
    const [, closing] = MARKS.find(([opening]) => rest.startsWith(opening)) ?? [];
    const close = closing === undefined ? -1 : rest.indexOf(closing);
    if (close === -1 && end === undefined) return undefined;
    const body = close === -1 ? rest : rest.slice(0, close);
    this.#calls.push(...readMarkedCalls(body, close === -1 && end?.cutOff === true));
    return close === -1 ? rest.length : close + (closing?.length ?? 0);
  }

  /** All of the rest or, when it is no call, nothing; undefined before the end of the answer. */
  #readObject(rest: string, end: { readonly cutOff: boolean } | undefined): number | undefined {
    if (end === undefined) return undefined;
    const calls = readObjectCalls(rest, this.#names, end.cutOff);
    this.#calls.push(...calls);
    return calls.length === 0 ? 0 : rest.length;
  }

  #take(count: number): string {
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
    return taken;
  }
}

/** How objects begin that call one of these tools, without white space. */
function headsOf(names: ReadonlySet<string>): readonly string[] {
  return [...names].flatMap((name) =>
    [...MEMBERS, ...TYPED].flatMap((head) => [`${head}"${name}"`, `[${head}"${name}"`]),
  );
}

/** The beginning of an object without its fence and white space. */
function compactHead(rest: string): string {
  return rest
    .slice(0, LONGEST_HEAD)
    .replace(/^```[a-z_]*\s*/, '')
    .replace(/\s+/g, '');
}
