import { type DescMessage, fromBinary, type Registry, toJson } from '@bufbuild/protobuf';
import { anyPrinter } from './any.js';
import { compileField, type Member } from './fields.js';
import { type Compiled, printInTurns } from './in-turns.js';
import { compilePlainField, PLAIN_MESSAGES } from './plain-fields.js';
import { clearing, type Print, type PrinterOf, type Reader, readOther, type Slots } from './readers.js';
import { printDuration, printTimestamp } from './times.js';
import { Wire, wrongWireType } from './wire.js';

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
  /** Those of `#printers` that print field by field. */
  readonly #compiled = new Map<DescMessage, Compiled>();
  readonly #plainPrinters = new Map<DescMessage, Print>();
  readonly #printAny: Print;

  /** @param types where the messages inside `Any` are found */
  constructor(types: Pick<Registry, 'getMessage'>) {
    this.#printAny = anyPrinter({
      messageOf: (typeName) => types.getMessage(typeName),
      printerOf: this.#printerOf,
      isValue: (desc) => this.#special(desc) !== undefined,
    });
  }

  /** @throws Error when the bytes are no such message */
  print(desc: DescMessage, bytes: Uint8Array): string {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#printerOf(desc)(new Wire(buffer), 0);
  }

  /** The same in steps, for a large message. @throws Error in a step, when the bytes are no such message */
  printInTurns(desc: DescMessage, bytes: Uint8Array): Generator<undefined, Buffer> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const compiledOf = (type: DescMessage) => {
      this.#printerOf(type);
      return this.#compiled.get(type);
    };
    return printInTurns(desc, buffer, compiledOf, this.#printerOf);
  }

  readonly #printerOf = (desc: DescMessage): Print => {
    if (PLAIN_MESSAGES.has(desc.typeName)) return this.#plainPrinterOf(desc);
    let printer = this.#printers.get(desc);
    if (printer === undefined) {
      printer = this.#special(desc);
      if (printer === undefined) {
        const compiled = compileMessage(desc, compileField, this.#printerOf);
        this.#compiled.set(desc, compiled);
        printer = compiled.print;
      }
      this.#printers.set(desc, printer);
    }
    return printer;
  };

  readonly #plainPrinterOf = (desc: DescMessage): Print => {
    let printer = this.#plainPrinters.get(desc);
    if (printer === undefined) {
      printer = this.#special(desc) ?? compileMessage(desc, compilePlainField, this.#plainPrinterOf).print;
      this.#plainPrinters.set(desc, printer);
    }
    return printer;
  };

  #special(desc: DescMessage): Print | undefined {
    const { typeName } = desc;
    if (typeName === 'google.protobuf.Timestamp') return printTimestamp;
    if (typeName === 'google.protobuf.Duration') return printDuration;
    if (typeName === 'google.protobuf.Any') return this.#printAny;
    if (!typeName.startsWith('google.protobuf.') || !VALUES.has(desc.name)) return undefined;
    return (wire) => JSON.stringify(toJson(desc, fromBinary(desc, wire.bytes.subarray(wire.pos, wire.end))));
  }
}

/** All fields of a message, each by its compiled reader and member. */
function compileMessage(desc: DescMessage, compileOne: typeof compileField, printerOf: PrinterOf): Compiled {
  const readers: (Reader | undefined)[] = [];
  const members: Member[] = [];
  const compile = () => {
    for (const field of desc.fields) {
      const slot = members.length;
      const { reader, member } = compileOne(field, slot, printerOf);
      const rivals = field.oneof?.fields
        .filter((each) => each !== field)
        .map((each) => desc.fields.indexOf(each));
      readers[field.number] = rivals?.length ? clearing(reader, rivals) : reader;
      members.push(member);
    }
  };
  let compiled = false;
  // On first use, because messages may hold themselves.
  const enter = (depth: number) => {
    if (!compiled) compile();
    compiled = true;
    if (depth > DEEPEST) throw new Error('messages nested too deeply');
  };
  const take: Compiled['take'] = (wire, tag, slots, depth) => {
    const reader = readers[tag >>> 3];
    if (tag >>> 3 === 0) throw new Error('field number 0');
    if (reader === undefined) wire.skip(tag & 7, tag >>> 3);
    else if (reader.wireType === (tag & 7)) reader.read(wire, slots, depth);
    // A node whose schema is another one: what would be read of it looks right and is wrong.
    else if (!readOther(reader, tag & 7, wire, slots, depth)) throw wrongWireType(tag);
  };
  const print: Print = (wire, depth) => {
    enter(depth);
    const slots: Slots = new Array(members.length);
    while (wire.pos < wire.end) take(wire, wire.uint32(), slots, depth);
    let json = '';
    for (const { key, slot, print } of members) {
      const text = print(slots[slot], depth);
      if (text !== undefined) json += json === '' ? key + text : `,${key}${text}`;
    }
    return `{${json}}`;
  };
  return { members, enter, readerOf: (field) => readers[field], take, print };
}
