import { randomBytes } from 'node:crypto';

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

/** Which trace something belongs to, and under which span. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** A piece of work that is over. */
export interface Span extends SpanPlace {
  readonly parentId: string | undefined;
  readonly name: string;
  /** Whether it is work of this process or a call of another one. */
  readonly kind: 'internal' | 'client';
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  /** A short name of what went wrong; absent when nothing did. */
  readonly error?: string;
}

/** A place under `parent`, or the beginning of a trace. */
export function newPlace(parent: SpanPlace | undefined): SpanPlace {
  return { traceId: parent?.traceId ?? hex(16), spanId: hex(8) };
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** W3C Trace Context, version 00 and later ones that begin like it. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** The place that a client's `traceparent` names; undefined for anything else. */
export function placeOf(traceparent: unknown): SpanPlace | undefined {
  const [, traceId, spanId] =
    (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent.slice(0, 200))) || [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
