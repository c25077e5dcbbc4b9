import { foldInPlace } from '../../language/fold.js';
import type { Language } from '../../language/language.js';
import { isStopWord, type Word, words } from '../../language/tokenize.js';
import { readOnce } from '../../reading/read-once.js';
import type { TextMention } from '../../reading/reading.js';
import type { Args } from '../../schema/leaves.js';
import { wayOf } from './ways.js';

/** What names a thing, and nothing else. */
const NAMES: ReadonlySet<string> = new Set<TextMention['type']>([
  'path',
  'did',
  'address',
  'url',
  'email',
  'id',
]);
/** Stands for a letter of a name, so that its signs cut no sentence. */
const MARK = '\uE000';

/** A name in a message, and the words that lead to it. */
export interface NamePlace {
  readonly mention: TextMention;
  /** The small word before it that says how it stands to the deed: `from`, `of`. */
  readonly lead: string | undefined;
  /** Where things come from or go to, as that word says. */
  readonly way: 'source' | 'target' | undefined;
  /** Words before that small one which name another thing: `the third line` of `the third line of /a.md`. */
  readonly nouns: readonly Word[];
}

/** A part of a message that says one thing. */
export interface SaidPart {
  readonly words: readonly Word[];
  readonly names: readonly NamePlace[];
  /** Which sentence of the message it belongs to. */
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/** What joins two things said, and two things named. English stands in every language. */
const JOINTS: Readonly<Record<Language, string>> = {
  en: 'and|or|but|then|so|because|since|while|whereas|which|who|that|after|before|though|although|when|plus',
  de: 'und|oder|aber|sondern|dann|weil|denn|wahrend|nachdem|bevor|obwohl|damit|sowie',
  fr: 'et|ou|mais|puis|car|parce|que|qui|apres|avant|pendant|pour que|ainsi que',
  es: 'y|e|pero|luego|porque|que|despues|antes|mientras|aunque',
  pt: 'e|ou|mas|depois|porque|que|antes|enquanto|embora',
  sw: 'na|lakini|kisha|halafu|kwa sababu|ambay\\p{L}|ambaz\\p{L}|baada|kabla|bali|au',
};
/** Behind these a further name is one more of the same. */
const LISTS = /^[\s,:&+–—-]*(?:and|or|plus|und|oder|sowie|et|ou|y|e|na|au)?[\s,]*$/u;
/** Words for what a path names. */
const KINDS: ReadonlySet<string> = setOf(
  'file files folder folders directory directories document documents path paths datei dateien ordner verzeichnis dokument ' +
    'dokumente fichier fichiers dossier dossiers document documents repertoire archivo archivos fichero ficheros carpeta ' +
    'carpetas documento documentos arquivo arquivos ficheiro ficheiros pasta pastas faili folda hati kabrasha',
);
/** Words that say nothing of what is named behind them. */
const SMALL: ReadonlySet<string> = setOf(
  'see der die das den dem ein eine einen auch bitte beide ebenfalls mal jetzt le la les l un une des aussi deux el los las ' +
    'una unos tambien ambos o a os as um uma tambem pia yote hii hizo both also too',
);
/** Words that lead to a name without saying which way. */
const LEADS: Readonly<Record<Language, string>> = {
  en: 'of in on at for with by about like near beside under over within inside against around than without',
  de: 'von in im auf an am bei mit fur unter uber wie hinter neben gegen ohne',
  fr: 'de du des d dans sur sous avec par pour chez comme sans pres',
  es: 'de del en con por sobre para como sin bajo',
  pt: 'de do da dos das em no na nos nas com por sobre para como sem',
  sw: 'kwa katika kwenye ya wa za la cha kama bila',
};
const NOT_SMALL: ReadonlySet<string> = setOf(
  'see where what not same own is are was were be been will would should shall must may might can could has have had does did do i we you he she they',
);

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Where the texts of calls stand that are more than one word: what they say, the message does not. */
function textsIn(message: string, args: readonly Args[]): { readonly start: number; readonly end: number }[] {
  const texts = args.flatMap((one) => Object.values(one)).flat();
  return texts.flatMap((text) => {
    const start = typeof text === 'string' && /\S\s+\S/u.test(text) ? message.indexOf(text) : -1;
    return start < 0 ? [] : [{ start, end: start + String(text).length }];
  });
}

/**
 * The parts of a message in order, each with the names in it, beside the texts of the calls made of it. A row of names is one
 * part with what stands before it.
 */
export function partsWithNames(message: string, args: readonly Args[] = []): readonly SaidPart[] {
  const { language, mentions } = readOnce(message);
  const texts = textsIn(message, args);
  const isInText = ({ start, end }: { readonly start: number; readonly end: number }) =>
    texts.some((text) => text.start <= start && end <= text.end && text.end - text.start > end - start);
  const names = mentions.filter(
    (one): one is TextMention =>
      NAMES.has(one.type) && 'value' in one && typeof one.value === 'string' && !isInText(one),
  );
  const masked = [...names, ...texts].reduce(
    (text, { start, end }) => text.slice(0, start) + MARK.repeat(end - start) + text.slice(end),
    message,
  );
  const low = foldInPlace(masked);
  const all = words(masked);
  const joint = new RegExp(
    `(?:[!?;\\n]|\\.(?!\\d))+|,(?!\\d)|[:()]|\\s[–—-]\\s|(?<![\\p{L}'’])(?:${JOINTS.en}|${JOINTS[language]})(?![\\p{L}'’])`,
    'gu',
  );
  const parts: SaidPart[] = [];
  let start = 0;
  let sentence = 0;
  let between = '';
  const close = (end: number) => {
    const own = all.filter((word) => word.start >= start && word.end <= end);
    const inside = names.filter((one) => one.start >= start && one.end <= end);
    if (own.length > 0 || inside.length > 0) {
      const before = parts.at(-1);
      const isRow =
        before !== undefined &&
        before.sentence === sentence &&
        LISTS.test(between) &&
        isOneMore(own, inside[0], language);
      const places = placesOf(inside, own, start, language).map((place) => ownerOf(place, own, message));
      if (isRow) {
        // What stands in a row stands as the first of it does.
        const first = before.names.at(-1);
        const row = places.map((place) =>
          place.lead === undefined ? { mention: place.mention, ...leadOf(first) } : place,
        );
        parts.splice(-1, 1, {
          ...before,
          words: [...before.words, ...own],
          names: [...before.names, ...row],
          end,
        });
      } else parts.push({ words: own, names: places, sentence, start, end });
      between = '';
    }
    return undefined;
  };
  for (const { 0: raw, index } of low.matchAll(joint)) {
    close(index);
    between += raw;
    start = index + raw.length;
    if (/[.!?;\n]/u.test(raw)) {
      sentence++;
      between = '';
    }
  }
  close(low.length);
  return parts;
}

/** Whether words say nothing but one more name, and what leads to further ones: `/b.md to /c`. */
function isOneMore(own: readonly Word[], name: TextMention | undefined, language: Language): boolean {
  if (name === undefined) return false;
  const isPlain = (word: Word) => (isSmall(word) || isKind(word)) && !isLead(word.plain, language);
  const [next, ...rest] = own.filter(({ start }) => start >= name.end);
  const ahead = own.filter(({ end }) => end <= name.start);
  return (
    ahead.every(isPlain) &&
    (next === undefined || isLead(next.plain, language) || [next, ...rest].every(isPlain))
  );
}

/** Of `/a.md's link` the name only says whose the link is. */
function ownerOf(place: NamePlace, own: readonly Word[], message: string): NamePlace {
  const { end } = place.mention;
  const owned = /^['’]s?\s+/u.exec(message.slice(end))?.[0];
  const noun = own.find((word) => word.start >= end + (owned?.length ?? 0));
  if (owned === undefined || noun === undefined) return place;
  return { ...place, lead: 'of', nouns: [...place.nouns, noun] };
}

function leadOf(place: NamePlace | undefined): Omit<NamePlace, 'mention'> {
  return { lead: place?.lead, way: place?.way, nouns: place?.nouns ?? [] };
}

function placesOf(
  mentions: readonly TextMention[],
  own: readonly Word[],
  start: number,
  language: Language,
): NamePlace[] {
  return mentions.map((mention, at) => {
    const from = mentions[at - 1]?.end ?? start;
    const before = own.filter((word) => word.start >= from && word.end <= mention.start);
    const last = before.findLastIndex(({ plain }) => isLead(plain, language));
    const behind = last < 0 ? [] : before.slice(last + 1);
    const isLed = last >= 0 && behind.every((word) => isSmall(word) || KINDS.has(word.plain));
    if (!isLed) return { mention, lead: undefined, way: undefined, nouns: [] };
    const lead = before[last]?.plain;
    const nouns = before
      .slice(0, last)
      .filter((word) => !isSmall(word) && !isLead(word.plain, language) && !KINDS.has(word.plain));
    return { mention, lead, way: wayOf(lead ?? '', language), nouns };
  });
}

export function isSmall({ plain }: Word): boolean {
  return !NOT_SMALL.has(plain) && (isStopWord(plain) || SMALL.has(plain) || plain.length < 2);
}

/** Whether a word names nothing but that a thing is a file or a folder. */
export function isKind({ plain }: Word): boolean {
  return KINDS.has(plain);
}

const leads = new Map<Language, ReadonlySet<string>>();

function isLead(plain: string, language: Language): boolean {
  let known = leads.get(language);
  if (known === undefined) {
    known = setOf(`${LEADS.en} ${LEADS[language]}`);
    leads.set(language, known);
  }
  return known.has(plain) || wayOf(plain, language) !== undefined;
}
