import { DRAW_WORDS } from './draw-words.js';

const MANY_DRAWS =
  '(?:draws|drawings|blocks|rounds|pulses|slots|epochs|issues|editions|ziehungen|runden|tirages|sorteos|sorteios|concursos)';
const SIGN = '(?:no\\.?|nr\\.?|n[º°]?\\.?|number|#)?\\s*';
const NUMBER = `${SIGN}\\d+`;
const OF = '(?:\\s+(?:of|ya|von|de|del|du|da|do))?';
const AND = '(?:[,;&+/|]|(?<!\\p{L})(?:and|und|et|y|e|na|plus|sowie)(?!\\p{L}))';
const TO = '(?:to|bis|through|thru|until|till|à|al?|hadi|até|hasta)';

/** Numbers of draws from one to another, several of them, or all from one on. */
const SEVERAL: readonly RegExp[] = [
  // One after the other: several draws bear them, whatever stands between.
  new RegExp(
    `(?<!\\p{L})${MANY_DRAWS}${OF}\\s+${NUMBER}\\s*(?:${AND}|[-–—…]|\\.\\.+|\\s)\\s*(?:${AND}\\s*)?\\d+`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:${MANY_DRAWS}|${DRAW_WORDS})${OF}\\s+${NUMBER}\\s*(?:${TO}\\s+|[,;]\\s+)(?:and\\s+)?\\d+(?![\\d\\p{L}]|\\s+\\p{L})`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})${DRAW_WORDS}${OF}\\s+${NUMBER}\\s*(?:[&+|]|(?:and|und|et|y|e|na|plus|sowie)\\s)\\s*${NUMBER}(?![\\d\\p{L}]|\\s+\\p{L})`,
    'iu',
  ),
  new RegExp(`(?<!\\p{L})${DRAW_WORDS}${OF}\\s+${NUMBER}\\s*(?:\\.\\.+|…)\\s*\\d+`, 'iu'),
  new RegExp(
    `(?<!\\p{L})(?:${MANY_DRAWS}|${DRAW_WORDS})${OF}\\s+${NUMBER}(?:\\s*\\+(?!\\s*[\\p{L}\\d])|\\s*ff?\\.?(?!\\p{L})|\\s*,?\\s*${AND}?\\s*(?:the\\s+|les?\\s+|los\\s+|os\\s+|die\\s+)?(?:following|subsequent|successive|succeeding|upwards?|folgende\\p{L}*|suivante?s?|siguientes?|seguintes?|zinazofuata)(?!\\p{L}))`,
    'iu',
  ),
  new RegExp(
    `(?:[≥≤<>]|(?<!\\p{L})(?:at least|at most|mindestens|au moins|al menos|pelo menos|angalau))\\s*=?\\s*(?:${DRAW_WORDS}\\s*)?${NUMBER}`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:from|since|starting\\s+(?:with|from|at))\\s+(?:the\\s+)?${DRAW_WORDS}\\s+${NUMBER}\\s+(?:on|up|onwards?|upwards?)(?=\\s*(?:$|[,.;)]))`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:ab|[àa] partir d[eu]l?|a partir do|desde|kuanzia|starting\\s+(?:with|from|at)|beginning\\s+(?:with|from|at))\\s+(?:la\\s+|le\\s+|el\\s+|the\\s+)?(?:${DRAW_WORDS}|${MANY_DRAWS})(?:\\s+ya)?\\s+${NUMBER}`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:every|each|all|jede[rsn]?|alle|chaque|tou(?:te)?s(?:\\s+les)?|cada|tod[oa]s(?:\\s+l?[oa]s)?|kila)\\s+(?:the\\s+)?(?:${DRAW_WORDS}|${MANY_DRAWS})(?!\\p{L})`,
    'iu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:best|better|luckiest|highest|higher|lowest|lower|largest|smallest|nearest|beste[rs]?|meilleure?|mejor|melhor|bora)\\s+(?:of|among|from|von|unter|des?|entre|de|dos|kati\\s+ya|ya)\\s+(?:the\\s+|les\\s+|los\\s+|os\\s+)?(?:\\p{L}+\\s+)?${MANY_DRAWS}`,
    'iu',
  ),
];
const OF_DAY = new RegExp(
  `${SEVERAL[1]?.source.replace('(?![\\d\\p{L}]|\\s+\\p{L})', '')}\\s+of\\s+(?:the|that)\\s+day`,
  'iu',
);

/** Two numbers behind a word for one draw, with a sign between that stands for `to` as well as for a part of the number. */
const PAIR = new RegExp(
  `(?<!\\p{L})${DRAW_WORDS}${OF}\\s+${SIGN}(?<a>\\d+)\\s*(?<sign>[-–—/])\\s*(?<b>\\d+)(?![\\d\\p{L}/–—-])`,
  'iu',
);
/** Numbers from this one on are those of draws; of less, one may be the part of a year. */
const LONG = 100;

/** Several numbers of draws that a text names, in its words; undefined where it names one. */
export function severalNumbers(text: string): string | undefined {
  const said =
    OF_DAY.exec(text) ?? SEVERAL.map((pattern) => pattern.exec(text)).find((each) => each !== null);
  return said?.[0].trim() ?? pairIn(text);
}

/** `draw 100-388` and `draw 7/8` are several; `draw 061/26`, `draw 49-2026` and `draw 28/11` bear a year or the like. */
function pairIn(text: string): string | undefined {
  const found = PAIR.exec(text);
  const { a = '', b = '', sign = '' } = found?.groups ?? {};
  const [from, to] = [Number(a), Number(b)];
  if (found === null || to <= from || isYear(a) || isYear(b)) return undefined;
  const isSeveral = sign === '/' ? from >= LONG || to === from + 1 : true;
  return isSeveral ? found[0].trim() : undefined;
}

/** Of this century, whole or in two digits. */
function isYear(digits: string): boolean {
  return /^(?:20\d\d|2\d|3\d)$/.test(digits);
}
