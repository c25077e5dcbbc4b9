import { messageOf } from 'oracle-runtime/kit';
import type {
  ArtifactEvent,
  Conversations,
  PendingApproval,
  Principal,
  RunEvent,
} from 'oracle-runtime/plugin';
import type { LiveMessage } from './live-message.js';

/** How often the room is told that the oracle is at work; clients forget it after 30 s. */
const TYPING_MS = 20_000;

export interface Relayed {
  readonly approvals: readonly PendingApproval[];
  readonly artifacts: readonly ArtifactEvent[];
  /** Of the conversation, the first that was said here; undefined where there was none. */
  readonly messageId?: string | undefined;
  /** False: the process ends before the run does. */
  readonly isWhole: boolean;
}

/** Shows a run's answer in a room while it comes. Resolves once all that it said was sent. */
export async function relay(
  run: { readonly principal: Principal; readonly sessionId: string; readonly runId: string },
  deps: {
    readonly conversations: Pick<Conversations, 'follow'>;
    readonly live: Pick<LiveMessage, 'show' | 'finish'>;
    readonly typing: (isTyping: boolean) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<Relayed> {
  const { conversations, live, typing, signal } = deps;
  const said = new Said();
  void typing(true);
  const timer = setInterval(() => void typing(true), TYPING_MS);
  try {
    for await (const events of conversations.follow(run.principal, run.sessionId, run.runId, 0, signal)) {
      for (const { event } of events) said.hear(event);
      live.show(said.text);
    }
  } catch (error) {
    if (!signal.aborted) said.add(`Sorry: ${messageOf(error)}`);
  } finally {
    clearInterval(timer);
    void typing(false);
  }
  if (signal.aborted && !said.isOver) return { approvals: [], artifacts: [], isWhole: false };
  const { text, approvals, artifacts } = said;
  if (text !== '') await live.finish(text);
  else if (approvals.length + artifacts.length === 0) await live.finish('(There is no answer.)');
  return { approvals, artifacts, messageId: said.firstId, isWhole: true };
}

/** What a run has said so far. */
class Said {
  text = '';
  isOver = false;
  readonly artifacts: ArtifactEvent[] = [];
  approvals: readonly PendingApproval[] = [];
  firstId: string | undefined;
  #messageId: string | undefined;

  hear(event: RunEvent): void {
    if (event.type === 'message') {
      if (this.#messageId === event.messageId) this.text += event.content;
      else this.add(event.content);
      this.#messageId = event.messageId;
      this.firstId ??= event.messageId;
    } else if (event.type === 'notice') {
      this.add(`_${event.text}_`);
      // What comes of the same message behind it is no part of it.
      this.#messageId = undefined;
    } else if (event.type === 'artifact') this.artifacts.push(event);
    else if (event.type === 'done') {
      this.isOver = true;
      if (event.finishReason !== 'stop') this.add('_(That is not all: the answer reached its limit.)_');
    } else if (event.type === 'cancelled') {
      this.isOver = true;
      this.add('_(stopped)_');
    } else if (event.type === 'error') {
      this.isOver = true;
      this.add(`Sorry: ${event.message}${event.hint === undefined ? '' : ` ${event.hint}`}`);
    } else if (event.type === 'interrupted') {
      this.isOver = true;
      this.approvals = event.approvals;
    }
  }

  /** A paragraph of its own. */
  add(paragraph: string): void {
    this.text = this.text === '' ? paragraph : `${this.text.trimEnd()}\n\n${paragraph}`;
  }
}
