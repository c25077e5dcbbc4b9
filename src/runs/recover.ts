import type {
  SequencedEvent,
  TerminalEvent,
  ThreadMessage,
  ToolCallEvent,
  ToolMessage,
} from '../plugin/index.js';
import type { RunRow, Store } from '../store/types.js';
import { CRASHED } from './run-end.js';
import { closeAsInterrupted, INTERRUPTED_CALL, toolMessageId, unansweredCalls } from './thread-calls.js';

/**
 * Closes a run that was left running, by a crash or because its end could not be stored: calls without a result are
 * closed as interrupted, also in the log, text that clients saw and that no stored message holds becomes an interrupted
 * message, the log gets its terminal event, and an answer that was begun anew and never said anything gives way to the one before.
 */
export async function recoverRun(
  store: Store,
  row: Pick<RunRow, 'id' | 'sessionId'>,
  keepLogs: number,
  terminal: TerminalEvent = CRASHED,
): Promise<void> {
  const events = (await store.runs.events(row.id, 0)) ?? [];
  const thread = await store.threads.messages(row.sessionId);
  const mended: ThreadMessage[] = closeAsInterrupted(unansweredCalls(thread), row.id);
  const { id, text, reasoning } = lastWords(events);
  if (text !== '' && !thread.some((message) => message.id === id)) {
    mended.push({
      role: 'assistant',
      id,
      content: text,
      ...(reasoning === '' ? {} : { reasoning }),
      interrupted: true,
    });
  }
  if (mended.length > 0) await store.threads.append(row.sessionId, mended);
  await store.threads.dropEmptyAnswer(row.sessionId, row.id);
  await store.runs.endWait(row.sessionId);
  const last = events.at(-1)?.seq ?? 0;
  const rest = [...ofOpenCalls(row.id, events, [...thread, ...mended]), terminal];
  const numbered = rest.map((event, at) => ({ seq: last + 1 + at, event }));
  await store.runs.finish(row.id, terminal.type, keepLogs, numbered);
}

/** How the calls ended that the log has as running: as the thread tells, or interrupted. */
function ofOpenCalls(
  runId: string,
  events: readonly SequencedEvent[],
  thread: readonly ThreadMessage[],
): ToolCallEvent[] {
  const calls = new Map<string, ToolCallEvent>();
  for (const { event } of events) if (event.type === 'tool_call') calls.set(event.id, event);
  const open = [...calls.values()].filter(({ status }) => status === 'running');
  return open.map((call) => {
    const id = toolMessageId(runId, call.id);
    const result = thread.find((message) => message.role === 'tool' && message.id === id) as
      | ToolMessage
      | undefined;
    if (result?.status === 'ok') return { ...call, status: 'done', output: result.content };
    const error = result?.status === 'error' ? result.content : INTERRUPTED_CALL;
    return { ...call, status: 'error', error };
  });
}

/** What the log holds of the last message that it speaks of. */
function lastWords(events: readonly SequencedEvent[]) {
  const last = { id: '', text: '', reasoning: '' };
  for (const { event } of events) {
    if (event.type !== 'message' && event.type !== 'reasoning') continue;
    if (event.messageId !== last.id) Object.assign(last, { id: event.messageId, text: '', reasoning: '' });
    if (event.type === 'message') last.text += event.content;
    else last.reasoning += event.content;
    if (event.type === 'reasoning' && event.replaces) last.text = '';
  }
  return last;
}
