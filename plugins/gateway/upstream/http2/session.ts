import type { Socket } from 'node:net';
import {
  Breach,
  Flag,
  FRAME_OCTETS,
  type Frame,
  FrameReader,
  frame,
  Kind,
  numberIn,
  Reason,
  Setting,
  settings,
  settingsIn,
  uint32,
  unpadded,
} from './frames.js';
import { MOST_HEADER_OCTETS } from './header-decoder.js';
import { HeaderReader } from './header-reader.js';
import { type Question, STREAM_WINDOW, Stream } from './stream.js';

const GREETING = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** Octets that the other side may send ahead of what was read, once there is room for them: a list of some megabytes. */
const WIDE_WINDOW = 4 * 1_048_576;
const SESSION_WINDOW = 4 * WIDE_WINDOW;
/** What either side may send before a word about it. */
const FIRST_WINDOW = 65_535;
const LARGEST_WINDOW = 2 ** 31 - 1;
/** Streams have numbers of 31 bits, each its own: a session ends before they do. */
const LAST_STREAM = 2 ** 31 - 3;
/** Frames that bring no answer forward; between two answers a server has no use for so many. */
const MOST_IDLE_FRAMES = 10_000;
/** A server that gives no room for so long is stuck. */
const ROOM_WITHIN_MS = 10_000;
const NOTHING = Buffer.alloc(0);
const EIGHT_OCTETS = Buffer.alloc(8);

/** A client's side of one HTTP/2 connection (RFC 9113): questions and answers, each a whole. */
export class Session {
  readonly #socket: Socket;
  readonly #over: (error: Error | undefined) => void;
  readonly #frames = new FrameReader();
  readonly #headers = new HeaderReader();
  readonly #streams = new Map<number, Stream>();
  /** For their turn: the other side takes only so many at once. */
  readonly #waiting = new Set<Stream>();
  /** Whose body did not go at once. */
  readonly #unsent = new Set<Stream>();
  readonly #pings: (() => void)[] = [];
  readonly #out: Buffer[] = [];
  #noRoom: NodeJS.Timeout | undefined;
  #nextId = 1;
  #mostStreams = Number.POSITIVE_INFINITY;
  #streamWindow = FIRST_WINDOW;
  #window = FIRST_WINDOW;
  #unsaid = 0;
  /** Frames since the last answer that brought none forward. */
  #idle = 0;
  #leaving = false;
  #destroyed = false;

  /**
   * Greets at once.
   * @param socket connected
   * @param over hears once that nothing more can be asked here: why, or undefined where another connection will do
   */
  constructor(socket: Socket, over: (error: Error | undefined) => void) {
    this.#socket = socket;
    this.#over = over;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#hear(chunk));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy(new Error('the connection was closed')));
    const own = settings([
      [Setting.EnablePush, 0],
      [Setting.InitialWindow, STREAM_WINDOW],
      [Setting.MaxHeaderList, MOST_HEADER_OCTETS],
    ]);
    this.#write(GREETING);
    this.#write(frame(Kind.Settings, 0, 0, own));
    this.#write(frame(Kind.WindowUpdate, 0, 0, uint32(SESSION_WINDOW - FIRST_WINDOW)));
  }

  /** Whether it takes no more questions. */
  get closed(): boolean {
    return this.#leaving;
  }

  /** @returns takes the question back, if it is not over; nobody is called then */
  ask(question: Question): () => void {
    const stream = new Stream(question);
    this.#waiting.add(stream);
    this.#beginNext();
    return () => this.#cancel(stream);
  }

  /** Lets what is under way end here; what comes next begins elsewhere. */
  retire(): void {
    this.#leave(undefined);
  }

  ping(answered: () => void): void {
    this.#pings.push(answered);
    this.#write(frame(Kind.Ping, 0, 0, EIGHT_OCTETS));
  }

