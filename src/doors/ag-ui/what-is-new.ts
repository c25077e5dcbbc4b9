import { type Attachment, type CallResult, OracleError, type ThreadMessage } from '../../plugin/index.js';
import { knownMessage } from '../said-again.js';
import { attachmentsOf } from './attachments.js';
import { type InputMessage, type RunInput, textOf } from './run-input.js';

type UserInput = Extract<InputMessage, { readonly role: 'user' }>;

/** What a request asks for. */
export type News =
  | {
      readonly kind: 'message';
      /** The client's; absent where the thread has it for other words. */
      readonly id?: string;
      readonly message: string;
      readonly attachments: readonly Attachment[];
      /** What came of calls of the client before it. */
      readonly results: readonly CallResult[];
    }
  | { readonly kind: 'results'; readonly results: readonly CallResult[] }
  | { readonly kind: 'decisions'; readonly resume: NonNullable<RunInput['resume']> }
  /** The last message said again: this message of the thread is to be answered again. */
  | { readonly kind: 'again'; readonly messageId: string };

/**
 * What of a request the thread does not have: clients send the whole conversation each time, or less than that. The thread
 * is the oracle's: nothing is taken back because a client has forgotten it, and nothing is stored twice.
 * @throws OracleError `invalid_request` when it brings nothing new
 */
export function whatIsNew(
  input: Pick<RunInput, 'messages' | 'resume'>,
  thread: readonly ThreadMessage[],
): News {
  const { messages, resume } = input;
  const known = new Set(thread.map(({ id }) => id));
  if (resume != null && resume.length > 0) {
    if (freshAtEnd(messages, known).length > 0) throw bothAtOnce();
    return { kind: 'decisions', resume };
  }
  const waiting = callsWithoutResult(thread);
  const results = messages.flatMap(resultsIn).filter(({ id }) => waiting.has(id));
  const fresh = freshAtEnd(messages, known);
  const last = fresh.at(-1);
  if (last !== undefined) {
    const message = fresh.map(({ content }) => textOf(content)).join('\n\n');
    if (message.trim() === '') throw nothingNew('its last message is blank');
    return {
      kind: 'message',
      id: last.id,
      message,
      attachments: fresh.flatMap((one) => attachmentsOf(one.content)),
      results,
    };
  }
  if (results.length > 0) return { kind: 'results', results };
  // Results that the thread has: their sender has lost the reply, and asks for it once more.
  const sentAgain = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
  if (sentAgain.length > 0) return { kind: 'results', results: sentAgain.flatMap(resultsIn) };
  const end = messages.findLast(({ role }) => role !== 'reasoning' && role !== 'activity');
  if (end?.role === 'user') {
    const message = textOf(end.content);
    const found = knownMessage(thread, { id: end.id, text: message });
    if (found?.kind === 'again') return found;
    if (message.trim() !== '')
      return { kind: 'message', message, attachments: attachmentsOf(end.content), results };
  }
  throw nothingNew('it ends with nothing that the thread does not have');
}

/** Messages of the person behind the last that the thread has, or an answer was given to. */
function freshAtEnd(messages: readonly InputMessage[], known: ReadonlySet<string>): readonly UserInput[] {
  const from = messages.findLastIndex(
    ({ role, id }) => role === 'assistant' || role === 'tool' || (role === 'user' && known.has(id)),
  );
  return messages.slice(from + 1).filter((message): message is UserInput => message.role === 'user');
}

function callsWithoutResult(thread: readonly ThreadMessage[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const message of thread) {
    if (message.role === 'assistant') for (const { id } of message.toolCalls ?? []) open.add(id);
    if (message.role === 'tool') open.delete(message.toolCallId);
  }
  return open;
}

function resultsIn(message: InputMessage): readonly CallResult[] {
  if (message.role !== 'tool') return [];
  const { toolCallId: id, content, error } = message;
  return [error == null ? { id, output: readJson(textOf(content)) } : { id, error }];
}

/** Results are text there; one that is JSON is what it says. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function bothAtOnce(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The request answers what waits and says something new at once.',
    hint: 'Send resume first, and the message when that run has ended.',
    errors: [{ field: 'resume', message: 'comes with a new message of the person' }],
  });
}

function nothingNew(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The request brings nothing new: ${why}.`,
    hint: 'Add a message of the role user, the results of calls, or resume.',
    errors: [{ field: 'messages', message: why }],
  });
}
