import type { ArtifactEvent } from './artifact.js';
import type { ErrorMembers } from './errors.js';
import type { Named } from './messages.js';
import type { Undo } from './undo.js';
import type { Usage } from './usage.js';

/** What a tool call looks like while it runs and after. `output` is the tool's data itself, not the model's rendering. */
export interface ToolCallEvent {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  /** Of a tool that the client runs. */
  readonly runs?: 'client';
  /** Owner of the tool; `oracle` for the meta-tools, absent for a tool that does not exist. */
  readonly plugin?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: 'running' | 'done' | 'error';
  readonly output?: unknown;
  /** Words for the person when `status` is `error`. */
  readonly error?: string;
  readonly ms?: number;
  /** The call that takes this one back. */
  readonly undo?: Undo;
}

export interface PendingApproval {
  /** The tool call's id. */
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly summary: string;
  /** In which state that is which the words are about, where they do not say it. */
  readonly state?: string;
  /** Who asked for the answer in which the call came; it is made with the rights of whoever allows it. */
  readonly askedBy?: Named;
}

/** What a person said about one held tool call. */
export interface ApprovalDecision {
  /** The tool call's id. */
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string;
  /** With an approval: the arguments as the person changed them, in the place of those that they were asked about. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** With an approval: allow such calls of this person from now on, without asking. */
  readonly remember?: RememberedApproval;
}

/** What one argument of a call may be: this value, a path in this folder (or a list of such), or anything. */
export type ArgumentRule =
  | { readonly is: unknown }
  | { readonly under: string }
  | { readonly anything: true };

/** Which calls of a tool are meant, by their arguments; a call with another argument than these is not. */
export type ArgumentsPattern = Readonly<Record<string, ArgumentRule>>;

export interface RememberedApproval {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Rules for some of the arguments; the others must be as in the call that was allowed. */
  readonly args?: ArgumentsPattern;
}

/** A call that the client must run itself, and whose result it then sends. */
export interface PendingCall {
  /** The tool call's id. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What came of a call that the client ran: its output, or words for why there is none. */
export type CallResult =
  | { readonly id: string; readonly output: unknown }
  | { readonly id: string; readonly error: string };

/** Where a run stands. */
export type RunStatus = 'running' | 'done' | 'error' | 'cancelled' | 'interrupted';

/** Exactly one of these ends the event stream of a run. */
export type TerminalEvent =
  | { readonly type: 'done'; readonly finishReason: 'stop' | 'limit' | 'length'; readonly usage: Usage }
  | {
      readonly type: 'error';
      readonly code: string;
      readonly message: string;
      readonly hint?: string;
      readonly members?: ErrorMembers;
    }
  | { readonly type: 'cancelled' }
  /** Waits for decisions, or for results of the client when there are `calls`: never for both. */
  | {
      readonly type: 'interrupted';
      readonly approvals: readonly PendingApproval[];
      readonly calls?: readonly PendingCall[];
    };

/**
 * The one event union that every front (native SSE, CLI, and later AG-UI and OpenAI) encodes. `type` is the SSE
 * event name; the other fields are its data.
 */
export type RunEvent =
  | { readonly type: 'run'; readonly runId: string; readonly sessionId: string }
  /** `messageId` is the id under which the thread keeps the message that these words are of. */
  | { readonly type: 'message'; readonly messageId: string; readonly content: string }
  /** With `replaces`: what the message had said so far was reasoning, and stands in `content` once more. */
  | {
      readonly type: 'reasoning';
      readonly messageId: string;
      readonly content: string;
      readonly replaces?: true;
    }
  | ToolCallEvent
  | { readonly type: 'capability'; readonly loaded: readonly string[] }
  | ({ readonly type: 'approval' } & PendingApproval)
  /** A person decided about a call that waited; what came of it is told by its `tool_call`. `said`: the words that were the decision. */
  | { readonly type: 'decided'; readonly id: string; readonly approved: boolean; readonly said?: string }
  | { readonly type: 'progress'; readonly id: string; readonly message: string; readonly fraction?: number }
  | ArtifactEvent
  /** Words about the run itself, for the person; `code` tells clients what kind. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  | ({ readonly type: 'usage' } & Usage)
  | TerminalEvent;

/** An event at its place in the run: `seq` counts from 1 without gaps. */
export interface SequencedEvent {
  readonly seq: number;
  readonly event: RunEvent;
}

export function isTerminal(event: RunEvent): event is TerminalEvent {
  return (
    event.type === 'done' ||
    event.type === 'error' ||
    event.type === 'cancelled' ||
    event.type === 'interrupted'
  );
}
