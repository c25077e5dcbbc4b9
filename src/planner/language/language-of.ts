import { fold } from './fold.js';
import { germanCompound } from './german-numbers.js';
import { LANGUAGES, type Language } from './language.js';
import { LEXICONS } from './lexicon.js';
import { numberWords } from './number-words.js';
import { wordsOf } from './words.js';

/** Small words that hold a sentence together, by language. */
const SMALL: Readonly<Record<Language, string>> = {
  en: `the of and to in is it for with that this are was we our my me you your what which how many much when where who why do does did
    have has had can could would should will shall i i'm i'd i've we're don't doesn't didn't isn't can't please show list give tell from by at on an a
    be been need want get any all not no or if then them they there here about into out up over only just actual actually declare instead`,
  de: `der die das den dem des ein eine einen einem einer und oder nicht kein keine ist sind war waren wir unser unsere ich mir mich du
    dir sie ihr ihnen uns es mit von vom zu zum zur im in auf aus bei fur fuer uber ueber unter nach vor wie was wer wo wann warum welche
    welcher welches wieviel viele viel bitte kann konnen koennen konnte soll sollte sollen mochte moechte will wollen habe haben hat hatte wird werden
    wurde wurden als wenn dass ob auch noch nur aber bis schon jetzt dann mal doch alle zeig zeige gib brauche`,
  fr: `le la les l' un une des du de d' et ou ne n' pas est sont etait sommes nous notre nos je j' moi mon ma mes tu te vous votre vos il elle
    ils elles on ce c' cette ces cet qui que qu' quoi quel quelle quels quelles combien comment pourquoi quand avec sans pour par sur sous dans en au aux
    a y se s' si mais donc plus peux peut pouvez veux voudrais faut doit dois ai as avons avez ont suis etes fait faire merci svp plait
    montre donne besoin encore aussi tout tous toute toutes`,
  es: `el la los las un una unos unas y o no es son era eran de del al a en con sin para por sobre que quien cual cuales cuanto cuanta
    cuantos cuantas como donde cuando porque yo mi mis me tu tus te su sus nos nuestro nuestra nuestros nuestras se lo le les hay he ha han hemos
    puede puedes podria quiero quisiera necesito necesitamos tengo tenemos dame muestra muestrame favor gracias este esta estos estas ese esa eso esto si
    pero mas muy ya todo todos toda todas fue fueron ser estan entre segun cada`,
  pt: `o os as um uma uns umas e ou nao de do da dos das em no na nos nas ao aos com sem para pra por pelo pela sobre que quem qual quais
    quanto quanta quantos quantas como onde quando porque eu meu minha meus minhas me voce voces seu sua seus suas nosso nossa nossos
    nossas se lhe ha tem temos tenho pode podes poderia quero queria preciso precisamos mostre mostra favor obrigado obrigada este esta
    estes estas esse essa isso isto aquele mas mais muito ja tudo todos todas foi foram ser sao esta estao e' ate`,
  sw: `na ya wa za la cha vya kwa ni si katika kwenye kutoka hadi mpaka au lakini kama hii hiki hili hizi hizo hiyo huo huu ule yule
    wale zile ile nini nani wapi lini gani vipi ngapi mimi wewe sisi ninyi wao yeye yangu yako yake yetu yenu yao wangu zangu zetu
    tuna nina ana wana kuna ninataka nataka tunataka nahitaji tunahitaji naomba tafadhali asante nipe nionyeshe onyesha je kila wote
    yote zote bila baada kabla sasa tu pia ili sio hapana ndiyo`,
};

const everySmall = new Set(Object.values(SMALL).flatMap((list) => list.split(/\s+/u)));

/** Whether a word, without accents, holds a sentence together in some language, and names nothing. */
export function isSmallWord(plain: string): boolean {
  return everySmall.has(plain);
}

/** Letters and marks that one language writes and its neighbours hardly do. */
const MARKS: readonly (readonly [pattern: RegExp, languages: readonly Language[], weight: number])[] = [
  [/ß|[äöü]/giu, ['de'], 1.5],
  [/[ñ¿¡]/giu, ['es'], 2],
  [/[ãõ]/giu, ['pt'], 2],
  [/[èùœîûëï]/giu, ['fr'], 1.2],
  [/[êôâ]/giu, ['fr', 'pt'], 0.8],
  [/[áíóú]/giu, ['es', 'pt'], 0.5],
  [/é/giu, ['fr'], 0.3],
  [/ç/giu, ['fr', 'pt'], 0.8],
];
/** A syllable of Swahili is open: `inactive`, which begins like a verb of it, is none. */
const SYLLABLE = "(?:m|[mn]?(?:ng'|ch|dh|gh|kh|ng|ny|sh|st|th|[bdfghjklmnprstvwyz])?[wy]?[aeiou])";
const SWAHILI_FORM = new RegExp(
  `^(?=.{4,}$)(?:(?:ni|u|a|tu|m|wa|i|zi|ki|vi|li|ya|si|ha|hatu|hawa|usi|msi)(?:na|li|ta|me|ki|nge|si|sha)${SYLLABLE}+|ku${SYLLABLE}{2,})$`,
  'u',
);

