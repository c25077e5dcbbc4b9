import { signal } from '@preact/signals';
import type { Attachment } from 'oracle-runtime/client';
import {
  type CallView,
  decided,
  failedHow,
  findCall,
  leaveUndone,
  type Part,
  sayingOf,
  type Turn,
  turnOf,
  turnOfCall,
  type Variants,
} from './turns.js';

/** A message as `GET /sessions/:id/messages` lists it. */
export interface StoredMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly id: string;
  readonly content: string;
  readonly createdAt: string;
  readonly attachments?: readonly Attachment[];
  readonly askedBy?: { readonly id: string; readonly name: string };
  readonly reasoning?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly args: Record<string, unknown>;
  }[];
  readonly toolCallId?: string;
  readonly name?: string;
  readonly status?: 'ok' | 'error' | 'interrupted';
  readonly decidedBy?: { readonly approved?: boolean; readonly said?: string };
  readonly artifacts?: readonly {
    readonly id: string;
    readonly title: string;
    readonly mimeType: string;
    readonly path?: string;
  }[];
  readonly interrupted?: true;
  readonly cutOff?: true;
  readonly variants?: Variants;
}

/** The turns of a stored thread, oldest first. */
export function turnsOf(messages: readonly StoredMessage[], me: string): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      const { id, content, attachments = [], askedBy, createdAt, variants } = message;
      const by = askedBy === undefined || askedBy.id === me ? {} : { by: askedBy.name };
      turns.push(
        turnOf({
          id,
          said: content,
          attachments,
          at: createdAt,
          ...by,
          ...(variants === undefined ? {} : { variants }),
        }),
      );
      continue;
    }
    const turn = turns.at(-1);
    if (turn === undefined) continue;
    if (message.role === 'assistant') addAnswer(turn, message);
    else {
      addResult(turnOfCall(turns, message.toolCallId) ?? turn, message);
      const { id, decidedBy: { said } = {}, createdAt } = message;
      const saying = said === undefined ? undefined : sayingOf(id, said, createdAt);
      if (saying !== undefined && turns.at(-1)?.id !== saying.id) turns.push(saying);
    }
  }
  leaveUndone(turns);
  return turns;
}

function addAnswer(
  turn: Turn,
  { id, content, reasoning, toolCalls = [], interrupted, cutOff }: StoredMessage,
): void {
  const parts: Part[] = [];
  if (reasoning !== undefined && reasoning !== '')
    parts.push({ kind: 'reasoning', id, text: signal(reasoning) });
  if (content !== '') {
    const cut = interrupted ? 'interrupted' : cutOff ? 'cutOff' : undefined;
    parts.push({ kind: 'text', id, text: signal(content), ...(cut === undefined ? {} : { cut }) });
  }
  for (const call of toolCalls)
    parts.push({ kind: 'call', id: call.id, call: signal<CallView>({ ...call, status: 'waiting' }) });
  turn.parts.value = [...turn.parts.value, ...parts];
}

function addResult(
  turn: Turn,
  { toolCallId = '', content, status, artifacts = [], decidedBy }: StoredMessage,
): void {
  const part = findCall(turn, toolCallId);
  if (part !== undefined) {
    const value = decided(part.call.value, decidedBy?.approved);
    part.call.value =
      status === 'ok'
        ? { ...value, status: 'done', output: dataOf(content) }
        : { ...value, status: status === 'error' ? failedHow(value) : 'interrupted', error: content };
  }
  const shown = artifacts.map(
    (artifact): Part => ({
      kind: 'artifact',
      id: artifact.id,
      artifact: { ...artifact, alt: artifact.title },
    }),
  );
  if (shown.length > 0) turn.parts.value = [...turn.parts.value, ...shown];
}

/** A model reads data as JSON; other results are words. */
function dataOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
