import { MARKS } from './marks.js';
import type { ReasoningHabit } from './reasoning-habit.js';
import { tailOf } from './tail-of.js';
import { TextPlace } from './text-place.js';

/** The tags that models put around their reasoning, where their server leaves it in the text. */
const TAGS = new Map([
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['[THINK]', '[/THINK]'],
  ['<seed:think>', '</seed:think>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel>thought', '<channel|>'],
  ['<unused94>thought', '<unused95>'],
]);
const OPENINGS = [...TAGS.keys()];
const CLOSINGS = [...TAGS.values()];
const SIGNS = [...OPENINGS, ...CLOSINGS];
/** At the beginning of an answer these say nothing but where they stand. */
const HEADS = [...SIGNS, '<|START_RESPONSE|>'];

export interface SplitText {
  readonly text: string;
  readonly reasoning: string;
  /** All text that was given out before was reasoning: its end came without its beginning. */
  readonly takesBack: boolean;
}

interface Step {
  readonly text?: string;
  readonly reasoning?: string;
  readonly takesBack?: true;
  /** What is held may hold more. */
  readonly goesOn?: true;
}

type State =
  /** Nothing was said yet. */
  | { readonly at: 'start' }
  /** Reasoning after its opening tag. */
  | { readonly at: 'reasoning'; readonly closing: string }
  /** Reasoning of a model that never opens it. */
  | { readonly at: 'bare' }
  /** Maybe such reasoning: kept until that is known. */
  | { readonly at: 'unsure' }
  /** Reasoning between words of the answer. */
  | { readonly at: 'aside'; readonly closing: string }
  | { readonly at: 'text' };

/**
 * Tells reasoning in tags from the text that follows, however the stream cuts them. Behind the first word of the answer a tag
 * opens reasoning at the beginning of a line alone, and only if it is closed: any other is something that the model speaks of.
 * Templates that put the opening tag into the prompt leave the closing one alone in the answer: all before it is reasoning then, and what was given out of
 * it as text is taken back. A model that did so once is known by its habit. Behind reasoning that is known, all before a further
 * closing tag was more of it if words follow; the last one that nothing follows is dropped.
 */
export class ThinkTags {
  readonly #habit: ReasoningHabit;
  readonly #place = new TextPlace();
  #state: State = { at: 'start' };
  /** What may be the beginning of a tag, or all of what is kept. */
  #held = '';
  /** Its reasoning is known. */
  #found = false;
  /** A tag was a word of the answer: those further on are too. */
  #speaksOfTags = false;
  /** All that was given out of reasoning that is bare, or an aside: should its end never come, it was the answer. */
  #bare = '';

  constructor(habit: ReasoningHabit) {
    this.#habit = habit;
  }

  /** The server tells reasoning from text by itself. */
  told(): void {
    this.#found = true;
  }

  add(delta: string): SplitText {
    this.#held += delta;
    let [text, reasoning, takesBack] = ['', '', false];
    for (let goesOn = true; goesOn; ) {
      const step = this.#step();
      text += step.text ?? '';
      reasoning += step.reasoning ?? '';
      takesBack ||= step.takesBack === true;
      goesOn = step.goesOn === true;
    }
    return { text, reasoning, takesBack };
  }

