import { getPath } from '../schema/leaves.js';
import { choiceKey } from './intent-labels.js';
import type { Leaf } from './leaf-fields.js';
import type { Model } from './model.js';
import type { FilledSlot } from './wish.js';

/** Keys of the fields that such requests nearly always give, and this one does not. */
export function usualOf(
  args: Readonly<Record<string, unknown>>,
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  model: Model,
): string[] {
  const choice = choiceKey(leaves, (leaf) => getPath(args, leaf.path));
  return (model.operations[operation]?.usual[choice] ?? []).filter((key) => {
    const leaf = leaves.get(key);
    return leaf !== undefined && !leaf.many && getPath(args, leaf.path) === undefined;
  });
}

/**
 * Keys of fields that are told as multiples of others, where the other is plainly no share and they are not given: who says
 * a mean of 3.4 kg and no deviation is asked for one before anything is computed.
 */
export function partnersOf(
  args: Readonly<Record<string, unknown>>,
  slots: readonly FilledSlot[],
  leaves: ReadonlyMap<string, Leaf>,
  { relations }: Model,
): string[] {
  return Object.entries(relations).flatMap(([key, of]) => {
    const [leaf, other] = [leaves.get(key), leaves.get(of)];
    const value = other === undefined ? undefined : getPath(args, other.path);
    if (
      leaf === undefined ||
      leaf.many ||
      typeof value !== 'number' ||
      getPath(args, leaf.path) !== undefined
    )
      return [];
    const said = slots.findLast(({ path }) => path.join('.') === of)?.mention;
    const isMeasured = said?.type === 'number' && said.unit !== undefined && !said.percent;
    return value > 1 || isMeasured ? [key] : [];
  });
}
