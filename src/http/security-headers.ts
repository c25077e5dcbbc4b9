import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Security headers of every response. The policy for API answers allows nothing at all; the two pages replace it
 * by one that names the hashes of their own inline code (`pageSecurityPolicy`).
 */
export function securityHeaders(): Readonly<Record<string, string>> {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The operator's other subdomains are not ours to decide about.
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  // They are the same for every request, so they are asked for once.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  secure(response.req, response, () => undefined);
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Policy of the page that people work with: scripts by a nonce, which those that they import inherit; styles and requests
 * of its own origin, and the one inline style of this hash; pictures from files too. No string becomes markup but by the sanitiser (Trusted Types).
 */
export function appSecurityPolicy(nonce: string, firstStyle: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' '${firstStyle}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ].join(';');
}

/** Policy of a self-contained page: its own inline script and style by hash, requests to its own origin, no more. */
export function pageSecurityPolicy(hashes: { readonly script: string; readonly style: string }): string {
  return [
    "default-src 'none'",
    `script-src '${hashes.script}'`,
    `style-src '${hashes.style}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(';');
}
