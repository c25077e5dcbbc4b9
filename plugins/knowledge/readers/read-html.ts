import { markupDepth, shiftedMark, shiftedText } from 'oracle-runtime/kit';
import { type DocumentText, UnreadableDocument } from './document-text.js';
import { type Looks, looksIn } from './element-looks.js';
import { formSign } from './form-signs.js';
import { type HtmlNode, isElement, isText } from './html-node.js';
import { isMath, mathSteps } from './math-steps.js';
import { PageText } from './page-text.js';
import { isValue, TableRows } from './table-rows.js';

/** Nobody reads what stands in these. */
const UNREAD = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE HEAD SVG IFRAME OBJECT NAV ANNOTATION ANNOTATION-XML'.split(' '),
);
/** What begins and ends a line of its own. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BUTTON CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR LEGEND LI MAIN MENU OL OPTION P PRE SEARCH SECTION SELECT SUMMARY TABLE TBODY TEXTAREA TFOOT THEAD TITLE TR UL BODY HTML'.split(
    ' ',
  ),
);
const LISTS = new Set(['UL', 'OL', 'MENU']);

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
  return textOf(document.documentElement as unknown as HtmlNode, looksIn(document));
}

/** What is done between nodes: on the way in, or on the way back up. */
export type Step = HtmlNode | (() => void);

/** Walks without recursion: a page may nest as deep as its writer likes. */
function textOf(root: HtmlNode, looks: Looks): DocumentText {
  const page = new PageText();
  const rows = new TableRows(page);
  let isBroken = false;
  let lists = 0;
  // Within a cell that is a value: its paragraphs are no lines of their own, so that a row stays one.
  let cells = 0;
  const endLine = () => {
    page.endLine();
    isBroken = false;
  };
  const waiting: Step[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'function') {
      next();
      continue;
    }
    if (isText(next)) {
      const text = next.textContent ?? '';
      if (isBroken && text.trim() !== '') isBroken = false;
      page.add(text);
    }
    if (!isElement(next)) continue;
    const name = next.nodeName.toUpperCase();
    if (UNREAD.has(name) || looks.isGone(next) || (name === 'DIALOG' && next.getAttribute('open') === null))
      continue;
    const isOfTerms = name === 'DT' || name === 'DD';
    const isCell = name === 'TD' || name === 'TH' || isOfTerms;
    if (name === 'BR') {
      // One is the width of somebody's page, two are the end of what is said.
      if (isBroken && cells === 0) endLine();
      else page.add(' ');
      isBroken = true;
    } else if (isCell && (cells > 0 || isValue(next))) {
      if (cells === 0 && isOfTerms && rows.beginTerm(name === 'DT')) endLine();
      const end = rows.beginCell(next, cells === 0 && !isOfTerms);
      cells += 1;
      waiting.push(() => {
        cells -= 1;
        end();
      });
    } else if (cells > 0) {
      if (BLOCKS.has(name)) page.add(' ');
    } else if (BLOCKS.has(name) || isCell) {
      if (name === 'TR') rows.endRow();
      endLine();
      const from = page.at;
      const level = /^H([1-6])$/.exec(name)?.[1];
      if (LISTS.has(name)) lists += 1;
      if (name === 'LI') page.beginItem(Math.max(1, lists));
      if (name === 'TABLE') rows.beginTable();
      if (name === 'TR') rows.beginRow();
      waiting.push(() => {
        if (name === 'TR') rows.endRow();
        endLine();
        if (LISTS.has(name)) lists -= 1;
        if (name === 'LI') page.beginItem(undefined);
        if (name === 'TABLE') rows.endTable();
        if (level !== undefined) page.endHeading(Number(level), from);
      });
    }
    if (!isCell && !BLOCKS.has(name)) writeShifted(page, next, looks, waiting);
    const sign = formSign(name, next);
    if (sign !== undefined) page.add(` ${sign} `);
    const { before, after } = looks.written(next);
    if (before !== undefined) page.add(before);
    if (after !== undefined) waiting.push(() => page.add(after));
    const steps = isMath(name) ? mathSteps(name, next, page) : childrenOf(next);
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      const step = steps[index];
      if (step !== undefined) waiting.push(step);
    }
  }
  return page.done();
}

/** What stands above the line, below it or smaller beside a letter is written anew once it is read. */
function writeShifted(page: PageText, element: HtmlNode, looks: Looks, waiting: Step[]): void {
  const mark = page.mark();
  const shift = looks.shift(element);
  const maybe = shift === undefined && page.isGlued(mark) ? looks.mark(element) : undefined;
  if (shift !== undefined) waiting.push(() => page.rewrite(mark, (text) => shiftedText(text, shift)));
  else if (maybe !== undefined) waiting.push(() => page.rewrite(mark, (text) => shiftedMark(text, maybe)));
}

/** The parser makes the list anew whenever it is asked for it. */
function childrenOf(node: HtmlNode): readonly HtmlNode[] {
  return Array.from(node.childNodes);
}
