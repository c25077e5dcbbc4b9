import type { Logger } from 'oracle-runtime/plugin';
import type { Connection } from '../connection/connection.js';
import { patiently, reasonOf, slackFailed } from '../connection/web-api.js';
import { uploadFiles } from '../conversation/files-out.js';
import { say } from '../conversation/speaker.js';
import { splitText } from '../conversation/split-text.js';
import type { ChatService } from '../service.js';

/** Says something in Slack without being asked there. */
export function chatService(connection: Connection, logger: Logger): ChatService {
  return {
    async post({ channel: to, threadTs }, { text, files = [] }, signal) {
      try {
        const web = await connection.web();
        // A user's id stands for the direct conversation with them.
        const channel = to.startsWith('U')
          ? ((await patiently(signal, () => web.conversations.open({ users: to }))).channel?.id ?? to)
          : to;
        let first = threadTs;
        let ts = '';
        for (const part of splitText(text)) {
          const said = await say(web, { channel, threadTs: first }, part, signal);
          if (ts === '') ts = said ?? '';
          first ??= said;
        }
        await uploadFiles(files, { channel, threadTs: first }, web, signal);
        const link = await web.chat.getPermalink({ channel, message_ts: ts }).catch((error: unknown) => {
          logger.debug({ reason: reasonOf(error) }, 'Slack gives no link');
          return undefined;
        });
        return { ts, ...(link?.permalink === undefined ? {} : { link: link.permalink }) };
      } catch (error) {
        signal.throwIfAborted();
        throw slackFailed(error);
      }
    },
  };
}
