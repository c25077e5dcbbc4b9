import {
  addUsage,
  NO_USAGE,
  type PendingApproval,
  type PendingCall,
  type RunEvent,
  type ToolCallEvent,
  type Usage,
} from '../../../plugin/index.js';
import { resultText } from '../../cut-result.js';
import { Spoken } from '../spoken.js';
import { itemId, type RunPlace } from './ids.js';

/** One event of a stream of responses, without its number. */
export type ResponseEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

interface TextItem {
  readonly type: 'message' | 'reasoning';
  readonly id: string;
  text: string;
  /** What the event of each of its deltas begins with, written once: a delta is a token or less. */
  readonly opening: string;
}
type Item = Readonly<Record<string, unknown>>;

/** Who runs what the oracle runs, in the words of the API. */
const SERVER = 'oracle';
export const DELTA = 'response.output_text.delta';
const LOADING = 'load_capability';
const MOST_OF_LOADING = 1_000;

/**
 * The items that a run puts out, and the events that tell of them. Tools of the oracle are `mcp_call`s, which say that a
 * server ran them; a call is told of once it is clear that it is made, because one that waits becomes another item.
 */
export class ResponseOutput {
  readonly spoken = new Spoken();
  readonly items: Item[] = [];
  usage: Usage = NO_USAGE;
  readonly #run: RunPlace;
  #open: TextItem | undefined;
  /** The message of the run whose words the open item has. */
  #of: string | undefined;
  readonly #calls = new Map<string, ToolCallEvent>();
  /** Place of each call that was told of. */
  readonly #told = new Map<string, number>();

  constructor(run: RunPlace) {
    this.#run = run;
  }

