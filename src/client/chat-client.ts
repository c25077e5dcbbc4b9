import type { ArgumentsPattern, CallResult } from '../plugin/events.js';
import type { Attachment } from '../plugin/messages.js';
import type { Hints } from './hints.js';
import { type Call, textField } from './request.js';

/** The oracle's HTTP interface, as far as a chat needs it. Every failure is an OracleError with words for the person. */
export interface ChatClient {
  createSession(): Promise<string>;
  /** Starts a run; the response is its event stream. */
  send(
    sessionId: string,
    message: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
    /** Tools that the client itself executes, in this run only. */
    tools?: readonly unknown[],
  ): Promise<Response>;
  /** Answers a message again; the response is the stream of that run. */
  regenerate(sessionId: string, messageId: string, signal: AbortSignal): Promise<Response>;
  /** Takes back the last change, or that of a message; the response is the stream of that run. */
  undo(sessionId: string, messageId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** Answers what an interrupted run waits for; the response is the stream of the run that goes on. */
  decide(
    sessionId: string,
    decisions: readonly Decision[],
    signal: AbortSignal,
    results?: readonly CallResult[],
  ): Promise<Response>;
  /** The run's events after `lastEventId`; undefined when there is nothing left. */
  rejoin(
    sessionId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Response | undefined>;
  /** Cancels the session's run. */
  abort(sessionId: string): Promise<void>;
}

export interface Decision {
  readonly id: string;
  readonly approved: boolean;
  /** The call's arguments as the person changed them. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Why not, for the model to read. */
  readonly reason?: string;
  /** With an approval: allow such calls from now on without asking. */
  readonly remember?: {
    /** ISO 8601, at most 90 days from now. */
    readonly until: string;
    /** Rules for some of the arguments; the others must be as in this call. */
    readonly args?: ArgumentsPattern;
  };
}

export function createClient(call: Call, hints: Hints = {}): ChatClient {
  const streaming = { Accept: 'text/event-stream' };
  const of = (sessionId: string, rest = '') => `/messages/${encodeURIComponent(sessionId)}${rest}`;
  const run = (path: string, body: object, signal: AbortSignal) =>
    call('POST', path, { body: { ...body, stream: true }, headers: streaming, signal });

  return {
    async createSession() {
      const body: unknown = await (await call('POST', '/sessions')).json();
      return textField(body, 'sessionId', hints);
    },
    send: (sessionId, message, attachments, signal, tools) =>
      run(
        of(sessionId),
        {
          message,
          ...(attachments.length === 0 ? {} : { attachments }),
          ...(tools === undefined ? {} : { tools }),
        },
        signal,
      ),
    regenerate: (sessionId, messageId, signal) => run(of(sessionId, '/regenerate'), { messageId }, signal),
    undo: (sessionId, messageId, signal) =>
      run(of(sessionId, '/undo'), messageId === undefined ? {} : { messageId }, signal),
    decide: (sessionId, decisions, signal, results = []) =>
      run(
        of(sessionId, '/approvals'),
        {
          ...(decisions.length === 0 ? {} : { decisions }),
          ...(results.length === 0 ? {} : { results }),
        },
        signal,
      ),
    async rejoin(sessionId, runId, lastEventId, signal) {
      const response = await call('GET', of(sessionId, `/runs/${encodeURIComponent(runId)}`), {
        signal,
        headers: lastEventId === undefined ? streaming : { ...streaming, 'Last-Event-ID': lastEventId },
      });
      return response.status === 204 ? undefined : response;
    },
    async abort(sessionId) {
      await call('POST', of(sessionId, '/abort'));
    },
  };
}
