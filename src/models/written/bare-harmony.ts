import { HeldChars } from '../held-chars.js';

/**
 * The head of reasoning, with its first letter right behind it: no word begins so. It is one token of the model and comes
 * whole, so that no other answer is held back for its first letters.
 */
const HEAD = 'analysis';
const BEGINS = /^\s*analysis(?=[\p{L}\p{N}"'“(<[*])/u;
const FINAL = 'assistantfinal';
/** The head of a message, as it reads without its tokens. */
const HEADS = /assistant(?:(final|analysis)|commentary(?: to=([\w.:-]+))?\s*(?:code|json)?)/g;

/**
 * Puts the tokens of harmony back where a server took them out and left the words between them:
 * `analysisThe user greets me.assistantfinalHello!` What begins so is held back until its answer begins.
 */
export class BareHarmony {
  readonly #chars = new HeldChars();
  #held = '';
  /** Undefined while that is open; false once there is nothing more to put back. */
  #isBare: boolean | undefined;

  /** @throws OracleError `answer_too_long` */
  add(delta: string): string {
    if (this.#isBare === false) return delta;
    this.#held += delta;
    this.#isBare ??= judge(this.#held);
    if (this.#isBare === undefined) return '';
    if (!this.#isBare) return this.#take();
    this.#chars.add(delta.length);
    if (!this.#held.includes(FINAL)) return '';
    this.#isBare = false;
    return withTokens(this.#take());
  }

  /** @param cutOff whether the answer was cut at its length: all of it was reasoning then */
  end(cutOff: boolean): string {
    const held = this.#take();
    const isMeant = this.#isBare === true && (cutOff || held.search(HEADS) !== -1);
    return isMeant ? withTokens(held) : held;
  }

  #take(): string {
    const taken = this.#held;
    this.#held = '';
    return taken;
  }
}

function judge(text: string): boolean | undefined {
  const rest = text.trimStart();
  return rest === '' || rest === HEAD ? undefined : BEGINS.test(text);
}

function withTokens(text: string): string {
  const first = text.trimStart().slice(HEAD.length);
  const next = first.replace(HEADS, (_, channel?: string, to?: string) => {
    const head = `${channel ?? 'commentary'}${to === undefined ? '' : ` to=${to}`}`;
    return `<|end|><|start|>assistant<|channel|>${head}<|message|>`;
  });
  return `<|channel|>${HEAD}<|message|>${next}`;
}
