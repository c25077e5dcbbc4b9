import { type Signal, signal } from '@preact/signals';
import type { Attachment, ClientEvent, ToolCallEvent } from 'oracle-runtime/client';

/** A call of a tool as its card shows it. */
export interface CallView {
  readonly id: string;
  readonly name: string;
  readonly plugin?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: ToolCallEvent['status'] | 'waiting' | 'interrupted' | 'denied' | 'undone';
  readonly output?: unknown;
  readonly error?: string;
  readonly ms?: number;
  readonly progress?: { readonly message: string; readonly fraction?: number };
}

export interface ArtifactView {
  readonly id: string;
  readonly title: string;
  readonly mimeType: string;
  readonly alt: string;
  readonly size?: number;
  readonly path?: string;
  readonly url?: string;
}

export type Part =
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly text: Signal<string>;
      readonly cut?: 'interrupted' | 'cutOff';
    }
  | { readonly kind: 'reasoning'; readonly id: string; readonly text: Signal<string> }
  | { readonly kind: 'call'; readonly id: string; readonly call: Signal<CallView> }
  | { readonly kind: 'artifact'; readonly id: string; readonly artifact: ArtifactView }
  | { readonly kind: 'notice'; readonly id: string; readonly code: string; readonly text: string }
  | { readonly kind: 'error'; readonly id: string; readonly text: string; readonly hint?: string }
  | { readonly kind: 'ended'; readonly id: string; readonly how: 'cancelled' | 'limit' | 'length' };

/** What the other answers to a message are. */
export interface Variants {
  readonly count: number;
  readonly ids: readonly string[];
  readonly active?: string;
}

/** Something a person said, with what the oracle did about it. */
export interface Turn {
  /** Id of the person's message. */
  readonly id: string;
  readonly said: string;
  readonly attachments: readonly Attachment[];
  /** Somebody else who said it. */
  readonly by?: string;
  readonly at?: string;
  readonly variants?: Variants;
  readonly parts: Signal<readonly Part[]>;
}

export function turnOf(said: Omit<Turn, 'parts'>): Turn {
  return { ...said, parts: signal<readonly Part[]>([]) };
}

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
    else addResult(turnOfCall(turns, message.toolCallId) ?? turn, message);
  }
  leaveUndone(turns);
  return turns;
}

/** The turn in which a call was asked for: what is said next may decide it. */
export function turnOfCall(turns: readonly Turn[], id = ''): Turn | undefined {
  return turns.findLast((turn) => findCall(turn, id) !== undefined);
}

/** What waits in a turn that something was said after is not done any more. */
export function leaveUndone(turns: readonly Turn[]): void {
  for (const turn of turns.slice(0, -1)) endCalls(turn, 'undone');
}

