import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConversationMessage,
  type Conversations,
  type ExternalAccount,
  type Logger,
  OracleError,
  type Principal,
  type Principals,
} from 'oracle-runtime/plugin';
import type { Connection } from '../connection/connection.js';
import { patiently, type WebClient } from '../connection/web-api.js';
import type { IncomingMessage, IncomingPress } from '../events/incoming.js';
import { readSaid } from '../events/said.js';
import { messageKey } from '../inbox/inbox.js';
import type { Questions, StoredQuestion } from '../store/questions.js';
import type { Said } from '../store/said.js';
import type { Threads } from '../store/threads.js';
import { ALLOW, decidedBlocks, decisionWords, openQuestion, type Question } from './buttons.js';
import { type FilesInOptions, takeFiles } from './files-in.js';
import { laneKey, type Place, personKey, placeOf, threadKey } from './place.js';
import { type createSpeaker, say } from './speaker.js';
import { undecidedByWords } from './undecided-by-words.js';

export interface TalkOptions {
  readonly connection: Connection;
  readonly conversations: Conversations;
  readonly principals: Principals;
  readonly questions: Questions;
  readonly said: Pick<Said, 'keep'>;
  readonly threads: Threads;
  readonly speak: ReturnType<typeof createSpeaker>;
  readonly nameOf: (user: string) => Promise<string>;
  readonly filesIn: Omit<FilesInOptions, 'signal'>;
  readonly buttonKey: () => Promise<Buffer>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** How one event is worked on: what an attempt before this one has begun, and where it is noted. */
export interface Attempt {
  readonly begun: string | undefined;
  readonly onBegun: (ts: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A posted question is noted within so many milliseconds. */
const NOTED_MS = 1_000;

interface Wish {
  readonly message: IncomingMessage;
  readonly text: string;
}

/** Does what people in Slack say and press. A failure that they should know of is told there. */
export class Talk {
  readonly #options: TalkOptions;

  constructor(options: TalkOptions) {
    this.#options = options;
  }

  async hear(message: IncomingMessage, attempt: Attempt): Promise<void> {
    const { connection, threads } = this.#options;
    const place = placeOf(message);
    const web = await connection.web();
    const said = readSaid(message.text, connection.bot.user);
    if (said.kind !== 'wish') await threads.join(laneKey(place));
    await this.#telling(web, place, attempt.signal, async () => {
      const account = await this.#accountOf(place);
      if (said.kind === 'link') return this.#link(web, message, place, account, said.code, attempt.signal);
      if (said.kind === 'unlink') {
        const was = await this.#options.principals.unlink(account);
        await say(web, place, was ? 'You are only yourself again.' : 'You were not linked.', attempt.signal);
        return;
      }
      const principal = await this.#options.principals.external(account);
      if (said.kind === 'stop') return this.#stop(web, place, principal, attempt.signal);
      await this.#wish(web, { message, text: said.text }, place, principal, attempt);
    });
  }

  /** The last that somebody said in a session was deleted: what waits because of it waits no more. */
  async withdraw(sessionId: string, signal: AbortSignal): Promise<void> {
    const { connection, conversations, principals, questions } = this.#options;
    const [waiting] = await questions.waiting(sessionId);
    if (waiting === undefined) return;
    const [, user = ''] = waiting.asker.split('/');
    const account = { provider: 'slack', subject: waiting.asker, name: await this.#options.nameOf(user) };
    await conversations.cancel(await principals.external(account), sessionId);
    const web = await connection.web();
    for (const stale of await questions.close(sessionId, ''))
      await this.#showDecision(web, stale, '_Taken back._', signal);
  }

  /** A button. Pressed by somebody else, or when nothing waits any more, it only says so to who pressed it. */
  async press(pressed: IncomingPress, attempt: Attempt): Promise<void> {
    const { connection, conversations, principals, questions } = this.#options;
    const asked = openQuestion(pressed.value, await this.#options.buttonKey());
    if (asked === undefined)
      return this.#options.logger.warn({ user: pressed.user }, 'A button that is not ours was pressed');
    const web = await connection.web();
    const { signal } = attempt;
    const homeTeam = asked.home ?? asked.team;
    if (pressed.user !== asked.user || (pressed.homeTeam ?? pressed.team) !== homeTeam) {
      return this.#whisper(
        web,
        pressed,
        asked,
        `Only <@${asked.user}> may decide this: it is done with their rights.`,
        signal,
      );
    }
    const place: Place = {
      team: asked.team,
      channel: asked.channel,
      threadTs: asked.thread,
      user: asked.user,
      homeTeam,
    };
    const known = (await questions.of(asked.run)).find(({ approvalId }) => approvalId === asked.approval);
    if (known === undefined)
      return this.#whisper(web, pressed, asked, 'Nothing waits for this any more.', signal);
    await questions.decide(asked.run, asked.approval, pressed.action === ALLOW);
    const all = await questions.of(asked.run);
    const decided = all.find(({ approvalId }) => approvalId === asked.approval);
    await this.#showDecision(
      web,
      { ...known, ts: pressed.ts },
      decisionWords(decided?.approved === true, pressed.user, this.#options.now()),
      signal,
    );
    if (all.some(({ approved }) => approved === undefined)) return;
    await this.#telling(web, place, signal, async () => {
      const principal = await principals.external(await this.#accountOf(place));
      const decisions = all.map(({ approvalId, approved }) => ({
        id: approvalId,
        approved: approved === true,
      }));
      const { runId } = await conversations.answer(principal, asked.session, { decisions });
      await questions.close(asked.session, '');
      await this.#options.speak({ web, principal, sessionId: asked.session, runId, place, ...attempt });
    });
  }

