import { words } from '../../language/tokenize.js';
import { phraseAround } from '../../reading/phrase-around.js';
import type { Reading } from '../../reading/reading.js';
import type { Token } from '../features/tokens.js';
import { fieldsOfLabel, NO_FIELD } from '../slot-labels.js';

/** The words beside one number of an example, as stems, and what it fills there. */
export interface Beside {
  readonly operation: string;
  /** Keys of fields; none for a number that fills nothing. */
  readonly keys: readonly string[];
  readonly stems: readonly string[];
}

/** What stands beside a number whose label is known, but for other values. */
export function wordsBeside(
  operation: string,
  label: string,
  { mention }: Token,
  { text, mentions }: Reading,
  values: readonly { readonly start: number; readonly end: number }[],
): Beside[] {
  if (mention?.type !== 'number') return [];
  const numbers = mentions.filter(({ type }) => type === 'number');
  const from = numbers.filter(({ end }) => end <= mention.start).at(-1)?.end ?? 0;
  const to = numbers.find(({ start }) => start >= mention.end)?.start ?? text.length;
  const { lead, tail } = phraseAround(text, mention, from, to);
  // Names of places and people are words of no field.
  const isOfValue = (start: number, end: number) =>
    values.some((value) => value.start < end && start < value.end);
  const stemsOf = (part: string, at: number) =>
    words(part).flatMap((word) => (isOfValue(at + word.start, at + word.end) ? [] : [word.stem]));
  const stems = [...new Set([...stemsOf(lead, mention.start - lead.length), ...stemsOf(tail, mention.end)])];
  const keys = label === NO_FIELD ? [] : fieldsOfLabel(label).map(({ path }) => path.join('.'));
  return [{ operation, keys, stems }];
}

/** Of each operation, by the key of a field, the words that stand beside its numbers more often than beside those of nothing. */
export function knownBeside(all: readonly Beside[]): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const counts = new Map<string, Map<string, Map<string, number>>>();
  for (const { operation, keys, stems } of all) {
    const byKey = counts.get(operation) ?? new Map<string, Map<string, number>>();
    counts.set(operation, byKey);
    for (const key of keys.length === 0 ? [NO_FIELD] : keys) {
      const byStem = byKey.get(key) ?? new Map<string, number>();
      byKey.set(key, byStem);
      for (const stem of stems) byStem.set(stem, (byStem.get(stem) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts].map(([operation, byKey]) => {
      const others = byKey.get(NO_FIELD);
      const known = [...byKey].flatMap(([key, byStem]): [string, string][] => {
        if (key === NO_FIELD) return [];
        const own = [...byStem].filter(([stem, count]) => count > (others?.get(stem) ?? 0));
        return own.length === 0
          ? []
          : [
              [
                key,
                own
                  .map(([stem]) => stem)
                  .sort()
                  .join(' '),
              ],
            ];
      });
      return [operation, Object.fromEntries(known)];
    }),
  );
}
