import type { DocumentText } from '../readers/document-text.js';
import { type Paragraph, paragraphsOf, type Span, trimmed } from './paragraphs.js';
import { atMark, shortWordsOf } from './sentence-end.js';

/** What is quoted whole or not at all: a sentence, an item without any, a row. */
export interface Sentence extends Span {
  /** Where that begins which it cannot do without: of an item what leads its list in, “It is forbidden to:”. */
  readonly from: number;
  /** What it cannot do without and what stands too far off for one stretch; the highest first. */
  readonly below: readonly Span[];
  /** It leads in what follows. */
  readonly isLead: boolean;
  readonly isItem: boolean;
  readonly isRow: boolean;
}

/** Characters from what leads a list in to an item that still takes it along. */
const FARTHEST = 1_200;
/** Short words, any of which might be an abbreviation, that one sentence goes on behind. */
const MOST_DOUBTS = 2;
/** Characters of the end of a sentence by which it is known to lead something in. */
const LAST = 120;

const END = /(?:[.!?…]+["'”’»)\]*_]*(?=\s)|[。！？]["”»」』）]*)/gu;
const LEADS = /[:：?？]["”»)*_]*$/u;
const ENDED = /[.!…。！;][”"’»)\]*_]*$/u;
/** Words that say of what follows that it is listed, where no colon does. */
const ANNOUNCES =
  /\b(?:following|below|folgend\p{L}*|nachstehend\p{L}*|suivant\p{L}*|ci-dessous|siguientes?|seguintes?|abaixo|\p{L}{1,2}fuata(?:yo|zo|o|vyo))\b[^.]{0,80}\.["”»)*_]*$/iu;
/** An item on a page, whose lists are known by their marks alone. */
const MARKED = /^(?:[•▪◦‣●○■–*-]\s|\(?(?:\d{1,2}|[a-z])\)\s)/u;
const OPENS_LIST = /[:：]\s*\n\s*(?:[•▪◦‣●○■–*-]\s|\(?(?:\d{1,2}|[a-z])[.)]\s)/u;

/** An item that is counted, and not only marked. */
const COUNTED = /^[\s>]*\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s/iu;

const known = new WeakMap<DocumentText, readonly Sentence[]>();

interface Lead extends Span {
  readonly depth: number;
}

/** All sentences of a document, in order. A text always has the same ones. */
export function sentencesOf(document: DocumentText): readonly Sentence[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const { text } = document;
  const isLayout = document.lines === 'layout';
  const words = shortWordsOf(text);
  const sentences: Sentence[] = [];
  const leads: Lead[] = [];
  const paragraphs = paragraphsOf(document);
  /** Of the last item of each depth, whether it was counted. */
  const counted: boolean[] = [];
  for (const [at, paragraph] of paragraphs.entries()) {
    const spans = paragraph.isRow ? [paragraph] : cut(text, paragraph, words);
    const { depth: of } = paragraph;
    counted.length = Math.min(counted.length, of + 1);
    if (of > 0) {
      // Behind marked items those that are counted are another list, which nothing leads in.
      const isCounted = COUNTED.test(text.slice(paragraph.start, paragraph.start + 12));
      const isParted = /\n[ \t>]*\r?\n/.test(text.slice(paragraphs[at - 1]?.end ?? 0, paragraph.start));
      if (isParted && counted[of] === !isCounted) drop(leads, of);
      if (isCounted || MARKED.test(text.slice(paragraph.start, paragraph.start + 12).trimStart()))
        counted[of] = isCounted;
    }
    const leadsList = paragraph.depth === 0 && (paragraphs[at + 1]?.depth ?? 0) > 0;
    for (const [index, { start, end }] of spans.entries()) {
      const written = text.slice(Math.max(start, end - LAST), end);
      const isMarked = isLayout && MARKED.test(text.slice(start, start + 8));
      const depth = isMarked ? 1 : paragraph.depth;
      const isLast = index === spans.length - 1;
      const isFirst = index === 0 || isLayout;
      if (isFirst) leave(leads, depth, sentences.at(-1));
      const isLead =
        isLast && (LEADS.test(written) || (leadsList && (!ENDED.test(written) || ANNOUNCES.test(written))));
      const { from, below } = isLed(leads, start, end);
      sentences.push({
        start,
        end,
        ...(paragraph.head === undefined ? { from, below } : headed(text, paragraph.head, start)),
        isLead,
        isItem: depth > 0,
        isRow: paragraph.isRow,
      });
      if (depth === 0 && (isLead || (isLayout && OPENS_LIST.test(text.slice(start, end)))))
        leads.push({ depth: 0, start, end });
    }
    if (paragraph.depth > 0)
      leads.push({ depth: paragraph.depth, start: paragraph.start, end: paragraph.end });
  }
  known.set(document, sentences);
  return sentences;
}

/** Forgets what does not lead in what comes now: of lists the items beside, of paragraphs all but the one right before. */
function leave(leads: Lead[], depth: number, before: Sentence | undefined): void {
  const last = leads.at(-1);
  if (depth === 0 && last?.depth === 0 && last.end === before?.end) {
    leads.splice(0, leads.length - 1);
    return;
  }
  while ((leads.at(-1)?.depth ?? -1) >= depth) leads.pop();
}

/** Forgets what led a list in that has ended. */
function drop(leads: Lead[], depth: number): void {
  while ((leads.at(-1)?.depth ?? -1) >= depth - 1) leads.pop();
}

function isLed(leads: readonly Lead[], start: number, end: number): Pick<Sentence, 'from' | 'below'> {
  const near = leads.find((lead) => end - lead.start <= FARTHEST);
  const from = near?.start ?? start;
  return {
    from,
    below: leads
      .filter((lead) => lead.start < from)
      .map(({ start: at, end: to }) => ({ start: at, end: to })),
  };
}

/** A row with the first of its table, in one stretch where they are neighbours. */
function headed(text: string, head: Span, start: number): Pick<Sentence, 'from' | 'below'> {
  const isNeighbour = /^[\s|:-]*$/.test(text.slice(head.end, start));
  return isNeighbour ? { from: head.start, below: [] } : { from: start, below: [head] };
}

/**
 * The sentences of a paragraph. In doubt two are one: what is quoted may say more than was asked, never less than its
 * writer did.
 */
function cut(text: string, { start, end }: Paragraph, words: ReadonlySet<string>): Span[] {
  const paragraph = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  let doubts = 0;
  for (const match of paragraph.matchAll(END)) {
    const to = match.index + match[0].length;
    const next = /\S/u.exec(paragraph.slice(to, to + 200));
    if (next === null) continue;
    const mark = { paragraph, from, at: match.index, mark: match[0], next: to + next.index };
    const what = atMark(mark, words);
    if (what === 'may-go-on') doubts += 1;
    if (what === 'goes-on' || (what === 'may-go-on' && doubts <= MOST_DOUBTS)) continue;
    doubts = 0;
    spans.push(trimmed(text, start + from, start + to));
    from = to;
  }
  spans.push(trimmed(text, start + from, end));
  return spans.filter((span) => span.end > span.start);
}
