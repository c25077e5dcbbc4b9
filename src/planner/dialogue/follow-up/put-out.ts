import { type Args, getPath, withoutPath } from '../../schema/leaves.js';
import type { Field } from '../../schema/schema-fields.js';

/**
 * Arguments without what a message puts out, because it says it anew in another way: a period takes the place of a first and
 * a last day that were said before, and these that of a period.
 * @param isSaid whether this very message gives the value of a field
 */
export function putOut(args: Args, leaves: readonly Field[], isSaid: (field: Field) => boolean): Args {
  return leaves.reduce((kept, field) => {
    const others = leaves.filter(
      (other) =>
        field.insteadOf.includes(other.name) &&
        other.path.slice(0, -1).join('.') === field.path.slice(0, -1).join('.'),
    );
    const given = others.filter(({ path }) => getPath(kept, path) !== undefined);
    if (given.length === 0 || getPath(kept, field.path) === undefined) return kept;
    if (isSaid(field) && !given.some(isSaid))
      return given.reduce((rest, { path }) => withoutPath(rest, path), kept);
    return given.some(isSaid) && !isSaid(field) ? withoutPath(kept, field.path) : kept;
  }, args);
}
