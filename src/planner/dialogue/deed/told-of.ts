import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { conceptsAt } from '../../language/concepts.js';
import { fold } from '../../language/fold.js';
import type { Language } from '../../language/language.js';
import { isPlainWord } from '../../language/plain-words.js';
import { isStopWord, type Word } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import { BEFORE_ORDER, IS, isOf, type Objection } from '../consent/polarity.js';
import { type Part, withoutCourtesy } from '../planning/signs.js';

/** Words by which a sentence wishes for the deed that it names behind them, as they are folded. Only English is reviewed. */
const WISHES: ReadonlySet<string> = setOf(
  'want wants need needs like love wish please must have has ought going plan plans planning decided decide ready time help try ' +
    'trying let lets able goal aim task intend intention order prepare start begin continue use take get go necessary important ' +
    'urgent required see free feel content wanting fine pleased allowed permitted can could sure ensure remember forget manage supposed hope happy glad make ' +
    'will mochte mochten wollen muss mussen brauche brauchen bitte soll plane planen zeit hilf hilfe versuche versuch los ziel aufgabe ' +
    'gern gerne nett freundlich daher somit dringend umgehend noch bereit notig wichtig erlaubt kannst konnen konnten beginne beginnen starte fang sorge sorg stell stelle achte vergiss ' +
    'veux voulons voudrais voudrions aimerais aimerions souhaite souhaitons besoin faut dois devons temps aide aidez essaie essaye ' +
    'faudrait convient conviendrait amabilite gentillesse bonte plaisir opportun prie peux pouvez pouvons objectif but tache pret prets necessaire important permis commence commencez merci fais faites assure ' +
    'quiero queremos quisiera necesito necesitamos deseo deseamos hay tengo tenemos debo debemos puedes puede podemos podrias gustaria ' +
    'conviene convendria amable amabilidad hora ayuda ayudame ayudanos intenta objetivo tarea listo lista necesario importante permitido empieza vamos voy favor haz asegura ' +
    'asegurate procura ' +
    'convem gentileza bondade quero queria preciso precisamos desejo gostaria tenho temos devo devemos pode podes poderia ajuda ajude tenta tente tarefa pronto ' +
    'necessario comeca comece vou faz faca garante garanta certifique ' +
    'nataka tunataka ninataka ninahitaji nahitaji tunahitaji naomba tunaomba ningependa tungependa tafadhali lazima inabidi unaweza ' +
    'naweza tunaweza nisaidie tusaidie wakati muda lengo kazi tayari heri vizuri inafaa muhimu ruhusa anza hakikisha',
);
/** Stands right before a verb that hangs on what was said: `forbidden to delete`, `verboten zu löschen`, `interdit de tirer`. */
const HANGS = /^(?:to|zu|de|d|pour|a|of|in|on|from|about)$/u;
/** An infinitive where no small word leads to it, by the language. */
const INFINITIVE: Readonly<Record<Language, RegExp>> = {
  en: /ing$/u,
  de: /zu\p{L}+en$/u,
  fr: /(?:er|ir|re)$/u,
  es: /[aei]r(?:l[aeo]s?)?$/u,
  pt: /[aei]r$/u,
  sw: /^ku\p{L}{3,}$/u,
};
/** Begins a clause of its own, whose verb says nothing of the deed. */
const LEADS_ON =
  /^(?:that|which|who|whom|whose|where|when|because|since|as|so|if|than|what|how|given|assuming|knowing|while|der|die|das|dessen|deren|welche[rsnm]?|wo|weil|dass|da|wenn|falls|wobei|qui|que|dont|ou|car|si|sachant|quien|quienes|cuyo|cuya|donde|porque|sabiendo|cujo|cuja|onde|se|sabendo|amba\p{L}+|kwamba|kuwa|ikiwa|kama)$/u;
/** With these `that` says what is taken for granted. */
const GIVEN =
  /^(?:given|so|now|provided|assuming|like|tal|tel|para|pour|por|mas|plus|mais|lo|ce|o|la|el|es|est|de)$/u;
/** Behind a head: what is told, wished or regretted. */
const THAT = /^(?:that|dass|que|kwamba)$/u;

/** Where a message says something of a deed rather than wishing for it: `publishing /a was a mistake`. */
export function judgedIn(
  parts: readonly Part[],
  candidate: Candidate,
  text: TextModel,
): Objection | undefined {
  const judged = parts.find((part) => {
    const place = part.words.findIndex((word) => isOf(word, candidate, text));
    return place >= 0 && !part.asks && isJudgedBehind(part.words.slice(place + 1), part, text);
  });
  const isWished = (part: Part) => part !== judged && part.words.some((word) => isOf(word, candidate, text));
  if (judged === undefined || parts.some(isWished)) return undefined;
  return { sign: 'report', words: judged.words };
}

