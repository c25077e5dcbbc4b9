import { OracleError } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import type { RunWait } from './run-context.js';
import { closeAsInterrupted, unansweredCalls } from './thread-calls.js';

/** A run that waits, and for what. */
export interface Waiting {
  readonly run: string;
  readonly wait: RunWait;
}

/** The session's last run, if it waits. */
export async function openWait(
  { runs }: Pick<Store, 'runs'>,
  sessionId: string,
): Promise<Waiting | undefined> {
  const last = await runs.last(sessionId);
  if (last?.status !== 'interrupted') return undefined;
  const wait = await waitOfRun({ runs }, last.id);
  return wait && { run: last.id, wait };
}

/** What the session waits for, or what was answered by the run that it now works on or ended with. */
export async function lastWait(
  { runs }: Pick<Store, 'runs'>,
  sessionId: string,
): Promise<RunWait | undefined> {
  const open = await openWait({ runs }, sessionId);
  if (open !== undefined) return open.wait;
  const before = await runs.last(sessionId, 1);
  return before?.status === 'interrupted' ? waitOfRun({ runs }, before.id) : undefined;
}

/** What an interrupted run waits for, by its log. */
export async function waitOfRun({ runs }: Pick<Store, 'runs'>, runId: string): Promise<RunWait | undefined> {
  const terminal = (await runs.events(runId, 0))?.at(-1)?.event;
  if (terminal?.type !== 'interrupted') return undefined;
  return { approvals: terminal.approvals, calls: terminal.calls ?? [] };
}

/**
 * The session's last run, which waits, and for what.
 * @throws OracleError `conflict` when nothing waits
 */
export async function waitOf(store: Pick<Store, 'runs'>, sessionId: string): Promise<Waiting> {
  const waiting = await openWait(store, sessionId);
  if (waiting !== undefined) return waiting;
  throw new OracleError('conflict', {
    detail: 'Nothing in this session waits for an approval or a result.',
  });
}

/** Ends what the session's last run waits for, as a new message would; the held calls will not be made. */
export async function takeBackWait(
  { runs, threads }: Pick<Store, 'runs' | 'threads'>,
  sessionId: string,
): Promise<{ readonly runId: string } | undefined> {
  const last = await runs.last(sessionId);
  if (last === undefined || !(await runs.cancelWait(last.id))) return undefined;
  const closed = closeAsInterrupted(unansweredCalls(await threads.messages(sessionId)), last.id);
  if (closed.length > 0) await threads.append(sessionId, closed);
  await runs.endWait(sessionId);
  return { runId: last.id };
}
