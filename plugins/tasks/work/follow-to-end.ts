import { oneLine } from 'oracle-runtime/kit';
import type {
  Conversations,
  PendingApproval,
  Principal,
  TerminalEvent,
  ToolCallEvent,
} from 'oracle-runtime/plugin';
import type { Ending } from '../store/run-store.js';

/** Characters of a result that are kept; the conversation has the whole. */
const MOST_RESULT = 20_000;

/** Follows a run to its end, and says how it came out; undefined when `signal` was aborted before. */
export async function followToEnd(
  conversations: Conversations,
  principal: Principal,
  { sessionId, runId }: { readonly sessionId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<Omit<Ending, 'delivery'> | undefined> {
  /** By message: the last one is the answer, those before it lead up to calls. */
  const said = new Map<string, string>();
  /** The call that ended last, where it did not work. */
  let fault: string | undefined;
  for await (const batch of conversations.follow(principal, sessionId, runId, 0, signal)) {
    for (const { event } of batch) {
      if (event.type === 'message')
        said.set(event.messageId, `${said.get(event.messageId) ?? ''}${event.content}`);
      else if (event.type === 'tool_call' && event.status === 'done') fault = undefined;
      else if (event.type === 'tool_call' && event.status === 'error') fault = faultOf(event);
      else if (
        'finishReason' in event ||
        event.type === 'error' ||
        event.type === 'cancelled' ||
        event.type === 'interrupted'
      )
        return endingOf(event, [...said.values()].at(-1)?.trim().slice(0, MOST_RESULT), fault);
    }
  }
  return undefined;
}

/** What a run that was interrupted waits for. */
export async function approvalsOf(
  conversations: Conversations,
  principal: Principal,
  { sessionId, runId }: { readonly sessionId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<readonly PendingApproval[]> {
  for await (const batch of conversations.follow(principal, sessionId, runId, 0, signal))
    for (const { event } of batch) if (event.type === 'interrupted') return event.approvals;
  return [];
}

function faultOf({ name, error }: ToolCallEvent): string {
  const [why = ''] = (error ?? '').split('\n', 1);
  return `${name} did not work${why === '' ? '' : `: ${oneLine(why, 300)}`}`;
}

/** @param fault what did not work and was not made up for by a later call: whatever is said of it then, it was not done */
function endingOf(
  event: TerminalEvent,
  result: string | undefined,
  fault: string | undefined,
): Omit<Ending, 'delivery'> {
  switch (event.type) {
    case 'done':
      if (fault !== undefined) return { state: 'failed', result, note: fault };
      if (event.finishReason !== 'stop')
        return { state: 'done', result, note: 'the answer reached its limit before it was whole' };
      return asks(result ?? '') ? { state: 'done', result, note: UNANSWERED } : { state: 'done', result };
    case 'error':
      return { state: 'failed', result, note: `${event.message}${event.hint ? ` ${event.hint}` : ''}` };
    case 'cancelled':
      return { state: 'failed', result, note: 'it was cancelled' };
    case 'interrupted':
      if (event.approvals.length === 0)
        return { state: 'failed', result, note: 'it asked for a tool of a client, and no client is there' };
      return { state: 'waiting', result, note: waitsFor(event.approvals) };
  }
}

const UNANSWERED = 'it ends with a question, which nobody was there to answer';

/** Whether the last thing that an answer says is a question, with or without the words to answer it with behind. */
function asks(answer: string): boolean {
  return /[?？][\s*_"”»)]*(?:\([^()?]{1,60}\))?[\s*_"”»).]*$/u.test(answer.slice(-300));
}

function waitsFor(approvals: readonly PendingApproval[]): string {
  return `waits for you to agree: ${approvals.map(({ summary }) => summary).join('; ')}`;
}
