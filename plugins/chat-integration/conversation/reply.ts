import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatStreamer } from '@slack/web-api';
import type { Logger } from 'oracle-runtime/plugin';
import { patiently, reasonOf, type WebClient } from '../connection/web-api.js';
import { MOST_CHARACTERS, splitText } from './split-text.js';
import { withoutAlarm } from './without-alarm.js';

export interface ReplyOptions {
  readonly web: WebClient;
  readonly channel: string;
  /** Absent in a direct conversation outside of threads, where Slack has no streams. */
  readonly threadTs: string | undefined;
  /** For whom a stream is. */
  readonly homeTeam: string;
  readonly user: string;
  /** A message that a process before this one began. */
  readonly begun: string | undefined;
  readonly onBegun: (ts: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Milliseconds between two edits of one message: Slack's limit for each channel. */
const EDIT_EVERY_MS = 1_000;

/** The words of one answer as they come: streamed where Slack can, else by edits of a message. */
export class Reply {
  readonly #options: ReplyOptions;
  #text = '';
  /** The message that is being written, and how much of the text stands before it. */
  #ts: string | undefined;
  #from = 0;
  #streamer: ChatStreamer | undefined;
  #mayStream: boolean;
  #editedAt = 0;
  #shown = '';
  readonly #standsIn = new Set<string>();

  constructor(options: ReplyOptions) {
    this.#options = options;
    this.#ts = options.begun;
    if (options.begun !== undefined) this.#standsIn.add(options.begun);
    this.#mayStream = options.threadTs !== undefined && options.begun === undefined;
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '';
  }

  /** The messages in which it stands, by their times. */
  get standsIn(): ReadonlySet<string> {
    return this.#standsIn;
  }

  async say(words: string): Promise<void> {
    if (words === '') return;
    const before = this.#text.length;
    this.#text += withoutAlarm(words, this.#text);
    if (this.isEmpty) return;
    if (this.#mayStream && this.#text.length <= MOST_CHARACTERS)
      return this.#stream(this.#text.slice(before));
    if (this.#streamer !== undefined && (await this.#endStream(before))) {
      // Its message is full; what follows is one of its own.
      this.#from = before;
      this.#ts = undefined;
    }
    this.#mayStream = false;
    if (Date.now() - this.#editedAt >= EDIT_EVERY_MS) await this.#edit();
  }

  /** Nothing is said after it; all that was said then stands in Slack. */
  async finish(): Promise<void> {
    if (this.#streamer !== undefined && (await this.#endStream(this.#text.length))) return;
    if (this.isEmpty) return;
    // Most of an answer may be there and the end not: it is edited until it is whole.
    while (!this.#isWhole()) {
      await this.#pause();
      await this.#edit();
    }
  }

  async #stream(words: string): Promise<void> {
    const { web, channel, threadTs = '', homeTeam, user, signal } = this.#options;
    const isFirst = this.#streamer === undefined;
    this.#streamer ??= web.chatStream({
      channel,
      thread_ts: threadTs,
      recipient_team_id: homeTeam,
      recipient_user_id: user,
    });
    const streamer = this.#streamer;
    // The streamer keeps what it could not send, so only the first attempt brings the words.
    let text: string | undefined = isFirst ? this.#text : words;
    try {
      await patiently(signal, () => {
        const now = text;
        text = undefined;
        return streamer.append(now === undefined ? { chunks: [] } : { markdown_text: now });
      });
      await this.#begin(streamer.ts);
    } catch (error) {
      signal.throwIfAborted();
      this.#options.logger.info(
        { reason: reasonOf(error) },
        'Slack streams nothing here; messages are edited',
      );
      await this.#begin(streamer.ts);
      await this.#leaveStream();
    }
  }

  /** Ends the stream with the first `sent` characters; whether they stand there. */
  async #endStream(sent: number): Promise<boolean> {
    const streamer = this.#streamer;
    if (streamer === undefined) return false;
    try {
      await patiently(this.#options.signal, () => streamer.stop());
      await this.#begin(streamer.ts);
      this.#streamer = undefined;
      this.#mayStream = false;
      this.#shown = this.#text.slice(0, sent);
      return true;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      this.#options.logger.info(
        { reason: reasonOf(error) },
        'A stream of Slack did not end; its message is edited',
      );
      await this.#begin(streamer.ts);
      await this.#leaveStream();
      return false;
    }
  }

  /** From a stream to edits of the same message: Slack edits none that still streams. */
  async #leaveStream(): Promise<void> {
    const { web, channel } = this.#options;
    const ts = this.#ts;
    this.#streamer = undefined;
    this.#mayStream = false;
    if (ts !== undefined) await web.chat.stopStream({ channel, ts }).catch(() => undefined);
  }

  async #edit(): Promise<void> {
    const { web, channel, threadTs, signal } = this.#options;
    if (this.#ts !== undefined && this.#shown === '' && this.#options.begun === this.#ts)
      await web.chat.stopStream({ channel, ts: this.#ts }).catch(() => undefined);
    const [part = '', ...further] = splitText(this.#text.slice(this.#from));
    const ts = this.#ts;
    this.#editedAt = Date.now();
    if (ts === undefined) {
      const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
      const posted = await patiently(signal, () =>
        web.chat.postMessage({ channel, ...thread, markdown_text: part }),
      );
      await this.#begin(posted.ts);
    } else if (this.#shown.slice(this.#from) !== part) {
      await patiently(signal, () => web.chat.update({ channel, ts, markdown_text: part }));
    }
    if (further.length === 0) this.#shown = this.#text;
    else {
      // The next part is a message of its own.
      this.#from = this.#text.indexOf(further[0] ?? '', this.#from + part.length);
      this.#shown = this.#text.slice(0, this.#from);
      this.#ts = undefined;
    }
  }

  #isWhole(): boolean {
    return this.#shown === this.#text;
  }

  async #pause(): Promise<void> {
    const left = EDIT_EVERY_MS - (Date.now() - this.#editedAt);
    if (left > 0) await sleep(left, undefined, { signal: this.#options.signal });
  }

  async #begin(ts: string | undefined): Promise<void> {
    if (ts === undefined || this.#ts === ts) return;
    const isFirst = this.#from === 0;
    this.#ts = ts;
    this.#standsIn.add(ts);
    if (isFirst) await this.#options.onBegun(ts);
  }
}
