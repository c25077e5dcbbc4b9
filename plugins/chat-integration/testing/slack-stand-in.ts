import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptSocket, type TextSocket } from './web-socket-server.js';

const TEAM = 'T0TEAM';
export const BOT = 'U0BOT';
export const SIGNING_SECRET = '0123456789abcdef0123456789abcdef';

type Args = Readonly<Record<string, string>>;

/** A message as it stands in a channel. */
export interface StandingMessage {
  readonly ts: string;
  readonly channel: string;
  readonly threadTs: string | undefined;
  text: string;
  blocks: readonly unknown[];
  streaming: boolean;
}

interface Call {
  readonly method: string;
  readonly args: Args;
  readonly at: number;
}

/** What a method answers in the place of its own answer. */
type Fault = { readonly error: string } | { readonly retryAfter: number } | { readonly status: number };

/** Slack as an app sees it: its Web API, socket mode, signed events and files, over real HTTP and a real socket. */
export class SlackStandIn {
  readonly calls: Call[] = [];
  readonly messages: StandingMessage[] = [];
  readonly whispers: Args[] = [];
  readonly uploads: { name: string; channel: string; threadTs: string | undefined; content: Buffer }[] = [];
  readonly acked: string[] = [];
  readonly downloads = new Map<string, { readonly mimeType: string; readonly content: Buffer }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #faults = new Map<string, Fault[]>();
  readonly #pendingUploads = new Map<string, { name: string; content: Buffer }>();
  readonly #sockets = new Set<TextSocket>();
  #port = 0;
  #last = 1_760_000_000;
  #opened = 0;

