import { oneLine } from '../../kit/index.js';
import { OracleError, type UserMessage } from '../../plugin/index.js';
import type { AnswerAgain } from '../run-manager-types.js';
import { takeBackWait } from '../session-wait.js';
import { standingChanges } from '../standing-changes.js';
import { askerOf } from './asker-of.js';
import { type Beginning, type BeginningDeps, keysOf } from './beginning.js';

/**
 * A message of the thread is answered again; what follows it leaves the thread, and the person is told what stands.
 * @throws OracleError `forbidden` for a message of somebody else, whose words would be followed with this person's rights
 */
export async function beginAgain(
  { store }: Pick<BeginningDeps, 'store'>,
  { messageId, ...input }: AnswerAgain,
  owner: string,
): Promise<Beginning> {
  const { principal, sessionId } = input;
  const { question, after } = await store.threads.question(sessionId, messageId);
  if ((question.askedBy?.id ?? owner) !== principal.id) throw anothersWords(question);
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

function anothersWords({ askedBy }: Pick<UserMessage, 'askedBy'>): OracleError {
  const name = askedBy === undefined ? 'The owner of this session' : oneLine(askedBy.name, 60);
  return new OracleError('forbidden', {
    detail: `${name} wrote that message, and it is answered with the rights of who wrote it.`,
    hint: 'Write a message of your own: it is answered with yours.',
  });
}
