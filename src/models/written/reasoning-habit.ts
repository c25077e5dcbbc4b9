/** Models that reason before they answer say so in their names. */
const REASONS = /(?:^|[^a-z])(?:r1|qwq|qvq)(?![a-z0-9])|think|reason/i;
/** How reasoning begins, more often than answers do. */
const ALOUD = [
  'okay,',
  'okay so',
  'ok, so',
  'ok so',
  'hmm',
  'the user ',
  'we need to ',
  'we are asked',
  'let me think',
  "let's think",
  '嗯',
  '好的，',
  '首先，',
  '用户',
];

/**
 * Whether a model's reasoning stands at the beginning of its text with nothing but its end to tell: what its answers have
 * shown, kept while the process lives, and until one has shown it, a guess.
 */
export class ReasoningHabit {
  readonly #looksLikeIt: boolean;
  #known: 'reasons' | 'unsure' | 'answers' | undefined;

  /** @param model its name */
  constructor(model: string) {
    this.#looksLikeIt = REASONS.test(model);
  }

  /**
   * What a text is that begins so; undefined while too little of it has come.
   * `unsure`: it should not be shown before its reasoning or all of it has come.
   */
  of(begin: string): 'reasons' | 'answers' | 'unsure' | undefined {
    if (begin === '') return undefined;
    if (this.#known !== undefined) return this.#known;
    const words = begin.toLowerCase();
    if (this.#looksLikeIt || ALOUD.some((each) => words.startsWith(each))) return 'unsure';
    return ALOUD.some((each) => each.startsWith(words)) ? undefined : 'answers';
  }

  /** An answer began with reasoning that nothing opened; once is chance, twice is habit. */
  reasoned(): void {
    this.#known = this.#known === 'unsure' || this.#known === 'reasons' ? 'reasons' : 'unsure';
  }

  /** A whole answer came without any. */
  answered(): void {
    this.#known = 'answers';
  }
}
