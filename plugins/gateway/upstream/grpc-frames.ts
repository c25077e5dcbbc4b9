import type { ChainAddress } from './chain-address.js';
import { literal } from './http2/header-block.js';
import type { Headers } from './http2/header-decoder.js';

/** Metadata of a call or an answer; binary values are of names that end in `-bin`. */
export type Metadata = Readonly<Record<string, string | Buffer>>;

/** Bytes before each message: whether it is compressed, and its length. */
export const PREFIX = 5;
const HEIGHT = 'x-cosmos-block-height';

/** A message as it goes over the wire (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX);
  return frame;
}

/** The messages of an answer; undefined where it is cut, or compressed, which nobody asked for. */
export function messagesIn(bytes: Buffer): Buffer[] | undefined {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + PREFIX > bytes.length || bytes[at] !== 0) return undefined;
    const end = at + PREFIX + bytes.readUInt32BE(at + 1);
    if (end > bytes.length) return undefined;
    messages.push(bytes.subarray(at + PREFIX, end));
    at = end;
  }
  return messages;
}

/** The headers of a method's calls, of which most are the same each time. */
export class CallHead {
  readonly #common: Buffer;
  #plain: { readonly timeout: string; readonly head: Buffer } | undefined;

  constructor({ tls, target }: Pick<ChainAddress, 'tls' | 'target'>, path: string) {
    this.#common = Buffer.concat([
      literal(':method', 'POST'),
      literal(':scheme', tls ? 'https' : 'http'),
      literal(':path', path),
      literal(':authority', target),
      literal('content-type', 'application/grpc'),
      literal('te', 'trailers'),
      literal('user-agent', 'oracle-runtime'),
    ]);
  }

  /** Those of one call, `ms` being what it is given. */
  with(ms: number, metadata: Metadata = {}): Buffer {
    const timeout = `${Math.ceil(ms)}m`;
    // Nearly all calls are given the same time and say nothing else.
    if (this.#plain?.timeout !== timeout)
      this.#plain = { timeout, head: Buffer.concat([this.#common, literal('grpc-timeout', timeout)]) };
    const { head } = this.#plain;
    const more = Object.entries(metadata).map(([name, value]) =>
      literal(name, typeof value === 'string' ? value : value.toString('base64')),
    );
    return more.length === 0 ? head : Buffer.concat([head, ...more]);
  }
}

/** What headers of an answer carry for its reader. */
export function metadataIn(headers: Headers): Metadata {
  const metadata: Record<string, string | Buffer> = {};
  for (const [name, value] of headers) {
    if (name.startsWith(':') || name === 'grpc-encoding' || name === 'grpc-accept-encoding') continue;
    // What is no text that a header may carry would not go on to a client.
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) continue;
    if (name === HEIGHT && !/^\d{1,20}$/.test(value)) continue;
    metadata[name] = name.endsWith('-bin') ? Buffer.from(value, 'base64') : value;
  }
  return metadata;
}

/** The code of what no other code fits. */
const UNKNOWN = 2;

export interface Status {
  readonly code: number;
  readonly message: string;
  /** `grpc-status-details-bin` */
  readonly details?: Buffer;
}

/** The status that headers or trailers tell, `unknown` where it is none of gRPC's form; undefined where they tell none. */
export function statusIn(headers: Headers | undefined): Status | undefined {
  const told = headers?.get('grpc-status');
  if (told === undefined) return undefined;
  // One that comes several times with one value is that value.
  const [code = '', ...others] = new Set(told.split(',').map((each) => each.trim()));
  if (others.length > 0 || !/^\d{1,9}$/.test(code)) {
    const shown = JSON.stringify(told.slice(0, 40));
    return { code: UNKNOWN, message: `the chain node answered with the status ${shown}, which is none` };
  }
  const details = headers?.get('grpc-status-details-bin');
  return {
    code: Number(code),
    message: decoded(headers?.get('grpc-message') ?? ''),
    ...(details === undefined ? {} : { details: Buffer.from(details, 'base64') }),
  };
}

/** Texts are percent-encoded; one that is broken is told as it came. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Of proxies whose node is away or busy for a moment. */
const PASSING = new Set([429, 502, 503, 504]);

/** What an answer without a status of gRPC is: of a node that is away for now, of no gRPC at all, or gRPC that was cut. */
export function kindOf(headers: Headers): 'away' | 'cut' | { readonly why: string } {
  const status = Number(headers.get(':status'));
  if (PASSING.has(status)) return 'away';
  if (status !== 200) return { why: `HTTP status ${status}` };
  const type = headers.get('content-type') ?? '';
  if (/^application\/grpc(?:[+;]|$)/i.test(type)) return 'cut';
  return {
    why: type === '' ? 'no type of content' : `content of the type ${JSON.stringify(type.slice(0, 60))}`,
  };
}
