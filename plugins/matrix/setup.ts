import { type Contribution, type EnvOf, type PluginContext, provide } from 'oracle-runtime/plugin';
import type { FileService } from '../vfs/service.js';
import { Answerer } from './answers/answerer.js';
import { ApprovalStore } from './approvals/approval-store.js';
import { Connection } from './connection/connection.js';
import { Sender } from './connection/sender.js';
import { SoleConnection } from './connection/sole-connection.js';
import { RoomMemories } from './memory/room-memories.js';
import { memoryTools } from './memory/tools.js';
import { Listener } from './rooms/listener.js';
import { roomPrompt } from './rooms/prompt.js';
import { emptyOutbox, roomService } from './rooms/room-service.js';
import { Rooms } from './service.js';
import { account, type env, type MatrixConfig } from './settings.js';
import { Accounts } from './store/accounts.js';
import { HeardEvents } from './store/heard-events.js';
import { Outbox } from './store/outbox.js';
import { People } from './store/people.js';
import { Said } from './store/said.js';
import { Sessions } from './store/sessions.js';

type Context = Omit<PluginContext<typeof env, MatrixConfig>, 'use'>;

/** Puts the parts together; nothing of the libraries is loaded before the connection begins. */
export function setupMatrix(ctx: Context, files: FileService | undefined): Contribution {
  const { database, blobs, keys, logger, clock, signal, config, conversations, principals, doAlone } = ctx;
  const events = new HeardEvents(database, clock);
  const sessions = new Sessions(database, clock);
  const memories = new RoomMemories(database, keys, clock);
  const people = new People(database, clock);
  const said = new Said({ database, keys, clock, conversations });
  const approvals = new ApprovalStore(database);
  const client = (): Connection['client'] => connection.client;
  const sender = new Sender({ client, events, signal });
  const answerer = new Answerer({
    conversations,
    principals,
    sender,
    sessions,
    people,
    said,
    approvals,
    files,
    config,
    client,
    logger,
    signal,
  });
  const listener = new Listener({ events, sessions, said, memories, answerer, config, logger, signal });
  const connection: Connection = new Connection({
    ...account(ctx.env as EnvOf<typeof env>),
    accounts: new Accounts(database, keys),
    blobs,
    keys,
    logger,
    onClient: (opened) => listener.attach(opened),
    onPrepared: async (opened, isFirst) => {
      await events.tidy();
      await said.tidy();
      await said.tellAll();
      await listener.begin(opened, isFirst);
    },
    idle: () => sender.idle(),
  });
  const sole = new SoleConnection(connection, doAlone);
  const posts = {
    sender,
    outbox: new Outbox(database, clock),
    people,
    approvals,
    principals,
    config,
    client,
    isConnected: () => connection.isConnected,
    signal,
  };
  return {
    tools: memoryTools(memories, sessions),
    services: [provide(Rooms, roomService(posts))],
    promptSections: [roomPrompt({ client, sessions, memories })],
    background: [
      { name: 'connection', run: (aborted) => sole.run(aborted) },
      { name: 'outbox', run: (aborted) => emptyOutbox(posts, aborted) },
    ],
    ready: () => sole.ready,
    health: () => sole.health(),
    dispose: () => connection.close(),
  };
}
