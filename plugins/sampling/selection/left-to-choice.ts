import { DRAW_WORDS } from './draw-words.js';
import { withoutGame } from './game-names.js';
import { namesDayOf, withoutDays } from './named-days.js';
import { namesNumber, withoutCounts } from './reference-words.js';
import { severalNumbers } from './several-numbers.js';

/** Words that leave open which of several values is meant. */
const CHOICES = [
  /(?<!\p{L})(?:or|oder|ou|ama|either|entweder|whichever|whatever)(?!\p{L})(?:\s+[\p{L}\d]+)?/iu,
  /(?<!\p{L})(?:any|some)(?!\p{L})(?:\s+[\p{L}\d]+)?/iu,
  /(?<!\p{L})(?:one|eine[rs]?|l['’]une?|une?|un[oa]|uma?|moja|mojawapo)\s+(?:of|der|von|des|de|dos|das|ya)\s+(?:the\s+|los\s+|las\s+|les\s+)?\p{L}+/iu,
  /(?<!\p{L})(?:irgend\p{L}*|beliebige?\p{L}*|n['’]importe|cualquier\p{L}*|qualquer|quelconque|yoyote|yeyote)/iu,
  /\d\s+(?:o|u|au|e?\/ou)\s+(?:\d+|m[aá]s|depois|despu[eé]s)/iu,
  /(?<!\p{L})(?:onwards?|thereafter|at the earliest|frühestens|au plus t[oô]t|en adelante|em diante|na kuendelea)(?!\p{L})/iu,
  /(?<!\p{L})(?:between|zwischen|entre|kati ya)\s+\D{0,12}\d+/iu,
  /(?<![\p{L}\p{N}])(?:\?+|x{1,3}|n\.n\.|tbd|tba|to be (?:told|said|announced|named|chosen))(?![\p{L}\p{N}])/iu,
  /(?<!\p{L})(?:else|otherwise|alternatively|failing (?:that|which|it)|unless|fallback|backup|sonst|andernfalls|falls (?:nicht|die|der|das|sie|es|ziehung|\d)|sinon|[àa] d[ée]faut|de lo contrario|si no|caso contr[áa]rio|sen[ãa]o|vinginevyo|la sivyo)(?!\p{L})(?:\s+[\p{L}\d]+)?/iu,
  /(?<!\p{L})(?:if|wenn|si|se|kama)\s+(?:the\s+)?(?:\d+|it|that|this|not|none|draw|cancelled|postponed|void)(?!\p{L})/iu,
  /(?<!\p{L})(?:of (?:our|my|your|their) choice|(?:we|i|they)\s+(?:will\s+|shall\s+)?(?:choose|pick|select|prefer|like|want)|nach wahl|au choix|a elegir|à escolha)(?!\p{L})/iu,
];
/** A number up to 31 that stands where the number of a day does: behind a word for a day, or before a word that is no `of`. */
const MAY_BE_DAY = [
  /(?<!\p{L})(?:on|am|dia|día|tarehe|date|datum|fecha|data)\s+(?:the\s+)?(?<date>\d{1,2})(?!\d|[.,:/-]\d)/iu,
  new RegExp(
    `(?:^|[^\\p{L}\\p{N}\\s.,:/%+-]\\s*|(?<!\\p{L})(?:of|the|for|from|du|le|vom|den|del|el|de|do|ya|wa|la)\\s+)(?<date>\\d{1,2})(?:st|nd|rd|th|\\.|º|er)?\\s+(?!(?:of|ya|wa|du|del?|der|des|da|do|prize|place|winner|time|${DRAW_WORDS})(?!\\p{L}))[\\p{L}\\p{M}]{2,}`,
    'iu',
  ),
];
const LAST_DATE = 31;

/** Words of a reference that leave it to choice which value is meant; undefined where it names one. */
export function choiceIn(reference: string): string | undefined {
  const text = namesNumber(withoutGame(reference)) ? withoutGame(reference) : reference;
  const said = CHOICES.map((pattern) => pattern.exec(text)?.[0].trim()).find(Boolean);
  return said ?? severalNumbers(withoutDays(withoutCounts(text)));
}

/**
 * A number of a reference that may be that of a day in words that are not understood; undefined where the reference names the
 * day of its value, or the number of its draw.
 * @param publicFrom a day or time, ISO 8601
 */
export function unreadDay(reference: string, publicFrom: string): string | undefined {
  if (namesDayOf(reference, publicFrom)) return undefined;
  const text = withoutDays(withoutCounts(reference));
  const found = MAY_BE_DAY.map((pattern) => pattern.exec(text)).find((each) => each !== null);
  const words = found?.[0] ?? '';
  const date = Number(found?.groups?.['date']);
  return date >= 1 && date <= LAST_DATE && !namesNumber(text.replace(words, ' , '))
    ? words.trim()
    : undefined;
}