  constructor() {
    this.#server.on('upgrade', (request, line) => {
      const socket: TextSocket = acceptSocket(
        request,
        line,
        (text) => this.acked.push((JSON.parse(text) as { envelope_id: string }).envelope_id),
        () => this.#sockets.delete(socket),
      );
      this.#sockets.add(socket);
      this.#opened += 1;
      socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
    });
  }

  async listen(): Promise<this> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Goes away; `listen` brings it back at the same address. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.close('torn');
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get apiUrl(): string {
    return `${this.origin}/api/`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get socketsOpened(): number {
    return this.#opened;
  }

  /** What a method answers the next times, one after the other. */
  failNext(method: string, ...faults: Fault[]): void {
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...faults]);
  }

  callsOf(method: string): Args[] {
    return this.calls.filter((call) => call.method === method).map(({ args }) => args);
  }

  times(method: string): number[] {
    return this.calls.filter((call) => call.method === method).map(({ at }) => at);
  }

  /** Words of the bot in a thread, oldest first. */
  said(channel: string, threadTs?: string): string[] {
    return this.messages
      .filter((each) => each.channel === channel && each.threadTs === threadTs)
      .map(({ text }) => text);
  }

  nextTs(): string {
    this.#last += 1;
    return `${this.#last}.000100`;
  }

  /** An event as Slack sends it; the same object may be sent again. */
  message(event: Readonly<Record<string, unknown>>) {
    return {
      type: 'event_callback',
      team_id: TEAM,
      event_id: `Ev${randomUUID()}`,
      authorizations: [{ user_id: BOT, team_id: TEAM, is_bot: true }],
      event: { type: 'message', user: 'U1ADA', ts: this.nextTs(), ...event },
    };
  }

  pressOf(message: StandingMessage, action: string, user: string) {
    const elements = message.blocks.flatMap(
      (block) => (block as { elements?: { action_id?: string; value?: string }[] }).elements ?? [],
    );
    const button = elements.find(({ action_id }) => action_id === action);
    return {
      type: 'block_actions',
      team: { id: TEAM },
      user: { id: user },
      container: { type: 'message', channel_id: message.channel, message_ts: message.ts },
      actions: [{ action_id: action, value: button?.value ?? '', action_ts: this.nextTs() }],
    };
  }

  /** Over a socket; says the envelope. `retry` is what Slack counts when it delivers again. */
  deliver(payload: object, { retry = 0, type = 'events_api' } = {}): string {
    const envelope = randomUUID();
    const [socket] = this.#sockets;
    if (socket === undefined) throw new Error('Nobody is connected.');
    const again = retry === 0 ? {} : { retry_attempt: retry, retry_reason: 'timeout' };
    socket.send(JSON.stringify({ envelope_id: envelope, type, payload, ...again }));
    return envelope;
  }

  /** Asks the app to connect anew, as Slack does every few hours. */
  renew(): void {
    for (const socket of this.#sockets)
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
  }

  tear(): void {
    for (const socket of this.#sockets) socket.close('torn');
  }

  #method(method: string, args: Args): object {
    const message = () =>
      this.messages.find(({ ts, channel }) => ts === args['ts'] && channel === args['channel']);
    switch (method) {
      case 'auth.test':
        return { team_id: TEAM, user_id: BOT, url: this.origin };
      case 'apps.connections.open':
        return { url: `ws://127.0.0.1:${this.#port}/socket?ticket=secret-ticket` };
      case 'users.info':
        return { user: { id: args['user'], name: `name-${args['user']}`, profile: { display_name: 'Ada' } } };
      case 'users.conversations':
        return {
          channels: [
            { id: 'C0FIELD', name: 'field-team', is_private: false },
            { id: 'C0AUDIT', name: 'audit', is_private: true },
          ],
        };
      case 'chat.postMessage':
      case 'chat.startStream': {
        const made: StandingMessage = {
          ts: this.nextTs(),
          channel: args['channel'] ?? '',
          threadTs: args['thread_ts'],
          text: wordsOf(args),
          blocks: JSON.parse(args['blocks'] ?? '[]') as unknown[],
          streaming: method === 'chat.startStream',
        };
        this.messages.push(made);
        return { ts: made.ts, channel: made.channel };
      }
      case 'chat.appendStream':
      case 'chat.stopStream': {
        const found = message();
        if (found?.streaming !== true) return { ok: false, error: 'message_not_in_streaming_state' };
        found.text += wordsOf(args);
        if (method === 'chat.stopStream') found.streaming = false;
        return { ts: found.ts };
      }
      case 'chat.update': {
        const found = message();
        if (found === undefined) return { ok: false, error: 'message_not_found' };
        if (found.streaming) return { ok: false, error: 'streaming_state_conflict' };
        found.text = wordsOf(args);
        found.blocks = JSON.parse(args['blocks'] ?? '[]') as unknown[];
        return { ts: found.ts };
      }
      case 'chat.postEphemeral':
        this.whispers.push(args);
        return { message_ts: this.nextTs() };
      case 'chat.getPermalink':
        return { permalink: `https://example.slack.com/archives/${args['channel']}/p${args['message_ts']}` };
      case 'files.getUploadURLExternal': {
        const id = `F${this.#pendingUploads.size + 1}`;
        this.#pendingUploads.set(id, { name: args['filename'] ?? '', content: Buffer.alloc(0) });
        return { file_id: id, upload_url: `${this.origin}/upload/${id}` };
      }
      case 'files.completeUploadExternal': {
        const files = JSON.parse(args['files'] ?? '[]') as { id: string }[];
        for (const { id } of files) {
          const upload = this.#pendingUploads.get(id);
          const channel = args['channel_id'] ?? args['channels'] ?? '';
          if (upload !== undefined) this.uploads.push({ ...upload, channel, threadTs: args['thread_ts'] });
        }
        return { files };
      }
      default:
        return { ok: false, error: 'unknown_method' };
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const path = new URL(request.url ?? '/', this.origin).pathname;
    const json = (status: number, value: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    if (path.startsWith('/upload/')) {
      const upload = this.#pendingUploads.get(path.slice('/upload/'.length));
      if (upload !== undefined) upload.content = fileIn(body, request.headers['content-type']);
      response.end('OK');
      return;
    }
    if (path.startsWith('/files/')) {
      const file = this.downloads.get(path);
      const isBot = request.headers.authorization === 'Bearer xoxb-test-token';
      if (file === undefined || !isBot) response.writeHead(302, { Location: '/login' }).end();
      else response.writeHead(200, { 'Content-Type': file.mimeType }).end(file.content);
      return;
    }
    const method = path.slice('/api/'.length);
    const args = argsOf(body, request.headers['content-type']);
    this.calls.push({ method, args, at: Date.now() });
    const fault = this.#faults.get(method)?.shift();
    if (fault === undefined) json(200, { ok: true, ...this.#method(method, args) });
    else if ('error' in fault) json(200, { ok: false, error: fault.error });
    else if ('status' in fault) json(fault.status, {});
    else json(429, { ok: false, error: 'ratelimited' }, { 'Retry-After': String(fault.retryAfter) });
  }
}

/** Headers under which Slack sends a body. */
export function signed(body: string, at: number, secret = SIGNING_SECRET): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'X-Slack-Request-Timestamp': timestamp, 'X-Slack-Signature': `v0=${mac}` };
}

function wordsOf(args: Args): string {
  const chunks = JSON.parse(args['chunks'] ?? '[]') as { text?: string }[];
  return (
    args['markdown_text'] ??
    (chunks.length > 0 ? chunks.map(({ text = '' }) => text).join('') : (args['text'] ?? ''))
  );
}

function argsOf(body: Buffer, type = ''): Args {
  if (type.includes('json')) return JSON.parse(body.toString('utf8')) as Args;
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

/** The one file of a form, or the body itself. */
function fileIn(body: Buffer, type = ''): Buffer {
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  if (boundary === undefined) return body;
  const start = body.indexOf('\r\n\r\n') + 4;
  return body.subarray(start, body.indexOf(`\r\n--${boundary}`, start));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
