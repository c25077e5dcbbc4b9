import type { ArtifactEvent } from './artifact.js';
import type { Undo } from './undo.js';

/** The conversation as the agent, the store and the model adapters share it. Plain JSON, one object a message. */
export interface ToolCall {
  /** The model's id of this call, echoed by the tool message that answers it. */
  readonly id: string;
  readonly name: string;
  /** Parsed arguments; when the model sent text that is no JSON object or says a key twice, `{}` with `malformed` holding the text. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly malformed?: string;
  /** The answer had reached its length before the arguments were whole; with `malformed`. */
  readonly cutOff?: true;
  /** The arguments were larger than a call may have, in bytes; with the first of them in `malformed`. */
  readonly oversized?: { readonly size: number; readonly most: number };
  /** Members that the provider added and wants back with the call, such as Gemini's `extra_content`; verbatim. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a model wants back with a message of its own, and no other model may get. */
export interface MessageEcho {
  /** The `ChatModel.id` of who sent it; it owns the `extra` of the message's tool calls too. */
  readonly model: string;
  /** The member that the reasoning came in, if it goes back while the turn lasts (DeepSeek's `reasoning_content`). */
  readonly reasoningField?: string;
  /** Further members of the message, verbatim, such as OpenRouter's `reasoning_details`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  /** Where a tool can read it: a file-system path, or a `data:` URL for small inline content. */
  readonly url: string;
}

/** Somebody by the id of the principal, and what people called it then. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly id: string;
  readonly content: string;
  readonly attachments?: readonly Attachment[];
  /** Who said it: the principal's id and name. A message that is older than this has none, and is the owner's. */
  readonly askedBy?: Named;
  /** Its words are not those that were sent: they were corrected where they had been said. */
  readonly corrected?: true;
  /** It was taken back where it had been said; its words and attachments are gone. */
  readonly takenBack?: true;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly id: string;
  readonly content: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly echo?: MessageEcho;
  /** The run ended (cancel, crash, error) before this message was complete. */
  readonly interrupted?: true;
  /** The answer had reached the most tokens that it may have before it was whole. */
  readonly cutOff?: true;
  /** It was taken away where it stood; its words are gone. */
  readonly takenBack?: true;
}

export interface ToolMessage {
  readonly role: 'tool';
  readonly id: string;
  readonly toolCallId: string;
  readonly name: string;
  /** What the model reads: the rendered, capped result, or the error. */
  readonly content: string;
  readonly status: 'ok' | 'error' | 'interrupted';
  /** Of a call that changed something. */
  readonly change?: Change;
  /** Who changed it. A message that is older than shared conversations has none. */
  readonly changedBy?: Named;
  /** Of a call that took a change back: the id of the message of the call that had made it. */
  readonly undoes?: string;
  /** Of such a call that did so in part: the call that takes the rest back. */
  readonly remains?: Undo;
  /** Of a call that waited for a person: who decided about it. */
  readonly decidedBy?: {
    readonly did: string;
    readonly name: string;
    /** What they decided. A message that is older than this has none. */
    readonly approved?: boolean;
    /** The words that were the decision, of one that was typed as a message. */
    readonly said?: string;
    readonly reason?: string;
    /** The arguments as they changed them: the call itself keeps those that the model had asked for. */
    readonly args?: Readonly<Record<string, unknown>>;
  };
  /** What the call handed to the person. */
  readonly artifacts?: readonly ArtifactNote[];
  /** The answer that it was for was taken away, and what it found with it. */
  readonly takenBack?: true;
}

/** What a call has changed, in words, and the call that takes it back. */
export interface Change {
  /** One line, such as `Move /a.txt to /b.txt`. */
  readonly what: string;
  /** Absent when there is none. */
  readonly undo?: Undo;
  /** Why there is none. */
  readonly whyNot?: string;
}

/** A picture or file that a call handed out, by name. */
export type ArtifactNote = Pick<ArtifactEvent, 'id' | 'title' | 'mimeType' | 'path'>;

export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

/**
 * What stands in the place of a thread's beginning when a model is asked, once all of it no longer fits. The messages
 * that it sums up stay in the thread.
 */
export interface SummaryMessage {
  readonly role: 'summary';
  readonly id: string;
  /** Id of the last message that it stands for; the first is the thread's. */
  readonly upTo: string;
  readonly content: string;
}

/** What is said and done in a conversation. */
export type TurnMessage = UserMessage | AssistantMessage | ToolMessage;
/** What a thread stores. */
export type ThreadMessage = TurnMessage | SummaryMessage;
/** What a model call receives. */
export type PromptMessage = SystemMessage | TurnMessage;