  /** The event of words that go on, as JSON without its end; undefined for all else. Most of a stream is this. */
  goOn(event: RunEvent): string | undefined {
    if (event.type !== 'message' || event.content === '') return undefined;
    const open = this.#open;
    if (open?.type !== 'message' || this.#of !== event.messageId) return undefined;
    this.spoken.take(event);
    open.text += event.content;
    return `${open.opening}${JSON.stringify(event.content)},"logprobs":[]`;
  }

  /** What an event adds. */
  take(event: RunEvent): ResponseEvent[] {
    const words = this.spoken.take(event);
    switch (event.type) {
      case 'message':
        return this.#say('message', event.messageId, event.content);
      case 'reasoning':
        // What was sent as text before it was known for reasoning cannot be taken back.
        return event.replaces === true ? [] : this.#say('reasoning', event.messageId, event.content);
      case 'artifact':
      case 'notice':
        return words === '' ? [] : [...this.close(), ...this.#say('message', undefined, words.trimStart())];
      case 'usage':
        this.usage = addUsage(this.usage, event);
        return [];
      case 'progress':
        return this.#begin(event.id);
      case 'tool_call':
        // The client knows what it runs, and is asked by an item of another kind.
        if (event.runs === 'client') return [];
        if (event.status !== 'running') return this.#end(event);
        this.#calls.set(event.id, event);
        return [];
      case 'done':
        this.usage = event.usage;
        return this.close();
      case 'interrupted':
        return [
          ...(words === '' ? [] : [...this.close(), ...this.#say('message', undefined, words.trimStart())]),
          ...this.close(),
          ...event.approvals.flatMap((approval) => this.#whole(approvalItem(approval))),
          ...(event.calls ?? []).flatMap((call) => this.#clientCall(call)),
        ];
      default:
        return event.type === 'error' || event.type === 'cancelled' ? this.close('incomplete') : [];
    }
  }

  /** Ends the item that words go to. */
  close(status: 'completed' | 'incomplete' = 'completed'): ResponseEvent[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const at = { item_id: open.id, output_index: this.items.length };
    const item = textItem(open, status);
    this.items.push(item);
    const done = { type: 'response.output_item.done', output_index: at.output_index, item };
    if (open.type === 'reasoning') {
      const part = { type: 'summary_text', text: open.text };
      return [
        { type: 'response.reasoning_summary_text.done', ...at, summary_index: 0, text: open.text },
        { type: 'response.reasoning_summary_part.done', ...at, summary_index: 0, part },
        done,
      ];
    }
    return [
      { type: 'response.output_text.done', ...at, content_index: 0, text: open.text, logprobs: [] },
      { type: 'response.content_part.done', ...at, content_index: 0, part: outputText(open.text) },
      done,
    ];
  }

  #say(type: TextItem['type'], messageId: string | undefined, delta: string): ResponseEvent[] {
    if (delta === '') return [];
    const goesOn = this.#open?.type === type && this.#of === messageId;
    const opening = goesOn ? [] : [...this.close(), ...this.#openText(type, messageId)];
    const open = this.#open as TextItem;
    open.text += delta;
    const at = { item_id: open.id, output_index: this.items.length };
    return [
      ...opening,
      type === 'message'
        ? { type: DELTA, ...at, content_index: 0, delta, logprobs: [] }
        : { type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta },
    ];
  }

  #openText(type: TextItem['type'], messageId: string | undefined): ResponseEvent[] {
    const place = this.items.length;
    const id = itemId(type === 'message' ? 'msg' : 'rs', place, this.#run);
    const at = { item_id: id, output_index: place };
    const delta = JSON.stringify({ type: DELTA, ...at, content_index: 0 });
    this.#open = { type, id, text: '', opening: `${delta.slice(0, -1)},"delta":` };
    this.#of = messageId;
    const item =
      type === 'message'
        ? { type, id, role: 'assistant', status: 'in_progress', content: [] }
        : { type, id, summary: [] };
    const part = { type: 'summary_text', text: '' };
    return [
      { type: 'response.output_item.added', output_index: place, item },
      type === 'message'
        ? { type: 'response.content_part.added', ...at, content_index: 0, part: outputText('') }
        : { type: 'response.reasoning_summary_part.added', ...at, summary_index: 0, part },
    ];
  }

  /** Tells of a call that is being made. */
  #begin(callId: string): ResponseEvent[] {
    const call = this.#calls.get(callId);
    if (call === undefined || this.#told.has(callId)) return [];
    const closed = this.close();
    const place = this.items.length;
    const item = callItem(itemId('mcp', place, this.#run), call, 'in_progress');
    this.items.push(item);
    this.#told.set(callId, place);
    const at = { item_id: item['id'], output_index: place };
    return [
      ...closed,
      { type: 'response.output_item.added', output_index: place, item: { ...item, arguments: '' } },
      { type: 'response.mcp_call.in_progress', ...at },
      { type: 'response.mcp_call_arguments.delta', ...at, delta: item['arguments'] },
      { type: 'response.mcp_call_arguments.done', ...at, arguments: item['arguments'] },
    ];
  }

  #end(event: ToolCallEvent): ResponseEvent[] {
    if (!this.#calls.has(event.id)) this.#calls.set(event.id, event);
    const begun = this.#begin(event.id);
    const place = this.#told.get(event.id) as number;
    const failed = event.status === 'error';
    const item = callItem(itemId('mcp', place, this.#run), event, failed ? 'failed' : 'completed');
    this.items[place] = item;
    return [
      ...begun,
      {
        type: `response.mcp_call.${failed ? 'failed' : 'completed'}`,
        item_id: item['id'],
        output_index: place,
      },
      { type: 'response.output_item.done', output_index: place, item },
    ];
  }

  #clientCall({ id, name, args }: PendingCall): ResponseEvent[] {
    const place = this.items.length;
    const json = JSON.stringify(args);
    const item = {
      type: 'function_call',
      id: itemId('fc', place, this.#run),
      call_id: id,
      name,
      arguments: json,
      status: 'completed',
    };
    this.items.push(item);
    const at = { item_id: item.id, output_index: place };
    return [
      {
        type: 'response.output_item.added',
        output_index: place,
        item: { ...item, arguments: '', status: 'in_progress' },
      },
      { type: 'response.function_call_arguments.delta', ...at, delta: json },
      { type: 'response.function_call_arguments.done', ...at, name, arguments: json },
      { type: 'response.output_item.done', output_index: place, item },
    ];
  }

  #whole(item: Item): ResponseEvent[] {
    const output_index = this.items.push(item) - 1;
    return [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ];
  }
}

function textItem({ type, id, text }: TextItem, status: string): Item {
  return type === 'message'
    ? { type, id, role: 'assistant', status, content: [outputText(text)] }
    : { type, id, summary: [{ type: 'summary_text', text }] };
}

const outputText = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

function callItem(
  id: string,
  { name, args, output, error, plugin }: ToolCallEvent,
  status: 'in_progress' | 'completed' | 'failed',
): Item {
  return {
    type: 'mcp_call',
    id,
    server_label: plugin ?? SERVER,
    name,
    arguments: JSON.stringify(args),
    status,
    approval_request_id: null,
    output:
      status === 'in_progress' ? null : status === 'failed' ? (error ?? 'It failed.') : told(name, output),
    // Its type differs among OpenAI's own packages, a text or an object: `status` and `output` say it to all of them.
    error: null,
  };
}

/** The tools of what was loaded are the model's to read, and clients send all of an answer back with each message. */
function told(name: string, output: unknown): string {
  const text = resultText(output);
  return name !== LOADING || text.length <= MOST_OF_LOADING
    ? text
    : `${text.slice(0, MOST_OF_LOADING)}\n[Cut here: the rest says to the model what it may call.]`;
}

/** `summary` is ours: what would happen to what. */
function approvalItem({ id, tool: name, args, summary }: PendingApproval): Item {
  const json = JSON.stringify(args);
  return { type: 'mcp_approval_request', id, server_label: SERVER, name, arguments: json, summary };
}
