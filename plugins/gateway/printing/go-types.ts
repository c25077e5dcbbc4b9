import { compactJson } from './compact-json.js';
import type { ScalarForm } from './scalars.js';
import type { Wire } from './wire.js';

/** Digits after the point of the chain's fixed-point decimals, whose wire form is the number without its point. */
const PRECISION = 18;

/** What a chain's Go code keeps a field in, where that changes its JSON. */
export type GoType = 'dec' | 'int' | 'json' | 'hex';

const GO_TYPES: ReadonlyMap<string, GoType> = new Map([
  ['Dec', 'dec'],
  ['LegacyDec', 'dec'],
  ['Int', 'int'],
  ['Uint', 'int'],
  ['RawContractMessage', 'json'],
  ['RawMessage', 'json'],
  ['HexBytes', 'hex'],
]);

/**
 * By the import path in `gogoproto.customtype` or `gogoproto.casttype`. A `cosmos_proto.scalar` alone says what text
 * means, not how it is kept: gov v1 keeps its ratios as the text that they are.
 */
export function goTypeOf(importPath: string): GoType | undefined {
  return GO_TYPES.get(importPath.slice(importPath.lastIndexOf('.') + 1));
}

/** How text or bytes of a Go type of their own are printed; other fields print as `form`. */
export function goForm(form: ScalarForm, type: GoType | undefined): ScalarForm {
  if (type === undefined || form.wireType !== 2) return form;
  return FORMS[type];
}

const FORMS: Readonly<Record<GoType, ScalarForm>> = {
  dec: { wireType: 2, zero: '"0"', read: (wire) => printDec(readText(wire)) },
  int: { wireType: 2, zero: '"0"', read: (wire) => printInt(readText(wire)) },
  json: { wireType: 2, zero: 'null', read: (wire) => printRaw(readText(wire)) },
  hex: { wireType: 2, zero: '""', read: (wire) => `"${readHex(wire)}"` },
};

function readText(wire: Wire): string {
  const from = wire.delimited();
  return wire.plain(from, wire.pos) ?? wire.bytes.toString('utf8', from, wire.pos);
}

function readHex(wire: Wire): string {
  const from = wire.delimited();
  return wire.bytes.toString('hex', from, wire.pos).toUpperCase();
}

/** @throws Error for text that is no whole number: a node refuses it too */
function printInt(text: string): string {
  if (text === '') return '"0"';
  if (!/^-?\d+$/.test(text)) throw new Error('text that is no number, where one is kept');
  return `"${text}"`;
}

/** `547945205479452055` is `0.547945205479452055`. @throws Error for text that is no such number: a node refuses it too */
function printDec(text: string): string {
  if (text === '') return '"0"';
  if (!/^-?\d+$/.test(text)) throw new Error('text that is no decimal, where one is kept');
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(PRECISION + 1, '0');
  const point = digits.length - PRECISION;
  return `"${sign}${digits.slice(0, point)}.${digits.slice(point)}"`;
}

/** JSON without blanks around its parts, no digit of it changed. @throws Error for text that is none: a node refuses it too */
function printRaw(text: string): string {
  if (text === '') return 'null';
  const plain = compactJson(text);
  JSON.parse(plain);
  return plain;
}

/** The reverse of {@link printDec}: `0.5` is `500000000000000000`. Undefined for what is no such number. */
export function parseDecimal(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,80})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction.padEnd(PRECISION, '0')}`.replace(/^0+(?=\d)/, '');
  return digits === '0' ? digits : `${sign}${digits}`;
}
