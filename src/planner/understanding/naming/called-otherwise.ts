import type { Token } from '../features/tokens.js';
import type { Leaf } from '../leaf-fields.js';
import { slotLabel } from '../slot-labels.js';

/** A measure by which people say what is left of another: a rate of response for a loss, an alpha for a confidence. */
interface Otherwise {
  readonly said: string;
  /** The measure itself: where it is named too, the number is its own. */
  readonly own: string;
  /** What the field is called. */
  readonly field: string;
  /** How far the name may stand from its number: `a taxa de resposta espera-se de 92%`. */
  readonly reach: number;
  /** No more than this is such a measure: the 0.95 of `1 - α = 0.95` is the confidence. */
  readonly most: number;
}

const OTHERWISE: readonly Otherwise[] = [
  { said: 'field.responseRate', own: 'field.dropout', field: 'dropout', reach: 6, most: 1 },
  { said: 'field.alpha', own: 'field.confidence', field: 'confidence', reach: 3, most: 0.3 },
];
const BEHIND = 3;
const STOP = /^[.;!?\n,]$/u;
const DENIES =
  /^(?:not|don't|doesn't|won't|didn't|nicht|keine?n?|nie|ne|n'|pas|no|nao|nunca|hawa\p{L}+|hai\p{L}+|hata\p{L}+)$/u;

/** Whether a word, without accents, denies what it stands beside: `15 % ne répondent pas` are no rate of response. */
export function isDenial(plain: string): boolean {
  return DENIES.test(plain);
}

/** Of a number that is called by what is left of a field, the complement of that field. */
export function complementLabel(
  tokens: readonly Token[],
  at: number,
  leaves: ReadonlyMap<string, Leaf>,
): string | undefined {
  const mention = tokens[at]?.mention;
  for (const { said, own, field, reach, most } of OTHERWISE) {
    if (mention?.type !== 'number' || mention.value > most) continue;
    const before = tokens.slice(Math.max(0, at - reach), at).reverse();
    const isNear = [before, tokens.slice(at + 1, at + 1 + BEHIND)].some((side) => {
      const end = side.findIndex(({ mention, text }) => mention !== undefined || STOP.test(text));
      const near = end < 0 ? side : side.slice(0, end);
      return (
        near.some(({ concepts }) => concepts.includes(said) && !concepts.includes(own)) &&
        !near.some(({ text }) => isDenial(text))
      );
    });
    const leaf = isNear
      ? [...leaves.values()].find(
          ({ share, path, names }) => share && path.length === 1 && names.includes(field),
        )
      : undefined;
    if (leaf !== undefined) return slotLabel([{ path: leaf.path, reading: 'complement' }]);
  }
  return undefined;
}
