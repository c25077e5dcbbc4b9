import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteAuth } from 'oracle-runtime/plugin';
import type { Query } from '../schema/schema.js';

/** Seconds: what a block held it holds for ever, but an upgrade of a node may print it otherwise. */
const KEPT_FOR = 86_400;
/** What else of a request decides about its answer. */
const VARIES = 'X-Cosmos-Block-Height, X-Json-Format, Accept-Encoding';

/**
 * Whether an answer stays as it is: a module was asked for its state at a height, and answered for that height. The services
 * that tell of the node, its blocks or its index say the height too, but answer as of now.
 */
export function isFixed(query: Query, asked: string | undefined, told: unknown): boolean {
  return asked !== undefined && asked !== '0' && told === asked && query.method.parent.name === 'Query';
}

/** Marks an answer as one that may be kept. @returns its entity tag, the same in every encoding */
export function keepable(
  response: ServerResponse,
  headers: Record<string, string>,
  body: string | Buffer,
  auth: RouteAuth,
): string {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  headers['ETag'] = tag;
  headers['Cache-Control'] = `${auth === 'public' ? 'public' : 'private'}, max-age=${KEPT_FOR}`;
  response.appendHeader('Vary', VARIES);
  return tag;
}

/** Whether the client has the answer of that tag already (RFC 9110, section 13.1.2: tags are compared weakly). */
export function isAtHand(request: IncomingMessage, tag: string): boolean {
  const given = request.headers['if-none-match'];
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  const bare = (each: string) => each.trim().replace(/^W\//, '');
  return given.split(',').some((each) => bare(each) === bare(tag));
}
