import type { ServerResponse } from 'node:http';

/** Text gathered into one write before back-pressure is asked again. */
const WRITE_SIZE = 64 * 1024;
const RETRY = 'retry: 2000\n\n';
const PING = ': ping\n\n';

export interface SseOptions {
  /** Milliseconds of silence before a comment is sent. */
  readonly heartbeatMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One SSE response. Writes respect back-pressure; a comment breaks silence, but never while the reader lags. */
export class SseWriter {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  #lagging: Promise<void> | undefined;

  constructor(response: ServerResponse, options: SseOptions) {
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      ...options.headers,
    });
    this.#heartbeat = setTimeout(() => this.#beat(), options.heartbeatMs);
    response.once('close', () => clearTimeout(this.#heartbeat));
    this.#send(RETRY);
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
    let text = '';
    for (const item of items) {
      text += encode(item);
      if (text.length < WRITE_SIZE) continue;
      if (!(await this.write(text))) return false;
      text = '';
    }
    return text === '' ? this.open : this.write(text);
  }

  end(): void {
    clearTimeout(this.#heartbeat);
    if (this.open) this.#response.end();
  }

  /** Cuts the connection, so that the client sees a fault and comes back instead of taking it for the end. */
  cut(): void {
    clearTimeout(this.#heartbeat);
    this.#response.destroy();
  }

  #send(text: string): void {
    this.#heartbeat.refresh();
    if (!this.#response.write(text)) this.#lagging ??= this.#drained();
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
