/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LONGEST = 64;
const GRAM = 3;
const UNSPACED_GRAM = 2;

/** A number whose thousands are parted: 1,500, 1.500, 1’500, 1 500, 1,00,000. */
const THOUSANDS =
  /(?<![\p{L}\p{N}.,])\d{1,3}(?:([.'’ ])\d{3}(?:\1\d{3})*|(?:,\d{2,3})*,\d{3})(?![\p{L}\p{N}]|[.,]\d{3})/gu;
/** The same, but for those that a blank parts: these may be two. */
const CERTAIN_THOUSANDS = new RegExp(THOUSANDS.source.replace("'’ ]", "'’]"), 'gu');
/** A word that a line ends within. */
const BROKEN = /\p{L}[\p{L}\p{M}]*[-\u00ad\u2010]\s*\n\s*\p{Ll}[\p{L}\p{M}]*/gu;

/** Where a number ends and the mark of a footnote, an exponent or a fraction begins. */
const MARK = /(?<=\p{Nd})(?=\p{No})/gu;

/** The form in which words are compared: compatibility form, lower case, no accents that Latin writing may leave out. */
export function fold(text: string): string {
  return text
    .replace(MARK, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/**
 * The different words of a text in the order in which they come, folded. Runs of a script without blanks are one each; a
 * number whose thousands are parted, and a word that a line ends within, are there in one piece too.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  const folded = fold(text);
  for (const [word] of folded.matchAll(WORD)) if (word.length <= LONGEST) words.add(word);
  for (const pieces of [THOUSANDS, BROKEN])
    for (const [written] of folded.matchAll(pieces)) {
      const word = written.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
      if (word.length <= LONGEST) words.add(word);
    }
  return [...words];
}

export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** Endings that many languages put to a word: plural, case, tense. */
const ENDINGS = /(?:ings?|ments?|ungen|tions?|ions?|edly|ed|es|en|er|ern|em|s|n|e|a|o)$/;
const SHORTEST_STEM = 4;

/** What a word has in common with its other forms, about: a Latin word without its ending. It only finds; nothing is told by it. */
export function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const one = singularOf(word);
  const stem = one.replace(ENDINGS, '');
  return stem.length < SHORTEST_STEM ? one : stem;
}

/** Of a plural in -s what is one of it, about: so that those of short words are found too. */
function singularOf(word: string): string {
  if (word.length < SHORTEST_STEM) return word;
  if (/^..+ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:[cs]h|ss|x|z|[^aeo]us)es$/.test(word) && word.length > SHORTEST_STEM) return word.slice(0, -2);
  return /(?:[^sui]|[^aeiou]i)s$/.test(word) && !/^..as$/.test(word) ? word.slice(0, -1) : word;
}

/** Overlapping pieces of a word, by which a part of it or a misspelling is found. */
export function gramsOf(word: string): string[] {
  const length = isUnspaced(word) ? UNSPACED_GRAM : GRAM;
  const letters = Array.from(word);
  if (letters.length <= length) return [word];
  const grams = new Set<string>();
  for (let at = 0; at + length <= letters.length; at += 1) grams.add(letters.slice(at, at + length).join(''));
  return [...grams];
}

/**
 * Words that a document has where a text stands in it: whole ones, and pieces of those at its ends, which may be cut out of
 * longer ones. Of scripts without blanks none are told: their runs may be parted anywhere.
 */
export function certainWords(text: string): {
  readonly whole: readonly string[];
  readonly pieces: readonly string[];
} {
  const words = Array.from(fold(text).matchAll(WORD)).filter(
    ([word]) => word.length <= LONGEST && !isUnspaced(word),
  );
  const { length } = fold(text);
  const isCut = ({ 0: word, index }: RegExpMatchArray) =>
    index === 0 || (index ?? 0) + word.length === length;
  const said = (of: typeof words) => [...new Set(of.map(([word]) => word))];
  const cut = said(words.filter(isCut)).filter((word) => Array.from(word).length >= GRAM);
  return { whole: said(words.filter((word) => !isCut(word))), pieces: cut };
}

/** Words that every sentence has, in the languages of the chat; a question is not about them. */
const COMMON = new Set(
  (
    'a an and are as at be by can could did do does for from had has have how i if in into is it its me my no not of on or our ' +
    'much many get gets got happen happens tell know want there ' +
    'say says said should so tell than that the their them then there these they this to us was we were what when where which ' +
    'who why will with would you your about according document documents file files find quote show please any some ' +
    'viel viele wieviel gibt ' +
    'der die das den dem des ein eine einen einem einer und oder ist sind war wie was wo wann wer warum welche welcher welches ' +
    'in im an am auf aus bei mit nach von vom zu zum zur fur uber unter nicht kein keine ich du er sie es wir ihr mein meine ' +
    'meinen meiner sagt sagen steht laut dokument dokumente dokumenten datei dateien bitte zitiere ' +
    'combien y a ' +
    'le la les l un une des du de d et ou est sont etait que qui quoi quel quelle quels quelles comment pourquoi quand dans ' +
    'sur sous avec sans pour par pas ne je tu il elle nous vous ils elles mon ma mes dit disent fichier fichiers cite ' +
    'cuantos cuanta cuantas hay ' +
    'el los las uno una unos unas y o es son era qual cual cuales cuanto como por para con sin sobre segun en del al no mi mis ' +
    'dice dicen documento documentos archivo archivos cita ' +
    'quanto quantos quanta quantas ' +
    'os as um uma uns umas e sao era em no na nos nas do da dos das ao com sem meu minha meus minhas diz dizem arquivo arquivos ' +
    'ngapi kiasi ' +
    'na ya wa za la cha vya kwa katika ni si au je nini nani wapi lini vipi gani hati faili zangu yangu inasema zinasema kuhusu'
  ).split(' '),
);

const WRITTEN = new RegExp(`${CERTAIN_THOUSANDS.source}|${WORD.source}`, 'gu');

/** How a question writes a word that it is asked about. */
export function asWritten(question: string, word: string): string {
  return (
    Array.from(question.matchAll(WRITTEN), ([written]) => written).find(
      (one) => joined(fold(one)) === word,
    ) ?? word
  );
}

/** The words of a question that it is about; all of them when it has only common ones. */
export function askedWords(question: string): string[] {
  const words = wordsOf(joined(fold(question)));
  const telling = words.filter((word) => !COMMON.has(word));
  return telling.length > 0 ? telling : words;
}

/** Numbers whose thousands are parted, in one piece. */
function joined(folded: string): string {
  return folded.replace(CERTAIN_THOUSANDS, (number) => number.replace(/\D/g, ''));
}
