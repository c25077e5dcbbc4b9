import type { Field } from '../../schema/schema-fields.js';
import type { Wish } from '../../understanding/wish.js';

/** What the last message gives as the value of a field that takes one, when it gives several that differ. */
export function rivalsOf({ slots }: Wish, leaves: readonly Field[]): string[] {
  const last = Math.max(0, ...slots.map(({ turn }) => turn));
  const said = slots.filter(({ turn, path }) => turn === last && leafAt(leaves, path) !== undefined);
  const rivals = said.filter(({ path, mention }) =>
    said.some((other) => other.path.join('.') === path.join('.') && other.mention.raw !== mention.raw),
  );
  return [...new Set(rivals.map(({ mention }) => mention.raw))];
}

/** The single-valued field at a path, unless it lies in a list. */
function leafAt(leaves: readonly Field[], path: readonly string[]): Field | undefined {
  return leaves.find((leaf) => leaf.kind !== 'array' && leaf.path.join('.') === path.join('.'));
}
