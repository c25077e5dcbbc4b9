import type { Mention } from '../../reading/reading.js';

/** What of a wish does not go together or reads two ways: each is one precise question. */
export type Fault =
  /** The parts of a list do not make the whole that was said, or, as shares, not one. */
  | { readonly kind: 'sum'; readonly parts: number; readonly whole: number; readonly shares: boolean }
  /** A field that is named beside the value cannot hold it. */
  | { readonly kind: 'range'; readonly key: string; readonly mention: Mention }
  /** The words call the value something near to, but other than, the field that took it. */
  | { readonly kind: 'measure'; readonly key: string; readonly said: string }
  /** The figures can be read as two numbers: `1.200`. */
  | { readonly kind: 'figures'; readonly mention: Mention; readonly values: readonly [number, number] }
  /** Two values stand for one: `40 or 14`; with the field that both are named for, where they are. */
  | { readonly kind: 'rivals'; readonly mentions: readonly Mention[]; readonly key?: string }
  /** No field took the value, and these could. */
  | { readonly kind: 'unplaced'; readonly mention: Mention; readonly keys: readonly string[] };
