import type { ToolCall } from '../../plugin/index.js';
import type { OfferedTools } from './offered-tools.js';
import { unfenced } from './written-call.js';

const NAME = /[A-Za-z_][\w.]*/y;
const NUMBER = /[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const STRING =
  /[rRuU]?(?:"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)')/y;
const SPACE = /[\s;]*/y;
const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
/** Deeper than this nobody nests. */
const DEEPEST = 32;

class NoPython extends Error {}

/**
 * Calls as Python writes them (Llama 3.2 and 4, Gemini, Gemma, Olmo): `[get_weather(city="Berlin"), get_time()]`, or one
 * after another, each maybe within `print(…)`. Values are literals; one without a name stands for the parameter at its
 * place. Undefined for anything else.
 */
export function pythonCalls(text: string, offered: OfferedTools): readonly ToolCall[] | undefined {
  try {
    const calls = new Reader(unfenced(text)).calls();
    return calls.map(({ name, values }) => {
      const tool = offered.named(name);
      const parameters = offered.parameters(tool);
      const named = values.map(({ key, value }, at) => {
        const parameter = key ?? parameters[at];
        if (parameter === undefined) throw new NoPython();
        return [parameter, value] as const;
      });
      return { id: '', name: tool, args: Object.fromEntries(named) };
    });
  } catch (error) {
    if (error instanceof NoPython) return undefined;
    throw error;
  }
}

interface Written {
  readonly name: string;
  readonly values: readonly { readonly key: string | undefined; readonly value: unknown }[];
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  calls(): readonly Written[] {
    const inList = this.#takes('[');
    const calls: Written[] = [];
    while (!this.#isOver() && !(inList && this.#takes(']'))) {
      calls.push(this.#call());
      this.#takes(',');
    }
    if (calls.length === 0 || !this.#isOver()) throw new NoPython();
    return calls;
  }

  #call(): Written {
    const name = this.#take(NAME);
    this.#expect('(');
    if (name === 'print') {
      const inner = this.#call();
      this.#expect(')');
      return inner;
    }
    const values: { key: string | undefined; value: unknown }[] = [];
    while (!this.#takes(')')) {
      const [, key] = /^\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(this.#text.slice(this.#at, this.#at + 200)) ?? [];
      if (key !== undefined) {
        this.#take(NAME);
        this.#expect('=');
      }
      values.push({ key, value: this.#value(0) });
      if (!this.#takes(',')) {
        this.#expect(')');
        break;
      }
    }
    return { name, values };
  }

  #value(depth: number): unknown {
    if (depth > DEEPEST) throw new NoPython();
    if (this.#takes('[')) return this.#items(']', depth);
    if (this.#takes('(')) return this.#items(')', depth);
    if (this.#takes('{')) return this.#members(depth);
    const string = this.#match(STRING);
    if (string !== undefined) {
      const [, ...kinds] = string;
      return unescaped(kinds.find((kind) => kind !== undefined) ?? '');
    }
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number[0].replaceAll('_', ''));
    const word = this.#take(NAME);
    if (!Object.hasOwn(WORDS, word)) throw new NoPython();
    return WORDS[word];
  }

  #items(end: string, depth: number): readonly unknown[] {
    const items: unknown[] = [];
    while (!this.#takes(end)) {
      items.push(this.#value(depth + 1));
      if (this.#takes(',')) continue;
      this.#expect(end);
      break;
    }
    return items;
  }

  #members(depth: number): Readonly<Record<string, unknown>> {
    const members: [string, unknown][] = [];
    while (!this.#takes('}')) {
      const key = this.#value(depth + 1);
      this.#expect(':');
      members.push([String(key), this.#value(depth + 1)]);
      if (this.#takes(',')) continue;
      this.#expect('}');
      break;
    }
    return Object.fromEntries(members);
  }

  #isOver(): boolean {
    this.#match(SPACE);
    return this.#at === this.#text.length;
  }

  #takes(sign: string): boolean {
    this.#match(SPACE);
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new NoPython();
  }

  #take(pattern: RegExp): string {
    this.#match(SPACE);
    const found = this.#match(pattern);
    if (found === undefined) throw new NoPython();
    return found[0];
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
    (_, long, short, char: string) => {
      const code: string | undefined = long ?? short;
      return code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}
