import { OracleError, type RouteContext } from 'oracle-runtime/plugin';
import { badHeader } from './faults.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The version of the protocol (https://tus.io/protocols/resumable-upload, 1.0.0). */
const TUS_VERSION = '1.0.0';
export const TUS_HEADERS = {
  'Tus-Resumable': TUS_VERSION,
  'Tus-Version': TUS_VERSION,
  'Tus-Extension': 'creation,creation-defer-length,creation-with-upload,concatenation,termination,expiration',
} as const;

/** What a page of another origin must read to speak the protocol. */
const EXPOSED = [
  ...Object.keys(TUS_HEADERS),
  'Upload-Offset',
  'Upload-Length',
  'Upload-Defer-Length',
  'Upload-Metadata',
  'Upload-Concat',
  'Upload-Expires',
  'X-Vfs-File-Id',
  'X-Vfs-Content-Hash',
  'X-Vfs-Cid',
].join(', ');

/** Every answer of the protocol says its version, refusals too. @throws OracleError `precondition_failed` */
export function speakTus({ raw, headers }: Pick<RouteContext, 'raw' | 'headers'>): void {
  raw.response.setHeader('Tus-Resumable', TUS_VERSION);
  if (raw.response.hasHeader('Access-Control-Allow-Origin'))
    raw.response.appendHeader('Access-Control-Expose-Headers', EXPOSED);
  requireTus(headers);
}

/** @throws OracleError `precondition_failed` for another version, as the protocol asks */
function requireTus(headers: Headers): void {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  throw new OracleError('precondition_failed', {
    detail: `The header Tus-Resumable must be ${TUS_VERSION}.`,
    headers: TUS_HEADERS,
  });
}

/** A header that is a count of bytes. @throws OracleError `invalid_request` */
export function bytesHeader(headers: Headers, name: string): number {
  const value = headers[name.toLowerCase()];
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw badHeader(`The header ${name}`, 'must be a number of bytes');
}

/** `Upload-Length`; undefined when `Upload-Defer-Length` says that it comes later. @throws OracleError `invalid_request` */
export function announcedLength(headers: Headers): number | undefined {
  const deferred = headers['upload-defer-length'];
  if (deferred === undefined) return bytesHeader(headers, 'Upload-Length');
  if (deferred === '1' && headers['upload-length'] === undefined) return undefined;
  throw badHeader('The header Upload-Defer-Length', 'must be 1, and comes instead of Upload-Length');
}

/** What is made of parts has their length, and announces none. @throws OracleError `invalid_request` */
export function refuseLength(headers: Headers): void {
  for (const name of ['Upload-Length', 'Upload-Defer-Length'])
    if (headers[name.toLowerCase()] !== undefined)
      throw badHeader(
        `The header ${name}`,
        'does not go with a final Upload-Concat: the parts say how much it is',
      );
}

/** What `Upload-Concat` asks for. */
export type Concat =
  | { readonly kind: 'partial' }
  /** Ids of the parts, in order. */
  | { readonly kind: 'final'; readonly ids: readonly string[]; readonly text: string };

/** @throws OracleError `invalid_request` */
export function concatOf(headers: Headers): Concat | undefined {
  const text = headers['upload-concat'];
  if (text === undefined) return undefined;
  if (text === 'partial') return { kind: 'partial' };
  const list =
    typeof text === 'string' && text.startsWith('final;') ? text.slice('final;'.length).trim() : '';
  const ids = list.split(/ +/).map((url) => /([^/?]*)(?:\?.*)?$/.exec(url)?.[1] ?? '');
  if (list !== '' && typeof text === 'string' && new Set(ids).size === ids.length)
    return { kind: 'final', ids, text };
  throw badHeader(
    'The header Upload-Concat',
    'must be partial, or final; and the different URLs of its parts',
  );
}

/** `Upload-Metadata`: keys with base64 values, separated by commas. @throws OracleError `invalid_request` */
export function metadataOf(headers: Headers): ReadonlyMap<string, string> {
  const text = headers['upload-metadata'];
  const metadata = new Map<string, string>();
  if (typeof text !== 'string' || text.trim() === '') return metadata;
  for (const pair of text.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    const valid =
      key !== '' && rest.length === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value) && !metadata.has(key);
    if (!valid) {
      throw new OracleError('invalid_request', {
        detail: 'The header Upload-Metadata is malformed.',
        hint: 'Comma-separated pairs of a key and its value in base64.',
        errors: [{ field: 'Upload-Metadata', message: 'malformed' }],
      });
    }
    metadata.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return metadata;
}
