import type { ArtifactNote, Principal, ToolCall } from '../../plugin/index.js';
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
  /** What somebody else is called who decided about a call that waited. */
  readonly decidedBy?: string;
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
  /** What somebody else is called who said it: the reader has no name in what they take along. */
  readonly askedBy?: string;
  /** Names of what the person attached. */
  readonly attachments?: readonly string[];
  readonly calls?: readonly ExportedCall[];
}

export interface ExportOf {
  readonly sessionId: string;
  /** Whose session it is. */
  readonly owner: string;
  readonly reader: Pick<Principal, 'id' | 'did'>;
  /** Also the answers that others have replaced. */
  readonly all: boolean;
}

/** The messages of a session, each with its calls and their results; a message waits for the results that follow it. */
export async function* exportThread(
  threads: Pick<Threads, 'page'>,
  { sessionId, owner, reader, all }: ExportOf,
): AsyncGenerator<ExportedMessage> {
  let held: ExportedMessage | undefined;
  for await (const message of listed(threads, sessionId, all)) {
    if (message.role !== 'tool') {
      if (held !== undefined) yield held;
      held = exported(message, owner, reader.id);
    } else if (held?.calls !== undefined) {
      const calls = held.calls.map((call) =>
        call.id === message.toolCallId ? answered(call, message, reader.did) : call,
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

function exported(
  message: Exclude<ListedMessage, { role: 'tool' }>,
  owner: string,
  reader: string,
): ExportedMessage {
  const { id, role, createdAt, content, active, variantOf } = message;
  const head = { id, role, createdAt, content, active, ...(variantOf === undefined ? {} : { variantOf }) };
  if (message.role === 'user') {
    const names = (message.attachments ?? []).map(({ name }) => name);
    const isOther = (message.askedBy?.id ?? owner) !== reader;
    return {
      ...head,
      ...(isOther ? { askedBy: message.askedBy?.name ?? 'owner' } : {}),
      ...(names.length === 0 ? {} : { attachments: names }),
    };
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

function answered(
  call: ExportedCall,
  { status, content, artifacts, decidedBy }: Extract<ListedMessage, { role: 'tool' }>,
  reader: string,
): ExportedCall {
  return {
    ...call,
    status,
    result: headlineOf(content),
    ...(artifacts === undefined ? {} : { artifacts }),
    ...(decidedBy === undefined || decidedBy.did === reader ? {} : { decidedBy: decidedBy.name }),
  };
}
