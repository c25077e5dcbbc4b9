import { isRecord } from '../../kit/index.js';
import {
  addUsage,
  isTerminal,
  NO_USAGE,
  type PendingApproval,
  type PendingCall,
  type RunEvent,
  type TerminalEvent,
  type ToolCallEvent,
  type Usage,
} from '../../plugin/index.js';
import { resultText } from '../cut-result.js';

export interface EncodeAgUi {
  /** As the client named them. */
  readonly threadId: string;
  readonly runId: string;
  /** What the client keeps beside the conversation, which a snapshot would take from it. */
  readonly state: unknown;
  /** Capabilities that the session has loaded before this run. */
  readonly loaded: readonly string[];
  /** Calls that the client has in its conversation already. */
  readonly told: ReadonlySet<string>;
}

type AgUiEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What a client may answer to an approval. */
const DECISION = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    args: { type: 'object', description: 'The arguments, changed.' },
    reason: { type: 'string' },
  },
  required: ['approved'],
};

/**
 * One run as events of AG-UI 1.0. An open message is ended before the run is (clients throw otherwise), nothing is ever
 * `null` (that ends the run there), an empty delta is left out.
 */
export class AgUiEvents {
  readonly #run: EncodeAgUi;
  readonly #told: Set<string>;
  #open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  /** The message that calls belong to: the text before them, else the first of them; another begins behind results. */
  #turn: { readonly id: string; readonly answered: boolean } | undefined;
  #usage = NO_USAGE;
  #begun = false;

  constructor(run: EncodeAgUi) {
    this.#run = run;
    this.#told = new Set(run.told);
  }

  /** The frames of one event. */
  encode(event: RunEvent): string {
    const opening = this.#begun ? [] : this.#opening();
    this.#begun = true;
    const events = isTerminal(event) ? this.#ending(event) : this.#going(event);
    return [...opening, ...events].map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
  }

  #opening(): readonly AgUiEvent[] {
    const { threadId, runId, loaded, state } = this.#run;
    const own = isRecord(state) ? state : {};
    return [
      { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0' },
      { type: 'STATE_SNAPSHOT', snapshot: { ...own, loaded } },
    ];
  }

  #going(event: Exclude<RunEvent, TerminalEvent>): readonly AgUiEvent[] {
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
      case 'capability':
        return [
          {
            type: 'STATE_DELTA',
            delta: event.loaded.map((value) => ({ op: 'add', path: '/loaded/-', value })),
          },
        ];
      case 'progress':
      case 'artifact': {
        const { type, id, ...content } = event;
        return [
          { type: 'ACTIVITY_SNAPSHOT', messageId: `${type}:${id}`, activityType: `oracle.${type}`, content },
        ];
      }
      case 'notice': {
        const { code, text } = event;
        const messageId = `notice:${this.#run.runId}:${code}`;
        return [
          { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'oracle.notice', content: { code, text } },
        ];
      }
      case 'usage':
        this.#usage = addUsage(this.#usage, event);
        return [];
    }
  }

  #ending(event: TerminalEvent): readonly AgUiEvent[] {
    const closing = this.#close();
    if (event.type === 'error') {
      const { code, message, hint } = event;
      return [
        ...closing,
        { type: 'RUN_ERROR', message: hint === undefined ? message : `${message} ${hint}`, code },
      ];
    }
    if (event.type === 'cancelled') return [...closing, this.#finished({ type: 'cancelled' })];
    if (event.type === 'done') {
      this.#usage = event.usage;
      return [
        ...closing,
        this.#finished({ type: 'success' }, { metadata: { finishReason: event.finishReason } }),
      ];
    }
    const calls = event.calls ?? [];
    const started = [
      ...event.approvals.map(({ id, tool: name, args }) => ({ id, name, args })),
      ...calls,
    ].flatMap((call) => this.#start(call));
    const outcome =
      calls.length > 0
        ? { type: 'success', pendingToolCallIds: calls.map(({ id }) => id) }
        : { type: 'interrupt', interrupts: event.approvals.map(interruptOf) };
    return [...closing, ...started, this.#finished(outcome)];
  }

  #finished(outcome: object, more: object = {}): AgUiEvent {
    const { threadId, runId } = this.#run;
    const usage = this.#usage === NO_USAGE ? {} : { usage: [usageOf(this.#usage)] };
    return { type: 'RUN_FINISHED', threadId, runId, outcome, ...usage, ...more };
  }

  #delta(kind: 'text' | 'reasoning', id: string, delta: string): readonly AgUiEvent[] {
    if (delta === '') return [];
    const isOpen = this.#open?.kind === kind && this.#open.id === id;
    const before = isOpen ? [] : [...this.#close(), ...openingOf(kind, id)];
    this.#open = { kind, id };
    if (kind === 'text') this.#turn = { id, answered: false };
    const type = kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT';
    return [...before, { type, messageId: id, delta }];
  }

  #close(): readonly AgUiEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return [];
    const { kind, id: messageId } = open;
    return kind === 'text'
      ? [{ type: 'TEXT_MESSAGE_END', messageId }]
      : [
          { type: 'REASONING_MESSAGE_END', messageId },
          { type: 'REASONING_END', messageId },
        ];
  }

  #call(event: ToolCallEvent): readonly AgUiEvent[] {
    const closing = this.#close();
    const started = this.#start(event);
    if (event.status === 'running') return [...closing, ...started];
    const content = event.status === 'error' ? (event.error ?? 'It failed.') : resultText(event.output);
    const { id: toolCallId } = event;
    if (this.#turn !== undefined) this.#turn = { ...this.#turn, answered: true };
    return [
      ...closing,
      ...started,
      { type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}:result`, toolCallId, content },
    ];
  }

  #start({ id: toolCallId, name: toolCallName, args }: PendingCall): readonly AgUiEvent[] {
    if (this.#told.has(toolCallId)) return [];
    this.#told.add(toolCallId);
    if (this.#turn === undefined || this.#turn.answered) this.#turn = { id: toolCallId, answered: false };
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: this.#turn.id },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) },
      { type: 'TOOL_CALL_END', toolCallId },
    ];
  }
}

function openingOf(kind: 'text' | 'reasoning', messageId: string): readonly AgUiEvent[] {
  return kind === 'text'
    ? [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }]
    : [
        { type: 'REASONING_START', messageId },
        { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
      ];
}

function interruptOf({ id, summary: message, tool, args }: PendingApproval): object {
  return {
    id,
    reason: 'tool_call',
    toolCallId: id,
    message,
    responseSchema: DECISION,
    metadata: { tool, args },
  };
}

function usageOf({ model, inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage): object {
  return {
    ...(model === undefined ? {} : { model }),
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
