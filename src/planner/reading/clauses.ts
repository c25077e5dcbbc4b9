import { conceptsAt } from '../language/concepts.js';
import { foldInPlace } from '../language/fold.js';
import type { Language } from '../language/language.js';
import type { Word } from '../language/words.js';
import { type ClausePatterns, clausePatterns } from './clause-words/clause-words.js';
import type { Clause, Mention, Mood } from './reading.js';

/** Stand for values while a clause is judged: what is quoted, named or counted says nothing of the clause. */
const NAME = '¤';
const COUNT = '#';
/** How far a pattern looks from a word on. */
const LOOK = 120;

interface Text {
  /** Folded, values masked, one character for one. */
  readonly masked: string;
  readonly words: readonly Word[];
  /** Whether a word may be an order. */
  readonly orders: readonly boolean[];
  readonly patterns: ClausePatterns;
}

/** A part of a sentence, by its words. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** How it hangs on the part before: `and` hands on what holds for that, `but` does not. */
  readonly joint: 'none' | 'join' | 'turn';
}

/**
 * Cuts a text into clauses, and says of each whether it orders, asks or tells; whether it is negated, conditional,
 * narrowed, a report of the past, a request for advice or a correction. Quotations and other values are opaque.
 * Together the clauses are the whole text.
 */
export function readClauses(
  text: string,
  language: Language,
  mentions: readonly Mention[],
  words: readonly Word[],
): Clause[] {
  const concepts = conceptsAt(words, language);
  const seen: Text = {
    masked: mask(text, language, mentions),
    words,
    orders: concepts.map((list) => list.some((concept) => concept.startsWith('verb.'))),
    patterns: clausePatterns(language),
  };
  const clauses: Clause[] = [];
  for (const sentence of sentences(seen)) clauses.push(...judge(seen, sentence, pieces(seen, sentence)));
  return tiled(clauses, text.length);
}

function mask(text: string, language: Language, mentions: readonly Mention[]): string {
  let folded = foldInPlace(text);
  // In Spanish an accent alone tells yes from if, and what I did from what is to be done.
  if (language === 'es') {
    folded = folded.replace(/(?<!\p{L})(?:si|\p{L}{3,}[eoi])(?!\p{L})/gu, (word, place: number) => {
      const last = text[place + word.length - 1] ?? '';
      return /^[éóí]$/iu.test(last) ? word.slice(0, -1) + last.toLowerCase() : word;
    });
  }
  let masked = '';
  let at = 0;
  for (const { type, start, end } of mentions) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    masked +=
      folded.slice(at, from) + (type === 'number' || type === 'pair' ? COUNT : NAME).repeat(end - from);
    at = end;
  }
  return masked + folded.slice(at);
}

function isValue({ masked }: Pick<Text, 'masked'>, word: Word): boolean {
  return masked[word.start] === NAME || masked[word.start] === COUNT;
}

