import type { ServerResponse } from 'node:http';

/** Text gathered into one write before back-pressure is asked again. */
const WRITE_SIZE = 64 * 1024;
const RETRY = 'retry: 2000\n\n';
const PING = ': ping\n\n';
/** How long the head of a stream waits for its first event, to leave with it in one write. */
const HOLD_MS = 20;

export interface SseOptions {
  /** Milliseconds of silence before a comment is sent. */
  readonly heartbeatMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Begins with how soon to come back; not where clients take a block without data for an event. Default true. */
  readonly retry?: boolean;
}

/** One SSE response, whose head leaves with its first words. Writes respect back-pressure; a comment breaks silence, but never while the reader lags. */
export class SseWriter {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #hold: NodeJS.Timeout;
  #lagging: Promise<void> | undefined;
  /** Text that leaves with the next, or once `#hold` is over. */
  #held: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(response: ServerResponse, options: SseOptions) {
    this.#response = response;
    this.#held = options.retry === false ? '' : RETRY;
    this.#headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      ...options.headers,
    };
    this.#heartbeat = setTimeout(() => this.#beat(), options.heartbeatMs);
    this.#hold = setTimeout(() => this.#send(''), HOLD_MS);
    response.once('close', () => this.#stopTimers());
  }

  /** Whether the client can still be reached. */
  get open(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** Sends text and resolves once the reader has room for more. False when the client is gone. */
  async write(text: string): Promise<boolean> {
    if (!this.open) return false;
    this.#send(text);
    if (this.#lagging !== undefined) await this.#lagging;
    return this.open;
  }

  /** Sends the frames of a batch in as few writes as its size allows. False when the client is gone. */
  async writeAll<T>(items: readonly T[], encode: (item: T) => string): Promise<boolean> {
    const rest = await this.#writeFull(items, encode);
    if (rest === undefined) return false;
    return rest === '' ? this.open : this.write(rest);
  }

  /** Sends the frames of the last batch and ends the response, if it can in the same write. */
  async endWith<T>(items: readonly T[], encode: (item: T) => string): Promise<void> {
    this.end(await this.#writeFull(items, encode));
  }

  end(last = ''): void {
    this.#stopTimers();
    if (!this.open) return;
    this.#begin();
    this.#response.end(this.#held + last);
  }

  /** Whether nothing has left yet; then nothing does, and the response is free for another answer. */
  giveUp(): boolean {
    if (this.#response.headersSent) return false;
    this.#stopTimers();
    return true;
  }

  /** Cuts the connection, so that the client sees a fault and comes back instead of taking it for the end. */
  cut(): void {
    if (this.open) this.#send('');
    this.#stopTimers();
    // What was sent leaves at the end of this turn.
    setImmediate(() => this.#response.destroy());
  }

  /** Sends all but what is too little for a write of its own; gives that back, undefined when the client is gone. */
  async #writeFull<T>(items: readonly T[], encode: (item: T) => string): Promise<string | undefined> {
    let text = '';
    for (const item of items) {
      text += encode(item);
      if (text.length < WRITE_SIZE) continue;
      if (!(await this.write(text))) return undefined;
      text = '';
    }
    return text;
  }

  #send(text: string): void {
    clearTimeout(this.#hold);
    this.#heartbeat.refresh();
    this.#begin();
    const whole = this.#held + text;
    this.#held = '';
    if (!this.#response.write(whole)) this.#lagging ??= this.#drained();
  }

  #begin(): void {
    if (!this.#response.headersSent) this.#response.writeHead(200, this.#headers);
  }

  #stopTimers(): void {
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#hold);
  }

  #drained(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve) => {
      const settle = () => {
        response.off('drain', settle).off('close', settle);
        this.#lagging = undefined;
        // The silence begins anew; on a closed response there is nothing left to keep alive.
        if (this.open) this.#heartbeat.refresh();
        resolve();
      };
      response.on('drain', settle).on('close', settle);
    });
  }

  #beat(): void {
    if (!this.open) return;
    if (this.#lagging === undefined) this.#send(PING);
  }
}
