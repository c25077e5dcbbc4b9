import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient, MatrixEvent, Room } from 'matrix-js-sdk';
import type { Logger } from 'oracle-runtime/plugin';
import type { Answerer } from '../answers/answerer.js';
import { SAID_BY_ORACLE } from '../answers/content.js';
import type { RoomMemories } from '../memory/room-memories.js';
import type { MatrixConfig } from '../settings.js';
import { ANSWERABLE_MS, type HeardEvents } from '../store/heard-events.js';
import type { Said } from '../store/said.js';
import type { Sessions } from '../store/sessions.js';
import { isDirectRoom } from './direct-room.js';
import type { Heard } from './heard.js';
import { Invitations } from './invitations.js';
import { mayAsk } from './may-ask.js';
import { type Message, readEdit, readMessage, readVote, type Self } from './message.js';
import { ReplacedRooms } from './replaced-rooms.js';
import { senderDoubt } from './sender-doubt.js';
import { placeOf } from './sent-once.js';
import { UnreadableRooms } from './unreadable-rooms.js';

/** How long the keys of a message may be on their way. */
const KEY_WAIT_MS = 15_000;

export interface ListenerDeps {
  readonly events: HeardEvents;
  readonly sessions: Sessions;
  readonly said: Said;
  readonly memories: RoomMemories;
  readonly answerer: Answerer;
  readonly config: MatrixConfig;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Hears what is said in rooms and gives what is meant for the oracle to be answered: nothing of before it came, nothing twice. */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #underWay = new Set<string>();
  readonly #unreadable = new UnreadableRooms();
  /** What came before all rooms were known; undefined since. */
  #early: [MatrixEvent, Room][] | undefined = [];

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  /** Listens to a client that does not sync yet. */
  async attach(client: MatrixClient): Promise<void> {
    const { RoomEvent } = await import('matrix-js-sdk');
    this.#early = [];
    client.on(RoomEvent.Timeline, (event, room, toStart, removed) => {
      if (room === undefined || toStart === true || removed) return;
      if (this.#early === undefined) this.#take(client, event, room);
      else this.#early.push([event, room]);
    });
    const { config, logger, answerer, memories } = this.#deps;
    await new Invitations(client, config.allow, logger).attach();
    const moved = async (before: string, now: string) => {
      await memories.move(before, now);
      await answerer.moved(before, now);
    };
    await new ReplacedRooms(client, { allow: config.allow, moved, logger }).attach();
  }

  /** All rooms are known. On the first start of all what they hold is history; later it may wait for an answer. */
  async begin(client: MatrixClient, isFirst: boolean): Promise<void> {
    const early = this.#early ?? [];
    this.#early = undefined;
    if (isFirst)
      await this.#deps.events.history(
        early.map(([event, room]) => ({ eventId: event.getId() ?? '', roomId: room.roomId })),
      );
    else for (const [event, room] of early) this.#take(client, event, room);
    void this.#deps.answerer.takeUp().catch(() => undefined);
  }

