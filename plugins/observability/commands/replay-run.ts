import type { OracleConnection } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { AnswerParts } from '../evaluation/answer.js';
import type { RecordedRun } from './recorded-run.js';

/** What a run is replayed with. */
export interface ReplayWith {
  readonly model?: string | undefined;
  readonly prompt?: string | undefined;
}

/** Another answer to the question of a recorded run. */
export interface ReplayedAnswer extends AnswerParts {
  readonly finishReason: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

const answerSchema = z.object({
  content: z.string(),
  toolCalls: z.array(z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) })),
  finishReason: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
});

/**
 * Asks the question of a run again, in a copy of its conversation that is deleted afterwards.
 * @throws OracleError what the oracle refuses, or what ended the answer
 */
export async function replayRun(
  oracle: OracleConnection,
  { sessionId, runId, question, before }: RecordedRun,
  given: ReplayWith,
): Promise<ReplayedAnswer> {
  const post = async (path: string, body: object) =>
    (
      await oracle.request('POST', path, {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      })
    ).json();
  const copied =
    before === undefined
      ? await post('/sessions', {})
      : await post(`/sessions/${encodeURIComponent(sessionId)}/branch`, { messageId: before });
  const copy = z.object({ sessionId: z.string() }).parse(copied).sessionId;
  try {
    const metadata = { replay: { sessionId, runId, ...given } };
    const answer = answerSchema.parse(await post(`/messages/${copy}`, { message: question, metadata }));
    const { content: text, toolCalls: calls, finishReason, usage } = answer;
    return { text, calls, finishReason, usage };
  } finally {
    await oracle.request('DELETE', `/sessions/${copy}`);
  }
}
