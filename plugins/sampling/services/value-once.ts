import { OracleError } from 'oracle-runtime/plugin';
import type { SeedOrigin } from '../selection/seed-source.js';
import type { ToldValue, usesLikeValue, ValueUse } from '../store/used-values.js';
import type { SameValue, ValueTold } from '../trail/drawn-entry.js';

/** Who draws by a value. */
interface Drawer {
  readonly owner: string;
  readonly projectId: string | null;
  /** The design and those that it recalculates. */
  readonly line: readonly string[];
}

/**
 * What else a value of an authority has drawn on this oracle; null for nothing. One value gives one draw of a project, and
 * none to whoever could know it when he committed.
 * @throws OracleError `conflict`
 */
export function assertValueNew(
  origin: Extract<SeedOrigin, { kind: 'authority' }>,
  uses: readonly ValueUse[],
  { owner, projectId, line }: Drawer,
): SameValue | null {
  const { committedAt } = origin.commitment;
  const ours = (use: ValueUse) => isOf(use, { projectId, line });
  const taken = uses.find((use) => ours(use) || (use.owner === owner && use.at <= committedAt));
  if (taken !== undefined)
    throw new OracleError('conflict', {
      detail: `This value drew ${ours(taken) || taken.owner === owner ? taken.selectionId : 'other units'} on ${taken.at.slice(0, 10)} already${
        taken.at <= committedAt ? ', before this commitment: whoever committed could know it' : ''
      }.`,
      hint: 'One value gives one draw: ask the authority for another one, made public after the commitment.',
      errors: [{ field: 'authority.value', message: 'was drawn by before' }],
    });
  const [first] = uses;
  return first === undefined
    ? null
    : {
        draws: uses.length,
        sameOwner: uses.filter((use) => use.owner === owner).length,
        known: uses.filter(({ at }) => at <= committedAt).length,
        since: first.at.slice(0, 10),
      };
}

/** Draws that an entry names. */
const NAMED = 5;

/** What a draw's entry says of its value: how many draws of its owner or project are by one that may be the same. */
export function valueToldOf(
  { value, reference }: Pick<ToldValue, 'value' | 'reference'>,
  like: Awaited<ReturnType<typeof usesLikeValue>>,
  within: readonly ValueUse[],
  drawer: Drawer,
): ValueTold {
  const near = (uses: readonly ValueUse[]) =>
    uses.filter((use) => use.owner === drawer.owner || isOf(use, drawer));
  const atReference = near(like.reference);
  return {
    value,
    reference,
    sameDigits: near(like.digits).length,
    sameNumbers: within.length,
    sameReference: atReference.length,
    atReference: atReference.slice(0, NAMED).map(({ selectionId }) => selectionId),
  };
}

function isOf(use: ValueUse, { projectId, line }: Pick<Drawer, 'projectId' | 'line'>): boolean {
  return (
    line.includes(use.designId) ||
    (projectId !== null && use.projectId?.toLowerCase() === projectId.toLowerCase())
  );
}
