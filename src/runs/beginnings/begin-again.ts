import type { AnswerAgain } from '../run-manager-types.js';
import { takeBackWait } from '../session-wait.js';
import { standingChanges } from '../standing-changes.js';
import { askerOf } from './asker-of.js';
import { type Beginning, type BeginningDeps, keysOf } from './beginning.js';

/** A message of the thread is answered again; what follows it leaves the thread, and the person is told what stands. */
export async function beginAgain(
  { store }: Pick<BeginningDeps, 'store'>,
  { messageId, ...input }: AnswerAgain,
  owner: string,
): Promise<Beginning> {
  const { principal, sessionId } = input;
  const { question, after } = await store.threads.question(sessionId, messageId);
  // What waits belongs to the answer that leaves the thread.
  await takeBackWait(store, sessionId);
  const { content: message, attachments = [] } = question;
  return {
    input: { ...input, message, attachments },
    notices: standingChanges(after),
    create: (id) =>
      store.runs.create({
        id,
        sessionId,
        owner,
        ...askerOf(principal),
        answers: question.id,
        once: keysOf(input),
      }),
  };
}
