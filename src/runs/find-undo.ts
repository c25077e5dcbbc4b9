import type { ToolMessage, Undo } from '../plugin/index.js';

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
  /** The change to take back; the last one that stands without. */
  readonly id?: string | undefined;
  readonly now: number;
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
  { id, now, taken = new Set() }: UndoQuery,
): Promise<FoundUndo> {
  const undone = new Set<string>();
  let why: string | undefined;
  for await (const result of results) {
    if (result.undoes !== undefined) undone.add(result.undoes);
    const { change } = result;
    if (change === undefined) continue;
    const isOver = undone.has(result.id) || taken.has(result.id);
    if (why === undefined && id === result.id && isOver)
      return { why: `It has been taken back already: ${change.what}.` };
    if (isOver || (why === undefined && id !== undefined && id !== result.id)) continue;
    const obstacle = obstacleOf(change.undo, now);
    if (obstacle === undefined && change.undo !== undefined) {
      const undoable = { id: result.id, what: change.what, undo: change.undo };
      return why === undefined ? { found: undoable } : { why, earlier: undoable };
    }
    why ??= `${id === undefined ? 'The last change' : 'This change'} ${obstacle}: ${change.what}.`;
  }
  if (why !== undefined) return { why };
  if (id !== undefined) return { why: 'There is no such change in this conversation.' };
  if (undone.size + taken.size > 0)
    return { why: 'All that was changed in this conversation has been taken back already.' };
  return { why: 'Nothing was changed in this conversation, so there is nothing to take back.' };
}

function obstacleOf(undo: Undo | undefined, now: number): string | undefined {
  if (undo === undefined) return 'cannot be taken back';
  if (undo.expires !== undefined && undo.expires <= now) return 'can no longer be taken back';
  return undefined;
}
