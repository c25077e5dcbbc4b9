import { type DescMessage, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { parseScalar } from './parse-scalar.js';

/** Types of google.protobuf that a query writes as one value. */
const TEXTS = new Set(['Timestamp', 'Duration', 'FieldMask']);

/** The message of one value; `unfit` when the value is none of its type, undefined for types without such a form. */
export function parseWellKnown(desc: DescMessage, value: string): ReflectMessage | 'unfit' | undefined {
  if (!desc.typeName.startsWith('google.protobuf.')) return undefined;
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
  }
  try {
    return reflect(desc, fromJson(desc, json));
  } catch {
    return 'unfit';
  }
}
