import { canonicalJson } from 'oracle-runtime/kit';

export type Fields = Readonly<Record<string, unknown>>;

const RELATIVE = 1e-9;

/** The first path at which two values differ, in words; numbers may differ by the noise of arithmetic. */
export function firstDifference(again: unknown, kept: unknown, path: string): string | undefined {
  if (typeof again === 'number' && typeof kept === 'number') {
    const near = Math.abs(again - kept) <= RELATIVE * Math.max(1, Math.abs(again));
    return near ? undefined : `${path} is ${again}, the report has ${kept}`;
  }
  if (typeof again === 'object' && again !== null && typeof kept === 'object' && kept !== null) {
    for (const key of new Set([...Object.keys(again), ...Object.keys(kept)])) {
      const found = firstDifference((again as Fields)[key], (kept as Fields)[key], `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const same = canonicalJson(again ?? null) === canonicalJson(kept ?? null);
  return same ? undefined : `${path} is ${JSON.stringify(again)}, the report has ${JSON.stringify(kept)}`;
}