/** Indexes of the first word of each sentence and of the word behind its last. */
function sentences({ masked, words }: Text): { from: number; to: number; asks: boolean }[] {
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
function pieces(seen: Text, sentence: { from: number; to: number }): Piece[] {
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
function reportEnd(seen: Text, index: number): number {
  const report = seen.patterns.report.exec(ahead(seen, index))?.[0] ?? '';
  return Math.max(index + 1, wordsIn(seen, index, report.length));
}

function saysSomething({ words }: Text, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (/[\p{L}\p{N}]/u.test(words[index]?.raw ?? '')) return true;
  return false;
}

function cutAt(
  seen: Text,
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
function isReport(seen: Text, from: number, index: number): boolean {
  const { patterns, words } = seen;
  if (!patterns.report.test(ahead(seen, index)) || /^(?:to|zu|a)$/u.test(words[index - 1]?.plain ?? ''))
    return false;
  const begin = skipFillers(seen, from, index);
  return index - begin > 1 || isOrder(seen, begin);
}

function ahead({ masked, words }: Text, index: number): string {
  const start = words[index]?.start ?? masked.length;
  return masked.slice(start, start + LOOK);
}

/** The index of the first word behind so many characters. */
function wordsIn({ words }: Text, index: number, length: number): number {
  const end = (words[index]?.start ?? 0) + length;
  let next = index;
  while ((words[next]?.start ?? end) < end) next++;
  return next;
}

function skipFillers(seen: Text, from: number, to: number): number {
  let index = from;
  while (index < to) {
    const filler = seen.patterns.fillers.exec(ahead(seen, index))?.[0];
    // `then` may be the order itself in no language, but `no` is more than a filler.
    if (filler === undefined) break;
    index = Math.max(index + 1, wordsIn(seen, index, filler.length));
  }
  return index;
}

/** `but not /x`, `, except the old ones` belong to what they limit, unless an order follows. */
function isException(seen: Text, index: number): boolean {
  const match = seen.patterns.narrowing.exec(ahead(seen, index));
  return match?.index === 0 && !isOrder(seen, wordsIn(seen, index, match[0].length));
}

function isStart(seen: Text, index: number): boolean {
  const rest = ahead(seen, index);
  const { starters, correction, report } = seen.patterns;
  return isOrder(seen, index) || starters.test(rest) || correction.test(rest) || report.test(rest);
}

/** Whether a word begins an order: a known verb, or any word whose object follows. */
function isOrder(seen: Text, index: number): boolean {
  const word = seen.words[index];
  if (word === undefined || isValue(seen, word) || !/^\p{L}{2}/u.test(word.raw)) return false;
  const rest = ahead(seen, index + 1);
  if (seen.patterns.noOrder.test(rest)) return false;
  if (seen.orders[index] === true) return true;
  const { starters, question, objects, joins, turns, condition } = seen.patterns;
  const here = ahead(seen, index);
  const known =
    [starters, question, joins, turns, objects].some((pattern) => pattern.test(here)) ||
    condition.exec(here)?.index === 0;
  return !known && !SMALL.test(word.plain) && objects.test(rest);
}

/** Prepositions and the like, before which an object stands as well. */
const SMALL =
  /^(?:in|on|at|of|for|from|to|with|by|about|as|into|after|before|over|under|between|than|like|since|per|von|mit|fur|fuer|aus|bei|nach|uber|auf|an|zu|vor|unter|seit|de|du|des|pour|avec|dans|par|chez|sur|entre|depuis|vers|con|para|por|sobre|desde|hasta|segun|em|com|ate|sob|entre|na|no|kwa|ya|wa|za|la|cha|katika|kwenye|kutoka|kuhusu|only|not|all|how|what|there)$/u;

/** Judges the parts of one sentence, each by its words and by what the part before hands on. */
function judge(seen: Text, sentence: { asks: boolean }, parts: readonly Piece[]): Clause[] {
  const clauses: Clause[] = [];
  for (const [place, part] of parts.entries()) {
    const last = place === parts.length - 1;
    const own = judgeOne(seen, part, sentence.asks && last);
    const before = clauses.at(-1);
    if (part.joint !== 'join' || before === undefined || own.corrects) {
      clauses.push(own);
      continue;
    }
    const asked = before.mood === 'question' && own.mood !== 'question' && before.modal;
    clauses.push({
      ...own,
      mood: asked ? 'question' : own.mood,
      negated: own.negated || before.negated,
      modal: own.modal || before.modal,
      past: own.past || (before.past && own.mood === 'statement'),
    });
  }
  // `if it is old, delete it and tell me`: the condition holds for the whole sentence.
  const conditional = clauses.some((clause) => clause.conditional);
  return conditional ? clauses.map((clause) => ({ ...clause, conditional })) : clauses;
}

function judgeOne(seen: Text, part: Piece, asks: boolean): Clause {
  const { masked, words, patterns } = seen;
  const start = words[part.from]?.start ?? 0;
  const end = words[part.to - 1]?.end ?? masked.length;
  const joints = wordsIn(
    seen,
    part.from,
    (patterns.joins.exec(ahead(seen, part.from)) ?? patterns.turns.exec(ahead(seen, part.from)) ?? [''])[0]
      .length,
  );
  const begin = skipFillers(seen, part.joint === 'none' ? part.from : joints, part.to);
  const whole = masked.slice(start, end);
  const correction = correctionAt(seen, [part.from, joints, begin]);
  const opens = correction === undefined ? begin : skipFillers(seen, correction, part.to);
  const body = masked.slice(words[opens]?.start ?? end, end);
  const calm = whole
    .replace(patterns.harmless, (one) => ' '.repeat(one.length))
    .replace(/^\W*(?:no|nein|non|nao|hapana)\s*[,:.!]/u, '');
  const request = patterns.request.exec(body)?.[0];
  const advised = patterns.advice.test(request === undefined ? whole : body.slice(request.length));
  const wondered = patterns.question.test(body);
  const mood = moodOf(seen, {
    begin,
    body,
    asks,
    request,
    advised,
    wondered,
    polite: patterns.wish.test(whole),
    last: part.to,
  });
  const conditions = (mood === 'question' ? body.replace(patterns.question, '') : whole).replace(
    patterns.courtesy,
    ' ',
  );
  return {
    start,
    end,
    mood,
    negated: isNegated(seen, calm),
    conditional: patterns.condition.test(conditions),
    modal: advised,
    past: patterns.past.test(whole) || patterns.report.test(body),
    narrowed: patterns.narrowing.test(whole),
    corrects: correction !== undefined,
  };
}

/** The index behind a correction that begins at one of some words. */
function correctionAt(seen: Text, starts: readonly number[]): number | undefined {
  for (const start of starts) {
    const found = seen.patterns.correction.exec(ahead(seen, start))?.[0];
    if (found !== undefined) return wordsIn(seen, start, found.length);
  }
  return undefined;
}

/** `reject it, the deviation does not fit`: behind a comma a negation counts only where the part begins with it. */
function isNegated(seen: Text, calm: string): boolean {
  const [first = '', ...rest] = calm.replace(/^\W+/u, '').split(',');
  if (seen.patterns.negation.test(first)) return true;
  return rest.some((part) => {
    const at = seen.patterns.negation.exec(part)?.index;
    return (
      at !== undefined &&
      /^\W*(?:(?:but|aber|mais|pero|mas|lakini|please|bitte|and|und|et|y|e|na)\W+)*$/u.test(part.slice(0, at))
    );
  });
}

interface Signs {
  readonly begin: number;
  readonly last: number;
  readonly body: string;
  readonly asks: boolean;
  readonly request: string | undefined;
  readonly advised: boolean;
  readonly wondered: boolean;
  readonly polite: boolean;
}

function moodOf(seen: Text, signs: Signs): Mood {
  if (seen.patterns.report.test(signs.body)) return signs.asks ? 'question' : 'statement';
  if (signs.request !== undefined) return signs.advised ? 'question' : 'imperative';
  const order = isOrder(seen, signs.begin);
  if (signs.advised && !order) return 'question';
  if (order && (!signs.asks || signs.polite) && !signs.wondered) return 'imperative';
  if (signs.asks || signs.wondered) return 'question';
  if (signs.polite || endsInOrder(seen, signs) || isProhibition(seen, signs)) return 'imperative';
  return order ? 'imperative' : 'statement';
}

/** `don't delete it`: an order not to. */
function isProhibition(seen: Text, signs: Signs): boolean {
  const no = seen.patterns.negation.exec(signs.body);
  return no?.index === 0 && isOrder(seen, wordsIn(seen, signs.begin, no[0].length));
}

/** German puts the verb last: `bitte /a löschen`. */
function endsInOrder(seen: Text, signs: Signs): boolean {
  let index = signs.last - 1;
  while (index > signs.begin && !/^\p{L}/u.test(seen.words[index]?.raw ?? '')) index--;
  const word = seen.words[index];
  return (
    word !== undefined &&
    seen.orders[index] === true &&
    /(?:en|ern|eln)$/u.test(word.plain) &&
    !/^(?:ich|wir|er|sie|es|man)(?!\p{L})/u.test(signs.body)
  );
}

/** Clauses as one unbroken row: what stands between two belongs to the first. */
function tiled(clauses: readonly Clause[], length: number): Clause[] {
  if (clauses.length === 0) {
    return [
      {
        start: 0,
        end: length,
        mood: 'statement',
        negated: false,
        conditional: false,
        modal: false,
        past: false,
        narrowed: false,
        corrects: false,
      },
    ];
  }
  return clauses.map((clause, index) => ({
    ...clause,
    start: index === 0 ? 0 : clause.start,
    end: clauses[index + 1]?.start ?? length,
  }));
}
