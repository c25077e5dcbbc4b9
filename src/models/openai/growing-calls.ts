import type { ToolCall } from '../../plugin/index.js';
import { HeldChars } from '../held-chars.js';
import { damaged } from '../model-errors.js';
import { cutShort, parseObject, toToolCall } from '../tool-call-args.js';
import type { OfferedTools } from '../written/offered-tools.js';

/** As it comes: any member may be missing or of another kind. */
export interface WireToolCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  /** Members of the provider's own. */
  readonly [member: string]: unknown;
}

interface GrowingCall {
  readonly index: string | undefined;
  id: string;
  name: string;
  args: string;
  extra: Record<string, unknown>;
}

const KNOWN: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function']);

/**
 * Puts tool calls together from the parts of a stream. They are told apart by index, and where servers are sloppy (no
 * index, always 0, no ids, whole calls, calls sent twice) by id, name and whether the arguments so far are complete.
 */
export class GrowingCalls {
  readonly #calls: GrowingCall[] = [];
  readonly #held = new HeldChars();
  readonly #offered: OfferedTools;

  /** @param offered tells a second call from the rest of a split name */
  constructor(offered: OfferedTools) {
    this.#offered = offered;
  }

  /**
   * A call as it is so far, of a server that sends all of it each time.
   * @param place among those that are sent with it
   * @throws OracleError `answer_too_long`, `stream_damaged` where it is another one than before
   */
  addWhole(wire: WireToolCall, place: number): void {
    const part = readPart(wire);
    const call = this.#calls[place];
    this.#held.add(part.args.length - (call?.args.length ?? 0));
    if (call === undefined) {
      this.#calls.push(part);
      return;
    }
    if (!part.args.startsWith(call.args) || !part.name.startsWith(call.name))
      throw damaged('a tool call so far was sent anew, and is another one');
    this.#calls[place] = { ...part, id: part.id || call.id, extra: { ...call.extra, ...part.extra } };
  }

  /** @throws OracleError `answer_too_long` */
  add(wire: WireToolCall): void {
    const part = readPart(wire);
    this.#held.add(part.args.length + part.name.length + part.id.length);
    const call = this.#continued(part);
    if (call === undefined) {
      this.#calls.push(part);
      return;
    }
    Object.assign(call.extra, part.extra);
    if (isRepeated(call, part)) return;
    // Id and name come whole or in pieces, before the arguments; one that changes with them is noise.
    const isHead = call.args === '' && part.args === '';
    if (call.id === '' || (isHead && part.id !== call.id)) call.id += part.id;
    if (call.name === '' || (call.args === '' && part.name !== call.name))
      call.name = this.#joined(call.name, part.name);
    call.args += part.args;
  }

  /**
   * @param cutOff whether the answer was cut at its length: then the last call may lack its end
   * @throws OracleError `stream_damaged` where part of a call is missing
   */
  end(cutOff: boolean): ToolCall[] {
    // Whose they are nobody can tell, and a call without its arguments is another one.
    if (this.#calls.some(({ name, args }) => name === '' && args !== ''))
      throw damaged('arguments of a tool call came without its name');
    const named = this.#calls.filter(({ name }) => name !== '');
    return named.map((call, place) => {
      const made = toToolCall({ ...call, name: this.#offered.named(call.name) });
      return {
        ...(cutOff && place === named.length - 1 ? cutShort(made, call) : made),
        ...(Object.keys(call.extra).length === 0 ? {} : { extra: call.extra }),
      };
    });
  }

  /** A name of which more came: its rest or, by servers that send it whole so far each time, all of it. */
  #joined(before: string, more: string): string {
    const isRest = before === '' || this.#offered.has(before + more) || !more.startsWith(before);
    return isRest ? before + more : more;
  }

  /** The call that a part goes on with; undefined when it begins a new one. */
  #continued(part: GrowingCall): GrowingCall | undefined {
    const { index, id, name } = part;
    const named = this.#calls.findLast((each) => id !== '' && each.id === id && each.index === index);
    const call =
      named ??
      this.#calls.findLast((each) => (index === undefined ? id === '' || name === '' : each.index === index));
    if (call === undefined || name === '') return call;
    if (id !== '' && call.id === id) return call;
    // Arguments may come before the name.
    if (call.name === '' && (id === '' || call.id === '')) return call;
    if (isWhole(call.args)) return undefined;
    // A name again: the rest of a split one, the same one once more, or that of another call.
    if (name === call.name) return call.args === '' && id !== '' && index === undefined ? undefined : call;
    if (call.name === '') return call;
    if (call.args !== '') return id === '' ? call : undefined;
    return this.#offered.has(call.name) && !this.#offered.has(call.name + name) ? undefined : call;
  }
}

function readPart(wire: WireToolCall): GrowingCall {
  const given = wire.function?.arguments;
  const args =
    given === undefined || given === null ? '' : typeof given === 'string' ? given : JSON.stringify(given);
  const extra = Object.entries(wire).filter(
    ([member, value]) => !KNOWN.has(member) && value !== null && value !== undefined,
  );
  return {
    index: wire.index === undefined || wire.index === null ? undefined : String(wire.index),
    id: textOf(wire.id),
    name: textOf(wire.function?.name),
    args,
    extra: Object.fromEntries(extra),
  };
}

/** NVIDIA, MiniMax and LM Studio number their calls. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The whole call once more, after its parts. */
function isRepeated(call: GrowingCall, part: GrowingCall): boolean {
  return part.name === call.name && part.args !== '' && part.args === call.args && isWhole(call.args);
}

function isWhole(args: string): boolean {
  return args !== '' && parseObject(args) !== undefined;
}