  async #wish(
    web: WebClient,
    { message, text }: Wish,
    place: Place,
    principal: Principal,
    attempt: Attempt,
  ): Promise<void> {
    const { conversations, questions, threads, filesIn } = this.#options;
    const { signal } = attempt;
    if (text === '' && message.files.length === 0) {
      await threads.join(laneKey(place));
      await say(web, place, 'Yes? Say what you need, here in this thread.', signal);
      return;
    }
    const { sessionId } = await conversations.open(principal, threadKey(place));
    if (
      message.files.length === 0 &&
      attempt.begun === undefined &&
      conversations.readReply(text) !== 'other'
    ) {
      const open = await questions.open(threadKey(place), personKey(place));
      const undecided = undecidedByWords(place, sessionId, await threads.saidAt(laneKey(place)), open);
      // What is answered so has changed nothing: a second yes is answered like the first.
      if (undecided !== undefined) {
        await say(web, place, undecided, signal);
        return;
      }
    }
    await threads.join(laneKey(place));
    const folder = `/slack/${message.channel}/${message.ts}`;
    const { attachments, missing } = await takeFiles(message.files, folder, principal, {
      ...filesIn,
      signal,
    });
    if (missing.length > 0) await say(web, place, `I could not take ${missing.join('; ')}.`, signal);
    if (text === '' && attachments.length === 0) return;
    const { team, channel, threadTs } = place;
    const sent = {
      message: text === '' ? attachments.map(({ name }) => name).join(', ') : text,
      attachments,
      metadata: { slack: { team, channel, ...(threadTs === undefined ? {} : { threadTs }) } },
      dedupeKey: `${channel}/${message.ts}`,
    };
    const { runId, messageId } = await this.#whenFree(principal, sessionId, signal, () =>
      this.#send(principal, sessionId, sent, message.ts, signal),
    );
    await this.#options.said.keep(messageKey(message), { sessionId, messageId });
    for (const stale of await questions.close(sessionId, runId))
      await this.#showDecision(web, stale, '_Answered in words._', signal);
    await this.#options.speak({ web, principal, sessionId, runId, place, ...attempt });
  }

  /** Words decide what their person had before them. A question that stands in Slack may not be noted as standing there yet. */
  async #send(
    principal: Principal,
    sessionId: string,
    sent: ConversationMessage,
    ts: string,
    signal: AbortSignal,
  ) {
    const { conversations, questions } = this.#options;
    const seen = await questions.shown(sessionId, ts);
    try {
      return await conversations.send(principal, sessionId, { ...sent, seen });
    } catch (error) {
      if (!OracleError.isInstance(error) || error.code !== 'conflict') throw error;
      await sleep(NOTED_MS, undefined, { signal });
      const now = await questions.shown(sessionId, ts);
      if (now.length === seen.length) throw error;
      return conversations.send(principal, sessionId, { ...sent, seen: now });
    }
  }

  /** Waits for the run that the session is at work on, such as one that was begun on the page, and tries again. */
  async #whenFree<T>(
    principal: Principal,
    sessionId: string,
    signal: AbortSignal,
    start: () => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        const active =
          OracleError.isInstance(error) && error.code === 'run_active' ? error.errors : undefined;
        const runId = active?.find(({ field }) => field === 'runId')?.message;
        if (runId === undefined) throw error;
        const follow = this.#options.conversations.follow(principal, sessionId, runId, 0, signal);
        for await (const _ of follow) signal.throwIfAborted();
      }
    }
  }

  async #stop(web: WebClient, place: Place, principal: Principal, signal: AbortSignal): Promise<void> {
    const { sessionId } = await this.#options.conversations.open(principal, threadKey(place));
    const run = await this.#options.conversations.cancel(principal, sessionId);
    for (const stale of await this.#options.questions.close(sessionId, ''))
      await this.#showDecision(web, stale, '_Taken back._', signal);
    if (run === undefined) await say(web, place, 'There is nothing to stop.', signal);
  }

  async #link(
    web: WebClient,
    message: IncomingMessage,
    place: Place,
    account: ExternalAccount,
    code: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (!message.direct) {
      await say(
        web,
        place,
        'A code is for the two of us: make a new one and send it to me directly.',
        signal,
      );
      return;
    }
    const principal = await this.#options.principals.link(account, code);
    await say(web, place, `You are ${principal.did} from now on.`, signal);
  }

  async #accountOf(place: Place): Promise<ExternalAccount> {
    const name = await this.#options.nameOf(place.user);
    return { provider: 'slack', subject: personKey(place), name };
  }

  async #showDecision(
    web: WebClient,
    { channel, ts, summary }: StoredQuestion,
    decision: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (ts === undefined) return;
    const blocks = decidedBlocks(summary, decision);
    await patiently(signal, () => web.chat.update({ channel, ts, text: decision, blocks })).catch(() =>
      signal.throwIfAborted(),
    );
  }

  async #whisper(
    web: WebClient,
    { channel, user }: IncomingPress,
    { thread }: Question,
    text: string,
    signal: AbortSignal,
  ) {
    const place = thread === undefined ? {} : { thread_ts: thread };
    await patiently(signal, () => web.chat.postEphemeral({ channel, user, text, ...place }));
  }

  /** What the oracle refuses is said in Slack; all else is for who tries again. */
  async #telling(
    web: WebClient,
    place: Place,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted || !OracleError.isInstance(error) || error.code === 'shutting_down') throw error;
      const { detail, hint } = error;
      await say(web, place, `Sorry: ${detail}${hint === undefined ? '' : ` ${hint}`}`, signal);
    }
  }
}
