import { createHash, randomBytes } from 'node:crypto';
import type { OracleInfo } from '../../plugin/index.js';
import { landingBody } from '../landing-page.js';
import { Html, html } from '../page-shell.js';
import { appSecurityPolicy } from '../security-headers.js';
import type { WebBuild } from './web-build.js';

/**
 * What the name of the oracle looks like before any file has come, the same as in the files (`web/src/style`): a style
 * behind it in the document holds back only what comes after it.
 */
const FIRST_STYLE =
  ':root{color-scheme:light dark}body{margin:0;background:#fbfcfd;color:#1a2230;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}' +
  '.brand.waking{margin:0;padding:.85rem 1rem .4rem;font-weight:650}' +
  '@media(prefers-color-scheme:dark){body{background:#11161d;color:#e6ebf2}}@media(scripting:none){.brand.waking{display:none}}';
const FIRST_STYLE_HASH = `sha256-${createHash('sha256').update(FIRST_STYLE).digest('base64')}`;

/**
 * The document of the page. Who the oracle is stands in attributes, so that there is no inline script; its scripts are
 * let in by a nonce, which what they import inherits, so that no other file of this origin can be run as one.
 * @param origin where the reader reached the oracle
 * @param passkeysAt the one origin whose page makes and takes passkeys, where there is one
 */
export function renderAppPage(
  oracle: OracleInfo,
  { script, style, imports }: Pick<WebBuild, 'script' | 'style' | 'imports'>,
  origin: string,
  passkeysAt?: string,
): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  const nonce = randomBytes(16).toString('base64');
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${oracle.description}">
<title>${oracle.name}</title>
<link rel="icon" href="data:,">
<style>${new Html(FIRST_STYLE)}</style>
<link rel="preload" as="style" href="/assets/${style}">
${imports.map((name) => html`<link rel="modulepreload" href="/assets/${name}" nonce="${nonce}">`)}
<script type="module" src="/assets/${script}" nonce="${nonce}"></script>
</head>
<body>
<div id="app" data-name="${oracle.name}" data-description="${oracle.description}" data-version="${oracle.version}" data-network="${oracle.network}" data-did="${oracle.did ?? ''}" data-passkeys="${passkeysAt}"><p class="brand waking">${oracle.name}</p></div>
<link rel="stylesheet" href="/assets/${style}">
<noscript>${landingBody(oracle, origin)}</noscript>
</body>
</html>
`;
  return {
    text: text.toString(),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': appSecurityPolicy(nonce, FIRST_STYLE_HASH),
      'Cache-Control': 'no-store',
    },
  };
}
