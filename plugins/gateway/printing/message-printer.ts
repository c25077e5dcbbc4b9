import { type DescField, type DescMessage, fromBinary, type Registry, toJson } from '@bufbuild/protobuf';
import { fieldOptions } from '../schema/field-options.js';
import { type NumberKind, printDec } from './dec.js';
import { enumForm, readString, type ScalarForm, scalarForm } from './scalars.js';
import { printDuration, printTimestamp, ZERO_SPAN, ZERO_TIME } from './times.js';
import { Wire } from './wire.js';

/** Prints the message that lies between the wire's position and its end. */
type Print = (wire: Wire, depth: number) => string;

/** What the fields of one message have gathered so far, by slot; JSON text, or content that is not yet printed. */
type Slots = (string | Buffer | Map<string, string> | undefined)[];

interface Reader {
  readonly wireType: number;
  readonly read: (wire: Wire, slots: Slots, depth: number) => void;
}

interface Member {
  /** `"name":` */
  readonly key: string;
  readonly slot: number;
  /** JSON of the slot; undefined leaves the field out. */
  readonly print: (value: Slots[number], depth: number) => string | undefined;
}

/** As in the protobuf libraries: deeper than any message that is meant well. */
const DEEPEST = 100;
/** Types whose JSON is a value of its own, printed by the library: chains hardly use them. */
const VALUES = new Set([
  'Struct',
  'Value',
  'ListValue',
  'FieldMask',
  'DoubleValue',
  'FloatValue',
  'Int64Value',
  'UInt64Value',
  'Int32Value',
  'UInt32Value',
  'BoolValue',
  'StringValue',
  'BytesValue',
]);

/**
 * Turns answers into the JSON that a chain's own REST server prints, straight from the wire: every field under its
 * proto name, `null` for what is not set, 64-bit integers as strings, decimals with their point.
 */
export class MessagePrinter {
  readonly #printers = new Map<DescMessage, Print>();
  readonly #types: Pick<Registry, 'getMessage'>;

  /** @param types where the messages inside `Any` are found */
  constructor(types: Pick<Registry, 'getMessage'>) {
    this.#types = types;
  }

  /** @throws Error when the bytes are no such message */
  print(desc: DescMessage, bytes: Uint8Array): string {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#printerOf(desc)(new Wire(buffer), 0);
  }

  #printerOf(desc: DescMessage): Print {
    let printer = this.#printers.get(desc);
    if (printer === undefined) {
      printer = this.#special(desc) ?? this.#compile(desc);
      this.#printers.set(desc, printer);
    }
    return printer;
  }

  #special(desc: DescMessage): Print | undefined {
    const { typeName } = desc;
    if (typeName === 'google.protobuf.Timestamp') return printTimestamp;
    if (typeName === 'google.protobuf.Duration') return printDuration;
    if (typeName === 'google.protobuf.Any') return (wire, depth) => this.#printAny(wire, depth);
    if (!typeName.startsWith('google.protobuf.') || !VALUES.has(desc.name)) return undefined;
    return (wire) => JSON.stringify(toJson(desc, fromBinary(desc, wire.bytes.subarray(wire.pos, wire.end))));
  }

  #compile(desc: DescMessage): Print {
    const readers: (Reader | undefined)[] = [];
    const members: Member[] = [];
    const compile = () => {
      for (const field of desc.fields) {
        const slot = members.length;
        const { reader, member } = this.#compileField(field, slot);
        const rivals = field.oneof?.fields
          .filter((each) => each !== field)
          .map((each) => desc.fields.indexOf(each));
        readers[field.number] = rivals?.length ? clearing(reader, rivals) : reader;
        members.push(member);
      }
    };
    let compiled = false;
    return (wire, depth) => {
      // On first use, because messages may hold themselves.
      if (!compiled) compile();
      compiled = true;
      if (depth > DEEPEST) throw new Error('messages nested too deeply');
      const slots: Slots = new Array(members.length);
      while (wire.pos < wire.end) {
        const tag = wire.uint32();
        const reader = readers[tag >>> 3];
        if (tag >>> 3 === 0) throw new Error('field number 0');
        if (reader === undefined) wire.skip(tag & 7, tag >>> 3);
        else if (reader.wireType === (tag & 7)) reader.read(wire, slots, depth);
        else if (!readOther(reader, tag & 7, wire, slots, depth)) wire.skip(tag & 7, tag >>> 3);
      }
      let json = '';
      for (const { key, slot, print } of members) {
        const text = print(slots[slot], depth);
        if (text !== undefined) json += json === '' ? key + text : `,${key}${text}`;
      }
      return `{${json}}`;
    };
  }

  #compileField(field: DescField, slot: number): { reader: Reader; member: Member } {
    const key = `${JSON.stringify(field.name)}:`;
    const options = fieldOptions(field);
    const member = (print: Member['print']): Member => ({ key, slot, print });
    switch (field.fieldKind) {
      case 'scalar':
      case 'enum': {
        const form =
          field.fieldKind === 'enum'
            ? enumForm(field.enum)
            : numberForm(scalarForm(field.scalar), options.number);
        const zero = zeroOf(field, form, options);
        return {
          reader: {
            wireType: form.wireType,
            read(wire, slots) {
              const text = form.read(wire);
              // Bytes that are there but empty print like those that are not.
              slots[slot] = text === '""' && form.zero === 'null' ? undefined : text;
            },
          },
          member: member((value) => (typeof value === 'string' ? value : zero)),
        };
      }
      case 'message': {
        const print = this.#printerOf(field.message);
        const unset = this.#unsetMessage(field, options.always);
        return {
          reader: messageReader(slot),
          member: member((value, depth) =>
            value instanceof Buffer ? print(new Wire(value), depth + 1) : unset(depth + 1),
          ),
        };
      }
      case 'list': {
        const reader =
          field.listKind === 'message'
            ? messagesReader(slot, this.#printerOf(field.message))
            : scalarsReader(
                slot,
                field.listKind === 'enum'
                  ? enumForm(field.enum)
                  : numberForm(scalarForm(field.scalar), options.number),
              );
        return { reader, member: member((value) => (typeof value === 'string' ? `[${value}]` : '[]')) };
      }
      case 'map':
        return {
          reader: this.#mapReader(field, slot),
          member: member((value) => (value instanceof Map ? printMap(value) : '{}')),
        };
    }
  }

  #unsetMessage(
    field: DescField & { fieldKind: 'message' },
    always: boolean,
  ): (depth: number) => string | undefined {
    if (field.oneof !== undefined) return () => undefined;
    if (!always) return () => 'null';
    if (field.message.typeName === 'google.protobuf.Timestamp') return () => ZERO_TIME;
    if (field.message.typeName === 'google.protobuf.Duration') return () => ZERO_SPAN;
    const print = this.#printerOf(field.message);
    return (depth) => print(new Wire(EMPTY), depth);
  }

  #mapReader(field: DescField & { fieldKind: 'map' }, slot: number): Reader {
    const keys = scalarForm(field.mapKey);
    const values =
      field.mapKind === 'message'
        ? undefined
        : field.mapKind === 'enum'
          ? enumForm(field.enum)
          : scalarForm(field.scalar);
    const print = field.mapKind === 'message' ? this.#printerOf(field.message) : undefined;
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
          } else wire.skip(tag & 7, tag >>> 3);
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

  /** `@type` first, then the message's own fields; a type that nobody knows keeps its bytes. */
  #printAny(wire: Wire, depth: number): string {
    let url = '""';
    let from = 0;
    let to = 0;
    while (wire.pos < wire.end) {
      const tag = wire.uint32();
      if (tag === 10) url = readString(wire);
      else if (tag === 18) {
        from = wire.delimited();
        to = wire.pos;
      } else wire.skip(tag & 7, tag >>> 3);
    }
    if (url === '""') return '{}';
    const typeUrl: unknown = JSON.parse(url);
    const desc = this.#types.getMessage(String(typeUrl).slice(String(typeUrl).lastIndexOf('/') + 1));
    if (desc !== undefined) {
      try {
        const inner = this.#printerOf(desc)(new Wire(wire.bytes, from, to), depth + 1);
        if (this.#special(desc) !== undefined) return `{"@type":${url},"value":${inner}}`;
        return inner === '{}' ? `{"@type":${url}}` : `{"@type":${url},${inner.slice(1)}`;
      } catch {
        // Bytes that are no such message are shown as they are.
      }
    }
    return `{"@type":${url},"value":"${wire.bytes.toString('base64', from, to)}"}`;
  }
}

