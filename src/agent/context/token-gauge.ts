import type { ChatModel, Clock, OverflowTokens } from '../../plugin/index.js';

/** A tokenizer that needs less than this share of the estimate is not believed: some servers count nothing. */
const LEAST_FACTOR = 0.8;
const MOST_FACTOR = 6;
/** How fast the factor falls after a count below it; it rises at once. */
const EASE = 0.2;
/** Counts of shorter prompts say more of their frame than of their text. */
const TELLING = 200;
/** Part of a window that is left for the answer, and the most of it. */
const ANSWER_SHARE = 0.2;
const LONGEST_ANSWER = 8_192;
/** However long answers may be, a prompt gets the rest of a window. */
const MOST_ANSWER_SHARE = 0.5;
/** Part of a refused prompt that may be taken after it, when nobody says how much. */
const CAREFUL_SHARE = 0.5;

/** How often an endpoint is asked how much its model takes. */
const ASK_EVERY_MS = 300_000;

interface Known {
  /** Tokens of the model per token of our estimate. */
  factor: number;
  leastFactor: number;
  /** Tokens that the model takes, found out by being refused. */
  window: number | undefined;
  /** What the endpoint says, and when it was asked. */
  asked: { readonly at: number; readonly window: Promise<number | undefined> } | undefined;
}

/**
 * What is known of each model's measure: how its tokens compare with our estimates, which its own counts tell, and how
 * many it takes, where only a refusal told. Kept while the process lives.
 */
export class TokenGauge {
  readonly #models = new Map<string, Known>();
  readonly #clock: Clock;
  readonly #longestAnswer: number;

  /** @param longestAnswer tokens that an answer may have, where that is set; providers refuse a prompt that leaves less */
  constructor(clock: Clock, longestAnswer = 0) {
    this.#clock = clock;
    this.#longestAnswer = longestAnswer;
  }

  /** Tokens that a request and its answer may have together, as the model says; undefined when it does not. */
  async window(model: ChatModel, signal: AbortSignal): Promise<number | undefined> {
    const known = this.#of(model.id);
    const now = this.#clock.now();
    if (known.asked === undefined || now - known.asked.at > ASK_EVERY_MS)
      known.asked = { at: now, window: Promise.resolve(model.contextTokens?.(signal)) };
    const window = await known.asked.window;
    // A question that was given up says nothing.
    if (signal.aborted) known.asked = undefined;
    return window;
  }

  /**
   * Estimated tokens that a prompt may have.
   * @param window tokens that a request and its answer may have together; undefined when nobody knows
   */
  room(model: string, window: number | undefined): number | undefined {
    const { factor, window: learned = Number.POSITIVE_INFINITY } = this.#of(model);
    const least = Math.min(window ?? Number.POSITIVE_INFINITY, learned);
    if (least === Number.POSITIVE_INFINITY) return undefined;
    const usual = Math.min(least * ANSWER_SHARE, LONGEST_ANSWER);
    const answer = Math.min(Math.max(usual, this.#longestAnswer), least * MOST_ANSWER_SHARE);
    return (least - answer) / factor;
  }

  /** The model counted a prompt that we had estimated. */
  counted(model: string, estimated: number, tokens: number): void {
    if (estimated < TELLING || tokens <= 0) return;
    const known = this.#of(model);
    const factor = Math.max(known.leastFactor, Math.min(MOST_FACTOR, tokens / estimated));
    known.factor = factor > known.factor ? factor : known.factor + (factor - known.factor) * EASE;
  }

  /** The model refused a prompt for its length: from now on less goes to it. */
  refused(
    model: string,
    estimated: number,
    window: number | undefined,
    { limit, asked }: OverflowTokens,
  ): void {
    const known = this.#of(model);
    const told = limit ?? window;
    if (told === undefined) {
      known.window = Math.min(
        known.window ?? Number.POSITIVE_INFINITY,
        estimated * known.factor * CAREFUL_SHARE,
      );
      return;
    }
    if (limit !== undefined) known.window = limit;
    // It was thought to fit: our tokens are worth more of its own than we knew.
    const worth = Math.max(asked ?? told, told) / estimated;
    known.leastFactor = Math.max(worth, known.leastFactor);
    known.factor = Math.max(known.factor, known.leastFactor);
  }

  #of(model: string): Known {
    const known = this.#models.get(model) ?? {
      factor: 1,
      leastFactor: LEAST_FACTOR,
      window: undefined,
      asked: undefined,
    };
    this.#models.set(model, known);
    return known;
  }
}
