import type { Attributes, AttributeValue, Span } from './span.js';

/** Whose spans they are. */
export interface TracedService {
  readonly name: string;
  readonly version: string;
}

/** The conventions that the attributes follow, by their schema. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

const KINDS: Readonly<Record<Span['kind'], number>> = { internal: 1, client: 3 };
const STATUS_ERROR = 2;

/** An `ExportTraceServiceRequest` in the JSON of OTLP 1.x: ids in hexadecimal, 64-bit integers as text. */
export function exportRequest(service: TracedService, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: keyValues({
            'service.name': service.name,
            'telemetry.sdk.language': 'nodejs',
            'telemetry.sdk.name': 'oracle-runtime',
            'telemetry.sdk.version': service.version,
          }),
        },
        scopeSpans: [
          {
            scope: { name: 'oracle-runtime', version: service.version },
            spans: spans.map(spanJson),
            schemaUrl: SCHEMA_URL,
          },
        ],
        schemaUrl: SCHEMA_URL,
      },
    ],
  };
}

function spanJson({ traceId, spanId, parentId, name, kind, start, end, attributes, error }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: keyValues(attributes),
    status: error === undefined ? {} : { code: STATUS_ERROR, message: error },
  };
}

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms)) * 1_000_000n);

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(anyValue) } };
}
