import { markupDepth } from 'oracle-runtime/kit';
import { type DocumentText, type Heading, UnreadableDocument } from './document-text.js';

/** Nobody reads what stands in these. */
const UNREAD = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'SVG', 'IFRAME', 'OBJECT', 'NAV']);
/** What begins and ends a line of its own. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TBODY THEAD TR UL BODY HTML'.split(
    ' ',
  ),
);
const ELEMENT = 1;
const TEXT = 3;

/** The part of linkedom's nodes that is read here. */
interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
}

/** The parser's time grows with the square of the depth. */
const DEEPEST = 10_000;

/**
 * What a person reads of a page: a line for each paragraph, item and row; nothing runs and nothing is fetched.
 * @throws UnreadableDocument for what nests too deep
 */
export async function readHtml(html: string): Promise<DocumentText> {
  if (markupDepth(html) > DEEPEST)
    throw new UnreadableDocument(`nests its elements more than ${DEEPEST.toLocaleString('en')} deep`);
  const { parseHTML } = await import('linkedom');
  const wrapped = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  return textOf(parseHTML(wrapped).document.documentElement as unknown as HtmlNode);
}

/** Walks without recursion: a page may nest as deep as its writer likes. */
function textOf(root: HtmlNode): DocumentText {
  const lines: string[] = [];
  const headings: Heading[] = [];
  let at = 0;
  let line = '';
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    line = '';
    if (text === '') return;
    lines.push(text);
    at += text.length + 1;
  };
  const waiting: (HtmlNode | { readonly closes: string; readonly from: number })[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('closes' in next) {
      endLine();
      const level = /^H([1-6])$/.exec(next.closes)?.[1];
      const title = lines.at(-1);
      if (level !== undefined && title !== undefined && at > next.from)
        headings.push({ at: at - title.length - 1, level: Number(level), title: title.slice(0, 200) });
      continue;
    }
    if (next.nodeType === TEXT) line += next.textContent ?? '';
    if (next.nodeType !== ELEMENT) continue;
    const name = next.nodeName.toUpperCase();
    if (UNREAD.has(name)) continue;
    if (BLOCKS.has(name)) {
      endLine();
      waiting.push({ closes: name, from: at });
    } else if (name === 'TD' || name === 'TH') line += ' | ';
    for (let index = next.childNodes.length - 1; index >= 0; index -= 1) {
      const child = next.childNodes[index];
      if (child !== undefined) waiting.push(child);
    }
  }
  endLine();
  return { text: lines.join('\n'), headings };
}
