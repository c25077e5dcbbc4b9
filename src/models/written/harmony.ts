import type { ToolCall } from '../../plugin/index.js';
import type { OfferedTools } from './offered-tools.js';
import { tailOf } from './tail-of.js';
import { writtenCall } from './written-call.js';

const BEGINNINGS = ['<|start|>', '<|channel|>'];
const MESSAGE = '<|message|>';
/** What ends a message: its own end, or the head of the next. */
const ENDS = ['<|end|>', '<|return|>', '<|call|>', ...BEGINNINGS];

interface Spoken {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
}

/** What a message is, as its head says. */
type Message = { readonly is: 'text' | 'reasoning' } | { readonly is: 'call'; readonly name: string };

/**
 * Reads the format that gpt-oss answers in where its server leaves it as it is: messages in channels, of which `analysis` is
 * reasoning, one that goes to a tool a call, and anything else words for the person. An answer either is in it from its
 * first token on, or not at all.
 */
export class Harmony {
  readonly #offered: OfferedTools;
  readonly #calls: ToolCall[] = [];
  #held = '';
  /** Undefined while that is open. */
  #speaks: boolean | undefined;
  /** Undefined in a head. */
  #message: Message | undefined;
  #args = '';

  constructor(offered: OfferedTools) {
    this.#offered = offered;
  }

  /** The answer is in this format: its text is no other's to read. */
  get speaks(): boolean {
    return this.#speaks === true;
  }

  add(delta: string): Spoken {
    this.#held += delta;
    this.#speaks ??= this.#judge();
    if (this.#speaks === undefined) return NOTHING;
    if (!this.#speaks) return { ...NOTHING, text: this.#take(this.#held.length) };
    return this.#advance(false);
  }

  end(cutOff: boolean): Spoken {
    if (this.#speaks !== true) return { ...NOTHING, text: this.#take(this.#held.length) };
    const last = this.#advance(true);
    this.#endMessage(cutOff);
    return { ...last, calls: this.#calls };
  }

  #judge(): boolean | undefined {
    const rest = this.#held.trimStart();
    if (BEGINNINGS.some((sign) => rest.startsWith(sign))) return true;
    return BEGINNINGS.some((sign) => sign.startsWith(rest)) ? undefined : false;
  }

  #advance(isEnd: boolean): Spoken {
    let text = '';
    let reasoning = '';
    for (;;) {
      if (this.#message === undefined) {
        const at = this.#held.indexOf(MESSAGE);
        if (at === -1) return { text, reasoning, calls: [] };
        this.#message = messageOf(this.#take(at));
        this.#take(MESSAGE.length);
      }
      const ends = ENDS.map((sign) => this.#held.indexOf(sign)).filter((at) => at !== -1);
      const open = isEnd ? 0 : tailOf(this.#held, ENDS);
      const body = this.#take(ends.length === 0 ? this.#held.length - open : Math.min(...ends));
      if (this.#message.is === 'text') text += body;
      else if (this.#message.is === 'reasoning') reasoning += body;
      else this.#args += body;
      if (ends.length === 0) return { text, reasoning, calls: [] };
      this.#endMessage(false);
    }
  }

  #endMessage(cutOff: boolean): void {
    if (this.#message?.is === 'call') {
      const call = writtenCall(this.#message.name, this.#args, this.#offered);
      this.#calls.push(cutOff && call.malformed !== undefined ? { ...call, cutOff: true } : call);
      this.#args = '';
    }
    this.#message = undefined;
  }

  #take(count: number): string {
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
    return taken;
  }
}

const NOTHING: Spoken = { text: '', reasoning: '', calls: [] };

/** `<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json` */
function messageOf(head: string): Message {
  const [, name] = /\bto=([\w.:-]+)/.exec(head) ?? [];
  if (name !== undefined) return { is: 'call', name };
  return { is: /<\|channel\|>\s*analysis\b/.test(head) ? 'reasoning' : 'text' };
}
