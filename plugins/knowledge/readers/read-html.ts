import { markupDepth } from 'oracle-runtime/kit';
import { type DocumentText, type Heading, UnreadableDocument } from './document-text.js';
import { hiddenIn } from './hidden-elements.js';

/** Nobody reads what stands in these. */
const UNREAD = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'SVG', 'IFRAME', 'OBJECT', 'NAV']);
/** What begins and ends a line of its own. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BUTTON CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN MENU OL OPTION P PRE SEARCH SECTION SELECT SUMMARY TABLE TBODY TEXTAREA TFOOT THEAD TITLE TR UL BODY HTML'.split(
    ' ',
  ),
);
/** What makes a cell of a table more than a value: a page that is laid out by a table. */
const OF_PAGES = new Set('TABLE UL OL H1 H2 H3 H4 H5 H6 SECTION ARTICLE'.split(' '));
/** Characters and nodes of a cell that is a value. */
const LONGEST_CELL = 1_000;
const LARGEST_CELL = 200;
const ELEMENT = 1;
const TEXT = 3;

/** The part of linkedom's nodes that is read here. */
interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute(name: string): string | null;
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
  const { document } = parseHTML(wrapped);
  const isHidden = hiddenIn(document);
  return textOf(document.documentElement as unknown as HtmlNode, isHidden);
}

/** What is met on the way back up. */
interface Closing {
  readonly closes: string;
  readonly from: number;
}

/** Walks without recursion: a page may nest as deep as its writer likes. */
function textOf(root: HtmlNode, isHidden: (node: HtmlNode) => boolean): DocumentText {
  const lines: string[] = [];
  const headings: Heading[] = [];
  const items: number[] = [];
  let at = 0;
  let line = '';
  let isItem = false;
  let isBroken = false;
  // Within a cell that is a value: its paragraphs are no lines of their own, so that a row stays one.
  let cells = 0;
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    line = '';
    isBroken = false;
    if (text === '') return;
    if (isItem) items.push(at);
    isItem = false;
    lines.push(text);
    at += text.length + 1;
  };
  const waiting: (HtmlNode | Closing)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('closes' in next) {
      if (next.closes === CELL) {
        cells -= 1;
        continue;
      }
      endLine();
      if (next.closes === 'LI') isItem = false;
      const level = /^H([1-6])$/.exec(next.closes)?.[1];
      const title = lines.at(-1);
      if (level !== undefined && title !== undefined && at > next.from)
        headings.push({ at: at - title.length - 1, level: Number(level), title: title.slice(0, 200) });
      continue;
    }
    if (next.nodeType === TEXT) {
      const text = next.textContent ?? '';
      if (isBroken && text.trim() !== '') isBroken = false;
      line += text;
    }
    if (next.nodeType !== ELEMENT) continue;
    const name = next.nodeName.toUpperCase();
    if (UNREAD.has(name) || isHidden(next) || (name === 'DIALOG' && next.getAttribute('open') === null))
      continue;
    if (name === 'BR') {
      // One is the width of somebody's page, two are the end of what is said.
      if (isBroken && cells === 0) endLine();
      else line += ' ';
      isBroken = true;
    } else if ((name === 'TD' || name === 'TH') && (cells > 0 || isValue(next))) {
      line += ' | ';
      cells += 1;
      waiting.push({ closes: CELL, from: at });
    } else if (cells > 0) {
      if (BLOCKS.has(name)) line += ' ';
    } else if (BLOCKS.has(name) || name === 'TD' || name === 'TH') {
      endLine();
      if (name === 'LI') isItem = true;
      waiting.push({ closes: name, from: at });
    }
    // The parser makes the list anew whenever it is asked for it.
    const children = next.childNodes;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) waiting.push(child);
    }
  }
  endLine();
  return { text: lines.join('\n'), headings, lines: 'paragraphs', items };
}

const CELL = 'a cell';

/** Whether a cell holds a value, and no part of a page. */
function isValue(cell: HtmlNode): boolean {
  let characters = 0;
  let nodes = 0;
  const waiting: HtmlNode[] = [cell];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1;
    if (next.nodeType === TEXT) characters += next.textContent?.length ?? 0;
    if (characters > LONGEST_CELL || nodes > LARGEST_CELL) return false;
    if (next.nodeType !== ELEMENT) continue;
    if (OF_PAGES.has(next.nodeName.toUpperCase())) return false;
    waiting.push(...Array.from(next.childNodes).slice(0, LARGEST_CELL + 1));
  }
  return true;
}
