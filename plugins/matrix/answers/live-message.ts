import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sender } from '../connection/sender.js';
import { editContent, messageContent, type Target } from './content.js';
import { partsOf } from './formatted.js';

/** An answer that is whole before this is sent once. */
const FIRST_MS = 1_000;
const BETWEEN_EDITS_MS = 1_100;

export interface LiveMessageDeps {
  readonly sender: Pick<Sender, 'send'>;
  readonly target: Target;
  /** Names the answer: sent again under the same key it is the same message. */
  readonly key: string;
  /** It may have been sent in part before a restart, so what its messages say now is not known. */
  readonly again: boolean;
}

interface Part {
  readonly eventId: string;
  /** What it says now; undefined where that is not known. */
  text: string | undefined;
}

/** An answer that grows before the eyes of a room: one message that is edited, at most once a second, and further ones. */
export class LiveMessage {
  readonly #deps: LiveMessageDeps;
  readonly #parts: Part[] = [];
  readonly #ended = new AbortController();
  #text = '';
  #shown = '';
  #writing: Promise<void> | undefined;
  #next = Date.now() + FIRST_MS;

  constructor(deps: LiveMessageDeps) {
    this.#deps = deps;
  }

  /** The messages in which it stands. */
  get eventIds(): readonly string[] {
    return this.#parts.map(({ eventId }) => eventId);
  }

  /** What the answer is so far. */
  show(text: string): void {
    this.#text = text;
    if (text.trim() !== '') this.#writing ??= this.#keepShowing();
  }

  /** The whole of it. Resolves once it was sent. */
  async finish(text: string): Promise<void> {
    this.#ended.abort();
    await this.#writing;
    await this.#write(text);
  }

  async #keepShowing(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted && this.#shown !== this.#text) {
      await sleep(Math.max(0, this.#next - Date.now()), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      // What cannot be shown on the way is at the end.
      await this.#write(this.#text).catch(() => undefined);
      this.#next = Date.now() + BETWEEN_EDITS_MS;
    }
    this.#writing = undefined;
  }

  async #write(text: string): Promise<void> {
    for (const [i, said] of partsOf(text).entries()) await this.#writePart(i, said);
    this.#shown = text;
  }

  async #writePart(i: number, said: string): Promise<void> {
    const { sender, target, key, again } = this.#deps;
    const known = this.#parts[i];
    const part = known ?? {
      eventId: await sender.send(
        target.roomId,
        'm.room.message',
        await messageContent(said, target),
        `${key}.${i}`,
      ),
      text: again ? undefined : said,
    };
    if (known === undefined) this.#parts.push(part);
    if (part.text === said) return;
    const content = await editContent(said, part.eventId);
    await sender.send(target.roomId, 'm.room.message', content, `${key}.${i}.${randomUUID()}`);
    part.text = said;
  }
}
