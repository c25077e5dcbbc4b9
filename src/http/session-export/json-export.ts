import type { SessionRow } from '../../store/types.js';
import { toTime } from '../routes/schemas.js';
import type { ExportedMessage } from './export-thread.js';

/** One JSON object, a message a line. */
export async function* jsonExport(
  session: SessionRow,
  messages: AsyncIterable<ExportedMessage>,
): AsyncGenerator<string> {
  const { id, owner: _, createdAt, updatedAt, ...rest } = session;
  const head = { sessionId: id, ...rest, createdAt: toTime(createdAt), updatedAt: toTime(updatedAt) };
  yield `{"session":${JSON.stringify(head)},\n"messages":[`;
  let between = '\n';
  for await (const message of messages) {
    yield between + JSON.stringify({ ...message, createdAt: toTime(message.createdAt) });
    between = ',\n';
  }
  yield '\n]}\n';
}
