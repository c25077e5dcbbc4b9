import { costOf, type Rate, type Tokens } from '../rates/rate-table.js';

/** What an answer will cost, in millionths of a credit. */
export interface Quote {
  /** The cheapest of the answers before, or one model call with a short answer. */
  readonly least: number;
  /** Half of the answers before cost less. */
  readonly likely: number;
  /** The dearest of the answers before. */
  readonly most: number;
  /** How many answers of before it rests on; with none it rests on the length of the prompt alone. */
  readonly answers: number;
}

/** About what a prompt has with its instructions and tools, before anything is said. */
const FIRST_PROMPT = 1_500;
const SHORT_ANSWER = 100;
const USUAL_ANSWER = 400;
/** Model calls of an answer that uses some tools. */
const MANY_CALLS = 4;

/**
 * @param past what the principal's latest answers cost
 * @param known tokens of the conversation's last prompt and answer; undefined for a new one
 * @param message tokens of what is asked
 */
export function quote(
  rate: Rate | undefined,
  past: readonly number[],
  known: number | undefined,
  message: number,
): Quote {
  const cost = (tokens: Pick<Tokens, 'input' | 'output'>) => Number(costOf({ ...tokens, cached: 0 }, rate));
  const sorted = past.toSorted((a, b) => a - b);
  const [cheapest] = sorted;
  if (cheapest === undefined) {
    const input = (known ?? FIRST_PROMPT) + message;
    return {
      least: cost({ input, output: SHORT_ANSWER }),
      likely: cost({ input, output: USUAL_ANSWER }),
      most: cost({ input: MANY_CALLS * input, output: MANY_CALLS * USUAL_ANSWER }),
      answers: 0,
    };
  }
  // What answers of before cost knows of caches; the message itself is new.
  const asked = cost({ input: message, output: 0 });
  return {
    least: cheapest + asked,
    likely: quantile(sorted, 0.5) + asked,
    most: (sorted.at(-1) ?? cheapest) + asked,
    answers: past.length,
  };
}

/** The smallest value that at least this share of the values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
