import { canonicalHash, canonicalJson } from 'oracle-runtime/kit';
import type { GuardedTool } from 'oracle-runtime/mcp';

/** What a model is shown of a tool and believes: all that must not change behind the operator's back. */
export type Face = GuardedTool;

/** The same text for the same face, in whichever order a server writes its members; what it is called here is ours. */
export function faceText({ name: _, ...said }: Face): string {
  return canonicalJson(said);
}

/** Names what waits, so that nobody accepts what they did not see. */
export function digestOf(faces: readonly Face[]): string {
  return canonicalHash(faces.map(faceText).toSorted()).slice(0, 16);
}
