import type { ToolCall } from '../../plugin/index.js';
import { BareHarmony } from './bare-harmony.js';
import { ControlTokens } from './control-tokens.js';
import { Harmony } from './harmony.js';
import type { OfferedTools } from './offered-tools.js';
import type { ReasoningHabit } from './reasoning-habit.js';
import { TextCalls } from './text-calls.js';
import { type SplitText, ThinkTags } from './think-tags.js';

/**
 * The text of an answer as a model wrote it, told apart into words for the person, reasoning and calls, however the stream
 * cuts it and whatever of its template the server left in it.
 */
export class WrittenAnswer {
  readonly #offered: OfferedTools;
  readonly #control = new ControlTokens();
  readonly #bare = new BareHarmony();
  readonly #harmony: Harmony;
  readonly #think: ThinkTags;
  #calls: TextCalls;

  constructor(offered: OfferedTools, habit: ReasoningHabit) {
    this.#offered = offered;
    this.#harmony = new Harmony(offered);
    this.#think = new ThinkTags(habit);
    this.#calls = new TextCalls(offered);
  }

  /** The server tells reasoning from text by itself. */
  reasoned(): void {
    this.#think.told();
  }

  /** @throws OracleError `answer_too_long` */
  add(delta: string): SplitText {
    const spoken = this.#harmony.add(this.#bare.add(this.#control.add(delta)));
    if (this.#harmony.speaks) return { ...spoken, takesBack: false };
    return this.#show(this.#think.add(spoken.text));
  }

  /** @param cutOff whether the answer was cut at its length */
  end(cutOff: boolean): SplitText & { readonly calls: readonly ToolCall[] } {
    const words = this.#harmony.add(this.#bare.add(this.#control.end()) + this.#bare.end(cutOff));
    const last = this.#harmony.end(cutOff);
    if (this.#harmony.speaks) {
      const text = words.text + last.text;
      return { text, reasoning: words.reasoning + last.reasoning, takesBack: false, calls: last.calls };
    }
    const split = this.#show(this.#think.add(words.text + last.text));
    const rest = this.#show(this.#think.end(cutOff));
    const { text, calls } = this.#calls.end(cutOff);
    return {
      text: split.text + rest.text + text,
      reasoning: split.reasoning + rest.reasoning,
      takesBack: split.takesBack,
      calls,
    };
  }

  #show({ text, reasoning, takesBack }: SplitText): SplitText {
    if (!takesBack) return { text: this.#calls.add(text), reasoning, takesBack };
    // What was read as a call was a thought of one.
    const thought = this.#calls.hidden;
    this.#calls = new TextCalls(this.#offered);
    return { text: this.#calls.add(text), reasoning: thought + reasoning, takesBack };
  }
}
