import type { Json } from './fixture-data.js';

/** An answer that is a gRPC status. */
export class Status extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** `grpc-status-details-bin`. */
    readonly details?: Uint8Array,
  ) {
    super(message);
  }
}

/** What a method answers with, as ProtoJSON. */
export type JsonAnswer = (request: Json) => Json | Promise<Json>;

export function found(list: readonly Json[], key: string, id: unknown, otherwise: string): Json {
  const record = list.find((each) => each[key] === id);
  if (record === undefined) throw new Status(5, `${otherwise}: ${String(id)}`);
  return record;
}

/** What a chain reads from a PageRequest. */
export function pageOf(view: unknown): Json {
  if (typeof view !== 'object' || view === null || !('message' in view)) return {};
  const { key, offset, limit, countTotal } = view.message as Record<string, unknown>;
  return {
    key: Buffer.from(key instanceof Uint8Array ? key : []).toString('hex'),
    offset: Number(offset ?? 0),
    limit: Number(limit ?? 0),
    count: countTotal === true,
  };
}

/** One page as a chain makes it: the key is opaque, the total only there when it was asked for without a key. */
export function page(list: readonly Json[], name: string, pagination: unknown): Json {
  const { key, offset, limit, count } = (pagination ?? {}) as Record<string, unknown>;
  const hex = typeof key === 'string' ? key : '';
  if (hex !== '' && !/^ff[0-9a-f]{8}$/.test(hex)) throw new Status(3, 'invalid pagination key');
  const from = hex === '' ? Number(offset ?? 0) : Number.parseInt(hex.slice(2), 16);
  const size = Number(limit) || 100;
  const next = from + size;
  const nextKey = Buffer.alloc(5, 0xff);
  nextKey.writeUInt32BE(next, 1);
  return {
    [name]: list.slice(from, next),
    pagination: {
      ...(next < list.length ? { next_key: nextKey.toString('base64') } : {}),
      ...(hex === '' && (count === true || Number(limit) === 0) ? { total: String(list.length) } : {}),
    },
  };
}
