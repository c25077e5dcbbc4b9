import type { Contribution, PluginContext } from 'oracle-runtime/plugin';
import { OracleError, provide } from 'oracle-runtime/plugin';
import type { DesignService } from '../sampling/service.js';
import type { FileService } from '../vfs/service.js';
import { Connection } from './connection/connection.js';
import { eventsRoute } from './connection/events-route.js';
import { ALLOW, REFUSE } from './conversation/buttons.js';
import { laneKey, placeOf } from './conversation/place.js';
import { createSpeaker, say } from './conversation/speaker.js';
import { Talk } from './conversation/talk.js';
import { type Changed, readChanged } from './events/changed.js';
import { type Incoming, type IncomingMessage, readIncoming } from './events/incoming.js';
import { mentions, mentionsAnother, readSaid } from './events/said.js';
import { createInbox, type InboxItem, messageKey } from './inbox/inbox.js';
import { Worker } from './inbox/worker.js';
import { Channels } from './operations/channels.js';
import { chatOperations } from './operations/index.js';
import { chatService } from './operations/post.js';
import { Chat } from './service.js';
import { createQuestions } from './store/questions.js';
import { answerKey, createSaid } from './store/said.js';
import type { ChatTables } from './store/tables.js';
import { createThreads } from './store/threads.js';

export interface ChatSettings {
  readonly botToken: string;
  readonly appToken: string | undefined;
  readonly signingSecret: string | undefined;
  readonly apiUrl: string;
}

type Context = Pick<
  PluginContext,
  'clock' | 'conversations' | 'database' | 'keys' | 'logger' | 'oracle' | 'principals' | 'signal'
>;

const CODE_SAID =
  'The code that you wrote holds no more: it is for the two of us alone. Make a new one and send it to me directly, as `link CODE` and nothing else.';

