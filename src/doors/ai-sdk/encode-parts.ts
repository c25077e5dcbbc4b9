import {
  type ArtifactEvent,
  addUsage,
  isTerminal,
  NO_USAGE,
  type PendingCall,
  type RunEvent,
  type TerminalEvent,
  type ToolCallEvent,
} from '../../plugin/index.js';
import { resultData } from '../cut-result.js';

export interface EncodeParts {
  readonly runId: string;
  /** The run goes on with an answer that the client has: it gets no id of its own. */
  readonly goesOn: boolean;
  /** Calls of the answer that the run goes on with: a client finds no other when their results come. */
  readonly told: ReadonlySet<string>;
  /** Calls that the person has just refused. */
  readonly denied: ReadonlySet<string>;
}

type Part = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * One run as a UI message stream of the AI SDK 6. Tools of the oracle are dynamic and executed by the provider, so that the
 * client needs no types of them and does not run them; tools of the client are dynamic alone.
 */
export class UiParts {
  readonly #run: EncodeParts;
  readonly #told: Set<string>;
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  #usage = NO_USAGE;
  #begun = false;

  constructor(run: EncodeParts) {
    this.#run = run;
    this.#told = new Set(run.told);
  }

  /** The frames of one event. */
  encode(event: RunEvent): string {
    const opening = this.#begun ? [] : this.#opening();
    this.#begun = true;
    const parts = isTerminal(event) ? this.#ending(event) : this.#going(event);
    const frames = [...opening, ...parts].map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
    return isTerminal(event) ? `${frames}data: [DONE]\n\n` : frames;
  }

  #opening(): readonly Part[] {
    const { runId, goesOn } = this.#run;
    return [{ type: 'start', ...(goesOn ? {} : { messageId: `answer:${runId}` }) }, { type: 'start-step' }];
  }

  #going(event: Exclude<RunEvent, TerminalEvent>): readonly Part[] {
    switch (event.type) {
      case 'run':
      case 'approval':
      case 'decided':
        return [];
      case 'message':
        return this.#delta('text', event.messageId, event.content);
      case 'reasoning':
        return this.#delta('reasoning', `${event.messageId}:reasoning`, event.content);
      case 'tool_call':
        return this.#call(event);
      case 'artifact':
        return [artifactPart(event)];
      case 'capability':
        return [{ type: 'data-oracle-capability', data: { loaded: event.loaded } }];
      case 'progress': {
        const { id, message, fraction } = event;
        const data = { message, ...(fraction === undefined ? {} : { fraction }) };
        return [{ type: 'data-oracle-progress', id, data, transient: true }];
      }
      case 'notice':
        return [{ type: 'data-oracle-notice', data: { code: event.code, text: event.text } }];
      case 'usage':
        this.#usage = addUsage(this.#usage, event);
        return [];
    }
  }

  #ending(event: TerminalEvent): readonly Part[] {
    const closing = this.#close();
    if (event.type === 'error') {
      const { message, hint } = event;
      return [...closing, { type: 'error', errorText: hint === undefined ? message : `${message} ${hint}` }];
    }
    if (event.type === 'cancelled') return [...closing, { type: 'abort', reason: 'cancelled' }];
    if (event.type === 'done') {
      this.#usage = event.usage;
      return [...closing, ...this.#finish(event.finishReason === 'stop' ? 'stop' : 'length')];
    }
    const asked = event.approvals.flatMap(({ id, tool: name, args }) => [
      ...this.#start({ id, name, args }, true),
      { type: 'tool-approval-request', approvalId: id, toolCallId: id },
    ]);
    const words = event.approvals.map(({ id, summary }) => ({
      type: 'data-oracle-approval',
      id,
      data: { approvalId: id, summary },
    }));
    const called = (event.calls ?? []).flatMap((call) => this.#start(call, false));
    return [...closing, ...asked, ...words, ...called, ...this.#finish('tool-calls')];
  }

  #finish(finishReason: string): readonly Part[] {
    const { runId } = this.#run;
    return [
      { type: 'finish-step' },
      { type: 'finish', finishReason, messageMetadata: { runId, usage: this.#usage } },
    ];
  }

  #delta(kind: 'text' | 'reasoning', id: string, delta: string): readonly Part[] {
    if (delta === '') return [];
    const isOpen = this.#open?.kind === kind && this.#open.id === id;
    const before = isOpen ? [] : [...this.#close(), { type: `${kind}-start`, id }];
    this.#open = { kind, id };
    return [...before, { type: `${kind}-delta`, id, delta }];
  }

  #close(): readonly Part[] {
    const open = this.#open;
    this.#open = undefined;
    return open === undefined ? [] : [{ type: `${open.kind}-end`, id: open.id }];
  }

  #call(event: ToolCallEvent): readonly Part[] {
    const { id: toolCallId, status, error, output } = event;
    const isOurs = event.runs !== 'client';
    const started = [...this.#close(), ...this.#start(event, isOurs)];
    if (status === 'running') return started;
    if (this.#run.denied.has(toolCallId)) return [...started, { type: 'tool-output-denied', toolCallId }];
    const how = { toolCallId, dynamic: true, ...(isOurs ? { providerExecuted: true } : {}) };
    return status === 'error'
      ? [...started, { type: 'tool-output-error', errorText: error ?? 'It failed.', ...how }]
      : [...started, { type: 'tool-output-available', output: resultData(output) ?? null, ...how }];
  }

  #start({ id: toolCallId, name: toolName, args: input }: PendingCall, isOurs: boolean): readonly Part[] {
    if (this.#told.has(toolCallId)) return [];
    this.#told.add(toolCallId);
    const how = { toolCallId, toolName, dynamic: true, ...(isOurs ? { providerExecuted: true } : {}) };
    return [
      { type: 'tool-input-start', ...how },
      { type: 'tool-input-available', input, ...how },
    ];
  }
}

function artifactPart({ type: _, ...artifact }: ArtifactEvent): Part {
  const { url, mimeType } = artifact;
  return url === undefined
    ? { type: 'data-oracle-artifact', id: artifact.id, data: artifact }
    : { type: 'file', url, mediaType: mimeType };
}
