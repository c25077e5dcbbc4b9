import { create, type DescMessage, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { parseDuration } from './parse-duration.js';
import { parseScalar } from './parse-scalar.js';

/** Types of google.protobuf that a query writes as one value. */
const TEXTS = new Set(['Timestamp', 'FieldMask']);

/** The message of one value; `unfit` when the value is none of its type, undefined for types without such a form. */
export function parseWellKnown(desc: DescMessage, value: string): ReflectMessage | 'unfit' | undefined {
  if (!desc.typeName.startsWith('google.protobuf.')) return undefined;
  if (desc.name === 'Duration') {
    const span = parseDuration(value);
    return span === undefined ? 'unfit' : reflect(desc, Object.assign(create(desc), span));
  }
  let json: JsonValue = value;
  if (desc.name.endsWith('Value') && desc.fields.length === 1) {
    const [field] = desc.fields;
    if (field?.fieldKind !== 'scalar') return undefined;
    const parsed = parseScalar(field.scalar, value);
    if (parsed === undefined) return 'unfit';
    json =
      parsed instanceof Uint8Array
        ? Buffer.from(parsed).toString('base64')
        : typeof parsed === 'bigint' || (typeof parsed === 'number' && !Number.isFinite(parsed))
          ? String(parsed)
          : parsed;
  } else if (!TEXTS.has(desc.name)) {
    return undefined;
  } else if (desc.name === 'Timestamp' && !hasRealDay(value)) {
    return 'unfit';
  }
  try {
    return reflect(desc, fromJson(desc, json));
  } catch {
    return 'unfit';
  }
}

/** Whether a date is in the calendar: the library takes February 30 for March 1. */
function hasRealDay(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)T/.exec(value) ?? [];
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}
