import type {
  AnyTool,
  ApprovalDecision,
  ArtifactNote,
  Attachment,
  CallResult,
  Change,
  LeftUndone,
  PendingApproval,
  ThreadMessage,
  ToolInvocation,
  ToolOutcome,
  Undo,
} from '../plugin/index.js';
import type { RunAnswers } from '../runs/answers.js';
import type { RunContext } from '../runs/run-context.js';
import type { Layer } from './middleware/compose.js';

/** What the thread keeps of a call beside its result. */
export interface CallNotes {
  change?: Change;
  undoes?: string;
  remains?: Undo;
  artifacts?: readonly ArtifactNote[];
}

/** An operation that takes a call of another back, with who owns it. */
export interface Inverse {
  readonly plugin: string;
  readonly tool: AnyTool;
  /** What the call could not do, once it is made. */
  leftUndone(): LeftUndone | undefined;
}

/** What the built-in layers around tool calls share during one run. */
export interface ToolScope {
  readonly run: RunContext;
  /** Files of the message that is answered, or else of the latest before it that brought any. */
  readonly attachments: readonly Attachment[];
  /** What a person said about held calls, by tool call id. */
  readonly decisions: ReadonlyMap<string, ApprovalDecision>;
  /** The words that these were read from. */
  readonly said?: string | undefined;
  /** Approved calls are made one after the other; `turn` is when the next may be. */
  readonly approved: { turn: Promise<unknown> };
  /** Whether the person has allowed such calls beforehand; records that they did. */
  foreseen(held: PendingApproval): Promise<boolean>;
  /** What clients sent for held calls, by tool call id. */
  readonly results: ReadonlyMap<string, CallResult>;
  /** How often each call (name and arguments) was made in this run. */
  readonly repetitions: Map<string, number>;
  /** What calls did, by tool call id; stored with their results. */
  readonly notes: Map<string, CallNotes>;
  /** Changes that calls of this run take back; `turn` is when the next may look for one. */
  readonly undoing: { readonly taken: Set<string>; turn: Promise<unknown> };
  /** Called with the whole rendering when a result is cut for the model. */
  onCut(toolCallId: string, whole: string): Promise<void>;
}

export type ToolLayer = Layer<ToolInvocation, ToolOutcome, ToolScope>;

/** What the layers begin a run with: nothing is made, noted or taken back yet. */
export function toolScopeOf(
  run: RunContext,
  thread: readonly ThreadMessage[],
  answers: RunAnswers | undefined,
  hooks: Pick<ToolScope, 'foreseen' | 'onCut'>,
): ToolScope {
  return {
    run,
    attachments: attachmentsAtHand(run, thread),
    decisions: new Map(answers?.decisions.map((decision) => [decision.id, decision])),
    said: answers?.said,
    results: new Map(answers?.results.map((result) => [result.id, result])),
    repetitions: new Map(),
    notes: new Map(),
    approved: { turn: Promise.resolve() },
    undoing: { taken: new Set(), turn: Promise.resolve() },
    ...hooks,
  };
}

/** `here is the list`, `yes, register it`: a file is at hand until another one comes. */
function attachmentsAtHand(
  { attachments }: RunContext,
  thread: readonly ThreadMessage[],
): readonly Attachment[] {
  if (attachments.length > 0) return attachments;
  for (const message of thread.toReversed())
    if (message.role === 'user' && message.attachments?.length) return message.attachments;
  return [];
}
