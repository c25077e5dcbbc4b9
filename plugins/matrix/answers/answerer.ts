import type { MatrixClient } from 'matrix-js-sdk';
import { messageOf } from 'oracle-runtime/kit';
import {
  type Conversations,
  type Logger,
  OracleError,
  type Principal,
  type Principals,
} from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import type { Approval, ApprovalStore } from '../approvals/approval-store.js';
import { askFor, showVotes } from '../approvals/ask.js';
import { countVote } from '../approvals/count-votes.js';
import { standingVotes } from '../approvals/standing-votes.js';
import { undecidedByWords } from '../approvals/undecided-by-words.js';
import { handOver } from '../attachments/hand-over.js';
import { readFile } from '../attachments/media.js';
import type { Sender } from '../connection/sender.js';
import { type Heard, threadOf } from '../rooms/heard.js';
import { quorumIn } from '../rooms/replaced-rooms.js';
import type { MatrixConfig } from '../settings.js';
import type { People } from '../store/people.js';
import type { Said } from '../store/said.js';
import type { Place, Sessions } from '../store/sessions.js';
import { CODE_SAID, commandOf, isCode, obey } from './commands.js';
import { messageContent, type Target } from './content.js';
import { LiveMessage } from './live-message.js';
import { PlaceQueues } from './place-queues.js';
import { relay } from './relay.js';

export interface AnswererDeps {
  readonly conversations: Conversations;
  readonly principals: Principals;
  readonly sender: Sender;
  readonly sessions: Sessions;
  readonly people: People;
  readonly said: Said;
  readonly approvals: ApprovalStore;
  readonly files: FileService | undefined;
  readonly config: MatrixConfig;
  readonly client: () => MatrixClient | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Leads the conversations of rooms: one message of a place after the other. */
export class Answerer {
  readonly #deps: AnswererDeps;
  readonly #queues = new PlaceQueues();

  constructor(deps: AnswererDeps) {
    this.#deps = deps;
  }

  /** Resolves once it is answered: false when the process ended before, so that the next start answers it. */
  async answer(heard: Heard): Promise<boolean> {
    const { roomId, eventId, sender: userId } = heard;
    const place = { roomId, threadId: threadOf(heard), userId };
    const target = targetOf(place, eventId);
    try {
      const command = commandOf(heard.message.text, heard.isDirect);
      if (command !== undefined) {
        const { conversations, principals } = this.#deps;
        const done = await obey(command, accountOf(heard), keyOf(place), { conversations, principals });
        if (command.kind === 'link') await this.#meet(heard);
        await this.say(done, target, eventId);
        return true;
      }
      return await this.#queues.take(keyOf(place) + userId, () => this.#answerNow(heard, place, target));
    } catch (error) {
      if (this.#deps.signal.aborted) return false;
      // What they did not do right is said to them, with words of theirs that no log may keep.
      const isTheirs = OracleError.isInstance(error) && error.status < 500;
      const why = isTheirs ? { code: error.code } : { err: error };
      this.#deps.logger.warn({ ...why, room: roomId }, 'matrix: a message could not be answered');
      await this.say(`Sorry: ${wordsOf(error)}`, target, eventId).catch(() => undefined);
      return true;
    }
  }

  /** Whether a code was said that holds no more by that: it is for a direct message which says nothing else. */
  async withdrawsCode(text: string, isDirect: boolean): Promise<boolean> {
    if (isDirect && commandOf(text, true)?.kind === 'link') return false;
    return (await this.#deps.principals.withdrawCodes(text)) || (!isDirect && isCode(text));
  }

  /** Tells somebody who said a code in a place: where they talk with the oracle alone, else there. */
  async tellOfCode(place: Place, eventId: string): Promise<void> {
    const { id } = await this.#principalOf(place.userId, place.userId);
    const direct = await this.#deps.people.find(id);
    const there = () => this.say(CODE_SAID, targetOf(place, eventId), eventId);
    if (direct === undefined) return there();
    await this.say(CODE_SAID, { roomId: direct.roomId, threadId: undefined }, eventId).catch(there);
  }

  /** A member's yes or no to what waits. */
  async vote(roomId: string, eventId: string, voter: string, yes: boolean): Promise<void> {
    const { approvals, sender, signal, logger } = this.#deps;
    const asked = await approvals.of(eventId);
    if (asked === undefined || asked.roomId !== roomId) return;
    const place = { roomId, threadId: asked.threadId, userId: asked.asker };
    await this.#queues
      .take(keyOf(place) + asked.asker, async () => {
        const approval = await approvals.of(eventId);
        if (approval === undefined) return;
        const after = countVote({ ...approval, votes: await this.#standing(approval) }, voter, yes);
        if (after === undefined) return;
        await approvals.vote(eventId, after.votes, after.state);
        await showVotes(approval, after, sender);
        await this.#goOn(approval, place);
      })
      .catch(async (error: unknown) => {
        if (signal.aborted) return;
        logger.warn({ err: error, room: roomId }, 'matrix: an approval could not be passed on');
        await this.say(`Sorry: ${wordsOf(error)}`, targetOf(place, eventId), `${eventId}.${voter}`);
      });
  }

  /** A reaction was taken back in the room: whose agreement it was agrees no more. */
  async recount(roomId: string): Promise<void> {
    const { approvals, sender } = this.#deps;
    for (const { eventId, threadId, asker } of await approvals.openIn(roomId)) {
      await this.#queues.take(keyOf({ roomId, threadId, userId: asker }) + asker, async () => {
        const approval = await approvals.of(eventId);
        if (approval === undefined || approval.state !== 'open') return;
        const votes = await this.#standing(approval);
        if (Object.keys(votes).length === Object.keys(approval.votes).length) return;
        await approvals.vote(eventId, votes, 'open');
        await showVotes(approval, { votes, state: 'open' }, sender);
      });
    }
  }

  /** Its votes that hold; asked for where others than the one who votes now may have given them. */
  async #standing(approval: Approval): Promise<Approval['votes']> {
    const client = this.#deps.client();
    if (client === undefined || Object.keys(approval.votes).length === 0) return approval.votes;
    return standingVotes(client, approval);
  }

  /** The last that somebody said in a session was taken back: what waits because of it waits no more. */
  async withdraw(sessionId: string, userId: string): Promise<void> {
    const { approvals, conversations, sender, sessions } = this.#deps;
    const place = await sessions.placeOf(sessionId);
    if (place?.userId !== userId) return;
    await this.#queues.take(keyOf(place) + place.userId, async () => {
      const all = (await approvals.ofSession(sessionId)).filter(({ ledElsewhere }) => !ledElsewhere);
      if (all.every(({ state }) => state !== 'open')) return;
      await conversations.cancel(await this.#principalOf(place.userId, place.userId), sessionId);
      await approvals.end(sessionId);
      for (const approval of all) await showVotes(approval, { votes: approval.votes, state: 'over' }, sender);
    });
  }