  destroy(error: Error): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#leave(error);
    this.#socket.destroy();
    for (const stream of [...this.#streams.values(), ...this.#waiting]) this.#finish(stream, error);
  }

  #beginNext(): void {
    for (const stream of this.#waiting) {
      if (this.#leaving || this.#streams.size >= this.#mostStreams) return;
      this.#waiting.delete(stream);
      this.#begin(stream);
    }
  }

  #begin(stream: Stream): void {
    stream.id = this.#nextId;
    stream.window = this.#streamWindow;
    this.#nextId += 2;
    this.#streams.set(stream.id, stream);
    const { head } = stream.question;
    for (let at = 0; at < head.length; at += FRAME_OCTETS) {
      const end = at + FRAME_OCTETS;
      const flags =
        (end >= head.length ? Flag.EndHeaders : 0) | (at === 0 && stream.isSent ? Flag.EndStream : 0);
      const kind = at === 0 ? Kind.Headers : Kind.Continuation;
      this.#write(frame(kind, flags, stream.id, head.subarray(at, end)));
    }
    this.#send(stream);
    if (this.#nextId > LAST_STREAM) this.#leave(undefined);
  }

  /** As much of a body as may go. */
  #send(stream: Stream): void {
    const { body } = stream.question;
    const before = stream.sent;
    while (!stream.isSent) {
      const size = Math.min(FRAME_OCTETS, body.length - stream.sent, stream.window, this.#window);
      if (size <= 0) {
        this.#unsent.add(stream);
        if (stream.sent > before) this.#stopWaiting();
        this.#noRoom ??= setTimeout(() => this.#giveUpUnsent(), ROOM_WITHIN_MS).unref();
        return;
      }
      const part = body.subarray(stream.sent, stream.sent + size);
      stream.sent += size;
      stream.window -= size;
      this.#window -= size;
      this.#write(frame(Kind.Data, stream.isSent ? Flag.EndStream : 0, stream.id, part));
    }
    this.#settle(stream);
  }

  /** It needs no more room. */
  #settle(stream: Stream): void {
    if (this.#unsent.delete(stream) && this.#unsent.size === 0) this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#noRoom);
    this.#noRoom = undefined;
  }

  #giveUpUnsent(): void {
    this.#noRoom = undefined;
    this.#leave(undefined);
    for (const stream of [...this.#unsent]) {
      this.#write(frame(Kind.Reset, 0, stream.id, uint32(Reason.Cancel)));
      this.#finish(stream, new Error('the node takes no more of what it is asked'));
    }
  }

  #cancel(stream: Stream): void {
    if (this.#waiting.delete(stream) || this.#streams.get(stream.id) !== stream) return;
    this.#write(frame(Kind.Reset, 0, stream.id, uint32(Reason.Cancel)));
    this.#remove(stream);
  }

  #finish(stream: Stream, failure: Error | undefined): void {
    if (failure === undefined) this.#idle = 0;
    // The other side has said all, and does not want the rest.
    if (failure === undefined && !stream.isSent)
      this.#write(frame(Kind.Reset, 0, stream.id, uint32(Reason.Cancel)));
    this.#remove(stream);
    stream.question.ended(stream, failure);
  }

  #remove(stream: Stream): void {
    this.#waiting.delete(stream);
    this.#settle(stream);
    this.#streams.delete(stream.id);
    if (this.#leaving && this.#streams.size === 0) this.#socket.destroySoon();
    else this.#beginNext();
  }