/** Nothing of it goes on. */
function endCalls(turn: Turn, status: 'undone' | 'interrupted'): void {
  for (const part of turn.parts.value)
    if (
      part.kind === 'call' &&
      (part.call.value.status === 'waiting' || part.call.value.status === 'running')
    )
      part.call.value = { ...part.call.value, status };
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

/** What a person denied has not failed; told by the words that its result begins with (`src/agent/middleware/approval`). */
function failedHow(error = ''): 'denied' | 'error' {
  return /^(?:Error: )?The person declined this call\b/.test(error) ? 'denied' : 'error';
}

function addResult(turn: Turn, { toolCallId = '', content, status, artifacts = [] }: StoredMessage): void {
  const part = findCall(turn, toolCallId);
  if (part !== undefined) {
    const { value } = part.call;
    part.call.value =
      status === 'ok'
        ? { ...value, status: 'done', output: dataOf(content) }
        : { ...value, status: status === 'error' ? failedHow(content) : 'interrupted', error: content };
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

function findCall(turn: Turn, id: string) {
  return turn.parts.value.findLast((part) => part.kind === 'call' && part.id === id) as
    | Extract<Part, { kind: 'call' }>
    | undefined;
}

/**
 * Brings an event of a run into the turn that it answers. What the turn had of the run already, from the store or from
 * before a reload, is filled anew and not shown twice: `fresh` holds what this reading has begun.
 */
export function applyEvent(turn: Turn, event: ClientEvent, fresh: Set<string>): void {
  const add = (part: Part) => {
    turn.parts.value = [...turn.parts.value, part];
  };
  switch (event.type) {
    case 'message':
    case 'reasoning': {
      const kind = event.type === 'message' ? 'text' : 'reasoning';
      const key = `${kind} ${event.messageId}`;
      const part = turn.parts.value.find((each) => each.kind === kind && each.id === event.messageId);
      const begun = fresh.has(key);
      fresh.add(key);
      if (event.type === 'reasoning' && event.replaces === true) {
        // What was taken for words was reasoning.
        turn.parts.value = turn.parts.value.filter(
          (each) => each.kind !== 'text' || each.id !== event.messageId,
        );
        fresh.delete(`text ${event.messageId}`);
      }
      if (part?.kind === kind) part.text.value = (begun ? part.text.value : '') + event.content;
      else add({ kind, id: event.messageId, text: signal(event.content) });
      return;
    }
    case 'tool_call': {
      const { type: _, eventId: __, ...call } = event;
      const part = findCall(turn, event.id);
      const status = call.status === 'error' ? failedHow(call.error) : call.status;
      if (part === undefined)
        add({ kind: 'call', id: event.id, call: signal<CallView>({ ...call, status }) });
      else part.call.value = { ...part.call.value, ...call, status };
      return;
    }
    case 'progress': {
      const part = findCall(turn, event.id);
      if (part?.call.value.status === 'running') {
        const { message, fraction } = event;
        part.call.value = {
          ...part.call.value,
          progress: { message, ...(fraction === undefined ? {} : { fraction }) },
        };
      }
      return;
    }
    case 'approval': {
      const part = findCall(turn, event.id);
      if (part === undefined) {
        const { id, tool, args } = event;
        add({ kind: 'call', id, call: signal<CallView>({ id, name: tool, args, status: 'waiting' }) });
      } else part.call.value = { ...part.call.value, status: 'waiting' };
      return;
    }
    case 'interrupted':
      for (const { id } of [...event.approvals, ...(event.calls ?? [])]) {
        const part = findCall(turn, id);
        if (part !== undefined) part.call.value = { ...part.call.value, status: 'waiting' };
      }
      return;
    case 'artifact': {
      const { type: _, eventId: __, ...artifact } = event;
      const others = turn.parts.value.filter((each) => each.kind !== 'artifact' || each.id !== event.id);
      turn.parts.value = [...others, { kind: 'artifact', id: event.id, artifact }];
      return;
    }
    case 'notice': {
      const id = event.eventId ?? event.text;
      if (!turn.parts.value.some((each) => each.id === id))
        add({ kind: 'notice', id, code: event.code, text: event.text });
      return;
    }
    case 'error': {
      const { message, hint } = event;
      endCalls(turn, 'interrupted');
      add({
        kind: 'error',
        id: event.eventId ?? 'error',
        text: message,
        ...(hint === undefined ? {} : { hint }),
      });
      return;
    }
    case 'cancelled':
      endCalls(turn, 'interrupted');
      add({ kind: 'ended', id: event.eventId ?? 'cancelled', how: 'cancelled' });
      return;
    case 'done':
      if (event.finishReason !== 'stop')
        add({ kind: 'ended', id: event.eventId ?? 'done', how: event.finishReason });
      return;
    default:
      return;
  }
}

/** The words of an answer, as they are copied. */
export function wordsOfTurn(turn: Turn): string {
  return turn.parts.value.flatMap((part) => (part.kind === 'text' ? [part.text.value] : [])).join('\n\n');
}

/** Id of the last message of an answer that the oracle keeps, from which a branch can begin. */
export function lastMessageOf(turn: Turn): string {
  const last = turn.parts.value.findLast(({ kind }) => kind === 'text' || kind === 'reasoning');
  return last?.id ?? turn.id;
}

/** Runs by which a turn was answered; ids of messages begin with them. */
export function runsOf(turn: Turn): string[] {
  const ids = [turn.id, ...turn.parts.value.map(({ id }) => id)];
  return [...new Set(ids.flatMap((id) => /^([\da-f-]{36}):/.exec(id)?.[1] ?? []))];
}
