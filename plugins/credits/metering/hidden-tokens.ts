import { Lru } from 'oracle-runtime/kit';

/** Answers of a model that are remembered. */
const RECENT = 20;
/** Tokens that a count of bytes may be off by, and the part of it. */
const SLACK = 200;
const PART = 0.5;

/** How many tokens of its answers each model does not stream: of some the reasoning is counted and never shown. */
export class HiddenTokens {
  readonly #recent = new Lru<readonly number[]>(1_000);

  /** @param streamed of the same answer, by its bytes */
  learn(model: string, reported: number, streamed: number): void {
    const hidden = reported > streamed * (1 + PART) + SLACK ? reported - streamed : 0;
    this.#recent.set(model, [...(this.#recent.get(model) ?? []), hidden].slice(-RECENT));
  }

  /** The most of its recent answers; undefined for a model of which nothing was heard yet. */
  most(model: string): number | undefined {
    const recent = this.#recent.get(model);
    return recent === undefined ? undefined : Math.max(...recent);
  }
}