const EMPTY = Buffer.alloc(0);

/** A repeated scalar may be packed, whatever its schema says. */
function readOther(reader: Reader, wireType: number, wire: Wire, slots: Slots, depth: number): boolean {
  if (!('unpacked' in reader) || wireType === 2 || reader.unpacked !== wireType) return false;
  (reader as PackedReader).readOne(wire, slots, depth);
  return true;
}

interface PackedReader extends Reader {
  readonly unpacked: number;
  readonly readOne: Reader['read'];
}

function scalarsReader(slot: number, form: ScalarForm): Reader | PackedReader {
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

/** Content is gathered first: a message may come in several pieces, whose concatenation is their merge. */
function messageReader(slot: number): Reader {
  return {
    wireType: 2,
    read(wire, slots) {
      const from = wire.delimited();
      const piece = wire.bytes.subarray(from, wire.pos);
      const before = slots[slot];
      slots[slot] = before instanceof Buffer ? Buffer.concat([before, piece]) : piece;
    },
  };
}

function messagesReader(slot: number, print: Print): Reader {
  return {
    wireType: 2,
    read(wire, slots, depth) {
      const from = wire.delimited();
      const end = wire.end;
      const next = wire.pos;
      wire.pos = from;
      wire.end = next;
      const text = print(wire, depth + 1);
      wire.pos = next;
      wire.end = end;
      const before = slots[slot];
      slots[slot] = typeof before === 'string' ? `${before},${text}` : text;
    },
  };
}

/** Of a oneof only the member that came last is set. */
function clearing(reader: Reader, rivals: readonly number[]): Reader {
  return {
    ...reader,
    read(wire, slots, depth) {
      for (const rival of rivals) slots[rival] = undefined;
      reader.read(wire, slots, depth);
    },
  };
}

function numberForm(form: ScalarForm, kind: NumberKind | undefined): ScalarForm {
  if (kind === undefined || form.wireType !== 2) return form;
  const readText = (wire: Wire) => {
    const from = wire.delimited();
    return wire.bytes.toString('utf8', from, wire.pos);
  };
  if (kind === 'dec') return { wireType: 2, zero: '"0"', read: (wire) => printDec(readText(wire)) };
  return { wireType: 2, zero: '"0"', read: (wire) => JSON.stringify(readText(wire) || '0') };
}

function zeroOf(
  field: DescField & { fieldKind: 'scalar' | 'enum' },
  form: ScalarForm,
  { always, number }: { always: boolean; number: NumberKind | undefined },
): string | undefined {
  if (field.oneof !== undefined) return undefined;
  // `optional`, and numbers that the chain keeps behind a pointer, have a null.
  if (field.presence === 1 || (number !== undefined && !always)) return 'null';
  return form.zero;
}

function printMap(entries: ReadonlyMap<string, string>): string {
  return `{${[...entries].map(([key, value]) => `${key}:${value}`).join(',')}}`;
}
