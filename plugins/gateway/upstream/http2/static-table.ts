/** A header as a table holds it. */
export interface Entry {
  readonly name: string;
  readonly value: string;
}

const STATUSES = ['200', '204', '206', '304', '400', '404', '500'];
/** Names from the fifteenth on, without values but for one. */
const NAMES =
  'accept-charset accept-encoding accept-language accept-ranges accept access-control-allow-origin age allow authorization ' +
  'cache-control content-disposition content-encoding content-language content-length content-location content-range ' +
  'content-type cookie date etag expect expires from host if-match if-modified-since if-none-match if-range ' +
  'if-unmodified-since last-modified link location max-forwards proxy-authenticate proxy-authorization range referer ' +
  'refresh retry-after server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate';

/** The headers that both sides know from the start, the first at 1 (RFC 7541, appendix A). */
export const STATIC_TABLE: readonly Entry[] = [
  { name: ':authority', value: '' },
  { name: ':method', value: 'GET' },
  { name: ':method', value: 'POST' },
  { name: ':path', value: '/' },
  { name: ':path', value: '/index.html' },
  { name: ':scheme', value: 'http' },
  { name: ':scheme', value: 'https' },
  ...STATUSES.map((value) => ({ name: ':status', value })),
  ...NAMES.split(' ').map((name) => ({ name, value: name === 'accept-encoding' ? 'gzip, deflate' : '' })),
];