  /**
   * What was held at the end of the answer.
   * @param cutOff whether it was cut at its length: bare reasoning without an end was reasoning then
   */
  end(cutOff: boolean): SplitText {
    const held = this.#take(this.#held.length);
    const { at } = this.#state;
    const isOpen = at === 'bare' || at === 'aside';
    const isReasoning = at === 'reasoning' || (isOpen && cutOff);
    if (isReasoning) return { text: '', reasoning: held, takesBack: false };
    if (!this.#found && !cutOff && at !== 'start') this.#habit.answered();
    if (at === 'text' && this.#isStray(held)) return { text: '', reasoning: '', takesBack: false };
    return { text: isOpen ? this.#bare + held : held, reasoning: '', takesBack: false };
  }

  #step(): Step {
    switch (this.#state.at) {
      case 'start':
        return this.#begin();
      case 'reasoning':
        return this.#reason(this.#state.closing);
      case 'bare':
      case 'unsure':
        return this.#awaitEnd();
      case 'aside':
        return this.#aside(this.#state.closing);
      case 'text':
        return this.#passText();
    }
  }

  #begin(): Step {
    const rest = this.#held.trimStart();
    const tag = HEADS.find((each) => rest.startsWith(each));
    if (tag !== undefined) {
      const closing = TAGS.get(tag);
      this.#found = true;
      this.#held = rest.slice(tag.length);
      if (closing !== undefined) this.#state = { at: 'reasoning', closing };
      return { goesOn: true };
    }
    const habit = this.#found && rest !== '' ? 'answers' : this.#habit.of(rest);
    if (habit === undefined || HEADS.some((each) => each.startsWith(rest))) return {};
    if (this.#found) this.#held = rest;
    // Nobody thinks in calls.
    if (habit === 'reasons' && MARKS.some(({ opening }) => opening.startsWith(rest))) return {};
    if (MARKS.some(({ opening }) => rest.startsWith(opening))) this.#state = { at: 'text' };
    else this.#state = { at: habit === 'answers' ? 'text' : habit === 'reasons' ? 'bare' : 'unsure' };
    return { goesOn: true };
  }

  #reason(closing: string): Step {
    const end = this.#held.indexOf(closing);
    if (end === -1) return { reasoning: this.#take(this.#held.length - tailOf(this.#held, [closing])) };
    const reasoning = this.#take(end);
    this.#take(closing.length);
    this.#state = { at: 'start' };
    return { reasoning, goesOn: true };
  }

  /** Reasoning that is known shows as it comes, any other is kept until its end tells. */
  #awaitEnd(): Step {
    const end = firstOf(this.#held, CLOSINGS);
    if (end !== undefined) return { reasoning: this.#endBare(end), goesOn: true };
    if (this.#state.at === 'unsure') {
      if (!this.#found) return {};
      this.#state = { at: 'text' };
      return { goesOn: true };
    }
    const reasoning = this.#take(this.#held.length - tailOf(this.#held, CLOSINGS));
    this.#bare += reasoning;
    return { reasoning };
  }

  #passText(): Step {
    const signs = this.#speaksOfTags ? OPENINGS : SIGNS;
    const sign = firstOf(this.#held, signs);
    if (sign === undefined) return { text: this.#pass(this.#held.length - tailOf(this.#held, signs)) };
    const closing = TAGS.get(sign.tag);
    const place = this.#place.after(this.#held.slice(0, sign.at));
    if (closing !== undefined && place.beginsLine && !place.isFenced) {
      const text = this.#pass(sign.at);
      this.#bare = this.#take(sign.tag.length);
      this.#state = { at: 'aside', closing };
      return { text, goesOn: true };
    }
    if (closing === undefined && !place.isQuoted) {
      const rest = this.#held.slice(sign.at + sign.tag.length);
      const isWord = place.followsWord ? hasWords(rest) : false;
      const isOpen = isWord === undefined || (this.#found && rest.trim() === '');
      if (isOpen) return { text: this.#pass(sign.at) };
      if (!isWord) return { reasoning: this.#endBare(sign), takesBack: true, goesOn: true };
    }
    this.#found = true;
    this.#speaksOfTags = true;
    return { text: this.#pass(sign.at + sign.tag.length), goesOn: true };
  }

  /** Whether the end of an answer is a closing tag that closes nothing. */
  #isStray(held: string): boolean {
    if (!this.#found || this.#speaksOfTags || !CLOSINGS.includes(held.trim())) return false;
    return !this.#place.isQuoted && !this.#place.followsWord;
  }

  #aside(closing: string): Step {
    const end = this.#held.indexOf(closing);
    const reasoning = this.#take(end === -1 ? this.#held.length - tailOf(this.#held, [closing]) : end);
    this.#bare += reasoning;
    if (end === -1) return { reasoning };
    this.#take(closing.length);
    this.#found = true;
    this.#bare = '';
    this.#state = { at: 'text' };
    return { reasoning, goesOn: true };
  }

  /** The reasoning up to its end. */
  #endBare({ at, tag }: Sign): string {
    const reasoning = this.#take(at);
    this.#take(tag.length);
    if (!this.#found) this.#habit.reasoned();
    this.#found = true;
    this.#state = { at: 'start' };
    return reasoning;
  }

  /** Gives out text. */
  #pass(count: number): string {
    const text = this.#take(count);
    this.#place.add(text);
    return text;
  }

  #take(count: number): string {
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
    return taken;
  }
}

/** Whether the rest of a line says anything; undefined while it may. */
function hasWords(text: string): boolean | undefined {
  const [line = '', next] = text.split('\n', 2);
  return line.trim() !== '' ? true : next === undefined ? undefined : false;
}

interface Sign {
  readonly at: number;
  readonly tag: string;
}

function firstOf(text: string, tags: readonly string[]): Sign | undefined {
  // Asked of each part of an answer, most of which have none.
  let first: Sign | undefined;
  for (const tag of tags) {
    const at = text.indexOf(tag);
    if (at !== -1 && (first === undefined || at < first.at)) first = { at, tag };
  }
  return first;
}
