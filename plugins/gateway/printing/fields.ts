import type { DescField } from '@bufbuild/protobuf';
import { fieldOptions } from '../schema/field-options.js';
import { type GoType, goForm } from './go-types.js';
import {
  mapReader,
  messageReader,
  messagesReader,
  Piece,
  type PrinterOf,
  type Reader,
  type Slots,
  scalarsReader,
} from './readers.js';
import { enumForm, type ScalarForm, scalarForm } from './scalars.js';
import { ZERO_SPAN, ZERO_TIME } from './times.js';
import { EMPTY, Wire } from './wire.js';

/** A field in the JSON of its message. */
export interface Member {
  /** `"name":` */
  readonly key: string;
  readonly slot: number;
  /** JSON of the slot; undefined leaves the field out. */
  readonly print: (value: Slots[number], depth: number) => string | undefined;
}

/** How a field is read and printed. */
export function compileField(
  field: DescField,
  slot: number,
  printerOf: PrinterOf,
): { reader: Reader; member: Member } {
  const key = `${JSON.stringify(field.name)}:`;
  const options = fieldOptions(field);
  const member = (print: Member['print']): Member => ({ key, slot, print });
  switch (field.fieldKind) {
    case 'scalar':
    case 'enum': {
      const form =
        field.fieldKind === 'enum' ? enumForm(field.enum) : goForm(scalarForm(field.scalar), options.goType);
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
      const unset = unsetMessage(field, options.always, printerOf);
      return {
        reader: {
          ...messageReader(slot, () => printerOf(field.message)),
          message: { desc: field.message, slot, repeated: false },
        },
        member: member((value, depth) => (value instanceof Piece ? value.text(depth + 1) : unset(depth + 1))),
      };
    }
    case 'list': {
      const reader =
        field.listKind === 'message'
          ? {
              ...messagesReader(slot, () => printerOf(field.message)),
              message: { desc: field.message, slot, repeated: true },
            }
          : scalarsReader(
              slot,
              field.listKind === 'enum'
                ? enumForm(field.enum)
                : goForm(scalarForm(field.scalar), options.goType),
            );
      return { reader, member: member((value) => (typeof value === 'string' ? `[${value}]` : '[]')) };
    }
    case 'map':
      return {
        reader: mapReader(field, slot, printerOf),
        member: member((value) => (value instanceof Map ? printMap(value) : '{}')),
      };
  }
}

function unsetMessage(
  field: DescField & { fieldKind: 'message' },
  always: boolean,
  printerOf: PrinterOf,
): (depth: number) => string | undefined {
  if (field.oneof !== undefined) return () => undefined;
  if (!always) return () => 'null';
  if (field.message.typeName === 'google.protobuf.Timestamp') return () => ZERO_TIME;
  if (field.message.typeName === 'google.protobuf.Duration') return () => ZERO_SPAN;
  const print = printerOf(field.message);
  return (depth) => print(new Wire(EMPTY), depth);
}

function zeroOf(
  field: DescField & { fieldKind: 'scalar' | 'enum' },
  form: ScalarForm,
  { always, goType }: { always: boolean; goType: GoType | undefined },
): string | undefined {
  if (field.oneof !== undefined) return undefined;
  // `optional`, and numbers that the chain keeps behind a pointer, have a null.
  if (field.presence === 1 || ((goType === 'dec' || goType === 'int') && !always)) return 'null';
  return form.zero;
}

function printMap(entries: ReadonlyMap<string, string>): string {
  return `{${[...entries].map(([key, value]) => `${key}:${value}`).join(',')}}`;
}
