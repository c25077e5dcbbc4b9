import { checkFetchUrl, FetchRefused } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';

/** Names that lead into a network of one's own (RFC 6761, RFC 6762, RFC 8375, and what is reserved for private use). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/;

/** The link in its normal form, without its fragment; undefined for what leads to no public place, as far as can be seen. */
export function publicLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  try {
    checkFetchUrl(url);
  } catch (error) {
    if (error instanceof FetchRefused) return undefined;
    throw error;
  }
  const { hostname } = url;
  const isPrivate = PRIVATE_NAME.test(hostname) || !/[.:]/.test(hostname);
  if (isPrivate) return undefined;
  url.hash = '';
  return url.href;
}

/** @throws OracleError `invalid_request` */
export function requirePublicLink(text: string): string {
  const link = publicLink(text);
  if (link !== undefined) return link;
  throw new OracleError('invalid_request', {
    detail: 'That is no page of the public web.',
    hint: 'Give an http or https link to a public host, such as https://example.org/page, without a name or password in it.',
    errors: [{ field: 'url', message: 'is no public http or https link' }],
  });
}
