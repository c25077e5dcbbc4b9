import { read } from '../app/oracle.js';
import type { StoredMessage } from './stored-turns.js';

export interface LastRun {
  readonly runId: string;
  readonly status: string;
}

/** What the oracle says of a conversation. */
export interface ThreadDetail {
  readonly title: string | null;
  readonly activeRunId: string | null;
  readonly lastRun: LastRun | null;
}

const PAGE = 200;

/** @throws OracleError `not_found` once it was deleted */
export function readDetail(sessionId: string): Promise<ThreadDetail> {
  return read<ThreadDetail>(`/sessions/${encodeURIComponent(sessionId)}`);
}

/** All messages of a conversation, oldest first. */
export async function readMessages(sessionId: string): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === '' ? {} : { cursor }) });
    const page: { messages: StoredMessage[]; cursor?: string } = await read(
      `/sessions/${encodeURIComponent(sessionId)}/messages?${query}`,
    );
    messages.push(...page.messages);
    cursor = page.cursor;
  }
  return messages;
}

/** Whether a conversation has gone on since the run that is known to be its last. */
export function isAhead({ activeRunId, lastRun }: ThreadDetail, known: LastRun | undefined): boolean {
  // The end of a run comes to who follows it a little before the oracle counts it as ended.
  const isEnding = lastRun?.status === 'running' && known?.status !== 'interrupted';
  if (lastRun?.runId === known?.runId && (lastRun?.status === known?.status || isEnding)) return false;
  return lastRun !== null || activeRunId !== null;
}
