/** A point behind these ends no sentence. */
const ABBREVIATED =
  /(?:^|[\s(“"„])(?:\p{L}|\d{1,2}|(?:\p{L}\.)+\p{L}|e\.?g|i\.?e|etc|vs|cf|approx|appr|ca|circa|no|nos|nr|fig|figs|eq|sec|sect|par|para|art|arts|abs|vol|ed|eds|pp?|ch|chap|app|dr|mr|mrs|ms|prof|st|inc|ltd|co|al|min|max|avg|bzw|usw|vgl|evtl|ggf|gem|lt|zzgl|inkl|exkl|einschl|mind|sog|kap|ziff|anl|env|resp|núm|pág|máx|mín|aprox|incl|excl|est|dept|govt|assoc|univ|corp|engr|messrs|capt|supt|lic|sra|dra|exmo|dkt|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|[djm]?hh)\.$/iu;
/** Letters of a word that may be an abbreviation of no list. */
const LONGEST_SHORT = 4;
const SHORT = /(?:^|[^\p{L}\p{M}\p{N}])(\p{L}{2,4})\.$/u;
/** Longer ones end in a consonant, as `Agric.` and `Admin.` do. */
const LONGER = /(?:^|[^\p{L}\p{M}\p{N}])(\p{Lu}\p{Ll}{3,4}[bcdfghjklmnpqrtvwxz])\.$/u;
const SHORT_WORDS = /(?<![\p{L}\p{M}\p{N}.])\p{L}{2,6}(?![\p{L}\p{M}\p{N}.])/gu;
/** What a line of its own that is numbered begins with. */
const NUMBERED = /^\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s+["'“„«(]*\p{Lu}/u;
const LONGEST_BRACKET = 400;
const QUESTION = /^[^.!?。！？]*[?？]/u;
const LONGEST_QUESTION = 400;

/** A mark that may end a sentence, in a paragraph. */
export interface EndMark {
  readonly paragraph: string;
  /** Where the sentence begins, and where the mark stands. */
  readonly from: number;
  readonly at: number;
  /** The mark, with what closes behind it. */
  readonly mark: string;
  /** Where what follows begins, behind the blanks. */
  readonly next: number;
}

/** What may follow a mark in the same sentence: it ends, it goes on, or it may go on behind an abbreviation of no list. */
export type AtMark = 'ends' | 'goes-on' | 'may-go-on';

/** Short words of a text that stand there without a point: no abbreviations, also where a point follows. */
export function shortWordsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(SHORT_WORDS), ([word]) => word.toLowerCase()));
}

/** Whether a mark ends a sentence. @param words see `shortWordsOf` */
export function atMark({ paragraph, from, at, mark, next }: EndMark, words: ReadonlySet<string>): AtMark {
  const following = paragraph.slice(next, next + 40);
  if (/^[。！]/u.test(mark)) return 'ends';
  // A question without its answer says nothing; of questions in a row each is one.
  if (/^[?？]/u.test(mark))
    return QUESTION.test(paragraph.slice(next, next + LONGEST_QUESTION)) ? 'ends' : 'goes-on';
  // A sentence goes on in small letters, and behind a mark that closes within it.
  if (/^["'“„«(*_[]*\p{Ll}/u.test(following) || /^[,;:)\]–—]/u.test(following)) return 'goes-on';
  if (isBracketed(paragraph, from, at, mark)) return 'goes-on';
  if (!mark.startsWith('.')) return 'ends';
  const before = paragraph.slice(Math.max(0, at - 24), at + 1);
  if (ABBREVIATED.test(before)) return 'goes-on';
  if (/^["'“„«(]*\p{N}/u.test(following)) {
    const isOfItsLine = paragraph.slice(at + mark.length, next).includes('\n');
    if (!isOfItsLine || !NUMBERED.test(following)) return 'goes-on';
  }
  const word = (SHORT.exec(before) ?? LONGER.exec(before))?.[1];
  if (word === undefined || words.has(word.toLowerCase())) return 'ends';
  return /\p{Lu}/u.test(word) && word.length <= LONGEST_SHORT ? 'goes-on' : 'may-go-on';
}

/** Whether a mark stands in brackets that close behind it. */
function isBracketed(paragraph: string, from: number, at: number, mark: string): boolean {
  const start = Math.max(from, at - LONGEST_BRACKET);
  let open = 0;
  for (const sign of paragraph.slice(start, at + mark.length)) {
    if (sign === '(' || sign === '[') open += 1;
    else if ((sign === ')' || sign === ']') && open > 0) open -= 1;
  }
  if (open === 0) return false;
  return /^[^()[\]]*[)\]]/u.test(paragraph.slice(at + mark.length, at + LONGEST_BRACKET));
}
