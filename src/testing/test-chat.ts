import type { Attachment } from '../plugin/index.js';
import { readEvents, type TestEvent, textOf } from './read-events.js';
import type { TestClient } from './test-client.js';

/** One call of a tool, as its last event tells it. */
export interface TestToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: 'running' | 'done' | 'error';
  readonly output?: unknown;
  readonly error?: string;
}

/** What waits for the person's yes or no. */
export interface TestApproval {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly summary: string;
}

/** One run, from its first event to its last. */
export interface TestTurn {
  readonly runId: string;
  readonly events: readonly TestEvent[];
  /** All text of the answer. */
  readonly text: string;
  /** In the order in which they began. */
  readonly toolCalls: readonly TestToolCall[];
  /** Empty unless `end` is `interrupted`. */
  readonly approvals: readonly TestApproval[];
  /** The final event: `done`, `error`, `cancelled` or `interrupted`. */
  readonly end: string;
}

export interface TestMessage {
  readonly attachments?: readonly Attachment[];
  /** Tools that the client itself runs. */
  readonly tools?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface TestDecision {
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** A conversation over HTTP. */
export interface TestChat {
  readonly sessionId: string;
  /**
   * Says something and reads the run to its end.
   * @throws Error with the problem when the message is refused
   */
  say(message: string, more?: TestMessage): Promise<TestTurn>;
  /**
   * Decides what the last turn asked for, all of it alike or each for itself, and reads the run that goes on.
   * @throws Error when nothing waits: a proposal of the offline planner is answered by `say('yes')`
   */
  decide(decision: boolean | readonly TestDecision[]): Promise<TestTurn>;
}

export async function startTestChat(client: TestClient): Promise<TestChat> {
  const session = await client.post('/sessions');
  if (session.status !== 201) throw new Error(`POST /sessions answered ${session.status}: ${session.text}`);
  const sessionId = String(session.at('sessionId'));
  let waiting: readonly TestApproval[] = [];

  const run = async (path: string, body: object): Promise<TestTurn> => {
    const response = await client.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, stream: true }),
    });
    if (response.status !== 200)
      throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    const turn = turnOf(await readEvents(response));
    waiting = turn.approvals;
    return turn;
  };
  return {
    sessionId,
    say: (message, more = {}) => run(`/messages/${sessionId}`, { message, ...more }),
    async decide(decision) {
      if (typeof decision !== 'boolean')
        return run(`/messages/${sessionId}/approvals`, { decisions: decision });
      if (waiting.length === 0)
        throw new Error("No call waits for a decision. A proposal (“go ahead?”) is answered by say('yes').");
      return run(`/messages/${sessionId}/approvals`, {
        decisions: waiting.map(({ id }) => ({ id, approved: decision })),
      });
    },
  };
}

function turnOf(events: readonly TestEvent[]): TestTurn {
  const calls = new Map<string, TestToolCall>();
  for (const { event, data } of events)
    if (event === 'tool_call') calls.set(String(data['id']), data as unknown as TestToolCall);
  const last = events.at(-1);
  return {
    runId: String(events[0]?.data['runId']),
    events,
    text: textOf(events),
    toolCalls: [...calls.values()],
    approvals: ((last?.event === 'interrupted' ? last.data['approvals'] : undefined) as TestApproval[]) ?? [],
    end: last?.event ?? '',
  };
}
