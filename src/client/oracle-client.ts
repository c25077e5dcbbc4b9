import type { CallResult, RunEvent } from '../plugin/events.js';
import type { Attachment } from '../plugin/messages.js';
import { createClient, type Decision } from './chat-client.js';
import { followRun } from './follow-run.js';
import type { Hints } from './hints.js';
import { type Call, callerTo } from './request.js';
import { createSessionClient, type SessionClient } from './session-client.js';
import { type UploadOptions, upload } from './upload.js';

/** An event of a run; `eventId` is `<runId>:<seq>`, after which a run can be followed again. */
export type ClientEvent = RunEvent & { readonly eventId?: string };

export interface Following {
  /** Stops following; the run goes on. */
  readonly signal?: AbortSignal;
  /** The connection dropped, and the run is being rejoined. */
  readonly onReconnect?: (attempt: number) => void;
}

/** Answers to what an interrupted run waits for: all of it at once. */
export interface Answers {
  readonly decisions?: readonly Decision[];
  /** Of calls that this client ran itself. */
  readonly results?: readonly CallResult[];
}

/**
 * An oracle over HTTP, from a browser or from Node. What it refuses is thrown as an `OracleError`. The streams go on
 * over dropped connections and end after their terminal event: `done`, `error`, `cancelled` or `interrupted`.
 */
export interface OracleClient {
  /** Any other request, in the same name. */
  readonly call: Call;
  readonly sessions: SessionClient & { create(): Promise<string> };
  /** Says something and gives the events of the answer. */
  send(
    sessionId: string,
    message: string,
    options?: Following & {
      readonly attachments?: readonly Attachment[];
      readonly tools?: readonly unknown[];
    },
  ): AsyncGenerator<ClientEvent>;
  /** Answers a message again. */
  regenerate(sessionId: string, messageId: string, options?: Following): AsyncGenerator<ClientEvent>;
  /** Takes back the last change, or that of a message. */
  undo(sessionId: string, options?: Following & { readonly messageId?: string }): AsyncGenerator<ClientEvent>;
  /** The events of a run from its first, or after one that came before. Ends at once when there is nothing left. */
  follow(
    sessionId: string,
    runId: string,
    options?: Following & { readonly lastEventId?: string },
  ): AsyncGenerator<ClientEvent>;
  /** Goes on with an interrupted run. */
  resume(sessionId: string, answers: Answers, options?: Following): AsyncGenerator<ClientEvent>;
  /** Cancels the session's run, or takes back what it waits for. */
  abort(sessionId: string): Promise<void>;
  /** Puts a file into the file system, resumably; gives its id. */
  upload(file: Blob, options: UploadOptions): Promise<string | undefined>;
}

export interface OracleClientOptions {
  /** Such as `http://127.0.0.1:3000`; empty, the default, in a page that the oracle serves. */
  readonly url?: string;
  /** An API key, a UCAN or a session token; left out where a cookie says who asks. */
  readonly token?: string;
  readonly hints?: Hints;
}

export function createOracleClient({ url = '', token, hints = {} }: OracleClientOptions = {}): OracleClient {
  const call = callerTo(url.replace(/\/+$/, ''), token, hints);
  const chat = createClient(call, hints);

  async function* events(
    sessionId: string,
    { signal = new AbortController().signal, onReconnect }: Following,
    open: (signal: AbortSignal) => Promise<Response | undefined>,
  ): AsyncGenerator<ClientEvent> {
    const first = await open(signal);
    if (first === undefined) return;
    const run = followRun({
      client: chat,
      sessionId,
      open: async () => first,
      signal,
      hints,
      ...(onReconnect === undefined ? {} : { onReconnect }),
    });
    for await (const { event, id, data } of run) {
      yield { ...(data as object), type: event, ...(id === undefined ? {} : { eventId: id }) } as ClientEvent;
    }
  }

  return {
    call,
    sessions: { ...createSessionClient(call), create: () => chat.createSession() },
    send: (sessionId, message, { attachments = [], tools, ...following } = {}) =>
      events(sessionId, following, (signal) => chat.send(sessionId, message, attachments, signal, tools)),
    regenerate: (sessionId, messageId, following = {}) =>
      events(sessionId, following, (signal) => chat.regenerate(sessionId, messageId, signal)),
    undo: (sessionId, { messageId, ...following } = {}) =>
      events(sessionId, following, (signal) => chat.undo(sessionId, messageId, signal)),
    follow: (sessionId, runId, { lastEventId, ...following } = {}) =>
      events(sessionId, following, (signal) => chat.rejoin(sessionId, runId, lastEventId, signal)),
    resume: (sessionId, { decisions = [], results }, following = {}) =>
      events(sessionId, following, (signal) => chat.decide(sessionId, decisions, signal, results)),
    abort: (sessionId) => chat.abort(sessionId),
    upload: (file, options) => upload(call, file, options),
  };
}
