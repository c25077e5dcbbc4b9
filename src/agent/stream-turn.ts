import { randomBytes } from 'node:crypto';
import { abortable } from '../kit/index.js';
import {
  type AssistantMessage,
  type MessageEcho,
  type ModelCall,
  type ModelNotice,
  type ModelTurn,
  NO_USAGE,
  OracleError,
  type ToolCall,
} from '../plugin/index.js';
import type { RunContext } from '../runs/run-context.js';
import { assistantMessageId } from '../runs/thread-calls.js';

/** What model calls of one run share with the loop. */
export interface ModelScope {
  readonly run: RunContext;
  /** What the call in flight has said so far; kept as an interrupted message if the run ends in between. */
  readonly partial: { text: string; reasoning: string };
  /** Tool call ids that the thread already uses. */
  readonly callIds: Set<string>;
  /** Codes of the model's notices that the person was told in this run. */
  readonly told: Set<ModelNotice>;
}

/** For a call whose words are for nobody but the runtime. */
export function unheardScope(run: RunContext): ModelScope {
  const silent = { ...run, emit: () => undefined };
  return { run: silent, partial: { text: '', reasoning: '' }, callIds: new Set(), told: new Set() };
}

/**
 * The core of a model call: streams deltas out as they come and gathers the turn. Tool calls get an id that is
 * unique in the thread, because some servers count from zero in every answer and some send none.
 */
export async function streamTurn(call: ModelCall, scope: ModelScope): Promise<ModelTurn> {
  const { run, partial, callIds, told } = scope;
  const toolCalls: ToolCall[] = [];
  let usage = NO_USAGE;
  const messageId = assistantMessageId(call.runId, call.step);
  let reason: ModelTurn['reason'] | undefined;
  let echo: MessageEcho | undefined;
  const say = (type: 'message' | 'reasoning', text: string) => {
    const content = run.budget.said(text);
    partial[type === 'message' ? 'text' : 'reasoning'] += content;
    if (content !== '') run.emit({ type, messageId, content });
  };
  const { model, messages, tools, signal, habits } = call;
  for await (const event of model.stream(messages, tools, signal, habits)) {
    // Left behind by a cancel: the model goes on, but its words no longer belong to the run.
    if (call.signal.aborted) throw call.signal.reason;
    switch (event.type) {
      case 'text':
        say('message', event.text);
        break;
      case 'reasoning':
        say('reasoning', event.text);
        break;
      case 'take_back':
        if (partial.text !== '')
          run.emit({ type: 'reasoning', messageId, content: partial.text, replaces: true });
        partial.reasoning += partial.text;
        partial.text = '';
        break;
      case 'tool_call':
        toolCalls.push(withUniqueId(run.budget.called(event.call), callIds));
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'notice':
        if (told.has(event.code)) break;
        told.add(event.code);
        run.emit({ type: 'notice', code: event.code, text: event.text });
        break;
      case 'end':
        reason = event.reason;
        echo = event.echo;
        break;
    }
    // No faster than it is stored: what is not yet stands in memory, more than once.
    const behind = run.behind();
    if (behind !== undefined) await abortable(behind, call.signal);
  }
  if (reason === undefined) {
    throw new OracleError('model_failed', {
      detail: `The model '${call.model.id}' stopped without finishing its answer.`,
    });
  }
  const message: AssistantMessage = {
    role: 'assistant',
    id: messageId,
    content: partial.text,
    ...(partial.reasoning === '' ? {} : { reasoning: partial.reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(echo === undefined ? {} : { echo }),
  };
  return { message, usage, reason };
}

function withUniqueId(call: ToolCall, taken: Set<string>): ToolCall {
  let id = call.id;
  while (id === '' || taken.has(id)) id = `call_${randomBytes(9).toString('base64url')}`;
  taken.add(id);
  return id === call.id ? call : { ...call, id };
}
