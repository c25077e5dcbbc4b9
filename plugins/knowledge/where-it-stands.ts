import { told } from 'oracle-runtime/kit';
import { hasScope, type Middleware } from 'oracle-runtime/plugin';
import type { ReadingRoom } from './reading-room.js';

/** Names that are told of one call. */
const MOST = 3;
const FILE = /\.[\p{L}\p{N}]{1,5}$/u;

/**
 * Tells who looked in vain for a file by a path where a document of that name stands: `handbook.md` is none of a person's files
 * and is there all the same, so that "there is no such file" alone would be a wrong answer.
 */
export function whereItStands(room: Pick<ReadingRoom, 'standing'>): Middleware {
  return {
    name: 'knowledge-where-it-stands',
    async wrapToolCall(call, next) {
      const outcome = await next(call);
      const { path } = call.call.args;
      const isRead = call.tool.effect === 'read' && hasScope(call.principal, 'knowledge');
      if (outcome.status === 'ok' || !isRead || typeof path !== 'string' || !FILE.test(path)) return outcome;
      const names = (await room.standing(path)).slice(0, MOST).map((name) => told(name, 300));
      if (names.length === 0) return outcome;
      const content = `${outcome.content} Among the documents of this oracle there is ${names.join(', ')}: search_knowledge quotes what it says about something.`;
      return { ...outcome, content };
    },
  };
}
