import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { enumForm, type ScalarForm, scalarForm } from './scalars.js';
import { EMPTY, Wire, wrongWireType } from './wire.js';

/** Prints the message that lies between the wire's position and its end. */
export type Print = (wire: Wire, depth: number) => string;

/** How messages of a type are printed. */
export type PrinterOf = (desc: DescMessage) => Print;

/** A message inside another, which may come in several pieces, whose concatenation is their merge. */
export class Piece {
  #more: Buffer[] | undefined;

  constructor(
    /** JSON of the first piece. */
    readonly first: string,
    readonly bytes: Buffer,
    readonly from: number,
    readonly to: number,
    readonly print: Print,
  ) {}

  add(bytes: Buffer): void {
    this.#more ??= [this.bytes.subarray(this.from, this.to)];
    this.#more.push(bytes);
  }

  /** Printed once, however many pieces there are. */
  text(depth: number): string {
    return this.#more === undefined ? this.first : this.print(new Wire(Buffer.concat(this.#more)), depth);
  }
}

/** What the fields of one message have gathered so far, by slot: JSON text, or what more may be added to. */
export type Slots = (string | Piece | Map<string, string> | undefined)[];

/** Takes one occurrence of a field from the wire into its slot. */
export interface Reader {
  readonly wireType: number;
  readonly read: (wire: Wire, slots: Slots, depth: number) => void;
  /** Of a field that is a message, or several: what is large is gathered piece by piece. */
  readonly message?: { readonly desc: DescMessage; readonly slot: number; readonly repeated: boolean };
}

interface PackedReader extends Reader {
  readonly unpacked: number;
  readonly readOne: Reader['read'];
}

export function scalarsReader(slot: number, form: ScalarForm): Reader | PackedReader {
  const add = (slots: Slots, text: string) => {
    const before = slots[slot];
    slots[slot] = typeof before === 'string' ? `${before},${text}` : text;
  };
  if (form.wireType === 2) {
    return { wireType: 2, read: (wire, slots) => add(slots, form.read(wire)) };
  }
  return {
    wireType: 2,
    unpacked: form.wireType,
    read(wire, slots) {
      const end = wire.end;
      const from = wire.delimited();
      const next = wire.pos;
      wire.pos = from;
      wire.end = next;
      while (wire.pos < next) add(slots, form.read(wire));
      wire.end = end;
    },
    readOne: (wire, slots) => add(slots, form.read(wire)),
  };
}

export function messageReader(slot: number, printerOf: () => Print): Reader {
  let print: Print | undefined;
  return {
    wireType: 2,
    read(wire, slots, depth) {
      print ??= printerOf();
      const from = wire.delimited();
      const { pos } = wire;
      const before = slots[slot];
      if (before instanceof Piece) before.add(wire.bytes.subarray(from, pos));
      else slots[slot] = new Piece(printed(print, wire, from, depth), wire.bytes, from, pos, print);
    },
  };
}

export function messagesReader(slot: number, printerOf: () => Print): Reader {
  let print: Print | undefined;
  return {
    wireType: 2,
    read(wire, slots, depth) {
      print ??= printerOf();
      const text = printed(print, wire, wire.delimited(), depth);
      const before = slots[slot];
      slots[slot] = typeof before === 'string' ? `${before},${text}` : text;
    },
  };
}

/** A message that lies between `from` and where the wire stands. */
function printed(print: Print, wire: Wire, from: number, depth: number): string {
  const { pos, end } = wire;
  wire.pos = from;
  wire.end = pos;
  const text = print(wire, depth + 1);
  wire.pos = pos;
  wire.end = end;
  return text;
}

/** Entries of a map, the last of a key winning. */
export function mapReader(
  field: DescField & { fieldKind: 'map' },
  slot: number,
  printerOf: PrinterOf,
): Reader {
  const keys = scalarForm(field.mapKey);
  const values =
    field.mapKind === 'message'
      ? undefined
      : field.mapKind === 'enum'
        ? enumForm(field.enum)
        : scalarForm(field.scalar);
  const print = field.mapKind === 'message' ? printerOf(field.message) : undefined;
  return {
    wireType: 2,
    read(wire, slots, depth) {
      const end = wire.end;
      const from = wire.delimited();
      const next = wire.pos;
      wire.pos = from;
      wire.end = next;
      let key = keys.zero;
      let value = values?.zero;
      while (wire.pos < wire.end) {
        const tag = wire.uint32();
        if (tag === (8 | keys.wireType)) key = keys.read(wire);
        else if (values !== undefined && tag === (16 | values.wireType)) value = values.read(wire);
        else if (print !== undefined && tag === 18) {
          const at = wire.delimited();
          value = print(new Wire(wire.bytes, at, wire.pos), depth + 1);
        } else if (tag >>> 3 === 1 || tag >>> 3 === 2) throw wrongWireType(tag);
        else wire.skip(tag & 7, tag >>> 3);
      }
      wire.end = end;
      const entries = slots[slot] instanceof Map ? slots[slot] : new Map<string, string>();
      entries.set(
        key.startsWith('"') ? key : `"${key}"`,
        value ?? print?.(new Wire(EMPTY), depth + 1) ?? 'null',
      );
      slots[slot] = entries;
    },
  };
}

/** Of a oneof only the member that came last is set. */
export function clearing(reader: Reader, rivals: readonly number[]): Reader {
  const { message: _unused, ...rest } = reader;
  return {
    ...rest,
    read(wire, slots, depth) {
      for (const rival of rivals) slots[rival] = undefined;
      reader.read(wire, slots, depth);
    },
  };
}

/** A repeated scalar may be packed, whatever its schema says. */
export function readOther(
  reader: Reader,
  wireType: number,
  wire: Wire,
  slots: Slots,
  depth: number,
): boolean {
  if (!('unpacked' in reader) || wireType === 2 || reader.unpacked !== wireType) return false;
  (reader as PackedReader).readOne(wire, slots, depth);
  return true;
}
