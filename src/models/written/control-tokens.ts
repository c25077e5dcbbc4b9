import { tailOf } from './tail-of.js';
import { TextPlace } from './text-place.js';

/** What ends an answer in the templates of models, where their server lets it through. */
const ENDS = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|end_of_turn|>',
  '<|eot|>',
  '<|end|>',
  '<|return|>',
  '<|call|>',
  '<|end_of_role|>',
  '<|END_OF_TURN_TOKEN|>',
  '<|END_RESPONSE|>',
  '<|observation|>',
  '<end_of_turn>',
  '<turn|>',
  '<eos>',
  '<eoa>',
  '</s>',
  '<｜end▁of▁sentence｜>',
  '[e~[',
];
/** What begins the next turn: a model that goes on after its end plays the person. */
const TURNS = [
  '<|im_start|>',
  '<|start_header_id|>',
  '<|start_of_role|>',
  '<|user|>',
  '<|turn>',
  '<start_of_turn>',
  '<｜User｜>',
  '<｜Assistant｜>',
];
/** What a template puts before an answer. */
const HEADS = [
  '<s>',
  '<|begin_of_text|>',
  '<|im_start|>assistant\n',
  '<|start_header_id|>assistant<|end_header_id|>',
  '<|start_of_role|>assistant<|end_of_role|>',
  '<|assistant|>',
  '<|START_RESPONSE|>',
  '<start_of_turn>model\n',
  '<|turn>model\n',
  '<｜Assistant｜>',
];
const SIGNS = [...ENDS, ...TURNS];
const END_BEFORE_TURN = new RegExp(`(?:${anyOf(ENDS)})\\s*(?=${anyOf(TURNS)})`, 'g');

/**
 * Takes off an answer what its template puts around it: tokens before its first word and behind its last one, and all that
 * follows an end and the beginning of another turn. Tokens between words are words.
 */
export class ControlTokens {
  readonly #place = new TextPlace();
  #held = '';
  #begun = false;
  #over = false;

  add(delta: string): string {
    if (this.#over) return '';
    this.#held += delta;
    if (!this.#begun && !this.#passHead()) return '';
    const at = beginOfTail(this.#held);
    const shown = this.#held.slice(0, at);
    this.#held = this.#held.slice(at);
    return this.#cutAtTurn(shown);
  }

  /** What was held at the end of the answer and is no token. */
  end(): string {
    if (this.#over) return '';
    const held = this.#held.slice(0, beginOfTokens(this.#held, this.#held.length));
    this.#held = '';
    return this.#cutAtTurn(held);
  }

  /** Whether the first word has come, so that what stands before it is known. */
  #passHead(): boolean {
    for (;;) {
      const rest = this.#held.trimStart();
      const head = HEADS.find((each) => rest.startsWith(each));
      if (head === undefined) {
        this.#begun = !HEADS.some((each) => each.startsWith(rest));
        return this.#begun;
      }
      this.#held = rest.slice(head.length);
    }
  }

  /** An end with another turn behind it ends the answer, whatever else comes; in a fence or in code it is shown. */
  #cutAtTurn(text: string): string {
    let passed = 0;
    for (const { index } of text.matchAll(END_BEFORE_TURN)) {
      this.#place.add(text.slice(passed, index));
      passed = index;
      if (this.#place.isQuoted) continue;
      this.#over = true;
      return text.slice(0, index);
    }
    this.#place.add(text.slice(passed));
    return text;
  }
}

/** Where the tokens at the end of a text begin, and what may become one; its length where there are none. */
function beginOfTail(text: string): number {
  return beginOfTokens(text, text.length - tailOf(text, SIGNS));
}

function beginOfTokens(text: string, end: number): number {
  for (let at = end; ; ) {
    const before = text.slice(0, at).trimEnd();
    const token = SIGNS.find((sign) => before.endsWith(sign));
    if (token === undefined) return at;
    at = before.length - token.length;
  }
}

function anyOf(signs: readonly string[]): string {
  return signs.map((sign) => sign.replace(/[|[\]~]/g, '\\$&')).join('|');
}
