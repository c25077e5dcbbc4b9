import { type Signal, signal } from '@preact/signals';
import type { Attachment, ToolCallEvent } from 'oracle-runtime/client';

/** A call of a tool as its card shows it. */
export interface CallView {
  readonly id: string;
  readonly name: string;
  readonly plugin?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: ToolCallEvent['status'] | 'waiting' | 'interrupted' | 'denied' | 'undone';
  readonly output?: unknown;
  readonly error?: string;
  /** A person did not allow it. */
  readonly denied?: true;
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

/** A plain yes or no that was typed: the thread keeps it with what it decided, and what follows answers it. */
export function sayingOf(resultId: string, said: string, at: string): Turn {
  return turnOf({ id: sayingId(resultId.slice(0, resultId.indexOf(':'))), said, attachments: [], at });
}

function sayingId(runId: string): string {
  return `said ${runId}`;
}

/** The turns with what was typed and decided what waits; in another tab than this it is heard here first. */
export function withSaying(turns: readonly Turn[], runId: string, said: string): readonly Turn[] {
  const last = turns.at(-1);
  const id = sayingId(runId);
  if (last?.id === `${runId}:user`) return [...turns.slice(0, -1), { ...last, id }];
  if (last?.id === id) return turns;
  return [...turns, turnOf({ id, said, attachments: [], at: new Date().toISOString() })];
}

/** It decided something, and is no message that could be answered again. */
export function isSaying({ id }: Turn): boolean {
  return id.startsWith('said ');
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
export function endCalls(turn: Turn, status: 'undone' | 'interrupted'): void {
  for (const part of turn.parts.value)
    if (
      part.kind === 'call' &&
      (part.call.value.status === 'waiting' || part.call.value.status === 'running')
    )
      part.call.value = { ...part.call.value, status };
}

/** What is shown of a call once a person has decided about it. */
export function decided(call: CallView, approved: boolean | undefined): CallView {
  return approved === false ? { ...call, denied: true } : call;
}

/** What a person denied has not failed. */
export function failedHow({ denied }: CallView): 'denied' | 'error' {
  return denied === true ? 'denied' : 'error';
}

export function findCall(turn: Turn, id: string) {
  return turn.parts.value.findLast((part) => part.kind === 'call' && part.id === id) as
    | Extract<Part, { kind: 'call' }>
    | undefined;
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
