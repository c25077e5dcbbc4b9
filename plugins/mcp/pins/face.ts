import { createHash } from 'node:crypto';
import type { GuardedTool } from 'oracle-runtime/mcp';

/** What a model is shown of a tool and believes: all that must not change behind the operator's back. */
export type Face = GuardedTool;

/** The same text for the same face, in whichever order a server writes its members; what it is called here is ours. */
export function faceText({ name: _, ...said }: Face): string {
  return JSON.stringify(sorted(said));
}

/** Names what waits, so that nobody accepts what they did not see. */
export function digestOf(faces: readonly Face[]): string {
  const texts = faces.map(faceText).toSorted();
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
