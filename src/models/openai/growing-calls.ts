import type { ToolCall } from '../../plugin/index.js';
import { HeldChars } from '../held-chars.js';
import { parseObject, toToolCall } from '../tool-call-args.js';
import type { OfferedTools } from '../written/offered-tools.js';

export interface WireToolCall {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
  /** Members of the provider's own. */
  readonly [member: string]: unknown;
}

interface GrowingCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  args: string;
  extra: Record<string, unknown>;
}

const KNOWN: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function']);

/** Tokens of its format that gpt-oss leaves behind a name: `get_weather<|channel|>commentary`. */
const LEAKED = /<\|.*$/s;

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
    if (call.name === '' || (call.args === '' && part.name !== call.name)) call.name += part.name;
    call.args += part.args;
  }

  /** @param cutOff whether the answer was cut at its length: then the last call may lack its end */
  end(cutOff: boolean): ToolCall[] {
    const named = this.#calls.filter(({ name }) => name !== '');
    return named.map((call, place) => {
      const made = toToolCall({ ...call, name: call.name.replace(LEAKED, '') });
      return {
        ...made,
        ...(cutOff && place === named.length - 1 && made.malformed !== undefined ? { cutOff } : {}),
        ...(Object.keys(call.extra).length === 0 ? {} : { extra: call.extra }),
      };
    });
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
    index: wire.index ?? undefined,
    id: wire.id ?? '',
    name: wire.function?.name ?? '',
    args,
    extra: Object.fromEntries(extra),
  };
}

/** The whole call once more, after its parts. */
function isRepeated(call: GrowingCall, part: GrowingCall): boolean {
  return part.name === call.name && part.args !== '' && part.args === call.args && isWhole(call.args);
}

function isWhole(args: string): boolean {
  return args !== '' && parseObject(args) !== undefined;
}