  /** A room stands in the place of another: what waits there is asked anew here, where it can be answered. */
  async moved(before: string, now: string): Promise<void> {
    const { approvals, sender, config } = this.#deps;
    const open = await approvals.openIn(before);
    const quorum = quorumIn(this.#deps.client(), config.quorum, now);
    for (const approval of open) {
      const { sessionId, asker, ledElsewhere, callId, summary } = approval;
      const place = { target: { roomId: now, threadId: undefined }, sessionId, asker, quorum, ledElsewhere };
      await askFor([{ id: callId, summary }], place, { sender, store: approvals });
      await approvals.vote(approval.eventId, {}, 'over');
    }
  }

  /** Passes on what was decided before a restart. */
  async takeUp(): Promise<void> {
    const { approvals, logger, signal } = this.#deps;
    const decided = new Map((await approvals.decided()).map((approval) => [approval.sessionId, approval]));
    for (const approval of decided.values()) {
      const { roomId, threadId, asker } = approval;
      const place = { roomId, threadId, userId: asker };
      await this.#queues
        .take(keyOf(place) + asker, () => this.#goOn(approval, place))
        .catch((error: unknown) => {
          if (!signal.aborted)
            logger.warn({ err: error, room: roomId }, 'matrix: an approval could not be passed on');
        });
    }
  }

  /** Words of the oracle's own, about a message. */
  async say(text: string, target: Target, about: string): Promise<void> {
    const content = await messageContent(text, target, 'm.notice');
    await this.#deps.sender.send(target.roomId, 'm.room.message', content, `notice.${about}`);
  }

  async #answerNow(heard: Heard, place: Place, target: Target): Promise<boolean> {
    const { conversations, sessions, approvals, said } = this.#deps;
    const principal = await this.#meet(heard);
    const { sessionId } = await conversations.open(principal, keyOf(place));
    const undecided = heard.again ? undefined : await this.#undecided(heard, place, sessionId);
    if (undecided !== undefined) {
      await this.say(undecided, target, heard.eventId);
      return true;
    }
    await sessions.keep(sessionId, place);
    const waiting = (await approvals.ofSession(sessionId)).find(
      ({ quorum, state }) => state === 'open' && quorum > 1,
    );
    if (waiting !== undefined && !heard.again) {
      const words = `${waiting.quorum} members must agree first, by a reaction to the question above; ❌ declines it.`;
      await this.say(words, target, heard.eventId);
      return true;
    }
    const sent = {
      ...(await this.#sentBy(heard, place)),
      seen: await approvals.shown(sessionId, heard.at),
    };
    const { runId, messageId } = await conversations.send(principal, sessionId, sent);
    await said.keep(heard.eventId, heard.sender, { sessionId, messageId });
    await approvals.end(sessionId);
    return this.#show({ principal, sessionId, runId }, place, target, heard.eventId, heard.again);
  }

  /** What is said to a yes or no that decides nothing here. */
  async #undecided({ message }: Heard, place: Place, sessionId: string): Promise<string | undefined> {
    const { conversations, sessions, approvals } = this.#deps;
    if (message.file !== undefined || conversations.readReply(message.text) === 'other') return undefined;
    const saidAt = await sessions.saidAt(sessionId);
    const said = { place, sessionId, replyTo: message.replyTo, saidAt };
    return undecidedByWords(said, await approvals.openIn(place.roomId));
  }

  async #sentBy(heard: Heard, place: Place) {
    const { config, signal } = this.#deps;
    const { text, file } = heard.message;
    const client = this.#deps.client();
    const attachments =
      file === undefined || client === undefined
        ? []
        : [await readFile(client, file, config.maxAttachmentBytes, signal)];
    const message = text !== '' ? text : file === undefined ? 'Hello' : `Here is the file ${file.name}.`;
    const thread = place.threadId === undefined ? {} : { thread: place.threadId };
    return {
      message,
      attachments,
      metadata: { matrix: { room: place.roomId, ...thread } },
      dedupeKey: heard.eventId,
    };
  }

