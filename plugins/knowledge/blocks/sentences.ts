import type { DocumentText } from '../readers/document-text.js';
import { type Paragraph, paragraphsOf, type Span, trimmed } from './paragraphs.js';

/** What is quoted whole or not at all: a sentence, an item without any, a row. */
export interface Sentence extends Span {
  /** Where that begins which it cannot do without: of an item what leads its list in, “It is forbidden to:”. */
  readonly from: number;
  /** It leads in what follows. */
  readonly isLead: boolean;
  readonly isItem: boolean;
}

/** Characters from what leads a list in to an item that still takes it along. */
const FARTHEST = 1_200;

const END = /(?:[.!?…]+["'”’»)\]*_]*(?=\s)|[。！？]["”»」』）]*)/gu;
const LEADS = /[:：][*_]*$/u;
/** A point behind these ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s(“"„])(?:\p{L}|\d{1,2}|(?:\p{L}\.)+\p{L}|e\.?g|i\.?e|etc|vs|cf|approx|appr|ca|circa|no|nos|nr|fig|figs|eq|sec|sect|par|para|art|art|abs|vol|ed|eds|pp?|ch|chap|app|dr|mr|mrs|ms|prof|st|inc|ltd|co|min|max|avg|bzw|usw|vgl|evtl|ggf|inkl|exkl|sog|kap|ziff|env|resp|núm|pág|máx|mín|aprox|incl|excl|est|dept|govt|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|[djm]?hh)\.$/iu;

const known = new WeakMap<DocumentText, readonly Sentence[]>();

/** All sentences of a document, in order. A text always has the same ones. */
export function sentencesOf(document: DocumentText): readonly Sentence[] {
  const before = known.get(document);
  if (before !== undefined) return before;
  const sentences: Sentence[] = [];
  let lead: Sentence | undefined;
  for (const paragraph of paragraphsOf(document)) {
    const spans = document.lines === 'rows' ? [paragraph] : cut(document.text, paragraph);
    for (const [index, { start, end }] of spans.entries()) {
      const isLed =
        lead !== undefined && (paragraph.isItem || sentences.at(-1) === lead) && end - lead.start <= FARTHEST;
      if (!isLed && !paragraph.isItem) lead = undefined;
      const sentence: Sentence = {
        start,
        end,
        from: isLed && lead !== undefined ? lead.from : start,
        isLead: index === spans.length - 1 && LEADS.test(document.text.slice(Math.max(start, end - 4), end)),
        isItem: paragraph.isItem,
      };
      sentences.push(sentence);
      if (sentence.isLead && !paragraph.isItem) lead = sentence;
    }
  }
  known.set(document, sentences);
  return sentences;
}

/**
 * The sentences of a paragraph. In doubt two are one: what is quoted may say more than was asked, never less than its
 * writer did.
 */
function cut(text: string, { start, end }: Paragraph): Span[] {
  const piece = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  for (const match of piece.matchAll(END)) {
    const to = match.index + match[0].length;
    const next = /\S/u.exec(piece.slice(to, to + 200));
    if (
      next === null ||
      !isEnd(piece, match.index, match[0], piece.slice(to + next.index, to + next.index + 8))
    )
      continue;
    spans.push(trimmed(text, start + from, start + to));
    from = to;
  }
  spans.push(trimmed(text, start + from, end));
  return spans.filter((span) => span.end > span.start);
}

function isEnd(piece: string, at: number, mark: string, next: string): boolean {
  if (/^[。！？]/u.test(mark)) return true;
  // A sentence goes on in small letters, and behind a mark that closes within it.
  if (/^["'“„«(*_[]*\p{Ll}/u.test(next) || /^[,;:)\]–—]/u.test(next)) return false;
  return !mark.startsWith('.') || !ABBREVIATED.test(piece.slice(Math.max(0, at - 24), at + 1));
}
