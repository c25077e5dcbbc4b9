import { hasScope, type ToolMessage } from '../../plugin/index.js';
import { type FoundUndo, findUndo, UNDO_TOOL, type Undoable } from '../../runs/find-undo.js';
import { UNDO_INPUT } from '../meta-tools.js';
import { toolError } from '../tool-outcome.js';
import type { Inverse, ToolLayer } from '../tool-scope.js';

export interface UndoDeps {
  /** Results of all calls of a conversation, newest first. */
  results(sessionId: string): AsyncIterable<ToolMessage>;
  /** The operation of this name, as a call that takes another back makes it. */
  inverse(operation: string): Inverse | undefined;
  now(): number;
}

/**
 * Puts the recorded inverse of the last change in the place of a call of `undo_last_change`: from here on it is that
 * inverse which is checked, asked approval for by its own rule and words, and made.
 */
export function undoLastChange({ results, inverse, now }: UndoDeps): ToolLayer {
  return {
    name: 'undo',
    async wrap(invocation, next, scope) {
      const { call, sessionId, principal } = invocation;
      if (call.name !== UNDO_TOOL) return next(invocation);
      const parsed = UNDO_INPUT.safeParse(call.args);
      // The check of arguments, further in, has the words for it.
      if (!parsed.success) return next(invocation);
      const { change } = parsed.data;
      // One after the other, so that two calls of one turn take back two changes.
      const turn = scope.undoing.turn.then(async () => {
        const query = {
          id: change,
          now: now(),
          by: principal.id,
          owner: scope.run.owner,
          taken: scope.undoing.taken,
        };
        const undo = await findUndo(results(sessionId), query);
        if (undo.found !== undefined) scope.undoing.taken.add(undo.found.id);
        return undo;
      });
      scope.undoing.turn = turn.catch(() => undefined);
      const undo = await turn;
      if (undo.found === undefined) return toolError(refusal(undo));
      const { found } = undo;
      const made = inverse(found.undo.operation);
      if (made === undefined)
        return toolError(
          `What takes it back is not there any more (${found.undo.operation}): ${found.what}.`,
        );
      const { plugin, tool } = made;
      if (tool.scope !== undefined && !hasScope(principal, tool.scope))
        return toolError(
          `Taking it back cannot be done with this sign-in or key: it lacks the scope '${tool.scope}'.`,
        );
      const outcome = await next({
        ...invocation,
        plugin,
        tool: {
          ...tool,
          describe: (args) => proposal(found, tool.describe?.(args) ?? tool.title ?? tool.name),
        },
        call: { ...call, name: tool.name, args: found.undo.input },
      });
      if (outcome.status !== 'ok') {
        scope.undoing.taken.delete(found.id);
        return outcome;
      }
      const { change: _, ...notes } = scope.notes.get(call.id) ?? {};
      const left = made.leftUndone();
      const remains = left && { remains: { ...found.undo, input: left.input } };
      scope.notes.set(call.id, { ...notes, undoes: found.id, ...remains });
      const words =
        left === undefined
          ? `Taken back: ${found.what}.`
          : `Taken back in part: ${found.what}. Not taken back: ${left.why} It can be tried again for the rest.`;
      return { ...outcome, content: `${words}\n${outcome.content}` };
    },
  };
}

function proposal({ what }: Undoable, words: string): string {
  return `${words}; it takes back: ${what}`;
}

function refusal({ why, earlier }: Exclude<FoundUndo, { found: Undoable }>): string {
  if (earlier === undefined) return why;
  return `${why}\nBefore it: ${earlier.what}. Only if the person wants that taken back, call ${UNDO_TOOL} with ${JSON.stringify({ change: earlier.id })}.`;
}
