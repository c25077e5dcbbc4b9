import { OracleError } from '../../plugin/index.js';
import { type Conversation, follow } from './conversation.js';

/** What is typed to take back the change before one that cannot be. */
const EARLIER = 'earlier';

/**
 * Takes back the last change of the conversation, that of an answer by the id of one of its messages, or the one before
 * those that cannot be taken back.
 * @throws OracleError `conflict` in words that say why there is none
 */
export async function undo(talk: Conversation, which: string): Promise<void> {
  const takeBack = (messageId?: string) =>
    follow(talk, (signal) => talk.client.undo(talk.sessionId, messageId, signal));
  if (which !== '' && which !== EARLIER) {
    await takeBack(which);
    return;
  }
  try {
    await takeBack();
  } catch (error) {
    const earlier = OracleError.isInstance(error) && error.errors?.find(({ field }) => field === 'messageId');
    if (!OracleError.isInstance(error) || !earlier) throw error;
    if (which === EARLIER) await takeBack(earlier.message);
    else throw new OracleError(error.code, { detail: error.detail, hint: inTerminalWords(error.hint) });
  }
}

/** The oracle's hint ends with how a program goes on. */
function inTerminalWords(hint = ''): string {
  return `${hint.replace(/ To take that back,.*$/s, '')} To take that back: /undo ${EARLIER}`.trim();
}
