import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { createDeflated } from './deflated.js';
import { isPublicAddress } from './public-address.js';

/** How a name becomes addresses; what `dns.lookup` is with `all: true`. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

export interface GuardedFetchOptions {
  /** Aborts it; give it a deadline, for a host may say nothing for ever. */
  readonly signal: AbortSignal;
  /** Bytes of the body that are read at most, as they are once it is unpacked. */
  readonly maxBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects that are followed; default 0, and the answer is then the redirect itself. */
  readonly redirects?: number;
  /** `host:port`s, as `URL.host` has them, that the operator has named: they may stand on any address. */
  readonly trusted?: ReadonlySet<string>;
  /** Asked before each hop, such as for robots.txt; a throw ends it. */
  readonly before?: (url: URL) => Promise<void> | void;
  /** Whether a body of this media type is read; default any. */
  readonly reads?: (mediaType: string) => boolean;
  /** Default: as the system resolves names. */
  readonly lookup?: LookupAll;
}

export interface GuardedAnswer {
  readonly status: number;
  /** Where it came from, after redirects. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** Without its parameters, in lower case; '' when the host names none. */
  readonly mediaType: string;
  readonly body: Buffer;
}

/**
 * `address`: no public address. `url`: a scheme, credentials or a place that is not asked for. `size`: more bytes than
 * allowed. `type`: a media type that is not read. `redirects`: more of them than allowed, or one that leads nowhere.
 * `answer`: it was cut off, is packed wrongly, or is no answer of HTTP.
 */
export type FetchRefusalReason = 'address' | 'url' | 'size' | 'type' | 'redirects' | 'answer';

/** What the guard itself refuses. Its words name no address, so that nobody learns from it what stands in a private net. */
export class FetchRefused extends Error {
  constructor(
    readonly reason: FetchRefusalReason,
    words: string,
  ) {
    super(words);
  }
}

/**
 * GET at a URL of which a stranger chose the host: the one way out for such. A name is resolved once, and what is
 * connected to is an address that was found to be public, so a name cannot change in between; each redirect is judged
 * as a new request is, and takes no credentials along. The body is counted while it is read.
 * @throws FetchRefused; the system's error when the host cannot be reached; the signal's reason
 */
export async function guardedFetch(start: URL, options: GuardedFetchOptions): Promise<GuardedAnswer> {
  const { redirects = 0, before } = options;
  let url = start;
  for (let left = redirects; ; left -= 1) {
    checkFetchUrl(url, options.trusted);
    await before?.(url);
    options.signal.throwIfAborted();
    const response = await ask(url, options);
    const next = redirects > 0 ? redirectOf(response, url) : undefined;
    if (next === undefined) return await answerOf(response, url, options);
    response.destroy();
    if (left === 0) throw new FetchRefused('redirects', `it redirects more than ${redirects} times`);
    url = next;
  }
}

/**
 * What can be seen of a URL before anything is looked up.
 * @throws FetchRefused for another scheme, credentials, and an address that is not public, however it is written
 */
export function checkFetchUrl(url: URL, trusted?: ReadonlySet<string>): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('url', 'it is no http or https URL');
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('url', 'it holds a name or a password');
  if (trusted?.has(url.host) === true) return;
  // An address is connected to without a look-up. `URL` has written every spelling of it in the one normal way.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
}

function ask(url: URL, options: GuardedFetchOptions): Promise<IncomingMessage> {
  const { signal, headers, trusted } = options;
  const request = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers },
      lookup: lookupOf(options.lookup ?? systemLookup, trusted?.has(url.host) === true),
    })
      .once('response', resolve)
      // Unasked, and Node tells of it by nothing else.
      .once('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new FetchRefused('answer', 'it goes over to another protocol'));
      })
      .once('error', (error) => reject(signal.aborted ? signal.reason : whatIsWrong(error)))
      .end();
  });
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function lookupOf(lookup: LookupAll, isTrusted: boolean) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const addresses = isTrusted ? found : found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined) return done(notPublic(), []);
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
}

function notPublic(): FetchRefused {
  return new FetchRefused('address', 'it has no public address');
}

/** Where a redirect leads; undefined for any other answer. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  if (location === undefined || location.trim() === '' || !URL.canParse(location, from.href))
    throw new FetchRefused('redirects', 'it redirects to nowhere');
  return new URL(location, from);
}

async function answerOf(
  response: IncomingMessage,
  url: URL,
  { maxBytes, reads, signal }: GuardedFetchOptions,
): Promise<GuardedAnswer> {
  const { statusCode: status = 0, headers } = response;
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (status >= 200 && status < 300 && reads?.(mediaType) === false) {
    response.destroy();
    throw new FetchRefused('type', `it is of the type ${mediaType || 'nothing in particular'}`);
  }
  try {
    return { status, url, headers, mediaType, body: await readBody(response, maxBytes, signal) };
  } catch (error) {
    signal.throwIfAborted();
    // What is lost once it has begun to answer was cut off, whatever the system calls it.
    const isCutOff = !response.complete && (error as { readonly code?: unknown }).code === 'ECONNRESET';
    throw isCutOff ? cutOff() : whatIsWrong(error);
  } finally {
    response.destroy();
  }
}

/** A fault of the answer, told apart from a host that cannot be reached. */
function whatIsWrong(error: unknown): unknown {
  const code = String((error as { readonly code?: unknown }).code);
  if (code.startsWith('HPE_'))
    return new FetchRefused('answer', 'its host answers with no HTTP that can be read');
  if (code === 'Z_BUF_ERROR' || code === 'ERR_CUT_OFF') return cutOff();
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT'))
    return new FetchRefused('answer', 'its answer is packed in a way that cannot be unpacked');
  return error;
}

const cutOff = () => new FetchRefused('answer', 'its answer was cut off');

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys what it reads from.
    if (size > maxBytes) throw new FetchRefused('size', `it has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  // A body that ends with its connection ends well for Node when the connection is given up here.
  signal.throwIfAborted();
  return Buffer.concat(chunks);
}

function unpacked(response: IncomingMessage): NodeJS.ReadableStream {
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    br: createBrotliDecompress,
    deflate: createDeflated,
  }[(response.headers['content-encoding'] ?? '').trim().toLowerCase()];
  if (unpack === undefined) return response;
  const stream = unpack();
  response.once('error', (error) => stream.destroy(error));
  response.once('close', () => {
    if (!response.complete)
      stream.destroy(Object.assign(new Error('the answer was cut off'), { code: 'ERR_CUT_OFF' }));
  });
  return response.pipe(stream);
}
