import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
/** Bytes; less does not pay. */
const SMALLEST = 1_400;
/** Most of the saving for half of the time. */
const LEVEL = 4;

/** The body in gzip where that pays and the client takes it; undefined otherwise. */
export async function gzipped(request: IncomingMessage, body: string | Buffer): Promise<Buffer | undefined> {
  if (body.length < SMALLEST || !takesGzip(String(request.headers['accept-encoding'] ?? '')))
    return undefined;
  return compress(body, { level: LEVEL });
}

/** RFC 9110, section 12.5.3: the coding by name, else `*`; a weight of 0 refuses it. */
function takesGzip(accepted: string): boolean {
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...params] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = params.find((param) => param.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
