import type { IncomingMessage } from 'node:http';
import { invalid } from '../upstream/status.js';

export const HEIGHT_HEADER = 'x-cosmos-block-height';
const METADATA_PREFIX = 'grpc-metadata-';
const LATEST = 2n ** 63n - 1n;
/** Milliseconds of a unit of `Grpc-Timeout` (gRPC over HTTP/2: hours down to nanoseconds). */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };
/** What belongs to the protocol, or to the gateway itself. */
const RESERVED = /^(?:grpc-|:|te$|content-type$|user-agent$|host$|connection$)/;

/**
 * The block height that is asked for. A node takes only one value and silently answers for the latest block
 * otherwise, so several are refused here.
 * @throws QueryFault 400
 */
export function heightOf(request: IncomingMessage): string | undefined {
  const value = request.headers[HEIGHT_HEADER];
  if (value === undefined) return undefined;
  if ((request.headersDistinct[HEIGHT_HEADER]?.length ?? 0) > 1) {
    throw invalid(`the header ${HEIGHT_HEADER} is given more than once`);
  }
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value) || BigInt(value) > LATEST) {
    throw invalid(`invalid header ${HEIGHT_HEADER}: it is a block height, a whole number from 0`);
  }
  return value;
}

/** Milliseconds that `Grpc-Timeout` allows, such as `5S` or `100m`. @throws QueryFault 400 */
export function timeoutOf(request: IncomingMessage): number | undefined {
  const value = request.headers['grpc-timeout'];
  if (value === undefined) return undefined;
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(value)) ?? [];
  if (digits === undefined || unit === undefined) {
    throw invalid('invalid header grpc-timeout: it is a number and one of H, M, S, m, u, n, such as 5S');
  }
  return Number(digits) * (UNITS[unit] ?? 1);
}

/** What the node gets to see: the height and every `Grpc-Metadata-<name>`. Credentials of the oracle stay here. */
export function metadataOf(
  request: IncomingMessage,
  height: string | undefined,
): Record<string, string | Buffer> {
  const metadata: Record<string, string | Buffer> = {};
  for (const name in request.headers) {
    if (!name.startsWith(METADATA_PREFIX)) continue;
    const key = name.slice(METADATA_PREFIX.length);
    const value = String(request.headers[name]);
    if (!/^[0-9a-z_.-]+$/.test(key) || RESERVED.test(key)) continue;
    if (key.endsWith('-bin')) metadata[key] = binaryOf(name, value);
    else if (/^[\x20-\x7e]*$/.test(value)) metadata[key] = value;
    else throw invalid(`the header ${name} holds characters that gRPC cannot carry: only visible ASCII can`);
  }
  if (height !== undefined) metadata[HEIGHT_HEADER] = height;
  return metadata;
}

/** @throws QueryFault 400 */
function binaryOf(name: string, value: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) throw invalid(`the header ${name} is not written in base64`);
  return Buffer.from(value, 'base64');
}