/** Joins Slack to the oracle's conversations. */
export function setUpChat(
  settings: ChatSettings,
  context: Context,
  files: FileService | undefined,
  designs: DesignService | undefined,
): Contribution {
  const { clock, conversations, database, keys, logger, oracle, principals, signal } = context;
  const db = database.as<ChatTables>();
  const connection = new Connection({ ...settings, logger });
  const channels = new Channels(connection, clock);
  const chat = chatService(connection, logger);
  const questions = createQuestions(db, clock);
  const said = createSaid(db, clock, conversations);
  const threads = createThreads(db, clock);
  const inbox = createInbox(db, clock);
  const buttonKey = () => keys.get('buttons');
  const talk = new Talk({
    connection,
    conversations,
    principals,
    questions,
    said,
    threads,
    speak: createSpeaker({
      conversations,
      questions,
      said,
      files,
      designs,
      buttonKey,
      origin: oracle.origin,
      logger,
    }),
    nameOf: (user) => channels.nameOfUser(user, signal),
    filesIn: { ...settings, files, logger },
    buttonKey,
    now: () => clock.now(),
    logger,
  });
  const worker = new Worker({
    inbox,
    logger,
    signal,
    laneOf,
    work: ({ key, incoming, replyTs }) => {
      const attempt = { begun: replyTs, onBegun: (ts: string) => inbox.replyStandsIn(key, ts), signal };
      return incoming.kind === 'press' ? talk.press(incoming, attempt) : talk.hear(incoming, attempt);
    },
    took: (failure) => connection.took(failure),
    giveUp: async ({ incoming }: InboxItem) => {
      if (incoming.kind !== 'message') return;
      const words = 'Sorry, I could not answer this. Please say it again.';
      await say(await connection.web(), placeOf(incoming), words, signal);
    },
  });

  /** `stop` waits for nobody: it ends what the others of its lane wait for. */
  function laneOf(incoming: Incoming): string | undefined {
    if (incoming.kind === 'press') return `press/${incoming.channel}/${incoming.ts}`;
    const isStop = readSaid(incoming.text, connection.bot.user).kind === 'stop';
    return isStop ? undefined : laneKey(placeOf(incoming));
  }

  /** Whether it is said to the bot: directly, by name, or in a thread where the person already talks with it. */
  async function isForUs(message: IncomingMessage): Promise<boolean> {
    const { user } = connection.bot;
    if (message.user === user) return false;
    if (message.direct || mentions(message.text, user)) return true;
    if (message.threadTs === undefined || mentionsAnother(message.text, user)) return false;
    return threads.has(laneKey(placeOf(message)));
  }

  /** Whether a code was said that holds no more by that: it is for a direct message which says nothing else. */
  async function isCodeSaid({ direct, text }: IncomingMessage): Promise<boolean> {
    if (direct && readSaid(text, connection.bot.user).kind === 'link') return false;
    return principals.withdrawCodes(text);
  }

  /** Tells somebody directly that the code which they said is none any more; Slack hears before that it came. */
  async function tellOfCode(user: string | undefined): Promise<void> {
    if (user === undefined || user === connection.bot.user) return;
    // A user's id stands for the direct conversation with them.
    await connection
      .web()
      .then((web) => say(web, { channel: user, threadTs: undefined }, CODE_SAID, signal))
      .catch((error: unknown) => logger.warn({ err: error }, 'Somebody could not be told of their code'));
  }

  /** What a message says that came to us: words that nobody sees any more are no longer read. */
  async function takeChange({ text, user, ...where }: Changed): Promise<void> {
    if (text !== undefined && (await principals.withdrawCodes(text))) {
      void tellOfCode(user);
      return;
    }
    const key = messageKey(where);
    const answer = answerKey(key);
    if (text === undefined && (await said.isHeard(answer))) await said.change(answer, undefined);
    if (!(await inbox.knows(key)) && !(await said.isHeard(key))) return;
    const now = text === undefined ? undefined : readSaid(text, connection.bot.user);
    const last = await said.change(key, now?.kind === 'wish' ? now.text : text);
    if (text !== undefined || last === undefined) return;
    // Slack hears that it came before what waits is taken back.
    void talk
      .withdraw(last, signal)
      .catch((error: unknown) => logger.warn({ err: error }, 'What waits could not be taken back'));
  }

  /** Keeps what is for us before Slack hears that it came; the work begins after that. */
  async function take(payload: unknown): Promise<void> {
    const changed = readChanged(payload);
    if (changed !== undefined) return takeChange(changed);
    const incoming = readIncoming(payload);
    if (incoming === undefined) return;
    if (incoming.kind === 'message' && (await isCodeSaid(incoming))) {
      const kept = await inbox.keep({ ...incoming, text: '', files: [] });
      if (kept === undefined) return;
      await inbox.finish(kept);
      void tellOfCode(incoming.user);
      return;
    }
    const isOurs =
      incoming.kind === 'message' ? await isForUs(incoming) : [ALLOW, REFUSE].includes(incoming.action);
    if (!isOurs) return;
    if (signal.aborted) throw new OracleError('shutting_down', { detail: 'The oracle is going down.' });
    const key = await inbox.keep(incoming);
    if (key !== undefined) worker.start(key, laneOf(incoming));
  }

  return {
    operations: chatOperations(channels, chat, designs),
    services: [provide(Chat, chat)],
    ...(settings.signingSecret !== undefined && {
      routes: [eventsRoute(settings.signingSecret, clock, take)],
    }),
    promptSections: [
      {
        name: 'slack',
        body: ({ metadata }) => {
          const down = connection.down;
          if (metadata['slack'] !== undefined)
            return 'The person reads this in Slack: short paragraphs and lists, no tables, no HTML.';
          return down === undefined ? undefined : `Slack cannot be used now: ${down}.`;
        },
      },
    ],
    health: () => connection.health(),
    background: [
      { name: 'slack', run: (ending) => connection.run(ending, take) },
      {
        name: 'slack-inbox',
        run: async (ending) => {
          await said.tellAll();
          await connection.known(ending);
          await worker.look(ending);
        },
      },
    ],
  };
}
