import type { Field } from '../schema-fields.js';
import { contentStems } from '../tokenize.js';

/** Whether stems of words hold a whole name of a field. */
export function isCalled({ label, aliases }: Field, stems: ReadonlySet<string>): boolean {
  return [label, ...aliases].some((name) => {
    const own = contentStems(name);
    return own.length > 0 && own.every((stem) => stems.has(stem));
  });
}