let vocabulary: ReadonlyMap<string, Partial<Record<Language, number>>> | undefined;

/** The language that most words of a text speak for; English where nothing speaks for another. */
export function languageOf(text: string): Language {
  vocabulary ??= weigh();
  const weights = vocabulary;
  const score: Record<Language, number> = { en: 0.01, de: 0, fr: 0, es: 0, pt: 0, sw: 0 };
  const sample = text.slice(0, SAMPLE).replace(NO_WORDS, ' ');
  for (const word of wordsOf(sample)) {
    for (const [language, weight] of Object.entries(weights.get(word.plain) ?? {})) {
      score[language as Language] += weight;
    }
    if (germanCompound(word.plain) !== undefined) score.de += 1;
    if (word.plain.length > 5 && SWAHILI_FORM.test(word.plain)) score.sw += 0.7;
  }
  // `Que dit la notice sur Köln ?`: a name is of no language, unless nothing else tells one.
  const isTold = LANGUAGES.some((language) => score[language] >= TOLD);
  const plain = isTold ? sample.replace(PROPER, ' ') : sample;
  for (const [pattern, languages, weight] of MARKS) {
    const count = Math.min(4, plain.match(pattern)?.length ?? 0);
    for (const language of languages) score[language] += weight * count;
  }
  return LANGUAGES.reduce((best, one) => (score[one] > score[best] ? one : best), 'en');
}

/** Paths, names of files, addresses and identifiers are of no language. */
const NO_WORDS = /[^\s/]+\.[a-z]{2,4}(?![\p{L}\p{N}])|\S*[/@_]\S*|\p{L}+-[\p{L}\p{N}-]*\d[\p{L}\p{N}-]*/gu;

/** Words with a capital within a sentence. */
const PROPER = /(?<=[\p{L}\p{N},;]\s)\p{Lu}[\p{L}'’-]*/gu;
/** From here on words tell a language: one small word that hardly another has. */
const TOLD = 0.5;

/** Enough of a text to tell its language. */
const SAMPLE = 1_000;

/** `nifute`, shall I delete, of `futa`: alone in a short question they tell that it is Swahili. */
function subjunctives(verbs: readonly string[]): string[] {
  const stems = verbs.flatMap((entry) =>
    fold(entry)
      .split('|')
      .map((verb) => verb.trim())
      .filter((verb) => /^[a-z]{2,}a$/u.test(verb))
      .map((verb) => verb.slice(0, -1)),
  );
  return stems.flatMap((stem) => ['ni', 'tu', 'wa', 'm'].map((who) => `${who}${stem}e`));
}

/** A word speaks the more for a language the fewer others know it; small words speak most. */
function weigh(): Map<string, Partial<Record<Language, number>>> {
  const raw = new Map<string, Partial<Record<Language, number>>>();
  const put = (word: string, language: Language, weight: number) => {
    const entry = raw.get(word) ?? {};
    entry[language] = Math.max(entry[language] ?? 0, weight);
    raw.set(word, entry);
  };
  for (const language of LANGUAGES) {
    for (const word of SMALL[language].split(/\s+/u)) put(word, language, 1);
    const { values, scales, parts } = numberWords(language);
    for (const word of [...values.keys(), ...scales.keys(), ...parts.keys()]) put(word, language, 0.5);
    const { fields, verbs, talk } = LEXICONS[language];
    if (language === 'sw') for (const word of subjunctives(Object.values(verbs))) put(word, language, 1);
    for (const group of [fields, verbs, talk]) {
      for (const entry of Object.values(group)) {
        for (const word of fold(entry).split(/[^\p{L}']+/u)) if (word.length > 2) put(word, language, 0.5);
      }
    }
  }
  for (const [word, entry] of raw) {
    const count = Object.keys(entry).length;
    if (count >= LANGUAGES.length - 1) raw.delete(word);
    else for (const language of LANGUAGES) if (entry[language] !== undefined) entry[language] /= count;
  }
  return raw;
}
