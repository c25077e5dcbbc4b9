import {
  OracleError,
  type RouteContext,
  type RouteRequestSchemas,
  type RouteResponseDoc,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Access, accessOf } from '../access/access.js';
import { sharedAccess } from '../access/shared-folders.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';

/** `true` or `false` and nothing else: a flag that is set by accident publishes by accident. */
export const flagText = z.enum(['true', 'false'], { error: 'must be true or false' });

/** What every authenticated request may say about where it looks. */
export const placeQuery = {
  namespace: z
    .string()
    .max(512)
    .optional()
    .meta({ description: 'Another namespace that the credential reaches; its own by default.' }),
  shared: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: 'Id of a folder that somebody shared with you; nothing else is then reached.' }),
  hidden: flagText
    .optional()
    .meta({ description: 'Show hidden items too. A UCAN says so itself, in nb.hidden, and only it.' }),
};

export const idParam = z.object({ id: z.string().min(1).max(64) });

const NOT_FOUND: RouteResponseDoc = {
  description: 'Absent, outside of what the credential grants, hidden or in the trash',
};
export const ERRORS: Readonly<Record<number, RouteResponseDoc>> = {
  400: { description: 'Something in the request is not valid; `errors` names the fields' },
  401: { description: 'No credential, or one that does not hold' },
  403: { description: 'The ability or the path is not granted' },
};
export const ITEM_ERRORS: Readonly<Record<number, RouteResponseDoc>> = { ...ERRORS, 404: NOT_FOUND };
export const WRITE_ERRORS: Readonly<Record<number, RouteResponseDoc>> = {
  ...ITEM_ERRORS,
  409: { description: 'Something is there already, changed meanwhile, or a limit is reached' },
  412: { description: 'A precondition (If-Match, If-None-Match) does not hold' },
};
export const UPLOAD_ERRORS: Readonly<Record<number, RouteResponseDoc>> = {
  ...WRITE_ERRORS,
  413: { description: 'Larger than a file may be' },
  507: { description: 'The quota or the disk is full; nothing was stored' },
};

type AnyContext = Pick<RouteContext<RouteRequestSchemas>, 'principal' | 'requestId'>;

/** What the request reaches. @throws OracleError `forbidden` */
export async function accessFor(
  vfs: Vfs,
  { principal, requestId }: AnyContext,
  query: {
    readonly namespace?: string | undefined;
    readonly shared?: string | undefined;
    readonly hidden?: 'true' | 'false' | undefined;
  },
): Promise<Access> {
  if (query.shared !== undefined)
    return vfs.owners.admit(await sharedAccess(vfs.shares, principal, query.shared, requestId));
  const access = accessOf(vfs.oracle, {
    principal,
    requestId,
    namespace: query.namespace,
    hidden: query.hidden === 'true',
  });
  return vfs.owners.admit(access);
}

/** The path that a query names; what the credential grants by default. */
export function pathOr(access: Access, path: string | undefined): NamespacePath {
  return path === undefined ? access.root : parsePath(path);
}

/**
 * The flag of a publishing request: from the query, else from the body, exactly `true` or `false`.
 * @throws OracleError `invalid_request` when it is missing or anything else, and for any other field; nothing is ever toggled
 */
export function explicitFlag(name: 'public' | 'hidden', query: unknown, body: unknown): boolean {
  const said = typeof body === 'object' && body !== null ? body : {};
  const unknown = Object.keys(said).find((field) => field !== name);
  if (unknown !== undefined)
    throw new OracleError('invalid_request', {
      detail: `${unknown} is no field here; there is: ${name}.`,
      errors: [{ field: unknown, message: 'unknown field' }],
    });
  if (query === 'true' || query === 'false') return query === 'true';
  const value: unknown = Object.hasOwn(said, name) ? Reflect.get(said, name) : undefined;
  if (query === undefined && typeof value === 'boolean') return value;
  throw new OracleError('invalid_request', {
    detail: `${name} must be given, as exactly true or false.`,
    hint: `Add ?${name}=true or ?${name}=false, or send the JSON body {"${name}": true}.`,
    errors: [{ field: name, message: 'must be true or false' }],
  });
}

/** A header that comes once. */
export function header(headers: Readonly<Record<string, string | string[] | undefined>>, name: string) {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The conditions of a write. */
export function preconditionsOf(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return { ifMatch: header(headers, 'if-match'), ifNoneMatch: header(headers, 'if-none-match') };
}

/** Announced bytes of a body; undefined when it comes in chunks. */
export function announcedSize(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const length = header(headers, 'content-length');
  return length === undefined || header(headers, 'transfer-encoding') !== undefined
    ? undefined
    : Number(length);
}

/** @throws OracleError `unsupported_media_type` for a body whose bytes are not the file's: compressed, or a form */
export function requirePlainBody({ headers, raw }: Pick<RouteContext, 'headers' | 'raw'>): void {
  const encoding = header(headers, 'content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new OracleError('unsupported_media_type', {
      detail: 'The body must not be compressed: it is stored as it comes.',
      hint: 'Leave Content-Encoding out; compressed files are welcome as what they are.',
    });
  }
  if (header(headers, 'content-type')?.toLowerCase().startsWith('multipart/form-data') !== true) return;
  const { method = 'POST', url = '' } = raw.request;
  throw new OracleError('unsupported_media_type', {
    detail: 'The body must be the file itself, not a form that holds it.',
    hint: `With curl, instead of -F: curl -X ${method} --data-binary @FILE -H 'Content-Type: TYPE' -H 'Authorization: ...' 'https://HOST${url.replaceAll("'", '%27')}'`,
  });
}

/** Files are served fresh to whoever may see them, and kept by nobody in between. */
export const PRIVATE = 'private, no-cache';
