import type { IncomingMessage, ServerResponse } from 'node:http';

const EXPOSED = 'X-Request-Id, Retry-After, Location, Content-Location, X-Oracle-Session';
const PREFLIGHT_SECONDS = '600';
const HEADER_LIST = /^[\w-]+(?:\s*,\s*[\w-]+)*$/;

/**
 * Cross-origin access by configuration, denied by default. A listed origin may use credentials; `*` opens the
 * oracle to every page, but only without them.
 */
export function createCors(origins: readonly string[]) {
  const listed = new Set(origins);
  const open = listed.has('*');

  /** Sets the headers of a cross-origin answer. Returns whether this origin may read it. */
  function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
    if (listed.size === 0) return false;
    response.appendHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return false;
    if (listed.has(origin) && origin !== '*') {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
    } else if (open) {
      response.setHeader('Access-Control-Allow-Origin', '*');
    } else {
      return false;
    }
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    return true;
  }

  /** Adds what a preflight asks for; call it only where `allowOrigin` said yes. */
  function answerPreflight(
    request: IncomingMessage,
    response: ServerResponse,
    methods: readonly string[],
  ): void {
    response.setHeader('Access-Control-Allow-Methods', methods.join(', '));
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    const wanted = request.headers['access-control-request-headers'];
    if (wanted !== undefined && HEADER_LIST.test(wanted)) {
      response.setHeader('Access-Control-Allow-Headers', wanted);
    }
  }

  return { applies: listed.size > 0, allowOrigin, answerPreflight };
}

export type Cors = ReturnType<typeof createCors>;
