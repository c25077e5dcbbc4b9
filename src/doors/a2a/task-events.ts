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
  parts: readonly Json[];
}

/** One run as a task of A2A: what it said and handed out are artifacts, what it waits for is input that is required. */
export class TaskEvents {
  readonly #head: TaskHead;
  readonly #artifacts = new Map<string, Artifact>();
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

  #say(artifactId: string, text: string): readonly Json[] {
    const known = this.#artifacts.get(artifactId);
    const said = typeof known?.parts[0]?.['text'] === 'string' ? known.parts[0]['text'] : '';
    const artifact = { artifactId, name: 'answer', parts: [{ text: said + text }] };
    this.#artifacts.set(artifactId, artifact);
    return [this.#update({ ...artifact, parts: [{ text }] }, known !== undefined, false)];
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
  const list = approvals.map(({ summary }) => summary).join('\n');
  return `${list}\n\nAnswer yes to allow ${approvals.length === 1 ? 'it' : 'all of them'}, or no.`;
}
