import type { DescMessage } from '@bufbuild/protobuf';
import type { Member } from './fields.js';
import type { Print, Reader, Slots } from './readers.js';
import { Wire } from './wire.js';

/** Octets that are printed in one go: a millisecond or a few. */
const PIECE_OCTETS = 65_536;

/** Takes what lies at the wire's position into the slots, or steps over it. */
export type TakeField = (wire: Wire, tag: number, slots: Slots, depth: number) => void;

/** How the messages of a type are read and printed. */
export interface Compiled {
  readonly members: readonly Member[];
  /** @throws Error for messages within messages that are too many */
  readonly enter: (depth: number) => void;
  readonly readerOf: (field: number) => Reader | undefined;
  readonly take: TakeField;
  readonly print: Print;
}

/** Undefined for a type whose JSON is a value of its own, or is written otherwise. */
export type CompiledOf = (desc: DescMessage) => Compiled | undefined;

/** JSON that grows, as bytes: text that was put together of a million parts would be made one in a single long step. */
class Gathered {
  readonly #parts: Buffer[] = [];
  #text = '';

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= PIECE_OCTETS) this.#settle();
  }

  take(other: Gathered): void {
    this.#settle();
    for (const part of other.parts()) this.#parts.push(part);
  }

  parts(): readonly Buffer[] {
    this.#settle();
    return this.#parts;
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#parts.length === 0;
  }

  #settle(): void {
    if (this.#text !== '') this.#parts.push(Buffer.from(this.#text));
    this.#text = '';
  }
}

/**
 * A large message in small steps, between which others may have their turn: the members of its lists, and of the lists of the
 * large messages inside it.
 * @param printOf how what is small is printed
 */
export function* printInTurns(
  desc: DescMessage,
  bytes: Buffer,
  compiledOf: CompiledOf,
  printOf: (desc: DescMessage) => Print,
): Generator<undefined, Buffer> {
  const gathered = new Gathered();
  yield* gather(new Wire(bytes), 0, desc, gathered);
  return Buffer.concat(gathered.parts());

  function* gather(wire: Wire, depth: number, type: DescMessage, into: Gathered): Generator<undefined, void> {
    const compiled = wire.end - wire.pos > PIECE_OCTETS ? compiledOf(type) : undefined;
    if (compiled === undefined) {
      into.add(printOf(type)(wire, depth));
      return;
    }
    compiled.enter(depth);
    const slots: Slots = [];
    const lists = new Map<number, Gathered>();
    const singles = new Map<number, { readonly desc: DescMessage; readonly bytes: Buffer }>();
    let since = wire.pos;
    while (wire.pos < wire.end) {
      const tag = wire.uint32();
      const message = (tag & 7) === 2 ? compiled.readerOf(tag >>> 3)?.message : undefined;
      if (message === undefined) compiled.take(wire, tag, slots, depth);
      else if (message.repeated) {
        const list = lists.get(message.slot) ?? new Gathered();
        lists.set(message.slot, list);
        if (!list.isEmpty) list.add(',');
        const from = wire.delimited();
        const { pos, end } = wire;
        wire.pos = from;
        wire.end = pos;
        yield* gather(wire, depth + 1, message.desc, list);
        wire.pos = pos;
        wire.end = end;
      } else {
        const part = wire.bytes.subarray(wire.delimited(), wire.pos);
        const before = singles.get(message.slot);
        const bytes = before === undefined ? part : Buffer.concat([before.bytes, part]);
        singles.set(message.slot, { desc: message.desc, bytes });
      }
      if (wire.pos - since < PIECE_OCTETS) continue;
      since = wire.pos;
      yield undefined;
    }
    let sign = '{';
    for (const { key, slot, print } of compiled.members) {
      const list = lists.get(slot);
      const single = singles.get(slot);
      if (list !== undefined) {
        into.add(`${sign}${key}[`);
        into.take(list);
        into.add(']');
      } else if (single !== undefined) {
        into.add(sign + key);
        yield* gather(new Wire(single.bytes), depth + 1, single.desc, into);
      } else {
        const text = print(slots[slot], depth);
        if (text === undefined) continue;
        into.add(sign + key + text);
      }
      sign = ',';
    }
    into.add(sign === '{' ? '{}' : '}');
  }
}
