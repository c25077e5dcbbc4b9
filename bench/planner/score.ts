import { fold } from '../../src/planner/language/fold.js';
import type { Wish } from '../../src/planner/understanding/wish.js';
import type { Entry } from './corpus.js';

/** Whether a wish is the call that the label asks for: its operation, and every value that the label has. */
export function isRight({ want }: Entry, wish: Pick<Wish, 'operation' | 'args'>): boolean {
  return (
    want.kind === 'do' &&
    want.operations.includes(wish.operation) &&
    wrongFields(want.others[wish.operation] ?? want.args, wish.args).length === 0
  );
}

/** Keys of the values that are not as wanted. */
export function wrongFields(
  want: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(want).flatMap(([key, value]) => (agrees(value, got[key]) ? [] : [key]));
}

function agrees(want: unknown, got: unknown): boolean {
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return false;
    return want.every((one) => got.some((other) => agrees(one, other)));
  }
  if (typeof want === 'object' && want !== null) {
    if (typeof got !== 'object' || got === null) return false;
    return wrongFields(want as Record<string, unknown>, got as Record<string, unknown>).length === 0;
  }
  if (typeof want === 'number')
    // Two thirds are labelled as 0.6667.
    return Math.abs(Number(got ?? Number.NaN) - want) <= Math.max(5e-5, 1e-6 * Math.abs(want));
  if (typeof want === 'boolean') return got === want;
  if (typeof got !== 'string' && typeof got !== 'number') return false;
  const [a, b] = [bare(String(got)), bare(String(want))];
  return (
    a === b || (b.length > 2 && a.includes(b)) || (a.length > 2 && b.includes(a) && a.length * 2 > b.length)
  );
}

function bare(text: string): string {
  return fold(text)
    .replace(/^[/#]+|\/+$/gu, '')
    .trim();
}
