import type { Change, ToolMessage, Undo } from '../plugin/index.js';
import { runIdOf, toolMessageId } from './thread-calls.js';

/** The runtime's tool that takes changes of a conversation back. */
export const UNDO_TOOL = 'undo_last_change';

/** A change that can be taken back. */
export interface Undoable {
  /** Id of the message of the call that made it. */
  readonly id: string;
  /** What the call did. */
  readonly what: string;
  readonly undo: Undo;
}

export type FoundUndo =
  | { readonly found: Undoable }
  /** `why` in words; `earlier` is the newest change before it that can be taken back. */
  | { readonly found?: never; readonly why: string; readonly earlier?: Undoable };

export interface UndoQuery {
  /**
   * The message of the call whose change to take back, or any other message of an answer: then the last change of that
   * answer that stands. Without, the last one of all.
   */
  readonly id?: string | undefined;
  readonly now: number;
  /** Who asks. An inverse works on what its caller has, so nobody takes back what somebody else has changed. */
  readonly by: string;
  /** Whose conversation it is, and whose the changes are that do not say who made them. */
  readonly owner: string;
  /** Changes that are just being taken back. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * The change to take back next: the last one that was not taken back before. When that one cannot be, nothing else
 * is put in its place, because nobody asked for that.
 *
 * @param results of the conversation's calls, newest first; those of replaced answers too, because what they changed
 * stands
 */
export async function findUndo(
  results: AsyncIterable<ToolMessage>,
  { id, now, by, owner, taken = new Set() }: UndoQuery,
): Promise<FoundUndo> {
  /** By change: what is left of it to take back, after the last call that did so. */
  const undone = new Map<string, Undo | undefined>();
  const isMeant = meantBy(id);
  let over: string | undefined;
  let why: string | undefined;
  for await (const result of results) {
    if (result.undoes !== undefined && !undone.has(result.undoes)) undone.set(result.undoes, result.remains);
    const change = standing(result, undone);
    if (change === undefined) continue;
    const isOver = change === 'over' || taken.has(result.id);
    if (why === undefined && isOver && isMeant(result.id)) over ??= result.change?.what;
    if (isOver || (why === undefined && !isMeant(result.id))) continue;
    const isForeign = (result.changedBy?.id ?? owner) !== by;
    const obstacle = isForeign
      ? `was made by ${result.changedBy?.name ?? 'the owner of this conversation'}, who alone can take it back`
      : obstacleOf(change.undo, now);
    if (obstacle === undefined && change.undo !== undefined) {
      const undoable = { id: result.id, what: change.what, undo: change.undo };
      return why === undefined ? { found: undoable } : { why, earlier: undoable };
    }
    why ??= `${id === undefined ? 'The last change' : 'This change'} ${obstacle}: ${change.what}${change.whyNot === undefined ? '' : ` – ${change.whyNot}`}.`;
  }
  if (why !== undefined) return { why };
  if (id !== undefined && over !== undefined) return { why: `It has been taken back already: ${over}.` };
  if (id !== undefined) return { why: 'There is no such change in this conversation.' };
  if (undone.size + taken.size > 0)
    return { why: 'All that was changed in this conversation has been taken back already.' };
  return { why: 'Nothing was changed in this conversation, so there is nothing to take back.' };
}

/** Whether a change is one of those that are asked about. */
function meantBy(id: string | undefined): (resultId: string) => boolean {
  if (id === undefined) return () => true;
  const run = runIdOf(id);
  if (id.startsWith(toolMessageId(run, '')) || run === '') return (resultId) => resultId === id;
  return (resultId) => resultId === id || runIdOf(resultId) === run;
}

/** The change of a call as it stands: what is left of it, or that nothing is; undefined of a call that changed nothing. */
function standing(
  { id, change }: ToolMessage,
  undone: ReadonlyMap<string, Undo | undefined>,
): Change | 'over' | undefined {
  if (change === undefined || !undone.has(id)) return change;
  const remains = undone.get(id);
  return remains === undefined ? 'over' : { what: `the rest of: ${change.what}`, undo: remains };
}

function obstacleOf(undo: Undo | undefined, now: number): string | undefined {
  if (undo === undefined) return 'cannot be taken back';
  if (undo.expires !== undefined && undo.expires <= now) return 'can no longer be taken back';
  return undefined;
}
