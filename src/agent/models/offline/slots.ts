import type { ManifestExample } from '../../../plugin/index.js';
import { fold, words } from './tokenize.js';

/** How the manifest's examples put a value of one field into a sentence. */
export interface Slot {
  /** The word before the value, with how often. */
  readonly before: ReadonlyMap<string, number>;
  /** The last two words before the value. */
  readonly phrases: ReadonlySet<string>;
  /** The value ran to the end of the sentence and had several words: free text. */
  readonly free: boolean;
}

/** Slots of a tool's string fields, learned from its examples: `tool` -> `field` -> slot. */
export function learnSlots(tool: string, examples: readonly ManifestExample[]): ReadonlyMap<string, Slot> {
  const seen = new Map<
    string,
    { before: Map<string, number>; phrases: Set<string>; free: number; count: number }
  >();
  for (const example of examples) {
    if (example.tool !== tool) continue;
    for (const [field, value] of Object.entries(example.args)) {
      if (typeof value !== 'string' || value.length < 2) continue;
      const at = fold(example.user).indexOf(fold(value));
      if (at < 0) continue;
      const slot = seen.get(field) ?? { before: new Map(), phrases: new Set(), free: 0, count: 0 };
      seen.set(field, slot);
      const left = words(example.user.slice(0, at));
      const last = left.at(-1);
      const twoBack = left.at(-2);
      const glued = last !== undefined && /^[\s:"“'‘«]*$/u.test(example.user.slice(last.end, at));
      if (last !== undefined && glued) slot.before.set(last.plain, (slot.before.get(last.plain) ?? 0) + 1);
      if (last !== undefined && glued && twoBack !== undefined)
        slot.phrases.add(`${twoBack.plain} ${last.plain}`);
      slot.count++;
      const tail = example.user.slice(at + value.length);
      if (/^["”'’»\s]*[.?!]?\s*$/u.test(tail) && value.includes(' ') && !/^\p{Lu}/u.test(value)) slot.free++;
    }
  }
  return new Map(
    [...seen].map(([field, slot]) => [
      field,
      { before: slot.before, phrases: slot.phrases, free: slot.free * 2 > slot.count },
    ]),
  );
}
