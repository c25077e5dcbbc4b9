import { inert } from '../../kit/index.js';
import type { ArtifactEvent, PendingApproval, RunEvent, TerminalEvent } from '../../plugin/index.js';

export interface TaskHead {
  readonly taskId: string;
  readonly contextId: string;
  /** Of what is told now, ISO 8601. */
  timestamp(): string;
}

type Json = Readonly<Record<string, unknown>>;

interface Artifact {
  readonly artifactId: string;
  readonly name: string;
  readonly description?: string;
  readonly parts: readonly Json[];
}

/** One run as a task of A2A: what it said and handed out are artifacts, what it waits for is input that is required. */
export class TaskEvents {
  readonly #head: TaskHead;
  readonly #artifacts = new Map<string, Artifact>();
  /** The words of each message, which grow by a token or less, and what the response of each such token begins with. */
  readonly #said = new Map<string, { readonly part: { text: string }; readonly opening: string }>();
  #status: Json;
  #metadata: Json | undefined;

  constructor(head: TaskHead) {
    this.#head = head;
    this.#status = { state: 'TASK_STATE_WORKING', timestamp: head.timestamp() };
  }

  /** The task as it stands. */
  get task(): Json {
    const { taskId: id, contextId } = this.#head;
    return {
      id,
      contextId,
      status: this.#status,
      artifacts: [...this.#artifacts.values()],
      ...(this.#metadata === undefined ? {} : { metadata: this.#metadata }),
    };
  }

  /** The frames of one event, as answers to the call of this id. */
  encode(event: RunEvent, id: string | number | null): string {
    const answer = `data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    const words = this.#goOn(event);
    if (words !== undefined) return `${answer}${words}}\n\n`;
    return this.take(event)
      .map((result) => `${answer}${JSON.stringify(result)}}\n\n`)
      .join('');
  }

  /** What an event adds, as stream responses. */
  take(event: RunEvent): readonly Json[] {
    switch (event.type) {
      case 'run':
        return [{ task: this.task }];
      case 'message':
        return this.#say(event.messageId, event.content);
      case 'artifact':
        return this.#handOut(event);
      case 'tool_call': {
        const { id, name, status } = event;
        return [this.#working(undefined, { oracle: { tool_call: { id, name, status } } })];
      }
      case 'progress':
        return [this.#working(event.message)];
      case 'notice':
        return [this.#working(event.text)];
      case 'done':
      case 'error':
      case 'cancelled':
      case 'interrupted':
        return this.#end(event);
      default:
        return [];
    }
  }

  /** The stream response of words that go on, as JSON; undefined for all else. Most of a stream is this. */
  #goOn(event: RunEvent): string | undefined {
    const known = event.type === 'message' ? this.#said.get(event.messageId) : undefined;
    if (known === undefined || event.type !== 'message') return undefined;
    known.part.text += event.content;
    return `${known.opening}${JSON.stringify(event.content)}}]},"append":true,"lastChunk":false}}`;
  }

  #say(artifactId: string, text: string): readonly Json[] {
    const known = this.#said.get(artifactId);
    if (known === undefined) {
      const part = { text };
      const { taskId, contextId } = this.#head;
      const artifact = { artifactId, name: 'answer', parts: [] };
      const opening = JSON.stringify({ artifactUpdate: { taskId, contextId, artifact } });
      this.#said.set(artifactId, { part, opening: `${opening.slice(0, -4)}{"text":` });
      this.#artifacts.set(artifactId, { ...artifact, parts: [part] });
    } else known.part.text += text;
    return [this.#update({ artifactId, name: 'answer', parts: [{ text }] }, known !== undefined, false)];
  }

  #handOut({ id, title: name, alt: description, mimeType, url, path }: ArtifactEvent): readonly Json[] {
    const raw = /^data:[^,]*;base64,(.*)$/s.exec(url ?? '')?.[1];
    const content =
      raw === undefined ? (url === undefined ? { text: path ?? description } : { url }) : { raw };
    const artifact = { artifactId: id, name, description, parts: [{ ...content, mediaType: mimeType }] };
    this.#artifacts.set(id, artifact);
    return [this.#update(artifact, false, true)];
  }

  #end(event: TerminalEvent): readonly Json[] {
    switch (event.type) {
      case 'done':
        if (event.finishReason !== 'stop') this.#metadata = { finishReason: event.finishReason };
        return [this.#state('TASK_STATE_COMPLETED')];
      case 'cancelled':
        return [this.#state('TASK_STATE_CANCELED')];
      case 'error': {
        const words = event.hint === undefined ? event.message : `${event.message} ${event.hint}`;
        this.#metadata = { code: event.code };
        return [this.#state('TASK_STATE_FAILED', [{ text: words }])];
      }
      case 'interrupted': {
        const { approvals, calls = [] } = event;
        const parts =
          approvals.length > 0
            ? [{ text: question(approvals) }, { data: { approvals } }]
            : [{ text: 'The client must run these calls.' }, { data: { calls } }];
        return [this.#state('TASK_STATE_INPUT_REQUIRED', parts)];
      }
    }
  }

  #working(text: string | undefined, metadata?: Json): Json {
    return this.#state('TASK_STATE_WORKING', text === undefined ? undefined : [{ text }], metadata);
  }

  #state(state: string, parts?: readonly Json[], metadata = this.#metadata): Json {
    const { taskId, contextId, timestamp } = this.#head;
    const at = timestamp();
    const message = parts && {
      messageId: `${taskId}:${state}:${at}`,
      contextId,
      taskId,
      role: 'ROLE_AGENT',
      parts,
    };
    this.#status = { state, timestamp: at, ...(message === undefined ? {} : { message }) };
    return {
      statusUpdate: {
        taskId,
        contextId,
        status: this.#status,
        ...(metadata === undefined ? {} : { metadata }),
      },
    };
  }

  #update(artifact: Artifact, append: boolean, lastChunk: boolean): Json {
    const { taskId, contextId } = this.#head;
    return { artifactUpdate: { taskId, contextId, artifact, append, lastChunk } };
  }
}

function question(approvals: readonly PendingApproval[]): string {
  const list = approvals.map(({ summary }) => inert(summary)).join('\n');
  return `${list}\n\nAnswer yes to allow ${approvals.length === 1 ? 'it' : 'all of them'}, or no.`;
}
