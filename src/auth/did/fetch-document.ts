import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

const DOCUMENT_BYTES = 64 * 1024;

/** The host answered, but not with a document. */
export class DocumentHostAnswer extends Error {
  constructor(readonly status: number) {
    super(`The document's host answered ${status}`);
  }
}

/** The host answered with more than a document may have. */
export class DocumentTooLarge extends Error {
  constructor() {
    super(`The document has more than ${DOCUMENT_BYTES} bytes`);
  }
}

/**
 * The JSON at a URL of which a stranger chose the host. Follows no redirects, reads at most 64 KiB, and connects to
 * public addresses only: the address is judged when it is connected to, so a name cannot change it in between.
 * @throws Error when the answer is anything but 200 with JSON in time
 */
export async function fetchDocument(url: URL, signal: AbortSignal): Promise<unknown> {
  const local = url.protocol === 'http:';
  // An address is connected to without a look-up, so nothing would judge it.
  if (!local && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Error('The host is an address');
  const request = local ? requestHttp : requestHttps;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, {
      signal,
      agent: false,
      headers: { Accept: 'application/did+json, application/json' },
      ...(local ? {} : { lookup: lookupPublic }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  if (response.statusCode !== 200) {
    response.destroy();
    throw new DocumentHostAnswer(response.statusCode ?? 0);
  }
  return JSON.parse(await readText(response));
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the response.
    if (size > DOCUMENT_BYTES) throw new DocumentTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function lookupPublic(hostname: string, options: LookupOptions, done: LookupDone): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (first === undefined) return done(new Error('The host has no public address'), []);
    if (options.all === true) return done(null, addresses);
    return done(null, first.address, first.family);
  });
}
