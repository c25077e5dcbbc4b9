import { type OracleConnection, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { AnswerParts } from '../evaluation/answer.js';

const messageSchema = z.object({
  id: z.string(),
  role: z.string(),
  content: z.string(),
  toolCalls: z.array(z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) })).optional(),
});
type Message = z.output<typeof messageSchema>;

/** A run as its conversation keeps it. */
export interface RecordedRun {
  readonly sessionId: string;
  readonly runId: string;
  /** What was asked. */
  readonly question: string;
  /** Id of the last message before it; undefined at the beginning of a conversation. */
  readonly before: string | undefined;
  readonly answer: AnswerParts;
}

/** How many conversations are looked through for a run, the newest first. */
const MOST_SESSIONS = 200;

/**
 * @param sessionId where it is known
 * @throws OracleError `not_found`
 */
export async function findRun(
  oracle: OracleConnection,
  runId: string,
  sessionId: string | undefined,
): Promise<RecordedRun> {
  for await (const id of sessionId === undefined ? latestSessions(oracle) : [sessionId]) {
    const run = runIn(id, await messagesOf(oracle, id), runId);
    if (run !== undefined) return run;
  }
  throw new OracleError('not_found', {
    detail: `No answer with the id '${runId}' is in ${sessionId === undefined ? `your last ${MOST_SESSIONS} conversations` : `the conversation '${sessionId}'`}.`,
    hint: 'The id stands in the event `run`, in `runId` of a whole answer, and before the colon of the ids of its messages.',
  });
}

function runIn(sessionId: string, messages: readonly Message[], runId: string): RecordedRun | undefined {
  const own = messages.filter(({ id, role }) => role !== 'user' && id.startsWith(`${runId}:`));
  const [first] = own;
  if (first === undefined) return undefined;
  const earlier = messages.slice(0, messages.indexOf(first));
  const asked = earlier.findLastIndex(({ role }) => role === 'user');
  const question = earlier[asked];
  if (question === undefined) return undefined;
  const said = own.filter(({ role }) => role === 'assistant');
  return {
    sessionId,
    runId,
    question: question.content,
    before: earlier[asked - 1]?.id,
    answer: {
      text: said
        .map(({ content }) => content)
        .filter((content) => content !== '')
        .join('\n\n'),
      calls: said.flatMap(({ toolCalls = [] }) => toolCalls),
    },
  };
}

async function* latestSessions(oracle: OracleConnection): AsyncGenerator<string> {
  const page = z.object({
    sessions: z.array(z.object({ sessionId: z.string() })),
    cursor: z.string().optional(),
  });
  let seen = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined && seen < MOST_SESSIONS; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const read = page.parse(await get(oracle, `/sessions?limit=50${query}`));
    seen += read.sessions.length;
    yield* read.sessions.map(({ sessionId }) => sessionId);
    cursor = read.cursor;
  }
}

async function messagesOf(oracle: OracleConnection, sessionId: string): Promise<Message[]> {
  const page = z.object({ messages: z.array(messageSchema), cursor: z.string().optional() });
  const messages: Message[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/sessions/${encodeURIComponent(sessionId)}/messages?limit=100${query}`;
    const read = page.parse(await get(oracle, path));
    messages.push(...read.messages);
    cursor = read.cursor;
  }
  return messages;
}

async function get(oracle: OracleConnection, path: string): Promise<unknown> {
  return (await oracle.request('GET', path)).json();
}
