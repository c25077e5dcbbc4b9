import type { ChatClient } from '../../client/chat-client.js';
import type { SessionClient, SessionSummary } from '../../client/session-client.js';
import { type Attachment, OracleError } from '../../plugin/index.js';
import type { CliIo } from '../io.js';
import { printFailure } from '../print-failure.js';
import type { Paint } from '../terminal/paint.js';
import { askApprovals } from './ask-approvals.js';
import type { Renderer } from './renderer.js';
import { replayOf, runTurn, type Turn, waitingTurn } from './run-turn.js';

/** What a person and an oracle share while they talk. */
export interface Conversation {
  readonly client: ChatClient;
  readonly sessions: SessionClient;
  readonly renderer: Renderer;
  readonly io: CliIo;
  readonly paint: Paint;
  sessionId: string;
  /** The session was made by this conversation, and may be empty still. */
  isNew: boolean;
  /** Files that go with the next message. */
  attachments: readonly Attachment[];
  /** What `/sessions` showed last, for its numbers. */
  listed: readonly SessionSummary[];
}

type Open = (signal: AbortSignal) => Promise<Response>;

/** Says something and follows the run; attached files go with it, once. */
export async function say(talk: Conversation, message: string): Promise<Turn> {
  const { client, sessionId, attachments } = talk;
  const turn = await follow(talk, (signal) => client.send(sessionId, message, attachments, signal));
  talk.attachments = [];
  talk.isNew = false;
  return turn;
}

/** Takes away a session that was made for this conversation when nothing was said in it. */
export async function leave(talk: Conversation): Promise<void> {
  if (!talk.isNew) return;
  for await (const _ of talk.sessions.messages(talk.sessionId)) return;
  await talk.sessions.remove(talk.sessionId);
}

/**
 * Follows a run to its end. A person is asked for each approval it waits for, as often as it waits; without one, it is
 * said how to decide.
 */
export async function follow(talk: Conversation, open: Open): Promise<Turn> {
  const { client, sessionId, renderer, io } = talk;
  return decide(talk, await runTurn(client, sessionId, open, renderer, io));
}

/** Follows a run that somebody began before, from its start to its end. */
export async function join(talk: Conversation, runId: string): Promise<Turn> {
  return follow(talk, (signal) => replayOf(talk.client, talk.sessionId, runId, signal));
}

/** Asks again for what a run of this session waits for, and follows what comes of it. */
export async function askAgain(talk: Conversation, runId: string): Promise<Turn> {
  return decide(talk, await waitingTurn(talk.client, talk.sessionId, runId, talk.renderer));
}

/** Who leaves a question cancels the whole turn: nothing that it asked about is done. */
async function decide(talk: Conversation, first: Turn): Promise<Turn> {
  const { client, sessions, sessionId, renderer, io } = talk;
  let turn = first;
  while (io.interactive && turn.outcome === 'interrupted' && turn.approvals.length > 0) {
    const me = turn.approvals.some(({ askedBy }) => askedBy !== undefined) ? await sessions.me() : undefined;
    const decisions = await askApprovals(turn.approvals, { ...talk, me });
    if (decisions === undefined) {
      await client.abort(sessionId);
      renderer.note('Cancelled: nothing that was asked about was done.');
      return { outcome: 'cancelled', approvals: [] };
    }
    try {
      turn = await runTurn(
        client,
        sessionId,
        (signal) => client.decide(sessionId, decisions, signal),
        renderer,
        io,
      );
    } catch (error) {
      // What the person made of the arguments does not fit the tool: the calls still wait, so they are asked again.
      const isChanged = decisions.some(({ args }) => args !== undefined);
      if (!isChanged || !OracleError.isInstance(error) || error.code !== 'invalid_request') throw error;
      printFailure(error, io);
    }
  }
  if (turn.approvals.length > 0) {
    renderer.note(`Waiting for approval: ${turn.approvals.map(({ summary }) => summary).join('; ')}`);
    renderer.note(`Decide it with: npx oracle chat --session ${sessionId} --approve, or --decline`);
  }
  return turn;
}

/**
 * Decides all that the session's last run waits for, alike, and follows what comes of it.
 * @throws OracleError `conflict` when nothing waits for an approval
 */
export async function decideAll(talk: Conversation, approved: boolean): Promise<Turn> {
  const { client, sessions, sessionId, renderer } = talk;
  const open = await sessions.openRun(sessionId);
  const { approvals } =
    open?.status === 'interrupted'
      ? await waitingTurn(client, sessionId, open.runId, renderer)
      : { approvals: [] };
  if (approvals.length === 0)
    throw new OracleError('conflict', { detail: 'Nothing in this session waits for an approval.' });
  const decisions = approvals.map(({ id }) => ({ id, approved }));
  for (const { summary } of approvals) renderer.note(`${approved ? 'Approved' : 'Declined'}: ${summary}`);
  return follow(talk, (signal) => client.decide(sessionId, decisions, signal));
}

/** 0 when the run is done, 3 when it waits for an approval, 130 when it was cancelled, 1 for everything else. */
export function exitCodeOf({ outcome, approvals }: Turn): number {
  if (outcome === 'interrupted' && approvals.length > 0) return 3;
  return outcome === 'done' ? 0 : outcome === 'cancelled' ? 130 : 1;
}
