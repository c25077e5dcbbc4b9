import { randomUUID } from 'node:crypto';
import { type Contribution, type EnvOf, type PluginContext, provide } from 'oracle-runtime/plugin';
import type { FileService } from '../vfs/service.js';
import { Answerer } from './answers/answerer.js';
import { messageContent } from './answers/content.js';
import { partsOf } from './answers/formatted.js';
import { ApprovalStore } from './approvals/approval-store.js';
import { Connection } from './connection/connection.js';
import { Sender } from './connection/sender.js';
import { RoomMemories } from './memory/room-memories.js';
import { memoryTools } from './memory/tools.js';
import { Listener } from './rooms/listener.js';
import { roomPrompt } from './rooms/prompt.js';
import { type RoomService, Rooms } from './service.js';
import { account, type env, type MatrixConfig } from './settings.js';
import { Accounts } from './store/accounts.js';
import { HeardEvents } from './store/heard-events.js';
import { Sessions } from './store/sessions.js';

type Context = Omit<PluginContext<typeof env, MatrixConfig>, 'use'>;

/** Puts the parts together; nothing of the libraries is loaded before the connection begins. */
export function setupMatrix(ctx: Context, files: FileService | undefined): Contribution {
  const { database, blobs, keys, logger, clock, signal, config, conversations, principals } = ctx;
  const events = new HeardEvents(database, clock);
  const sessions = new Sessions(database, clock);
  const memories = new RoomMemories(database, keys, clock);
  const client = (): Connection['client'] => connection.client;
  const sender = new Sender({ client, events, signal });
  const answerer = new Answerer({
    conversations,
    principals,
    sender,
    sessions,
    approvals: new ApprovalStore(database, clock),
    files,
    config,
    client,
    logger,
    signal,
  });
  const listener = new Listener({ events, sessions, answerer, config, logger, signal });
  const connection: Connection = new Connection({
    ...account(ctx.env as EnvOf<typeof env>),
    accounts: new Accounts(database, keys),
    blobs,
    keys,
    logger,
    onClient: (opened) => listener.attach(opened),
    onPrepared: async (opened, isFirst) => {
      await events.tidy();
      await listener.begin(opened, isFirst);
    },
  });
  return {
    tools: memoryTools(memories, sessions),
    services: [provide(Rooms, roomService(sender))],
    promptSections: [roomPrompt({ client, sessions, memories })],
    ready: (aborted) => connection.connect(aborted),
    health: () => connection.health(),
    dispose: () => connection.close(),
  };
}

function roomService(sender: Sender): RoomService {
  return {
    async post({ roomId, threadId }, { text, key = randomUUID() }) {
      let eventId = '';
      for (const [i, part] of partsOf(text).entries()) {
        const content = await messageContent(part, { roomId, threadId });
        eventId = await sender.send(roomId, 'm.room.message', content, `post.${key}.${i}`);
      }
      return { eventId };
    },
  };
}
