import { createHash } from 'node:crypto';
import { pageSecurityPolicy } from './security-headers.js';

/** HTML that is safe to send as it stands. Only `html` and `raw` make it, so text cannot slip in unescaped. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | string | number | undefined | readonly Part[];

/** Fills a template; everything but `Html` is escaped, `undefined` is empty, lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + render(parts[at - 1]) + string));
}

function render(part: Part): string {
  if (part instanceof Html) return part.toString();
  if (part === undefined) return '';
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

const BASE_STYLE = `
:root{color-scheme:light dark;--ink:#1a2230;--soft:#5b6778;--line:#dde3ea;--paper:#fbfcfd;--card:#fff;--accent:#0b6e6e;--code:#f1f4f7;--good:#1c7c43;--bad:#b3362b}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf2;--soft:#9aa7b8;--line:#2b3543;--paper:#11161d;--card:#171e27;--accent:#5ec8c2;--code:#1e2732;--good:#6fd08c;--bad:#ff8d80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:54rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.15rem;margin:2.4rem 0 .6rem}
p{margin:.5rem 0}
a{color:var(--accent)}
.soft{color:var(--soft)}
code,pre{font:13.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:.1em .35em}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;overflow-x:auto;margin:.6rem 0}
pre code{background:none;padding:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`;

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly style: string;
  readonly script: string;
}

/** A whole page with its script and style inline, and the headers that allow exactly these two to run. */
export function renderPage(page: Page): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const style = BASE_STYLE + page.style;
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${page.body}
<script>${new Html(page.script)}</script>
</body>
</html>
`;
  return {
    text: text.toString(),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pageSecurityPolicy({ script: hashOf(page.script), style: hashOf(style) }),
    },
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
