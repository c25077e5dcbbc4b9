import type { Principal } from 'oracle-runtime/plugin';
import type { SkillSource } from './skill-source.js';

/** Nobody: what stands in a folder is there for everybody. */
export const NOBODY: Principal = {
  id: 'anonymous',
  kind: 'anonymous',
  did: '',
  name: 'nobody',
  scopes: new Set(),
};
const MOST_NAMED = 10;

/** The folders of the operator that look like skills and are none, for who looks after them; undefined when all are fine. */
export async function skippedInWords(sources: readonly SkillSource[]): Promise<string | undefined> {
  const never = new AbortController().signal;
  const shelves = await Promise.all(sources.map((source) => source.read(NOBODY, never)));
  const skipped = shelves.flatMap((shelf) => shelf.skipped);
  if (skipped.length === 0) return undefined;
  const named = skipped.slice(0, MOST_NAMED).map(({ name, reason }) => `${name} ${reason}`);
  const counted = skipped.length === 1 ? '1 skill' : `${skipped.length} skills`;
  return `${counted} cannot be loaded: ${named.join('; ')}`;
}
