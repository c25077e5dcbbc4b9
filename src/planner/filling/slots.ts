import type { ManifestExample } from '../../plugin/index.js';
import { fold } from '../language/fold.js';
import { words } from '../language/tokenize.js';

/** How the manifest's examples put a value of one field into a sentence. */
export interface Slot {
  /** The words that stand right before the value. */
  readonly before: ReadonlySet<string>;
  /** The values are sentences of prose rather than names. */
  readonly free: boolean;
}

/** Slots of a tool's string fields, learned from its examples: field -> slot. */
export function learnSlots(tool: string, examples: readonly ManifestExample[]): ReadonlyMap<string, Slot> {
  const seen = new Map<string, { before: Set<string>; free: number; count: number }>();
  for (const example of examples) {
    if (example.tool !== tool) continue;
    for (const [field, value] of Object.entries(example.args)) {
      if (typeof value !== 'string' || value.length < 2) continue;
      const at = fold(example.user).indexOf(fold(value));
      if (at < 0) continue;
      const slot = seen.get(field) ?? { before: new Set<string>(), free: 0, count: 0 };
      seen.set(field, slot);
      const last = words(example.user.slice(0, at)).at(-1);
      const glued = last !== undefined && /^[\s"“'‘«]*$/u.test(example.user.slice(last.end, at));
      if (glued) slot.before.add(last.plain);
      slot.count++;
      if (/^\P{Lu}+\s\P{Lu}+$/u.test(value)) slot.free++;
    }
  }
  return new Map(
    [...seen].map(([field, slot]) => [field, { before: slot.before, free: slot.free * 2 > slot.count }]),
  );
}