/**
 * Where a message names a deed that hangs on words of which none is a wish: `it is too early to publish /a`, `I dislike that /a is
 * public`. Undefined where it is wished for, or not named.
 * @param parts what was said between two marks or joining words
 */
export function hangingIn(
  parts: readonly Part[],
  candidate: Candidate,
  text: TextModel,
): Objection | undefined {
  const { language } = text.reading;
  if (parts.some((part) => isHeaded(part, candidate, text))) return undefined;
  for (const [at, { words, sentence }] of parts.entries()) {
    const before = parts[at - 1];
    const earlier = before?.sentence === sentence ? before.words : [];
    const that = words.findIndex(
      (word, index) =>
        THAT.test(word.plain) &&
        index < words.length - 1 &&
        isOfWords(words[index - 1] ?? earlier.at(-1), word, text),
    );
    const place = that >= 0 ? that : words.findIndex((word) => isOf(word, candidate, text));
    const deed = words[place];
    if (deed === undefined) continue;
    const own = words.slice(0, place);
    const hangs =
      that >= 0 ||
      HANGS.test(own.at(-1)?.plain ?? '') ||
      (place > 0 && INFINITIVE[language].test(deed.plain));
    if (!hangs) continue;
    // German cuts what hangs on a sentence off by a comma.
    const isCutOff = that === 0 || (language === 'de' && !own.some((word) => isOfFrame(word, text)));
    const frame = isCutOff ? [...earlier, ...own] : own;
    if (frame.some((word) => isWish(word) || isOf(word, candidate, text))) continue;
    if (frame.some((word) => isOfFrame(word, text)) && withoutCourtesy(frame).length > 0)
      return { sign: 'report', words: frame };
  }
  return undefined;
}

/** Whether what is told stands right behind the words that tell it: `a file /a.md that says so` tells nothing. */
function isOfWords(before: Word | undefined, that: Word, { spans, numbers }: TextModel): boolean {
  if (before === undefined || GIVEN.test(before.plain)) return false;
  return ![...spans, ...numbers].some(({ start }) => start >= before.end && start < that.start);
}

/** `l'amabilité` is a wish as `amabilité` is. */
function isWish({ text }: Word): boolean {
  return fold(text)
    .split(/['’]/u)
    .some((one) => WISHES.has(one));
}

/** Whether a part begins with the deed, as an order does. */
function isHeaded({ words }: Part, candidate: Candidate, text: TextModel): boolean {
  const [head] = withoutCourtesy(words).filter(({ plain }) => !BEFORE_ORDER.has(plain));
  return head !== undefined && isOf(head, candidate, text) && !/ing$/u.test(head.plain);
}

/** `publish /a was a mistake`: a verb of being behind the deed which gives no value and begins no clause about a part of it. */
function isJudgedBehind(behind: readonly Word[], part: Part, { spans, numbers }: TextModel): boolean {
  const is = behind.findIndex(isVerbOfBeing);
  const verb = behind[is];
  if (verb === undefined || behind.slice(0, is + 1).some(({ plain }) => LEADS_ON.test(plain))) return false;
  // `households to be drawn`
  if (/^(?:to|zu|a|para|de)$/u.test(behind[is - 1]?.plain ?? '')) return false;
  // `would you` asks for it.
  if (behind.slice(is + 1).every(({ plain }) => /^(?:you|tu|vous|please)$/u.test(plain))) return false;
  const end = part.words.at(-1)?.end ?? verb.end;
  return ![...spans, ...numbers].some((value) => value.start >= verb.end && value.start <= end + 3);
}

/** A verb of being; the `e` that joins in Portuguese and the `ni` of Swahili, which also counts, are none. */
export function isVerbOfBeing({ plain, text }: Word): boolean {
  return IS.test(plain) && text !== 'e' && plain !== 'ni';
}

/** A word that tells what a deed hangs on: none that joins or counts. */
function isOfFrame({ text, plain }: Word, { reading }: TextModel): boolean {
  if (IS.test(plain)) return false;
  return (
    !isPlainWord(plain) &&
    !isStopWord(plain) &&
    !conceptsAt(wordsOf(text), reading.language)
      .flat()
      .some((one) => one.startsWith('field.'))
  );
}

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
