import { type AssistantMessage, OracleError } from '../plugin/index.js';
import { type FoundUndo, UNDO_TOOL, type Undoable } from './find-undo.js';
import { assistantMessageId } from './thread-calls.js';

/** A call of `undo_last_change`, as a model would make it at the beginning of its run. */
export function undoCall(runId: string, change: string | undefined): AssistantMessage {
  return {
    role: 'assistant',
    id: assistantMessageId(runId, 0),
    content: '',
    toolCalls: [
      {
        id: `undo_${runId.replaceAll('-', '').slice(0, 16)}`,
        name: UNDO_TOOL,
        args: change === undefined ? {} : { change },
      },
    ],
  };
}

export function nothingToUndo({ why, earlier }: Exclude<FoundUndo, { found: Undoable }>): OracleError {
  return new OracleError('conflict', {
    detail: why,
    ...(earlier === undefined
      ? {}
      : {
          hint: `Before it: ${earlier.what}. To take that back, send its id as messageId.`,
          errors: [{ field: 'messageId', message: earlier.id }],
        }),
  });
}
