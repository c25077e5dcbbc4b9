import type { DidDocument } from 'oracle-runtime/plugin';

const MOST = 10;

/**
 * A document that a model can read: lists of more than ten are cut, and `omitted` says how many are left out of
 * which.
 */
export function capDocument(document: DidDocument): {
  readonly document: DidDocument;
  readonly omitted?: Readonly<Record<string, number>>;
} {
  const omitted: Record<string, number> = {};
  const fields = Object.entries(document).map(([key, value]: [string, unknown]) => {
    if (!Array.isArray(value) || value.length <= MOST) return [key, value];
    omitted[key] = value.length - MOST;
    return [key, value.slice(0, MOST)];
  });
  const capped = Object.fromEntries(fields) as DidDocument;
  return Object.keys(omitted).length === 0 ? { document } : { document: capped, omitted };
}
