import { createHash } from 'node:crypto';
import { instructionsOf } from '../../http/client-instructions.js';
import { isRecord } from '../../kit/index.js';
import {
  type ApprovalDecision,
  type Attachment,
  type CallResult,
  OracleError,
  type TurnMessage,
} from '../../plugin/index.js';
import { attachmentsOf } from './attachments.js';
import type { ChatMessage } from './chat-request.js';
import { textOf } from './content.js';

/** What a request says that is new, and what its client takes for said before. */
export interface Conversation {
  /** Words of the client itself, for the model. */
  readonly instructions: string;
  /** Up to the last answer of ours. */
  readonly prior: readonly ChatMessage[];
  /** What the person says now; empty when only answers come. */
  readonly message: string;
  readonly attachments: readonly Attachment[];
  /** The last message alone, and all before it: for a client that went away from the answer to the one before. */
  readonly latest: Pick<Conversation, 'message' | 'attachments'> & {
    readonly behind: readonly ChatMessage[];
  };
  /** What came of calls that the client ran. */
  readonly results: readonly CallResult[];
  /** What the person decided about what waits, where the protocol says so itself. */
  readonly decisions: readonly ApprovalDecision[];
}

/**
 * Splits what a client sends behind its last answer from ours: this API sends the whole conversation each time.
 * @param instructing the field that a client's own words are told by, when they are too long
 * @throws OracleError `invalid_request` when nothing new is said, `payload_too_large` as {@link instructionsOf}
 */
export function readConversation(
  messages: readonly ChatMessage[],
  decisions: readonly ApprovalDecision[] = [],
  instructing: 'messages' | 'instructions' = 'messages',
): Conversation {
  const spoken = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  const words = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => ({ field: instructing, text: textOf(content) }));
  const answered = spoken.findLastIndex(({ role }) => role === 'assistant') + 1;
  const fresh = spoken.slice(answered);
  const said = fresh.filter(({ role }) => role === 'user');
  const results = fresh.flatMap((each) =>
    each.role === 'tool' ? [{ id: each.tool_call_id, output: textOf(each.content) }] : [],
  );
  const message = said.map(({ content }) => textOf(content)).join('\n\n');
  const attachments = said.flatMap(({ content }) => attachmentsOf(content));
  const answers = results.length + decisions.length;
  if (answers === 0 && message.trim() === '')
    throw unusable('says nothing new: it must end with a message of the role user, or with results of calls');
  const content = spoken.at(-1)?.content;
  const latest = {
    behind: spoken.slice(0, -1),
    message: textOf(content),
    attachments: answers > 0 ? attachments : attachmentsOf(content),
  };
  return {
    instructions: instructionsOf(words),
    prior: spoken.slice(0, answered),
    message,
    attachments,
    latest,
    results,
    decisions,
  };
}

/**
 * Names a conversation by its words: a client that sends no id of it is known by what it echoes. White space does not
 * count, since clients trim.
 */
export function conversationHash(messages: readonly ChatMessage[]): string {
  const hash = createHash('sha256');
  for (const message of messages) {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    hash.update(JSON.stringify([message.role, plain(textOf(message.content)), calls]));
  }
  return hash.digest('hex');
}

/** Text without what its white space says. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The messages of a conversation that this oracle did not lead, as a thread keeps them; calls stay with their results. */
export function asThread(messages: readonly ChatMessage[], prefix: string): readonly TurnMessage[] {
  const results = new Map(
    messages.flatMap((each) => (each.role === 'tool' ? [[each.tool_call_id, textOf(each.content)]] : [])),
  );
  return messages.flatMap((message, place): readonly TurnMessage[] => {
    const id = `${prefix}:${place}`;
    const content = textOf(message.content);
    if (message.role === 'user') return [{ role: 'user', id, content }];
    if (message.role !== 'assistant') return [];
    const calls = (message.tool_calls ?? []).filter((call) => results.has(call.id));
    const toolCalls = calls.map((call) => ({
      id: call.id,
      name: call.function.name,
      args: argumentsOf(call.function.arguments),
    }));
    return [
      { role: 'assistant', id, content, ...(toolCalls.length === 0 ? {} : { toolCalls }) },
      ...calls.map((call, at) => ({
        role: 'tool' as const,
        id: `${id}:${at}`,
        toolCallId: call.id,
        name: call.function.name,
        content: results.get(call.id) ?? '',
        status: 'ok' as const,
      })),
    ];
  });
}

function argumentsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const args: unknown = JSON.parse(json);
    return isRecord(args) ? { ...args } : {};
  } catch {
    return {};
  }
}

function unusable(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The conversation ${why}.`,
    errors: [{ field: 'messages', message: why }],
  });
}
