import { contentStems } from '../../language/tokenize.js';
import type { Field } from '../../schema/schema-fields.js';

/** Whether stems of words hold a whole name of a field. */
export function isCalled({ label, aliases }: Field, stems: ReadonlySet<string>): boolean {
  return [label, ...aliases].some((name) => {
    const own = contentStems(name);
    return own.length > 0 && own.every((stem) => stems.has(stem));
  });
}