  /** What is under way ends here; what comes next begins elsewhere. */
  #leave(error: Error | undefined): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#over(error);
    const moved = error ?? new Error('the connection takes no more');
    for (const stream of [...this.#waiting]) this.#finish(stream, moved);
    if (this.#streams.size === 0) this.#socket.destroySoon();
  }

  /** All of one turn goes in one piece. */
  #write(bytes: Buffer): void {
    if (this.#destroyed || this.#out.push(bytes) > 1) return;
    setImmediate(() => {
      const all = Buffer.concat(this.#out);
      this.#out.length = 0;
      if (this.#socket.writable) this.#socket.write(all);
    });
  }

  #hear(chunk: Buffer): void {
    try {
      this.#frames.read(chunk, (each) => this.#take(each));
    } catch (error) {
      if (!(error instanceof Breach)) throw error;
      const why = Buffer.concat([uint32(0), uint32(error.reason)]);
      if (this.#socket.writable) this.#socket.write(frame(Kind.GoAway, 0, 0, why));
      this.destroy(error);
    }
  }

  #take(each: Frame): void {
    if (this.#destroyed) return;
    if (this.#headers.between === (each.kind === Kind.Continuation))
      throw new Breach(Reason.Protocol, 'headers are interrupted');
    if ((each.kind !== Kind.Data || each.payload.length === 0) && ++this.#idle > MOST_IDLE_FRAMES)
      throw new Breach(Reason.Calm, 'it floods');
    if (each.kind === Kind.Data) this.#takeData(each);
    else if (each.kind === Kind.Headers || each.kind === Kind.Continuation) this.#takeHeaders(each);
    else if (each.kind === Kind.WindowUpdate) this.#takeRoom(each.stream, numberIn(each, 4) & LARGEST_WINDOW);
    else if (each.kind === Kind.Reset) this.#takeReset(each);
    else if (each.kind === Kind.Settings) this.#takeSettings(each);
    else if (each.kind === Kind.Ping) this.#takePing(each);
    else if (each.kind === Kind.GoAway) this.#takeGoAway(each);
    else if (each.kind === Kind.Promise) throw new Breach(Reason.Protocol, 'it pushes');
  }

  #takeData(each: Frame): void {
    const { length } = each.payload;
    this.#unsaid += length;
    if (this.#unsaid >= SESSION_WINDOW / 2) {
      this.#write(frame(Kind.WindowUpdate, 0, 0, uint32(this.#unsaid)));
      this.#unsaid = 0;
    }
    const stream = this.#streams.get(each.stream);
    // It may have been taken back.
    if (stream === undefined) return;
    const part = unpadded(each);
    stream.octets += part.length;
    if (stream.octets > stream.question.most) {
      this.#cancel(stream);
      stream.question.tooLong(stream.headers);
      return;
    }
    stream.add(part);
    stream.unsaid += length;
    if (stream.unsaid > stream.credit) throw new Breach(Reason.FlowControl, 'it sends more than it may');
    this.#tellBeginning(stream);
    if (this.#streams.get(stream.id) !== stream) return;
    if (each.flags & Flag.EndStream) this.#finish(stream, undefined);
    else if (!stream.held && stream.unsaid >= stream.credit / 2) this.#giveRoom(stream);
  }

  #tellBeginning(stream: Stream): void {
    const { begins } = stream.question;
    if (begins === undefined || stream.begun || stream.octets < begins.opening) return;
    stream.begun = true;
    const room = begins.heard(Buffer.concat(stream.chunks).subarray(0, begins.opening), stream.headers);
    if (room === undefined) return;
    stream.held = true;
    const go = () => {
      stream.held = false;
      if (this.#streams.get(stream.id) === stream) this.#giveRoom(stream);
    };
    // Who asked gives it up.
    room.then(go, () => undefined);
  }

  /** It may send the rest, much at once. */
  #giveRoom(stream: Stream): void {
    const more = stream.unsaid + WIDE_WINDOW - stream.credit;
    stream.credit = WIDE_WINDOW;
    stream.unsaid = 0;
    this.#write(frame(Kind.WindowUpdate, 0, stream.id, uint32(more)));
  }

  #takeHeaders(each: Frame): void {
    const read = this.#headers.read(each);
    if (read === undefined) return;
    const stream = this.#streams.get(read.stream);
    stream?.take(read.headers, read.last);
    if (read.last && stream !== undefined) this.#finish(stream, undefined);
  }

  #takeReset(each: Frame): void {
    const reason = numberIn(each, 4);
    const stream = this.#streams.get(each.stream);
    if (stream !== undefined) this.#finish(stream, new Error(`the stream was reset (${reason})`));
  }

  #takeSettings({ flags, payload }: Frame): void {
    if (flags & Flag.Ack) return;
    const said = new Map(settingsIn(payload));
    this.#mostStreams = said.get(Setting.MaxStreams) ?? this.#mostStreams;
    const window = said.get(Setting.InitialWindow) ?? this.#streamWindow;
    if (window > LARGEST_WINDOW) throw new Breach(Reason.FlowControl, 'a window is too large');
    for (const stream of this.#streams.values()) stream.window += window - this.#streamWindow;
    this.#streamWindow = window;
    this.#write(frame(Kind.Settings, Flag.Ack, 0, NOTHING));
    for (const stream of this.#unsent) this.#send(stream);
    this.#beginNext();
  }

  #takePing({ flags, payload }: Frame): void {
    if (flags & Flag.Ack) this.#pings.shift()?.();
    else this.#write(frame(Kind.Ping, Flag.Ack, 0, payload));
  }

  /** Room for more of a body, or of all of them. */
  #takeRoom(id: number, size: number): void {
    const stream = this.#streams.get(id);
    if (id === 0) this.#window += size;
    else if (stream !== undefined) stream.window += size;
    if (Math.max(this.#window, stream?.window ?? 0) > LARGEST_WINDOW)
      throw new Breach(Reason.FlowControl, 'a window is too large');
    for (const unsent of this.#unsent) this.#send(unsent);
  }

  #takeGoAway(each: Frame): void {
    const last = numberIn(each, 8) & LARGEST_WINDOW;
    this.#leave(undefined);
    const left = new Error('the node went away before it looked at the question');
    for (const stream of [...this.#streams.values()]) if (stream.id > last) this.#finish(stream, left);
  }
}