  /** Who somebody is here, and where they talk with the oracle alone. */
  async #meet({ sender, senderName, roomId, isDirect }: Heard): Promise<Principal> {
    const principal = await this.#principalOf(sender, senderName);
    if (isDirect) await this.#deps.people.keep(principal.id, { userId: sender, roomId });
    return principal;
  }

  /** Goes on with a session's run once all that it waits for is decided. */
  async #goOn({ sessionId, ledElsewhere }: Approval, place: Place): Promise<void> {
    const { approvals, conversations } = this.#deps;
    const all = await approvals.ofSession(sessionId);
    if (all.some(({ state }) => state === 'open')) return;
    const principal = await this.#principalOf(place.userId, place.userId);
    const decisions = all.map(({ callId, state, votes }) => ({
      id: callId,
      approved: state === 'allowed',
      reason: `In Matrix: ${Object.keys(votes).join(', ')}`,
    }));
    const { runId } = await conversations.answer(principal, sessionId, { decisions }).finally(() =>
      // Also what cannot be passed on any more waits no longer; what a stop cut short is passed on at the next start.
      this.#deps.signal.aborted ? undefined : approvals.end(sessionId),
    );
    if (ledElsewhere) return;
    await this.#show({ principal, sessionId, runId }, place, targetOf(place, undefined), runId, false);
  }

  async #show(
    run: { readonly principal: Principal; readonly sessionId: string; readonly runId: string },
    place: Place,
    target: Target,
    key: string,
    again: boolean,
  ): Promise<boolean> {
    const { conversations, sender, said, approvals: store, config, signal } = this.#deps;
    const live = new LiveMessage({ sender, target, key, again });
    const typing = (isTyping: boolean) => sender.typing(place.roomId, isTyping);
    const relayed = await relay(run, { conversations, live, typing, signal });
    if (!relayed.isWhole) return false;
    const { approvals, artifacts, messageId } = relayed;
    const client = this.#deps.client();
    if (messageId !== undefined)
      for (const eventId of live.eventIds)
        await said.keep(eventId, client?.getUserId() ?? '', { sessionId: run.sessionId, messageId });
    for (const artifact of artifacts) {
      if (client === undefined) break;
      const deps = { client, sender, files: this.#deps.files, maxBytes: config.maxAttachmentBytes, signal };
      const words = await handOver(artifact, run.principal, target, deps);
      if (words !== undefined) await this.say(words, target, artifact.id);
    }
    const quorum = quorumIn(client, config.quorum, place.roomId);
    const { sessionId } = run;
    const asked = { target, sessionId, asker: place.userId, quorum, ledElsewhere: false };
    await askFor(approvals, asked, { sender, store });
    return true;
  }

  #principalOf(userId: string, name: string): Promise<Principal> {
    return this.#deps.principals.external({ provider: 'matrix', subject: userId, name });
  }
}

function accountOf({ sender, senderName }: Heard) {
  return { provider: 'matrix', subject: sender, name: senderName };
}

/** The external thread, one of each person: what one of them may see is not shown to the next. */
function keyOf({ roomId, threadId }: Place): string {
  return threadId === undefined ? roomId : `${roomId}/${threadId}`;
}

function targetOf({ roomId, threadId }: Place, replyTo: string | undefined): Target {
  if (threadId === undefined) return { roomId, threadId };
  return { roomId, threadId, ...(replyTo !== undefined && { replyTo }) };
}

function wordsOf(error: unknown): string {
  return error instanceof OracleError
    ? `${error.detail}${error.hint === undefined ? '' : ` ${error.hint}`}`
    : `something went wrong here (${messageOf(error)}).`;
}
