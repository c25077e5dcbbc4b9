import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { markupDepth } from 'oracle-runtime/kit';
import TurndownService from 'turndown';

/** The time of parser and readers grows with more than the square of the depth; pages that people write have some 50. */
const DEEPEST = 300;

/** A page of which no text can be made, in words for who asked. */
export class Unreadable extends Error {}

export interface ReadableText {
  readonly title: string;
  readonly byline?: string;
  readonly markdown: string;
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
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const to = URL.canParse(href, url.href) ? new URL(href, url) : undefined;
    if (to?.protocol === 'https:' || to?.protocol === 'http:') link.setAttribute('href', to.href);
    else link.removeAttribute('href');
  }
  const title = document.title.trim();
  const whole = document.body?.innerHTML ?? '';
  const article = new Readability(document as ConstructorParameters<typeof Readability>[0]).parse();
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  turndown.remove(['img', 'form', 'button', 'input', 'nav', 'svg'] as TurndownService.Filter);
  return {
    title: article?.title?.trim() || title,
    ...(article?.byline && { byline: article.byline.trim() }),
    markdown: turndown.turndown(article?.content ?? whole).trim(),
  };
}

/** With a head and a body, which a page may leave out. */
function documentOf(html: string): ReturnType<typeof parseHTML>['document'] {
  const { document } = parseHTML(html);
  if (document.documentElement?.localName === 'html' && document.body !== null) return document;
  const whole = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
  // What a browser puts into the head by itself is no text of the page.
  for (const element of whole.body.querySelectorAll('title, meta, link, base')) whole.head.append(element);
  return whole;
}
