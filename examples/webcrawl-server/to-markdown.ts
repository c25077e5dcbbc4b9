import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { markupDepth, plainFractions } from 'oracle-runtime/kit';
import TurndownService from 'turndown';
import { tableRoles } from './aria-tables.js';
import { crossOutBlocks } from './crossed-out.js';
import { type Page, writeFigures } from './figures.js';
import { addTableRules, squareTables } from './tables.js';

/** The time of parser and readers grows with more than the square of the depth; pages that people write have some 50. */
const DEEPEST = 300;

/** A page of which no text can be made, in words for who asked. */
export class Unreadable extends Error {}

export interface ReadableText {
  readonly title: string;
  readonly byline?: string;
  readonly markdown: string;
  /** Where the page sends its readers on to by itself, and after how many seconds. */
  readonly moves?: { readonly to: string; readonly after: number };
}

/**
 * The main part of a page as Markdown, with links that lead somewhere by themselves. Nothing in it is run or loaded.
 * @throws Unreadable for one that nests too deep
 */
export function toMarkdown(html: string, url: URL): ReadableText {
  if (markupDepth(html) > DEEPEST) throw new Unreadable(`it nests its elements more than ${DEEPEST} deep`);
  const document = documentOf(html);
  for (const element of document.querySelectorAll('script, style, template, noscript, iframe, object, embed'))
    element.remove();
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
  for (const link of document.querySelectorAll('a[href]')) {
    const to = webUrl(link.getAttribute('href'), base);
    if (to === undefined) link.removeAttribute('href');
    else link.setAttribute('href', to.href);
  }
  const moves = refreshOf(document, base);
  writeFigures(document);
  crossOutBlocks(document);
  tableRoles(document);
  squareTables(document);
  const title = document.title.trim();
  const whole = document.body?.innerHTML ?? '';
  const article = new Readability(document as ConstructorParameters<typeof Readability>[0]).parse();
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  // Before its own rules: what it is told to remove it asks for last.
  turndown.addRule('picture', { filter: 'img', replacement: () => '' });
  turndown.addRule('crossed out', {
    filter: ['del', 's', 'strike'] as TurndownService.Filter,
    replacement: (content) => (content.trim() === '' ? content : `~~${content.trim()}~~`),
  });
  addTableRules(turndown);
  turndown.remove(['form', 'button', 'input', 'nav', 'svg'] as TurndownService.Filter);
  return {
    title: article?.title?.trim() || title,
    ...(article?.byline && { byline: article.byline.trim() }),
    markdown: plainFractions(turndown.turndown(article?.content ?? whole)).trim(),
    ...(moves && { moves }),
  };
}

/** A place of the web; undefined for any other. */
function webUrl(href: string | null | undefined, base: URL): URL | undefined {
  if (typeof href !== 'string' || !URL.canParse(href, base.href)) return undefined;
  const to = new URL(href, base);
  return to.protocol === 'https:' || to.protocol === 'http:' ? to : undefined;
}

/** `<meta http-equiv="refresh" content="0;url=/new">` */
function refreshOf(page: Page, base: URL): ReadableText['moves'] {
  for (const meta of page.querySelectorAll('meta[http-equiv]')) {
    if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
    const [, after, to] =
      /^\s*([\d.]+)\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(meta.getAttribute('content') ?? '') ?? [];
    if (to === undefined) continue;
    const place = webUrl(to.trim(), base);
    return place && { to: place.href, after: Number.parseFloat(after ?? '') || 0 };
  }
  return undefined;
}

/** With a head and a body, which a page may leave out. */
function documentOf(html: string): Page {
  const { document } = parseHTML(html);
  if (document.documentElement?.localName === 'html' && document.body !== null) return document;
  const whole = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
  // What a browser puts into the head by itself is no text of the page.
  for (const element of whole.body.querySelectorAll('title, meta, link, base')) whole.head.append(element);
  return whole;
}
