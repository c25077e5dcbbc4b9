import { ahead, type ClauseText, isOrder, skipFillers, wordsIn } from './clause-text.js';
import type { Piece } from './cut-clauses.js';
import type { Clause, Mood } from './reading.js';

/** Judges the parts of one sentence, each by its words and by what the part before hands on. */
export function judge(seen: ClauseText, sentence: { asks: boolean }, parts: readonly Piece[]): Clause[] {
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

function judgeOne(seen: ClauseText, part: Piece, asks: boolean): Clause {
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
function correctionAt(seen: ClauseText, starts: readonly number[]): number | undefined {
  for (const start of starts) {
    const found = seen.patterns.correction.exec(ahead(seen, start))?.[0];
    if (found !== undefined) return wordsIn(seen, start, found.length);
  }
  return undefined;
}

/** `reject it, the deviation does not fit`: behind a comma a negation counts only where the part begins with it. */
function isNegated(seen: ClauseText, calm: string): boolean {
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

function moodOf(seen: ClauseText, signs: Signs): Mood {
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
function isProhibition(seen: ClauseText, signs: Signs): boolean {
  const no = seen.patterns.negation.exec(signs.body);
  return no?.index === 0 && isOrder(seen, wordsIn(seen, signs.begin, no[0].length));
}

/** German puts the verb last: `bitte /a löschen`. */
function endsInOrder(seen: ClauseText, signs: Signs): boolean {
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
