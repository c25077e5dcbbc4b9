import { isTypoOf } from '../language/edit-distance.js';
import type { Word } from '../language/tokenize.js';
import type { Field } from '../schema/schema-fields.js';

/** How strongly a word of a text points at each of a tool's fields. */
export interface CueTable {
  weight(word: Word, field: Field): number;
  /** The word names some field by its name, title, unit or aliases. */
  names(word: Word): boolean;
}

const NAMED = 0.8;
/** What a word of the tool's own name says about one of its fields: `design` in `design a sample`. */
const COMMON = 0.25;

/**
 * Cue weights of sibling fields: a stem that several fields share points at each of them less. Misspelt and
 * shortened words count for the stem they are nearest to, with a discount. `verbs` are the stems of the tool's own
 * name: they say what is wanted more often than which field is meant.
 */
export function cueTable(fields: readonly Field[], verbs: ReadonlySet<string>): CueTable {
  const totals = new Map<string, number>();
  for (const field of fields) {
    for (const [stem, weight] of field.cues) totals.set(stem, (totals.get(stem) ?? 0) + weight);
  }
  const nearest = new Map<string, { stem: string; discount: number } | undefined>();
  const lookUp = (word: Word) => {
    if (!nearest.has(word.stem)) nearest.set(word.stem, nearestStem(word, totals));
    return nearest.get(word.stem);
  };
  const sharp = (stem: string, field: Field) => {
    const own = field.cues.get(stem);
    if (own === undefined) return 0;
    const share = (own * own) / (totals.get(stem) ?? own);
    return verbs.has(stem) ? share * COMMON : share;
  };
  return {
    weight(word, field) {
      if (word.stop) return 0;
      const initials = word.initials === undefined ? 0 : nameWeight(field, word.initials, sharp);
      const found = lookUp(word);
      return Math.max(initials, found === undefined ? 0 : sharp(found.stem, field) * found.discount);
    },
    names(word) {
      const found = word.stop ? undefined : lookUp(word);
      return found !== undefined && fields.some((field) => (field.cues.get(found.stem) ?? 0) >= NAMED);
    },
  };
}

/** Initials stand only for what a name or an alias writes as such. */
function nameWeight(field: Field, initials: string, sharp: (stem: string, field: Field) => number): number {
  return (field.cues.get(initials) ?? 0) >= NAMED ? sharp(initials, field) : 0;
}

function nearestStem(
  word: Word,
  known: ReadonlyMap<string, number>,
): { stem: string; discount: number } | undefined {
  if (known.has(word.stem)) return { stem: word.stem, discount: 1 };
  if (word.stem.length < 3) return undefined;
  let best: { stem: string; discount: number } | undefined;
  for (const stem of known.keys()) {
    const short = stem.length > word.plain.length + 1 && stem.startsWith(word.plain);
    const discount = isTypoOf(word.stem, stem) ? 0.8 : short ? 0.6 : 0;
    if (discount > (best?.discount ?? 0)) best = { stem, discount };
  }
  return best;
}