  #take(client: MatrixClient, event: MatrixEvent, room: Room): void {
    void this.#hear(client, event, room).catch((error: unknown) => {
      if (!this.#deps.signal.aborted)
        this.#deps.logger.error({ err: error, room: room.roomId }, 'matrix: an event could not be heard');
    });
  }

  async #hear(client: MatrixClient, event: MatrixEvent, room: Room): Promise<void> {
    const [eventId, sender] = [event.getId(), event.getSender()];
    if (eventId === undefined || sender === undefined || sender === client.getUserId()) return;
    if (!isNew(event, room, client)) return;
    // Whoever may take something away here, by the room's own rules.
    if (event.getType() === 'm.room.redaction') {
      await this.#hearRedaction(event);
      return this.#deps.answerer.recount(room.roomId);
    }
    if (!mayAsk(sender, this.#deps.config.allow)) return;
    if (!['m.room.message', 'm.room.encrypted', 'm.reaction'].includes(event.getType())) return;
    if (this.#underWay.has(eventId)) return;
    this.#underWay.add(eventId);
    try {
      if (!(await this.#isReadable(client, event, room))) return;
      const content = event.getContent();
      if (event.getType() === 'm.reaction') await this.#hearVote(eventId, sender, content, room);
      const isMessage = event.getType() === 'm.room.message' && content[SAID_BY_ORACLE] !== true;
      if (isMessage && (await this.#isGenuine(client, event, room)))
        await this.#hearMessage(
          client,
          { eventId, sender, at: Math.min(event.getTs(), Date.now()) },
          content,
          room,
        );
    } finally {
      this.#underWay.delete(eventId);
    }
  }

  async #hearVote(eventId: string, sender: string, content: unknown, room: Room): Promise<void> {
    const { events, answerer } = this.#deps;
    const vote = readVote(content);
    if (vote === undefined || room.getMember(sender)?.membership !== 'join') return;
    if ((await events.claim(eventId, room.roomId)) === 'over') return;
    await answerer.vote(room.roomId, vote.eventId, sender, vote.yes);
    await events.done(eventId);
  }

  async #hearMessage(
    client: MatrixClient,
    { eventId, sender, at }: Pick<Heard, 'eventId' | 'sender' | 'at'>,
    content: unknown,
    room: Room,
  ): Promise<void> {
    const { events, answerer } = this.#deps;
    const self = selfIn(client, room);
    const edited = readEdit(content, self);
    const message = edited === undefined ? readMessage(content, self) : undefined;
    const text = edited?.text ?? message?.text;
    if (text === undefined) return;
    const isDirect = isDirectRoom(room);
    if (await answerer.withdrawsCode(text, isDirect)) {
      if ((await events.claim(eventId, room.roomId)) === 'over') return;
      await answerer.tellOfCode(
        { roomId: room.roomId, threadId: message?.threadId, userId: sender },
        eventId,
      );
      return events.done(eventId);
    }
    if (edited !== undefined) return this.#hearEdit(edited, sender, { eventId, room });
    if (message === undefined) return;
    if (!isDirect && !(await this.#isMeant(message, room.roomId))) return;
    const claimed = await events.claim(eventId, room.roomId);
    if (claimed === 'over') return;
    const senderName = room.getMember(sender)?.name ?? sender;
    const heard = { eventId, roomId: room.roomId, sender, senderName, message, at, isDirect };
    if (await answerer.answer({ ...heard, again: claimed === 'again' })) await events.done(eventId);
  }

  /** What the oracle has read before is read as it stands now; the answer to it stays as it was. */
  async #hearEdit(
    edited: { readonly eventId: string; readonly text: string },
    sender: string,
    { eventId, room }: { readonly eventId: string; readonly room: Room },
  ): Promise<void> {
    const { said, events, answerer } = this.#deps;
    const before = room.findEventById(edited.eventId);
    const isAnswered = await said.isHeard(edited.eventId, sender);
    const isUnderWay = this.#underWay.has(edited.eventId) && before?.getSender() === sender;
    if (!isAnswered && !isUnderWay) return;
    if ((await events.claim(eventId, room.roomId)) === 'over') return;
    const at = room.findEventById(eventId)?.getTs() ?? Date.now();
    await said.correct({ eventId, of: edited.eventId, sender, at, text: edited.text });
    const original = before?.getWireContent()['m.relates_to'];
    const threadId =
      original?.rel_type === 'm.thread' ? original.event_id : isDirectRoom(room) ? undefined : edited.eventId;
    if (isAnswered && !isUnderWay)
      await answerer.say(
        'I read that message as you changed it from now on; what I answered was to its words before. For a new answer say it anew.',
        { roomId: room.roomId, threadId },
        eventId,
      );
    await events.done(eventId);
  }

  async #hearRedaction(event: MatrixEvent): Promise<void> {
    const { said, events, answerer } = this.#deps;
    const eventId = event.getAssociatedId();
    if (eventId === undefined) return;
    const isKnown =
      this.#underWay.has(eventId) || (await said.isHeard(eventId)) || (await events.isOurs(eventId));
    if (!isKnown) return;
    const last = await said.takeBack(eventId);
    if (last !== undefined) await answerer.withdraw(last.sessionId, last.userId);
  }

  /** In a room of several: whether the oracle is named, answered, or spoken to in a thread that it takes part in. */
  async #isMeant({ mentioned, replyTo, threadId }: Message, roomId: string): Promise<boolean> {
    if (mentioned) return true;
    if (replyTo !== undefined && (await this.#deps.events.isOurs(replyTo))) return true;
    return threadId !== undefined && this.#deps.sessions.isActive(roomId, threadId);
  }

  /**
   * In an encrypted room the homeserver must not be able to speak for people: what is not encrypted, what came before as
   * another event, and what is of another sender than its keys are is not heard.
   */
  async #isGenuine(client: MatrixClient, event: MatrixEvent, room: Room): Promise<boolean> {
    const { events, answerer, logger } = this.#deps;
    const crypto = client.getCrypto();
    const eventId = event.getId() ?? '';
    if (!event.isEncrypted()) {
      const isPlainRoom =
        !room.hasEncryptionStateEvent() && (await crypto?.isEncryptionEnabledInRoom(room.roomId)) !== true;
      if (isPlainRoom) return true;
      logger.warn(
        { room: room.roomId },
        'matrix: a message that is not encrypted came into an encrypted room',
      );
      if (isDirectRoom(room) && (await events.claim(`plain ${room.roomId}`, room.roomId)) === 'new')
        await answerer.say(
          'A message here was not encrypted, so anybody on its way may have written it: I did nothing about it. Please write it with an encrypting client.',
          { roomId: room.roomId, threadId: undefined },
          eventId,
        );
      return false;
    }
    const place = placeOf(event.getWireContent());
    const doubt = await senderDoubt(client, event, this.#deps.signal);
    if (doubt === undefined && place !== undefined && (await events.isFirst(place, eventId))) return true;
    logger.warn(
      { room: room.roomId, why: doubt ?? 'it came before as another event' },
      'matrix: an encrypted message is not what it says, and is not heard',
    );
    return false;
  }

  /** Waits for keys that are on their way; a room where they do not come is told so once. */
  async #isReadable(client: MatrixClient, event: MatrixEvent, room: Room): Promise<boolean> {
    if (!event.isEncrypted()) return true;
    const { signal } = this.#deps;
    const heardAt = Date.now();
    await client.decryptEventIfNeeded(event);
    const until = heardAt + KEY_WAIT_MS;
    while (event.isDecryptionFailure() && Date.now() < until && !signal.aborted)
      await sleep(250, undefined, { signal });
    if (!event.isDecryptionFailure()) {
      this.#unreadable.read(room.roomId);
      return true;
    }
    await this.#tellUnreadable(client, event, room, heardAt);
    return false;
  }

  async #tellUnreadable(
    client: MatrixClient,
    event: MatrixEvent,
    room: Room,
    heardAt: number,
  ): Promise<void> {
    const { events, sessions, answerer, logger } = this.#deps;
    const { MatrixEventEvent } = await import('matrix-js-sdk');
    const eventId = event.getId() ?? '';
    // Keys may come hours later.
    const late = (decrypted: MatrixEvent) => {
      if (decrypted.isDecryptionFailure()) return;
      event.off(MatrixEventEvent.Decrypted, late);
      this.#take(client, decrypted, room);
    };
    event.on(MatrixEventEvent.Decrypted, late);
    logger.warn(
      { room: room.roomId, why: event.decryptionFailureReason },
      'matrix: a message could not be decrypted',
    );
    const { rel_type, event_id } = event.getWireContent()['m.relates_to'] ?? {};
    const threadId = rel_type === 'm.thread' && typeof event_id === 'string' ? event_id : undefined;
    const isMeant =
      isDirectRoom(room) || (threadId !== undefined && (await sessions.isActive(room.roomId, threadId)));
    if (!isMeant || !this.#unreadable.tell(room.roomId, heardAt, Date.now())) return;
    if ((await events.claim(`unreadable ${eventId}`, room.roomId)) !== 'new') return;
    await answerer.say(
      'I could not read your message: its key has not reached me. Please send it again; if that does not help, log out of the sessions that you no longer use.',
      { roomId: room.roomId, threadId },
      eventId,
    );
    await events.done(`unreadable ${eventId}`);
  }
}

function selfIn(client: MatrixClient, room: Room): Self {
  const userId = client.getUserId() ?? '';
  const names = [
    room.getMember(userId)?.name,
    client.getUser(userId)?.displayName,
    userId.slice(1).split(':')[0],
  ];
  return {
    userId,
    names: [...new Set(names.filter((name): name is string => name !== undefined && name.length > 1))],
  };
}

/** Said since the oracle is in the room, and not so long ago that nobody waits for an answer. */
function isNew(event: MatrixEvent, room: Room, client: MatrixClient): boolean {
  const joined = room.getMember(client.getUserId() ?? '')?.events.member?.getTs() ?? 0;
  return event.getTs() >= joined && event.getTs() > Date.now() - ANSWERABLE_MS;
}
