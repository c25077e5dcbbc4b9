import { ahead, type ClauseText, isOrder, isValue, skipFillers, wordsIn } from './clause-text.js';

/** A part of a sentence, by its words. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** How it hangs on the part before: `and` hands on what holds for that, `but` does not. */
  readonly joint: 'none' | 'join' | 'turn';
}

/** Indexes of the first word of each sentence and of the word behind its last. */
export function sentences({ masked, words }: ClauseText): { from: number; to: number; asks: boolean }[] {
  const found: { from: number; to: number; asks: boolean }[] = [];
  let from = 0;
  let asks = false;
  const close = (to: number) => {
    if (to > from) found.push({ from, to, asks });
    from = to;
    asks = false;
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const before = words[index - 1];
    if (before !== undefined && index > from && masked.slice(before.end, word.start).includes('\n'))
      close(index);
    if (isValue({ masked }, word)) continue;
    if (word.raw === '?') asks = true;
    const next = words[index + 1];
    const spaced = next === undefined || next.start > word.end;
    const ends =
      /^[?!;…。！？]$/u.test(word.raw) ||
      (word.raw === '.' && !isAbbreviation(masked, word.start)) ||
      (/^[–—]$/u.test(word.raw) && index > from);
    if (ends && spaced && !/^[?!.]$/u.test(next?.raw ?? '')) close(index + 1);
  }
  close(words.length);
  return found;
}

/** `approx. 5000`, `e.g. Berlin`, `St. Gallen`, `z.B.` do not end a sentence. */
function isAbbreviation(text: string, at: number): boolean {
  return /(?:^|[^\p{L}])(?:approx|ca|etc|e\.g|i\.e|st|mt|no|nr|vs|std|dev|avg|max|min|mind|pop|dr|mr|mrs|conf|z\.b|p\.ex|tsd|aprox|env|stdabw|\p{L})$/u.test(
    text.slice(Math.max(0, at - 8), at),
  );
}

/** Cuts a sentence where a joint leads to what may be a clause of its own, and before a report: `the file | I deleted`. */
export function pieces(seen: ClauseText, sentence: { from: number; to: number }): Piece[] {
  const found: Piece[] = [];
  let from = sentence.from;
  let joint: Piece['joint'] = 'none';
  for (let index = reportEnd(seen, from); index < sentence.to; index++) {
    const cut = cutAt(seen, from, index, sentence.to);
    if (cut === undefined || !saysSomething(seen, from, index)) continue;
    found.push({ from, to: index, joint });
    from = index;
    joint = cut.joint;
    index = Math.max(cut.begin, reportEnd(seen, cut.begin) - 1);
  }
  found.push({ from, to: sentence.to, joint });
  return found;
}

/** The index behind a report that begins at a word; else that of the next word. */
function reportEnd(seen: ClauseText, index: number): number {
  const report = seen.patterns.report.exec(ahead(seen, index))?.[0] ?? '';
  return Math.max(index + 1, wordsIn(seen, index, report.length));
}

function saysSomething({ words }: ClauseText, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (/[\p{L}\p{N}]/u.test(words[index]?.raw ?? '')) return true;
  return false;
}

function cutAt(
  seen: ClauseText,
  from: number,
  index: number,
  to: number,
): { joint: Piece['joint']; begin: number } | undefined {
  const { words, patterns } = seen;
  const word = words[index];
  if (word === undefined || isValue(seen, word)) return undefined;
  const here = ahead(seen, index);
  const comma = word.raw === ',' || word.raw === ':';
  const at = comma ? index + 1 : index;
  const rest = comma ? ahead(seen, at) : here;
  const join = patterns.joins.exec(rest)?.[0];
  const turn = join === undefined ? patterns.turns.exec(rest)?.[0] : undefined;
  if (!comma && join === undefined && turn === undefined) {
    return isReport(seen, from, index) ? { joint: 'turn', begin: index } : undefined;
  }
  const joined = wordsIn(seen, at, (join ?? turn ?? '').length);
  const begin = skipFillers(seen, joined, to);
  if (begin >= to) return undefined;
  if (isException(seen, at) && !isOrder(seen, begin)) return undefined;
  if (patterns.condition.exec(ahead(seen, begin))?.index === 0 && !comma) return undefined;
  if (!isStart(seen, begin) && !patterns.starters.test(ahead(seen, joined))) return undefined;
  const handsOn = join !== undefined && !patterns.starters.test(ahead(seen, begin));
  return { joint: handsOn ? 'join' : 'turn', begin };
}

/** `the file | I deleted`; not `to | moved`, and not `who | deleted it`, where the first word asks. */
function isReport(seen: ClauseText, from: number, index: number): boolean {
  const { patterns, words } = seen;
  if (!patterns.report.test(ahead(seen, index)) || /^(?:to|zu|a)$/u.test(words[index - 1]?.plain ?? ''))
    return false;
  const begin = skipFillers(seen, from, index);
  return index - begin > 1 || isOrder(seen, begin);
}

/** `but not /x`, `, except the old ones` belong to what they limit, unless an order follows. */
function isException(seen: ClauseText, index: number): boolean {
  const match = seen.patterns.narrowing.exec(ahead(seen, index));
  return match?.index === 0 && !isOrder(seen, wordsIn(seen, index, match[0].length));
}

function isStart(seen: ClauseText, index: number): boolean {
  const rest = ahead(seen, index);
  const { starters, correction, report } = seen.patterns;
  return isOrder(seen, index) || starters.test(rest) || correction.test(rest) || report.test(rest);
}
