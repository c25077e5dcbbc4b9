import { OracleError, type RouteContext } from 'oracle-runtime/plugin';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The version of the protocol (https://tus.io/protocols/resumable-upload, 1.0.0). */
const TUS_VERSION = '1.0.0';
export const TUS_HEADERS = {
  'Tus-Resumable': TUS_VERSION,
  'Tus-Version': TUS_VERSION,
  'Tus-Extension': 'creation,termination,expiration',
} as const;

/** What a page of another origin must read to speak the protocol. */
const EXPOSED = [
  ...Object.keys(TUS_HEADERS),
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
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
  if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value);
  throw new OracleError('invalid_request', {
    detail: `The header ${name} must be a number of bytes.`,
    errors: [{ field: name, message: 'must be a number of bytes' }],
  });
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
