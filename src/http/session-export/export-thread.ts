import type { ArtifactNote, ToolCall } from '../../plugin/index.js';
import type { ListedMessage, Threads } from '../../store/types.js';
import { headlineOf } from './headline.js';

/** Messages of one read. */
const PAGE = 64;

/** A call with what came of it, in a line. */
export interface ExportedCall {
  readonly id: string;
  readonly name: string;
  readonly args: ToolCall['args'];
  /** `open`: it has no result. */
  readonly status: 'ok' | 'error' | 'interrupted' | 'open';
  readonly result?: string;
  readonly artifacts?: readonly ArtifactNote[];
}

export interface ExportedMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly content: string;
  readonly active: boolean;
  readonly variantOf?: string;
  /** The run ended before the answer was whole. */
  readonly interrupted?: true;
  /** The answer was cut at the length limit of the model. */
  readonly cutOff?: true;
  /** Names of what the person attached. */
  readonly attachments?: readonly string[];
  readonly calls?: readonly ExportedCall[];
}

/** The messages of a session, each with its calls and their results; a message waits for the results that follow it. */
export async function* exportThread(
  threads: Pick<Threads, 'page'>,
  sessionId: string,
  all: boolean,
): AsyncGenerator<ExportedMessage> {
  let held: ExportedMessage | undefined;
  for await (const message of listed(threads, sessionId, all)) {
    if (message.role !== 'tool') {
      if (held !== undefined) yield held;
      held = exported(message);
    } else if (held?.calls !== undefined) {
      const calls = held.calls.map((call) =>
        call.id === message.toolCallId ? answered(call, message) : call,
      );
      held = { ...held, calls };
    }
  }
  if (held !== undefined) yield held;
}

async function* listed(
  threads: Pick<Threads, 'page'>,
  sessionId: string,
  all: boolean,
): AsyncGenerator<ListedMessage> {
  let cursor: string | undefined;
  do {
    const page = await threads.page(sessionId, PAGE, cursor, all);
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

function exported(message: Exclude<ListedMessage, { role: 'tool' }>): ExportedMessage {
  const { id, role, createdAt, content, active, variantOf } = message;
  const head = { id, role, createdAt, content, active, ...(variantOf === undefined ? {} : { variantOf }) };
  if (message.role === 'user') {
    const names = (message.attachments ?? []).map(({ name }) => name);
    return { ...head, ...(names.length === 0 ? {} : { attachments: names }) };
  }
  const calls = (message.toolCalls ?? []).map((call) => ({
    id: call.id,
    name: call.name,
    args: call.args,
    status: 'open' as const,
  }));
  return {
    ...head,
    ...(message.interrupted === undefined ? {} : { interrupted: message.interrupted }),
    ...(message.cutOff === undefined ? {} : { cutOff: message.cutOff }),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

function answered(call: ExportedCall, result: Extract<ListedMessage, { role: 'tool' }>): ExportedCall {
  const { status, content, artifacts } = result;
  return { ...call, status, result: headlineOf(content), ...(artifacts === undefined ? {} : { artifacts }) };
}
