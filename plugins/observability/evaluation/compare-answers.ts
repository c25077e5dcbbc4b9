import { canonicalJson } from 'oracle-runtime/kit';
import { type AnsweredCall, type AnswerParts, callsOf } from './answer.js';
import { figureFaults } from './compare-figures.js';

/** How another answer differs from a recorded one. */
export interface Comparison {
  /** In words, each a line; empty when the same calls were made and the same numbers said. */
  readonly faults: readonly string[];
  /** Lines of both texts: ` ` in both, `-` of the recorded one, `+` of the other. */
  readonly diff: readonly string[];
}

/** @param says words that the other answer must hold, in any case of letters */
export function compareAnswers(
  recorded: AnswerParts,
  other: AnswerParts,
  says: readonly string[],
): Comparison {
  const text = other.text.toLowerCase();
  return {
    faults: [
      ...callFaults(callsOf(recorded.calls), callsOf(other.calls)),
      ...figureFaults(recorded.text, other.text),
      ...says
        .filter((words) => !text.includes(words.toLowerCase()))
        .map((words) => `it does not say: ${words}`),
    ],
    diff: diffLines(recorded.text.split('\n'), other.text.split('\n')),
  };
}

function* callFaults(recorded: readonly AnsweredCall[], other: readonly AnsweredCall[]): Generator<string> {
  const left = other.map(words);
  for (const call of recorded.map(words)) {
    const at = left.indexOf(call);
    if (at < 0) yield `it did not call: ${call}`;
    else left.splice(at, 1);
  }
  for (const call of left) yield `it called besides: ${call}`;
}

const words = ({ name, args }: AnsweredCall) => `${name} ${canonicalJson(args)}`;

/** More lines than these are shown one text after the other. */
const MOST_LINES = 1_000;

/** By the longest common subsequence. */
function diffLines(old: readonly string[], now: readonly string[]): string[] {
  if (old.length > MOST_LINES || now.length > MOST_LINES)
    return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  const length = common(old, now);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push(` ${old[i]}`);
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && at(length, i + 1, j) >= at(length, i, j + 1))) {
      lines.push(`-${old[i]}`);
      i += 1;
    } else {
      lines.push(`+${now[j]}`);
      j += 1;
    }
  }
  return lines;
}

const at = (table: readonly Uint16Array[], i: number, j: number) => table[i]?.[j] ?? 0;

/** How many lines the rests of both texts have in common, from each place on. */
function common(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row !== undefined)
        row[j] =
          old[i] === now[j]
            ? at(table, i + 1, j + 1) + 1
            : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
