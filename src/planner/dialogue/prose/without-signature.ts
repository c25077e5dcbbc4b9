import { foldInPlace } from '../../language/fold.js';

/** How letters close, in six languages, without accents. */
const CLOSING =
  /(?<=^|\n|[.!?;)]\s)[^\S\n]*(?:(?:with )?(?:(?:all the )?(?:very )?(?:best|kind|kindest|warm|warmest|many) )?(?:regards|wishes)|(?:all the )?best|cheers|sincerely|yours(?: (?:sincerely|faithfully|truly))?|respectfully|(?:many )?thanks(?: (?:a lot|again|in advance|so much|very much))?|thank you(?: (?:again|in advance|so much|very much))?|(?:mit )?(?:(?:viele|beste|liebe|schone|freundliche|freundlichen|herzliche|besten|vielen) )?(?:grus+en?|grus+e?|dank)|mfg|lg|vg|danke(?: (?:schon|im voraus))?|(?:bien )?cordialement|bien a vous|salutations|(?:un |muchos )?(?:cordiales )?saludos?(?: cordiales)?|atentamente|cordialmente|(?:muchas )?gracias|atenciosamente|att|(?:com os melhores )?cumprimentos|(?:um )?abracos?|(?:muito )?obrigad[oa]|merci(?: (?:beaucoup|d'avance))?|asante(?: sana)?|wako(?: mtiifu)?|wasalaam)[^\S\n]*(?<mark>[,!.]*[^\S\n]*\n\s*|,\s*|[—–-]\s*)/gu;
/** One to four names, each with a capital. */
const NAMES =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+(?:(?:de|da|do|del|van|von|bin|wa)\s+)?\p{Lu}[\p{L}\p{M}.'’-]*){0,3}$/u;
/** A letter closes near its end. */
const REACH = 240;
const MOST_LINES = 4;

/** A letter without the name under it: nobody who signs means themselves as a value. */
export function withoutSignature(text: string): string {
  const from = Math.max(0, text.length - REACH);
  const tail = text.slice(from);
  for (const { index, 0: closing } of foldInPlace(tail).matchAll(CLOSING)) {
    const [name = '', ...below] = tail
      .slice(index + closing.length)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const before = text.slice(0, from + index).trimEnd();
    if (before !== '' && NAMES.test(name) && below.length < MOST_LINES) return before;
  }
  return text;
}
