import { inert } from 'oracle-runtime/kit';
import type { OpenQuestion } from '../store/questions.js';
import { type Place, personKey, threadKey } from './place.js';

/**
 * What is said to a yes or no that decides nothing of what its person takes it for: what waits there is another's, or is asked
 * in another conversation of theirs. Undefined where nothing such waits, or where they have said more since it was asked.
 * @param saidAt when the person last said something in this session before; undefined when they never did
 * @param open what waits in the thread or for the person, the newest first
 */
export function undecidedByWords(
  place: Place,
  sessionId: string,
  saidAt: number | undefined,
  open: readonly OpenQuestion[],
): string | undefined {
  if (open.some((each) => each.sessionId === sessionId)) return undefined;
  const meant = open.find(({ askedAt }) => askedAt >= (saidAt ?? 0));
  if (meant === undefined) return undefined;
  const how =
    meant.asker !== personKey(place)
      ? `<@${meant.asker.split('/').at(-1)}> alone decides this`
      : meant.thread === threadKey(place)
        ? 'press a button of the question'
        : 'press a button of the question, or say it where it was asked';
  return `Your words have decided nothing: ${how}. It still waits: ${inert(meant.summary)}`;
}
