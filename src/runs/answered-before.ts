import { canonicalHash } from '../kit/index.js';
import type { SentOnce, Store } from '../store/types.js';
import type { RunAnswers } from './answers.js';

/** Under which names of answers are kept; no plugin has this name. */
const ANSWERS = 'oracle:answers';
/** How long a client may ask for a reply that it lost. */
const KEPT_MS = 24 * 3_600_000;

/** Names these answers to what this run waits for, so that they go on with it once. */
export function answersOnce(waiting: string, answers: RunAnswers, now: number): SentOnce {
  return { plugin: ANSWERS, key: keyOf(waiting, answers), expiresAt: now + KEPT_MS };
}

/** The last run of the session, if it is what went on by these very answers: their sender has lost the reply. */
export async function answeredBefore(
  { runs, conversations }: Pick<Store, 'runs' | 'conversations'>,
  sessionId: string,
  answers: RunAnswers,
): Promise<string | undefined> {
  const before = await runs.last(sessionId, 1);
  if (before === undefined) return undefined;
  const key = keyOf(before.id, answers);
  const run = await conversations.sent({ plugin: ANSWERS, sessionId, key });
  return run !== undefined && run === (await runs.last(sessionId))?.id ? run : undefined;
}

/** The run that went on with what this one waited for, while that is remembered. */
export function answeredBy(
  { conversations }: Pick<Store, 'conversations'>,
  sessionId: string,
  waiting: string,
): Promise<string | undefined> {
  return conversations.sentUnder({ plugin: ANSWERS, sessionId, prefix: `${waiting}:` });
}

function keyOf(waiting: string, { decisions, results }: RunAnswers): string {
  return `${waiting}:${canonicalHash({ decisions, results })}`;
}
